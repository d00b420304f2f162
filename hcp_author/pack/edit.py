"""The smallest change to JSON text: one value or member; every other byte stays, indent and line ends are imitated."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from hcp_author.pack.scan import Node, scan
from hcp_author.pack.source import split

WIDTH = 100
_INDENT = re.compile(r"(?:\r\n|\n|\r)([ \t]+)")
_LINE_END = re.compile(r"\r\n|\n|\r")


def replace_value(text: str, pointer: str, value: Any) -> str:
    """Put `value` in place of the value at `pointer`; KeyError where there is none, ValueError for no JSON."""
    node = _find(_root(text), pointer)
    return text[: node.start] + _laid_out(text, value, node.start) + text[node.end :]


def insert_member(text: str, pointer: str, key: str | int | None, value: Any) -> str:
    """Add a member to the object or array at `pointer`: under a new last `key`, or before item number `key`.

    None, or a number past the last, appends to an array. KeyError where the pointer leads nowhere, the value there has
    no members or the key is taken; ValueError for no JSON.
    """
    parent = _find(_root(text), pointer)
    is_object = text[parent.start] == "{"
    if text[parent.start] not in "[{" or is_object != isinstance(key, str) or (is_object and key in parent.members):
        raise KeyError(f"{pointer}: {key}")
    lead = f"{json.dumps(key, ensure_ascii=False)}{_colon(text)}" if is_object else ""
    members = list(parent.members.values())
    if not members:
        return _into_empty(text, parent, lead, value)
    if isinstance(key, int) and key < len(members):
        return _before(text, members[key], _gap(text, parent, members), value)
    gap, last = _gap(text, parent, members), members[-1]
    return text[: last.end] + "," + gap + lead + _laid_out(text, value, 0, gap, lead) + text[last.end :]


def replace_member(text: str, pointer: str, members: dict[str, Any]) -> str:
    """Put one or more `members` in the place of the object's member at `pointer`, key and value.

    KeyError where there is none, or where a key is taken by another member; ValueError for no JSON.
    """
    above, _, name = pointer.rpartition("/")
    parent, node = _find(_root(text), above), _find(_root(text), pointer)
    taken = (members.keys() & parent.members.keys()) - {*split(f"/{name}")}
    if not pointer or text[parent.start] != "{" or not members or taken:
        raise KeyError(f"{pointer}: {', '.join(members)}")
    gap = _gap(text, parent, list(parent.members.values()))
    leads = [f"{json.dumps(key, ensure_ascii=False)}{_colon(text)}" for key in members]
    parts = [lead + _laid_out(text, item, 0, gap, lead) for lead, item in zip(leads, members.values(), strict=True)]
    return text[: node.key_start] + f",{gap}".join(parts) + text[node.end :]


def rename(text: str, pointer: str, name: str) -> str:
    """Give the object's member at `pointer` another key; its value stays byte for byte.

    KeyError where there is no such member, or the name is taken; ValueError for no JSON.
    """
    above, _, _ = pointer.rpartition("/")
    root = _root(text)
    parent, node = _find(root, above), _find(root, pointer)
    if not pointer or text[parent.start] != "{" or name in parent.members:
        raise KeyError(f"{pointer}: {name}")
    return text[: node.key_start] + json.dumps(name, ensure_ascii=False) + text[node.key_end :]


def remove(text: str, pointer: str) -> str:
    """Take away the member at `pointer` with its comma; KeyError where there is none, ValueError for no JSON."""
    if not pointer:
        raise KeyError("the whole document")
    above, _, _ = pointer.rpartition("/")
    parent, node = _find(_root(text), above), _find(_root(text), pointer)
    members = list(parent.members.values())
    at = [member.start for member in members].index(node.start)
    if len(members) == 1:
        return text[: parent.start + 1] + text[parent.end - 1 :]
    if at + 1 < len(members):
        return text[: node.key_start] + text[members[at + 1].key_start :]
    return text[: members[at - 1].end] + text[node.end :]


@lru_cache(maxsize=4)  # one text is edited in several places, or in several ways
def _root(text: str) -> Node:
    root, faults = scan(text, 1 if text.startswith("\ufeff") else 0)
    if root is None:
        raise ValueError(faults[-1].message)
    return root


def _find(root: Node, pointer: str) -> Node:
    node = root
    for part in split(pointer):
        if part not in node.members:
            raise KeyError(pointer)
        node = node.members[part]
    return node


def _gap(text: str, parent: Node, members: list[Node]) -> str:
    """What stands between two members here: what is between the last two, or before the only one."""
    if len(members) > 1:
        return text[members[-2].end : members[-1].key_start].partition(",")[2]
    space = text[parent.start + 1 : members[0].key_start]
    return space if _LINE_END.search(space) else " "


def _before(text: str, node: Node, gap: str, value: Any) -> str:
    return text[: node.start] + _laid_out(text, value, 0, gap) + "," + gap + text[node.start :]


def _into_empty(text: str, parent: Node, lead: str, value: Any) -> str:
    """Into `{}` or `[]`: on a line of its own where the document is laid out in lines and that value is long."""
    flat = lead + _flat(text, value)
    here = _indent_at(text, parent.start)
    if _column(text, parent.start) + len(flat) < WIDTH or not _unit(text):
        inner = flat
    else:
        gap = _line_end(text) + here + _unit(text)
        inner = gap + lead + _laid_out(text, value, 0, gap, lead) + _line_end(text) + here
    return text[: parent.start + 1] + inner + text[parent.end - 1 :]


def _laid_out(text: str, value: Any, at: int, gap: str | None = None, lead: str = "") -> str:
    """The value as text: on one line where it fits, else broken up with the document's own indent."""
    indent = _indent_at(text, at) if gap is None else _LINE_END.split(gap)[-1]
    flat = _flat(text, value)
    unit = _unit(text)
    column = _column(text, at) if gap is None else len(indent) + len(lead)
    if column + len(flat) < WIDTH or not unit or (gap is not None and not _LINE_END.search(gap)):
        return flat
    return _spread(text, value, indent, unit)


