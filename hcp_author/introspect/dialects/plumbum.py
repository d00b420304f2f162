"""Plumbum: `Meta-switches:`, `VALUE:str` and `VALUE:{a, b}` behind names, `; may be given multiple times`."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_SET = re.compile(r"(?<= )[A-Z][A-Z_]{0,40}:\{([^{}]{1,300})\}")
_TYPES = {"str": "string", "int": "integer", "float": "number", "existingfile": "path", "existingdirectory": "path"}


def recognises(lines: list[str]) -> bool:
    """The title of its own switches, or the words of its help switch."""
    return _marks.titled(lines, "Meta-switches:") or _marks.stands(lines, "Prints this help message and quits")


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read([_row(line) for line in lines], program, path)
    for one in _marks.options(page):
        name, typed, kind = ((one.value.name if one.value is not None else None) or "").rpartition(":")
        if one.value is not None and typed:
            one.value.name, one.value.type = name, _TYPES.get(kind.lower(), one.value.type)
    return page


def _row(line: str) -> str:
    """A row with the set of its values close together, the line's other columns where they were."""
    match = _SET.search(line) if ":{" in line else None
    if match is None:
        return line
    close = "{" + ",".join(word.strip() for word in match.group(1).split(",")) + "}"
    return line[: match.start()] + close.ljust(len(match.group())) + line[match.end() :]
