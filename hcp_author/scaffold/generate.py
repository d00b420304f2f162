"""Answers, and a proposal where a program is wrapped, become every file of a pack (pack-format: a pack on disk)."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import hcp_author
from hcp_author import harness_md, prove
from hcp_author.introspect.tree import Tree
from hcp_author.pack import files
from hcp_author.pack.markdown import paragraph
from hcp_author.propose.model import Proposal
from hcp_author.scaffold import introspection, session, wrap
from hcp_author.scaffold.layout import lay_out
from hcp_author.scaffold.render import render

PLAIN, PROGRAM = 0o644, 0o755
SCHEMAS = (".hcp/surface.schema.json", ".hcp/policy.schema.json")
PACKAGE = Path(hcp_author.__file__).parent


def plan(
    kind: str, answers: Mapping[str, Any], proposal: Proposal | None = None, tree: Tree | None = None
) -> dict[str, tuple[bytes, int]]:
    """Every file of the pack by its path, with its mode; nothing is written but in a private folder.

    `answers` has a value for `pack_id` and for each question of the kind (questions.of_kind). With a `proposal`
    the verbs are the program's, and `tree` is what they were read from.
    """
    with tempfile.TemporaryDirectory(prefix="hcp-author-") as folder:
        # what templates and proposal say first, for the rest is drawn from it
        root = Path(folder) / answers["pack_id"]
        render(kind, _data(kind, answers, proposal), root)
        if proposal is not None:
            _put_proposal(root, kind, answers, proposal)
        for path in sorted(root.rglob("*.json")):
            path.write_text(lay_out(json.loads(path.read_bytes())), encoding="utf-8")
        made = {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
        pack = files.read(root)
        made["HARNESS.md"] = harness_md.draw(pack, made["HARNESS.md"].decode()).encode()
        cases = {name: document.value["cases"] for name, document in pack.fixtures.items()}
        made["proof.json"] = lay_out(prove.expectations(pack, cases)).encode()
    made |= _about(kind, answers, tree)
    fixed = fixed_files(answers["pack_id"])
    ordered = {name: (data, PLAIN) for name, data in sorted(made.items(), key=_reading_order)}
    return {**ordered, **fixed}


def fixed_files(pack_id: str) -> dict[str, tuple[bytes, int]]:
    """The files that are the same in every pack: the launcher, the runtime and the proof script (L11, L12)."""
    runtime = prove.runtime_files()
    made = {f"bin/{pack_id}": (runtime.pop("launcher"), PROGRAM)}
    made |= {f"bin/{name}": (data, PLAIN) for name, data in runtime.items()}
    made["proof.py"] = ((PACKAGE / "fixed" / "proof.py").read_bytes(), PROGRAM)
    return made


def _data(kind: str, answers: Mapping[str, Any], proposal: Proposal | None) -> dict[str, Any]:
    """What the templates know: the answers, and what follows from them."""
    given = {**answers, "wrap": proposal.program.name if proposal else ""}
    if proposal:
        bound = wrap.binding(answers, proposal.binding)
        given |= {"settings": bound["settings"], "secrets": bound["secrets"]}
    reads = [verb.verb_key for verb in proposal.verbs if verb.operation == "read"] if proposal else ["list"]
    needed = session.command(kind, answers)
    return {
        **given,
        "session": needed,
        "with_session": f" --session ~/{answers['pack_id']}-session.json" if needed else "",
        "program": given["wrap"],
        "summary_md": paragraph(answers["summary"]),
        "has_connect": bool(proposal.connect) if proposal else kind == "channel",
        "pushed": [ref for ref in answers["triggers"] if ref != "binding.degraded"],
        "first_read": reads[0] if reads else "",
    }


def _put_proposal(root: Path, kind: str, answers: Mapping[str, Any], proposal: Proposal) -> None:
    made = {"surface.json": wrap.surface(kind, answers, proposal), "policy.json": wrap.policy(answers, proposal)}
    made |= {f"fixtures/{key}.json": cases for key, cases in wrap.fixtures(proposal).items()}
    for folder in {Path(name).parent for name in made}:
        (root / folder).mkdir(exist_ok=True)
    for name, value in made.items():
        (root / name).write_text(json.dumps(value), encoding="utf-8")


def _about(kind: str, answers: Mapping[str, Any], tree: Tree | None) -> dict[str, bytes]:
    """The folder .hcp/: what was answered, the schemas for editors, and what the program looked like."""
    # a switch that is off says nothing
    kept = {name: value for name, value in answers.items() if name != "pack_id" and value is not False}
    if tree is not None:
        # the name alone: where it lies on one person's machine is no part of a pack
        kept["wrap"] = tree.program.name
    about = {"format": "hcp-author/answers/1", "kind": kind, "pack_id": answers["pack_id"], **kept}
    made = {".hcp/answers.json": lay_out(about).encode()}
    made |= {name: (PACKAGE / "schemas" / Path(name).name).read_bytes() for name in SCHEMAS}
    if tree is not None:
        made[".hcp/introspection.json"] = lay_out(introspection.shapes(tree)).encode()
    return made


def _reading_order(item: tuple[str, bytes]) -> tuple[int, str]:
    """The author's files first, in the order in which one reads them; folders that begin with a dot last."""
    first = ("surface.json", "policy.json", "HARNESS.md", "adapter.py")
    name = item[0]
    return (first.index(name) if name in first else len(first) + name.startswith(".") + name.startswith(".hcp/"), name)
