"""Perl's Pod::Usage, Getopt::Long::Descriptive and App::Cmd: a manual's text at four blanks, `--x STR (or -x)`."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_OTHER = re.compile(r"^(\s*)(--[\w-]{1,80})( [A-Z]{3,6}(?:\.\.\.)?)? \(or (-[\w-]{1,80})\)")
_COMMAND = re.compile(r"^ {2,30}([a-z][\w-]{0,40}): (\S.*)$")


def recognises(lines: list[str]) -> bool:
    """`Usage:` alone over a line at four blanks, and options at four blanks; or the other name in `(or -x)`."""
    if any(_OTHER.match(line) for line in lines):
        return True
    usage = _marks.under(lines, "Usage:")
    options = _marks.under(lines, "Options:", "Options and Arguments:", "Arguments:")
    return _four(usage) and _four(options) and _marks.first(options).startswith("-")


def _four(lines: list[str]) -> bool:
    """Whether a section begins with a line at four blanks."""
    filled = next((line for line in lines if line), "")
    return filled.startswith("    ") and filled[4:5] not in ("", " ")


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read([_row(line) for line in lines], program, path)
    if page.commands and not page.usages and "<command>" in _marks.first(lines):
        page.acts = False
    _marks.repeat(page, lines, _marks.dotted)
    return page


def _row(line: str) -> str:
    """A row as other help has it: the other name in front, a command that stands before a colon at the left."""
    found = _COMMAND.match(line)
    return f"    {found.group(1)}  {found.group(2)}" if found is not None else _OTHER.sub(r"\1\4, \2\3", line)
