"""Fixes of the text itself: byte order marks, commas, keys given twice or misspelt, hidden characters."""

from __future__ import annotations

import json
import re

from hcp_author.lint.contract import Finding
from hcp_author.lint.fixes.overlay import Texts, file_of, text_of
from hcp_author.lint.fixes.rows import at_pointer
from hcp_author.pack import edit
from hcp_author.pack.model import Pack
from hcp_author.pack.scan import Node, scan
from hcp_author.pack.source import Document, split
from hcp_author.pack.text import hidden_characters, joins_emoji

_LINE_END = re.compile(r"\r\n|\n|\r")
_MEANT = re.compile(r"did you mean `([^`]+)`")


def without_mark(pack: Pack, finding: Finding) -> Texts:
    """Take the byte order mark off."""
    name, text = read(pack, finding)
    return {name: text[1:]} if text.startswith("\ufeff") else {}


def without_comma(pack: Pack, finding: Finding) -> Texts:
    """Take out a comma before a closing bracket; nothing else that is no JSON is guessed at."""
    name, text = read(pack, finding)
    at = offset(text, finding.line, finding.column)
    following = text[at + 1 :].lstrip(" \t\r\n")[:1]
    trailing = text[at : at + 1] == "," and following in ("}", "]") and finding.message.startswith("a comma stands")
    return {name: text[:at] + text[at + 1 :]} if trailing else {}


def keep_one(pack: Pack, finding: Finding) -> Texts:
    """Take out the last of two equal keys, where their values are equal too."""
    name, text = read(pack, finding)
    last = node(text, finding.pointer)
    before = text[: last.key_start].rstrip(" \t\r\n")
    if not before.endswith(","):
        return {}
    left = before[:-1] + text[last.end :]
    other = node(left, finding.pointer)
    same = json.loads(text[last.start : last.end]) == json.loads(left[other.start : other.end])
    written = text[last.start : last.end].split() == left[other.start : other.end].split()
    # equality in Python takes 1 for true
    return {name: left} if same and written else {}


def meant_key(pack: Pack, finding: Finding) -> Texts:
    """Give a misspelt key the name that it is most like."""
    name, text = read(pack, finding)
    meant = _MEANT.search(finding.fix or "")
    return {name: edit.rename(text, finding.pointer, meant[1])} if meant else {}


def without_hidden(pack: Pack, finding: Finding) -> Texts:
    """Take what is hidden out of one text of surface.json or policy.json; an emoji keeps its joiners."""
    name, text = read(pack, finding)
    document = next(one for one in (pack.surface, pack.policy) if one.name == name)
    value = at_pointer(document.value, finding.pointer)
    if not isinstance(value, str) or is_key(document, finding):
        return {}
    odd = {index for index, _ in hidden_characters(value) if not joins_emoji(value, index)}
    plain = "".join(char for index, char in enumerate(value) if index not in odd)
    return {name: edit.replace_value(text, finding.pointer, plain)} if odd else {}


def without_character(pack: Pack, finding: Finding) -> Texts:
    """Take the one hidden character out of a text file."""
    name, text = read(pack, finding)
    at = offset(text, finding.line, finding.column)
    hidden = next((index for index, _ in hidden_characters(text[at : at + 1])), None) is not None
    return {name: text[:at] + text[at + 1 :]} if hidden and not joins_emoji(text, at) else {}


def is_key(document: Document, finding: Finding) -> bool:
    """Whether the finding is about a member's key, and not about its value."""
    place = document.place(finding.pointer)
    return (place.line, place.column) != (finding.line, finding.column)


def read(pack: Pack, finding: Finding) -> tuple[str, str]:
    """The finding's file and its text; KeyError where it has none that can be written back whole."""
    name = file_of(pack, finding)
    text = text_of(pack, name)
    if text is None:
        raise KeyError(name)
    return name, text


def node(text: str, where: str) -> Node:
    """Where the value at a pointer stands; of keys given twice the last. KeyError where there is none."""
    root, _ = scan(text, 1 if text.startswith("\ufeff") else 0)
    if root is None:
        raise KeyError(where)
    for part in split(where):
        root = root.members[part]
    return root


def offset(text: str, line: int, column: int) -> int:
    """Where a line and column (from 1) are in the text; IndexError past its last line."""
    starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
    return starts[line - 1] + column - 1
