"""Our places as an editor counts them: lines and columns from 0, columns in the units that it chose."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsprotocol import types

_LINE_END = re.compile(r"\r\n|\n|\r")


def lines_of(text: str) -> list[str]:
    """The lines of a text without their ends, split where an editor splits them, and nowhere else."""
    return _LINE_END.split(text)


def span(lines: Sequence[str], start: tuple[int, int], end: tuple[int, int], encoding: str) -> types.Range:
    """The range between two of our places, each (line, column) from 1, columns in code points."""
    return types.Range(start=position(lines, *start, encoding), end=position(lines, *end, encoding))


def position(lines: Sequence[str], line: int, column: int, encoding: str) -> types.Position:
    """One place; `encoding` is the client's: `utf-8`, `utf-16` or `utf-32`."""
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    return types.Position(line=line - 1, character=units(before, encoding))


def units(text: str, encoding: str) -> int:
    """How many units of the encoding a text takes."""
    if encoding == "utf-32":
        return len(text)
    size = 1 if encoding == "utf-8" else 2
    return len(text.encode("utf-8" if size == 1 else "utf-16-le", "surrogatepass")) // size


def holds(outer: types.Range, inner: types.Position) -> bool:
    """Whether a position stands in a range, its end included."""
    return _order(outer.start) <= _order(inner) <= _order(outer.end)


def touches(one: types.Range, other: types.Range) -> bool:
    """Whether two ranges have a position in common."""
    return _order(one.start) <= _order(other.end) and _order(other.start) <= _order(one.end)


def _order(place: types.Position) -> tuple[int, int]:
    return place.line, place.character
