"""commander: `Usage: prog [options] [command]`, `<files...>` for several values, `(choices: …, env: X)`."""

from __future__ import annotations

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_HELP = ("display help for command", "output usage information", "display help for [command]")


def recognises(lines: list[str]) -> bool:
    """`[options]` in the usage line, and the words of its own help option or help command."""
    return _marks.first(lines).startswith("Usage: ") and _marks.stands(lines, *_HELP)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    _marks.repeat(page, lines, lambda head: "...>" in head or "...]" in head)
    _marks.variables(page)
    return page
