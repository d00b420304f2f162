"""L12: one living repository per pack; proof is a script, and a claim in Markdown does not count.

L12.3 One pack id is one maintained repository: L12-pack-in-pack, L2-pack-id-differs; the catalog's rules.
L12.5 A claim in Markdown does not count: L12-claim-without-proof.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, in_text, on_file, rule
from hcp_author.lint.laws import _claims
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

LEFT_OUT = pattern(r"(?:^|/)(?:\.hcp|bin|fixtures|tests?|node_modules|\.venv|venv)/")


@rule("L12-claim-without-proof", "L12", "warning", over="text")
def claim_without_proof(pack: Pack, text: Text) -> Iterator[Hit]:
    """A Markdown file says that the pack conforms, or wears a badge for it, and there is no proof script.

    Why: a claim in Markdown does not count, because a pack that cannot prove itself drifts away from its Skill (L12).
    Fix: bring proof.py and proof.json, which CI runs; or take the claim out.
    Bad: proof.py
        absent
    Bad: README.md
        This pack is HCP conformant.
    Good: README.md
        `python3 proof.py` proves it.
    """
    if not text.name.endswith(".md") or "proof.py" in pack.files:
        return
    found = _claims.find(text.content)
    if found:
        message = (
            f"`{visible(text.content[slice(*found)], 60)}` is a claim, and there is no proof.py that would prove it"
        )
        yield in_text(text, *found, message, "bring the proof script, or take the claim out")


@rule("L12-pack-in-pack", "L12", "warning")
def pack_in_pack(pack: Pack) -> Iterator[Hit]:
    """A folder of the pack is a pack itself.

    Why: one pack id maps to one maintained repository (L12). A pack inside another is looked at by nobody: lint, proof
    and runtime stop at the outer one.
    Fix: move it beside this pack.
    Bad: extra/surface.json
        {"pack_id": "extra", "binding": {"default": "public"}}
    Good: README.md
        The other pack lies beside this one.
    """
    for name in pack.files:
        if name.endswith("/surface.json") and not LEFT_OUT.search(name):
            folder = visible(name.removesuffix("/surface.json"))
            message = f"`{folder}` is a pack inside this one, and is not checked"
            yield on_file(name, message, "move it beside this pack")
