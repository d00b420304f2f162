"""Fixes of policy.json's rows: what is added or changed unasked is a gated write, the narrowest that there is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hcp_author.lint.contract import Finding
from hcp_author.lint.fixes.overlay import Texts
from hcp_author.lint.laws import l10_policy_rows
from hcp_author.pack import edit, names
from hcp_author.pack.model import HEALTH_VERBS, LANDS, Pack, PolicyRow
from hcp_author.pack.source import pointer, split

GATED = {"operation": "write", "confirm": True}
READ = {"operation": "read"}


def gate_row(pack: Pack, finding: Finding) -> Texts:
    """Make the row that the finding stands on, or below, a write that waits for confirm."""
    return gated(pack, split(finding.pointer)[1])


def gate_verb(pack: Pack, finding: Finding) -> Texts:
    """Make the row of the verb that the finding in surface.json is about a write that waits for confirm."""
    where = "/".join(finding.pointer.split("/")[:3])
    return gated(pack, next((verb.verb_key for verb in pack.verbs if verb.pointer == where), ""))


def gated(pack: Pack, name: str) -> Texts:
    """policy.json with the row `name` as a gated write; its land stays. KeyError where it has no such row."""
    place, text = pointer("verbs", name), pack.policy.text
    row = pack.policy.value["verbs"][name]
    if "confirm" not in row:
        return {"policy.json": edit.replace_member(text, f"{place}/operation", GATED)}
    if row.get("confirm") is not True:
        text = edit.replace_value(text, f"{place}/confirm", True)
    if row.get("operation") != "write":
        text = edit.replace_value(text, f"{place}/operation", "write")
    return {"policy.json": text}


def add_verb_row(pack: Pack, finding: Finding) -> Texts:
    """Add the verb's row: a gated write; a read only for a builtin, which is the runtime's own.

    None where a row of nearly this name is left over, which may be the one meant, nor for a health verb that is not
    the runtime's own: only its author knows that it is a read.
    """
    name = split(finding.pointer)[1]
    verb = pack.verb(name)
    builtin = verb is not None and verb.builtin
    if left_over(pack, finding) or (name in HEALTH_VERBS and not builtin):
        return {}
    return add_row(pack, "verbs", name, READ if builtin else GATED, land_of(pack.rows.values()))


def add_or_rename_row(pack: Pack, finding: Finding) -> Texts:
    """Give the row of nearly this name the right one; or a health verb the read that it should be."""
    section, name = split(finding.pointer)
    other = left_over(pack, finding)
    if other:
        return {"policy.json": edit.rename(pack.policy.text, pointer(section, other), name)}
    return add_row(pack, section, name, READ, land_of(pack.rows.values())) if name in HEALTH_VERBS else {}


def add_stimulus_row(pack: Pack, finding: Finding) -> Texts:
    """Add the trigger's row, or give a row that is only spelt otherwise (`New-Item`) the trigger's name."""
    name = split(finding.pointer)[1]
    other = left_over(pack, finding)
    if other and names.collision_key(other) != names.collision_key(name):
        return {}
    if other:
        return {"policy.json": edit.rename(pack.policy.text, pointer("stimuli", other), name)}
    siblings = pack.stimuli.values() if pack.stimuli else pack.rows.values()
    return add_row(pack, "stimuli", name, READ, land_of(siblings))


def add_row(pack: Pack, section: str, name: str, row: Mapping[str, Any], land: str) -> Texts:
    """policy.json with one more row, last in its table; the table is made where there is none."""
    text = pack.policy.text
    if section not in pack.policy.value:
        text = edit.insert_member(text, "", section, {})
    return {"policy.json": edit.insert_member(text, f"/{section}", name, {**row, "privacy": {"land": land}})}


def remove_row(pack: Pack, finding: Finding) -> Texts:
    """Remove a row that is nobody's."""
    return {"policy.json": edit.remove(pack.policy.text, finding.pointer)}


