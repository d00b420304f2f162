"""oclif: headings in capitals, `$` before the usage, `(required)`, `<options: a|b>`, `--flag=<value>...`."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_PROMPT = "  $ "
_BARE_SET = re.compile(r"(--?[\w-]{1,60}) ([\w.-]{1,40}(?:\|[\w.-]{1,40}){1,30})(?![^\s\]])")


def recognises(lines: list[str]) -> bool:
    """USAGE at the left edge over a line that begins with a prompt."""
    under = _marks.under(lines, "USAGE")
    return bool(under) and under[0].startswith(_PROMPT)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read([_unprompted(line) for line in lines], program, path)
    _marks.repeat(page, lines, _marks.dotted)
    for one in _marks.options(page):
        one.summary = one.summary.removeprefix("(required) ")
    return page


def _unprompted(line: str) -> str:
    """A usage line without its prompt, the values that it lists for an option (`--side port|starboard`) in brackets."""
    line = "  " + line[len(_PROMPT) :] if line.startswith(_PROMPT) else line
    return _BARE_SET.sub(r"\1 <\2>", line) if "|" in line and "-" in line else line
