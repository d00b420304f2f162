"""Knack: `Group` or `Command` over its name and a colon, every row `name  [mark] : what it is`."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, described
from hcp_author.introspect.tree import Value

_TITLES = ("Group", "Command")
_ROW = re.compile(r"^( {4}\S[^:]{0,70}?)((?: +\[(?:Required|Preview|Deprecated|Experimental)\])*) +: (.*)$")


def recognises(lines: list[str]) -> bool:
    """One of the titles in the first line, and under it a name and a colon."""
    filled = [line for line in lines[:20] if line][:2]
    return len(filled) == 2 and filled[0] in _TITLES and _ROW.match(filled[1] + " ") is not None


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    at = next((at for at, line in enumerate(lines) if line), 0)
    heading, begin = _marks.first(lines), _marks.first(lines[at + 1 :])
    end = next((n for n, line in enumerate(lines) if line == "Examples"), len(lines))
    page = assemble.read([_row(line) for line in lines[at + 2 : end]], program, path)
    page.summary = begin.partition(" : ")[2]
    for one in _marks.options(page):
        if one.value is None and (choices := described.listed_choices(one.summary)) is not None:
            one.value = Value(choices=choices)
    page.acts = heading == "Command"
    page.usages = [begin.partition(" : ")[0].strip()]
    return page


def _row(line: str) -> str:
    """A row in two columns, its marks at the end of the description."""
    if line == "Subgroups:":
        return "Groups:"
    match = _ROW.match(line)
    if match is None:
        return line
    marks = match.group(2).replace("[Required]", "[required]").replace("[Deprecated]", "(deprecated)")
    return f"    {match.group(1).strip():<40}   {match.group(3)}{' ' * bool(marks)}{marks.strip()}"