def add_trigger(pack: Pack, finding: Finding) -> Texts:
    """Declare the trigger that a row is for; or where one of nearly this name has none, it is that one's."""
    name, text = split(finding.pointer)[1], pack.surface.text
    if "stimulusTriggers" not in pack.surface.value:
        text = edit.insert_member(text, "", "stimulusTriggers", [])
    return {"surface.json": edit.insert_member(text, "/stimulusTriggers", None, {"ref": name})}


def left_over(pack: Pack, finding: Finding) -> str | None:
    """The row without a verb or trigger that is most like the missing one, as the rule tells it."""
    section, name = split(finding.pointer)
    if section == "verbs":
        return l10_policy_rows.renames(l10_policy_rows.declared_verbs(pack), pack.rows).get(name)
    return l10_policy_rows.renames([trigger.ref for trigger in pack.triggers], pack.stimuli).get(name)


def land_of(rows: Iterable[PolicyRow]) -> str:
    """The land that all the rows share, or `personal`, the actor's own."""
    lands = {row.land for row in rows if row.land in LANDS}
    return lands.pop() if len(lands) == 1 else "personal"


def mend_land(pack: Pack, finding: Finding) -> Texts:
    """Put the land that is most like the unknown one, or `personal`."""
    found = str(at_pointer(pack.policy.value, finding.pointer))
    land = names.nearest(found.lower(), LANDS) or "personal"
    return {"policy.json": edit.replace_value(pack.policy.text, finding.pointer, land)}


def announce_only(pack: Pack, finding: Finding) -> Texts:
    """Make a trigger's row a read, without confirm: there is nothing to write and nothing to confirm."""
    place, text = pointer(*split(finding.pointer)[:2]), pack.policy.text
    row = at_pointer(pack.policy.value, place)
    if row.get("operation") != "read":
        text = edit.replace_value(text, f"{place}/operation", "read")
    return {"policy.json": edit.remove(text, f"{place}/confirm") if "confirm" in row else text}


def without_confirm(pack: Pack, finding: Finding) -> Texts:
    """Take `confirm` out of a trigger's row that is a read."""
    if not finding.pointer.endswith("/confirm"):
        return {}
    return {"policy.json": edit.remove(pack.policy.text, finding.pointer)}


def whole_policy(pack: Pack, finding: Finding) -> Texts:
    """A policy.json that is not there: each verb a gated write, each builtin and each trigger a read."""
    keys = [key for key in dict.fromkeys(l10_policy_rows.declared_verbs(pack)) if names.is_words(key)]
    builtins = {verb.verb_key for verb in pack.verbs if verb.builtin}
    land = {"privacy": {"land": "personal"}}
    rows: dict[str, Any] = {key: {**(READ if key in builtins else GATED), **land} for key in keys}
    stimuli = {trigger.ref: {**READ, **land} for trigger in pack.triggers if names.REF.fullmatch(trigger.ref)}
    if not pack.pack_id:
        return {}
    text = spread(f'{{\n  "pack_id": {json.dumps(pack.pack_id)}\n}}\n', "verbs", rows)
    return {"policy.json": spread(text, "stimuli", stimuli) if stimuli else text}


def spread(text: str, key: str, rows: Mapping[str, Any]) -> str:
    """The document with a table of rows, each on a line of its own."""
    lines = [
        f"    {json.dumps(name, ensure_ascii=False)}: {json.dumps(row, ensure_ascii=False)}"
        for name, row in rows.items()
    ]
    table = "{\n" + ",\n".join(lines) + "\n  }" if lines else "{}"
    return text.removesuffix("\n}\n") + f',\n  "{key}": {table}\n}}\n'


def at_pointer(value: Any, where: str) -> Any:
    """The value at a pointer; KeyError, IndexError or TypeError where it leads nowhere."""
    for part in split(where):
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value
