"""Symfony's console and cleo: `Usage:` with `[--]`, `=X` and `[=X]`, aliases in front of summaries, namespaces."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble
from hcp_author.introspect.reading.listing import is_name
from hcp_author.introspect.tree import Command

_ALIASES = re.compile(r"\[([\w:.|-]{1,200})\] ?")
_COUNTED = "|vv|vvv, --"


def recognises(lines: list[str]) -> bool:
    """The option with three spellings, `-v|vv|vvv, --verbose`."""
    return _marks.stands(lines, _COUNTED)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    for command in page.commands:
        _aliases(command)
        # the first word of `crew list` and `crew hire`, which has no row of its own, is no command
        command.group = bool(command.commands) and not command.summary
    prefixes = {name.partition(":")[0] for c in page.commands for name in (c.name, *c.aliases) if ":" in name}
    # a namespace stands over its commands as a row of its own
    page.commands = [c for c in page.commands if c.name not in prefixes or c.summary or c.commands]
    names = [line for line in page.usages if is_name(line) and path and line != path[-1]]
    page.aliases += [name for name in names if name not in page.aliases]
    for one in _marks.options(page):
        one.repeatable = one.repeatable or "multiple values allowed" in one.summary
    _marks.repeat(page, lines, lambda head: _COUNTED in head)
    return page


def _aliases(command: Command) -> None:
    """`[tie|berth] Give a boat a place`: the other names come first."""
    match = _ALIASES.match(command.summary)
    names = match.group(1).split("|") if match is not None else []
    if match is not None and all(is_name(n) for n in names):
        command.aliases += [n for n in names if n not in command.aliases]
        command.summary = command.summary[match.end() :]