def _spread(text: str, value: Any, indent: str, unit: str, lead: str = "") -> str:
    """The value after `lead`, on one line where that fits, else with its members on lines of their own."""
    flat = _flat(text, value)
    if not isinstance(value, (dict, list)) or not value or len(indent) + len(lead) + len(flat) < WIDTH:
        return lead + flat
    inner, end = indent + unit, _line_end(text)
    if isinstance(value, dict):
        names = [_flat(text, key) + _colon(text) for key in value]
        parts = [_spread(text, item, inner, unit, name) for name, item in zip(names, value.values(), strict=True)]
    else:
        parts = [_spread(text, item, inner, unit) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return lead + opening + end + f",{end}".join(inner + part for part in parts) + end + indent + closing


def _flat(text: str, value: Any) -> str:
    separators = (",", ":") if _colon(text) == ":" else (", ", ": ")
    return json.dumps(value, ensure_ascii=False, separators=separators, allow_nan=False)


def _colon(text: str) -> str:
    """`: ` as people write it, `:` where the document has no space after its first colon."""
    return ":" if re.search(r'^\s*\{\s*"(?:[^"\\]|\\.)*":\S', text) else ": "


def _unit(text: str) -> str:
    """One step of the document's indent; empty where all stands on one line."""
    found = _INDENT.search(text)
    return found[1] if found else ""


def _line_end(text: str) -> str:
    found = _LINE_END.search(text)
    return found[0] if found else "\n"


def _indent_at(text: str, at: int) -> str:
    """The white space that the line of text[at] begins with."""
    start = at - _column(text, at)
    return text[start : start + len(text[start:at]) - len(text[start:at].lstrip(" \t"))]


def _column(text: str, at: int) -> int:
    return at - max((found.end() for found in _LINE_END.finditer(text, 0, at)), default=0)
