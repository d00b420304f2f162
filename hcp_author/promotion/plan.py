"""The files of a promoted pack: the smallest edits to what its author wrote, and what is drawn from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hcp_author import harness_md, prove
from hcp_author.errors import FINDINGS, UserError
from hcp_author.introspect.tree import Tree
from hcp_author.pack import edit, files
from hcp_author.pack.model import LANDS, Pack, build
from hcp_author.pack.source import Document, parse, pointer
from hcp_author.propose.model import Proposal
from hcp_author.scaffold import introspection, wrap
from hcp_author.scaffold.layout import lay_out

ANSWERS, SHAPES = ".hcp/answers.json", ".hcp/introspection.json"


def changes(pack: Pack, proposal: Proposal, tree: Tree, land: str, kind: str) -> dict[str, str]:
    """The text of every file that changes or is new, in the order in which one reads them.

    Raises UserError (1) where a file of the author's stands in the way.
    """
    proposal = _without_what_is_there(pack, proposal)
    surface, policy = surface_text(pack, proposal, kind), policy_text(pack, proposal, land)
    cases = wrap.fixtures(proposal)
    fixtures = {f"fixtures/{key}.json": lay_out(value) for key, value in cases.items()}
    _check_free(pack, fixtures)
    made = {"surface.json": surface, "policy.json": policy}
    promoted = _rebuilt(pack, made, fixtures)
    made["HARNESS.md"] = harness_md.draw(promoted, pack.harness)
    proof = prove.expectations(promoted, {key: value["cases"] for key, value in cases.items()})
    made |= {**fixtures, "proof.json": _merged(pack.proof, proof), SHAPES: lay_out(introspection.shapes(tree))}
    return made | _answers(pack, [verb.verb_key for verb in proposal.verbs])


def surface_text(pack: Pack, proposal: Proposal, kind: str) -> str:
    """surface.json with the commands in the place of `pass_through`, and what their Binding needs besides."""
    text, value = pack.surface.text, pack.surface.value
    if pack.kind and kind != pack.kind:
        text = edit.replace_value(text, "/kind", kind)
    for key, item in _binding(value["binding"], proposal.binding):
        where = pointer("binding", key)
        known = key in value["binding"]
        text = edit.replace_value(text, where, item) if known else edit.insert_member(text, "/binding", key, item)
    if "verbs" in value:
        text = edit.remove(text, "/verbs")
    members = {key: item for key, item in wrap.commands(proposal).items() if key not in value or key == "verbs"}
    return edit.replace_member(text, "/pass_through", members)


def policy_text(pack: Pack, proposal: Proposal, land: str) -> str:
    """policy.json with a row for each command; rows that are there stay as they are."""
    text, rows = pack.policy.text, wrap.rows(proposal, land)
    if "verbs" not in pack.policy.value:
        return edit.insert_member(text, "", "verbs", rows)
    if not pack.policy.value["verbs"]:
        return edit.replace_value(text, "/verbs", rows)
    for key, row in rows.items():
        text = edit.insert_member(text, "/verbs", key, row)
    return text


def _without_what_is_there(pack: Pack, proposal: Proposal) -> Proposal:
    """A proposal without the `connect` that the author has written already."""
    return replace(proposal, connect=None) if pack.connect is not None else proposal


def _binding(own: Mapping[str, Any], proposed: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a Binding lacks: another mode where that was asked for, the probe, and names of variables."""
    if (mode := proposed["default"]) != own["default"]:
        others = [name for name in own.get("modes", []) if name not in (mode, own["default"])]
        yield "default", mode
        yield "modes", [mode, *(others or ["mock"])]
    if "probe" in proposed and "probe" not in own:
        yield "probe", proposed["probe"]
    taken = {*own.get("settings", []), *own.get("secrets", [])}
    for key in ("settings", "secrets"):
        new = [name for name in proposed.get(key, []) if name not in taken]
        if new:
            yield key, [*own.get(key, []), *new]


def _check_free(pack: Pack, fixtures: Mapping[str, str]) -> None:
    """Refuse to write over a fixture of the author's own; one that says the very same is none."""
    for name in fixtures:
        there = files.read_bytes(pack.root, name)
        if there is not None and there != fixtures[name].encode():
            key = name.removeprefix("fixtures/").removesuffix(".json")
            message = f"`{name}` is there already, and the pack has no verb `{key}` yet"
            raise UserError(message, "move it away, or leave that verb out: --pick VERBS", FINDINGS)


def _rebuilt(pack: Pack, made: Mapping[str, str], fixtures: Mapping[str, str]) -> Pack:
    """The pack as it will be, for what is drawn from it."""
    surface, policy = (parse(made[name].encode(), name) for name in ("surface.json", "policy.json"))
    cases = {Path(name).stem: parse(text.encode(), name) for name, text in fixtures.items()}
    return build(pack.root, surface, policy, proof=pack.proof, fixtures=cases, harness=pack.harness, files=pack.files)


def _merged(proof: Document, expected: dict[str, Any]) -> str:
    """proof.json with what it now expects; the runtime that it names stays, for bin/ does."""
    if not isinstance(proof.value, dict):
        return lay_out(expected)
    text = proof.text
    for key, item in expected.items():
        if key not in proof.value:
            text = edit.insert_member(text, "", key, item)
        elif proof.value[key] != item and key != "runtime":
            text = edit.replace_value(text, pointer(key), item)
    return text


def _answers(pack: Pack, keys: list[str]) -> dict[str, str]:
    """.hcp/answers.json, where there is one that can be read: what was picked, and no pass-through."""
    document = files.read_document(pack.root, ANSWERS)
    if not isinstance(document.value, dict) or document.problems:
        return {}
    text = document.text
    if "pass_through" in document.value:
        text = edit.remove(text, "/pass_through")
    picked = "pick" in document.value
    text = edit.replace_value(text, "/pick", keys) if picked else edit.insert_member(text, "", "pick", keys)
    return {ANSWERS: text}


def land_of(pack: Pack) -> str | None:
    """The land that was answered when the pack was made, or None."""
    document = files.read_document(pack.root, ANSWERS)
    land = document.value.get("land") if isinstance(document.value, dict) else None
    return land if land in LANDS else None
