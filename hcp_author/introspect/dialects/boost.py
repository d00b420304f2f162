"""Boost.Program_options: the long name in brackets behind the short one, `arg (=default)` for a value."""

from __future__ import annotations

import re

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_HEAD = re.compile(r"^(\s*)(-[\w?]) \[ (--[\w.-]{1,80}) \]")
_VALUE = re.compile(r"^(\s*-[^=]{1,120}?) (\[=arg(?:\(=[^()]{0,60}\))?\]|arg)( \(=[^()]{0,60}\))?(?=\s|$)")


def recognises(lines: list[str]) -> bool:
    """A row that begins `-h [ --help ]`."""
    return any(map(_HEAD.match, lines))


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    return assemble.read([_row(line) for line in lines], program, path)


def _row(line: str) -> str:
    """A row as other help has it, at its old width: `-b, --books=<arg>`, `-l, --light[=<arg>]`."""
    if not line.lstrip().startswith("-"):
        return line
    whole = len(line)
    line = _HEAD.sub(r"\1\2, \3", line)
    match = _VALUE.match(line)
    if match is not None:
        value = "[=<arg>]" if match.group(2).startswith("[") else "=<arg>"
        line = match.group(1) + value + "  " + line[match.end() :]
    head, gap, about = line.partition("  ") if line[:1] != " " else _parts(line)
    return head + " " * max(2, whole - len(head) - len(about.lstrip())) + about.lstrip() if gap else line


def _parts(line: str) -> tuple[str, str, str]:
    """An indented row's head with its indent, the gap, and what follows."""
    indent = len(line) - len(line.lstrip())
    head, gap, about = line[indent:].partition("  ")
    return line[:indent] + head, gap, about
