"""The lines of shell in a workflow's YAML, found by its keys and indents; no document is an error."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.propose.vocabulary import reasons

LONGEST = 5_000  # characters of a value that is taken apart

_KEY = re.compile(r"([ \t]*(?:- +)*)[\"']?([A-Za-z_][\w.-]*)[\"']? *:(?: +(.*)|)$")
_ITEM = re.compile(r"( *)- +(.*)$")
_BLOCK = re.compile(r"[|>][-+0-9]{0,2}\s*(?:#.*)?$")
_QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^']|'')*)'")


def texts(content: str) -> Iterator[str]:
    """The value of each key under which shell stands: one line, a block, or each item of a list."""
    lines = [line.rstrip("\r") for line in content.split("\n")]
    under: int | None = None  # the column of the key whose list we are in
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        column, value = _value(line, under)
        if value is None:
            under = under if column is None else None
        elif _BLOCK.match(value):
            block, at = _block(lines, at, column or 0)
            yield " ".join(block) if value[0] == ">" else "\n".join(block)
        elif value:
            yield from _plain(value)
        else:
            under = column
    return


def _value(line: str, under: int | None) -> tuple[int | None, str | None]:
    """A line's column and its value where it may be shell; (None, None) where it goes on with the list we are in."""
    key = _KEY.match(line)
    if key and key[2] in reasons("shell", "script_keys"):
        return len(key[1]), (key[3] or "").strip()
    item = _ITEM.match(line)
    if under is not None and item and len(item[1]) >= under - 2 and not key:
        return len(item[1]), item[2].strip() or None
    indent = len(line) - len(line.lstrip())
    if under is not None and (indent > under or (item and indent == under)):
        return None, None
    return indent, None


def _block(lines: list[str], at: int, column: int) -> tuple[list[str], int]:
    """The lines of a block that belongs to what stands in `column`, and where it ends."""
    found: list[str] = []
    while at < len(lines) and (not lines[at].strip() or len(lines[at]) - len(lines[at].lstrip()) > column):
        found.append(lines[at].strip() if lines[at].strip() else "")
        at += 1
    return found, at


def _plain(value: str) -> Iterator[str]:
    """A value on one line without its YAML quotes; of a list in brackets, its items as one call and as many."""
    if len(value) > LONGEST:
        yield value
    elif value.startswith("[") and value.endswith("]"):
        items = [double or single for double, single in _QUOTED.findall(value)] or value[1:-1].split(",")
        if any(" " in item.strip() for item in items):
            yield from (item.strip() for item in items)
        else:
            yield " ".join(item.strip() for item in items)
    elif (quoted := _QUOTED.match(value)) and not value[quoted.end() :].split("#")[0].strip():
        double, single = quoted.groups()
        yield re.sub(r"\\(.)", r"\1", double) if double is not None else single.replace("''", "'")
    else:
        yield value
