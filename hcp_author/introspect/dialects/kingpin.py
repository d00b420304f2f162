"""kingpin: `usage: prog [<flags>] <command> [<args> ...]`, commands with their usage, described below."""

from __future__ import annotations

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_LISTS = ("Commands:", "Subcommands:")
_MARKS = ("[<flags>]", "<command> [<args> ...]", "Show context-sensitive help")


def recognises(lines: list[str]) -> bool:
    """Its usage line, and one of the titles of its lists."""
    return (
        _marks.first(lines).startswith("usage: ")
        and _marks.stands(lines, *_MARKS)
        and _marks.titled(lines, "Flags:", "Args:", *_LISTS)
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(_indented(lines), program, path)
    _marks.repeat(page, lines, _marks.dotted)
    for one in _marks.options(page):
        if one.value is not None and one.value.name and not one.value.name.isupper():
            # the default stands where others have the placeholder
            one.value.name = None
    return page


def _indented(lines: list[str]) -> list[str]:
    """The lines, the rows of commands that stand at the left edge moved in by two, the dots of switches drawn close."""
    found: list[str] = []
    inside = False
    for line in lines:
        if inside and line and line[0] != " " and line[-1] == ":":
            inside = False
        line = line.replace(" ...", "...", 1) if "--[no-]" in line else line
        found.append("  " + line if inside and line else line)
        inside = inside or line in _LISTS
    return found
