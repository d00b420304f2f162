"""Fixes of what is made from the two JSON files: the tables of HARNESS.md, proof.json, and both after another fix."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hcp_author.errors import UserError
from hcp_author.lint.contract import Finding
from hcp_author.lint.fixes.overlay import Texts, text_of
from hcp_author.pack import edit, markers
from hcp_author.pack.model import Pack
from hcp_author.pack.source import pointer, split

NOTHING = object()


def draw_tables(pack: Pack, finding: Finding | None = None) -> Texts:
    """Draw what stands between the markers of HARNESS.md anew."""
    text = text_of(pack, "HARNESS.md")
    if text is None:
        return {}
    parts, here = [], 0
    for section in markers.find(text):
        parts += [text[here : section.start], markers.body(pack, section.name).replace("\n", section.line_end)]
        here = section.end
    return {"HARNESS.md": "".join([*parts, text[here:]])}


def make_skill(pack: Pack, finding: Finding) -> Texts:
    """Make the HARNESS.md that is missing; its author's own words are still to come."""
    from hcp_author import harness_md

    return {"HARNESS.md": harness_md.draw(pack, None)} if pack.pack_id else {}


def add_markers(pack: Pack, finding: Finding) -> Texts:
    """Add the sections that HARNESS.md has no markers for, at its end, and draw them."""
    text = text_of(pack, "HARNESS.md")
    if text is None:
        return {}
    line_end = "\r\n" if "\r\n" in text else "\n"
    own = ("examples",) if "```" in text else ()
    titles = {"hot-path": "## Hot path", "triggers": "## Triggers", "examples": "## Examples"}
    blank = line_end if text.endswith(("\n", "\r")) else line_end * 2
    for name in markers.missing(pack, text):
        if name not in own:
            body = markers.body(pack, name).replace("\n", line_end)
            head = f"{titles[name]}{line_end * 2}{markers.begin(name)}{line_end}"
            text += f"{blank}{head}{body}{markers.end(name)}{line_end}"
            blank = line_end
    return {"HARNESS.md": text}


def accept(pack: Pack, finding: Finding) -> Texts:
    """Bring proof.json wholly in line with what the pack declares, as `hcp-author prove --accept` does."""
    wanted = promised(pack)
    if wanted is None or not isinstance(pack.proof.value, dict):
        return {}
    text = pack.proof.text
    for where, value in changes(pack.proof.value, wanted, ""):
        text = with_change(text, where, value)
    return {"proof.json": text}


def accept_narrower(pack: Pack, finding: Finding) -> Texts:
    """Bring one promise of proof.json in line, where the pack allows less than was promised."""
    parts, wanted = split(finding.pointer), promised(pack)
    if wanted is None or not narrower(parts, get(pack.proof.value, parts), wanted):
        return {}
    return {"proof.json": with_change(pack.proof.text, finding.pointer, get(wanted, parts))}


def narrower(parts: list[str], promise: Any, wanted: dict[str, Any]) -> bool:
    """Whether the pack allows no more there than was promised: a write that waits for confirm, the control plane."""
    if parts[:1] == ["verbs"] and len(parts) in (2, 3):
        gated = get(wanted, [*parts[:2], "operation"]) == "write" and get(wanted, [*parts[:2], "confirm"]) is True
        return gated and (promise is NOTHING if len(parts) == 2 else parts[2] in ("operation", "confirm"))
    return parts == ["plane"] and promise == "runtime" and wanted["plane"] == "control"


def follow(before: Pack, after: Pack) -> Texts:
    """What else to write once a fix turned `before` into `after`: tables that were current, promises that it changed.

    What was out of step before is left so; the rules tell of it.
    """
    return {**follow_tables(before, after), **follow_promises(before, after)}


def follow_tables(before: Pack, after: Pack) -> Texts:
    """HARNESS.md with each section drawn anew that was as `before` would draw it."""
    text = text_of(after, "HARNESS.md")
    if text is None or before.harness != text:
        return {}
    try:
        sections = markers.find(text)
    except UserError:
        return {}
    for section in reversed(sections):
        old, new = (markers.body(pack, section.name).replace("\n", section.line_end) for pack in (before, after))
        if text[section.start : section.end] == old:
            text = text[: section.start] + new + text[section.end :]
    return {"HARNESS.md": text} if text != after.harness else {}


def follow_promises(before: Pack, after: Pack) -> Texts:
    """proof.json with what the fix itself changed of what the pack promises."""
    old, new = promised(before), promised(after)
    if old is None or new is None or not isinstance(after.proof.value, dict):
        return {}
    text = after.proof.text
    for where, value in changes(old, new, ""):
        try:
            text = with_change(text, where, value)
        except (KeyError, ValueError):
            continue  # proof.json has no such place: it was out of step before
    return {"proof.json": text} if text != after.proof.text else {}


def promised(pack: Pack) -> dict[str, Any] | None:
    """What proof.json would say of the pack; None where it is too broken to tell."""
    from hcp_author import prove

    try:
        return prove.anew(pack)
    except (UserError, KeyError, TypeError, AttributeError, ValueError, IndexError):
        return None


def changes(old: Any, new: Any, here: str) -> Iterator[tuple[str, Any]]:
    """The places where two JSON values differ, as (pointer, new value); NOTHING where a member goes."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        if old != new or type(old) is not type(new):
            yield here, new
        return
    for key in dict.fromkeys([*old, *new]):
        where = here + pointer(key)
        if key not in new or key not in old:
            yield where, new.get(key, NOTHING)
        else:
            yield from changes(old[key], new[key], where)


def with_change(text: str, where: str, value: Any) -> str:
    """JSON text with the member at a pointer put, added or taken away."""
    above, _, _ = where.rpartition("/")
    if value is NOTHING:
        return edit.remove(text, where)
    try:
        return edit.replace_value(text, where, value)
    except KeyError:
        return edit.insert_member(text, above, split(where)[-1], value)


def get(value: Any, parts: list[str]) -> Any:
    """The value at the parts of a pointer through objects; NOTHING where there is none."""
    for part in parts:
        if not isinstance(value, dict) or part not in value:
            return NOTHING
        value = value[part]
    return value
