"""LLVM's command lines and Swift's argument parser: `OVERVIEW:`, `USAGE:`, `OPTIONS:` and what stands beside them."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, optionrows, rows
from hcp_author.introspect.reading.optionline import option
from hcp_author.introspect.reading.values import plain
from hcp_author.introspect.tree import Value

_TITLE = "OVERVIEW: "
_CHOICE = re.compile(r"\s+=([\w.+-]{1,40})(?:\s|$)")
_VALUES = re.compile(r"\(values: ([^();]{1,400})[;)]")


def recognises(lines: list[str]) -> bool:
    """The first line says what the program is about."""
    return _marks.first(lines).startswith(_TITLE)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    choices = _choices(lines)
    page = assemble.read([line for line in lines if not _CHOICE.match(line)], program, path)
    page.summary = page.summary.removeprefix(_TITLE)
    for command in page.commands:
        # `fast (default)` is done where no command is given
        command.aliases = [name for name in command.aliases if name != "default"]
    for one in page.options:
        match = _VALUES.search(one.summary)
        words = [word.strip() for word in match.group(1).split(",")] if match is not None else []
        words += [word for name in optionrows.names_of(one) for word in choices.get(name, [])]
        if len(words) > 1 and all(map(plain, words)):
            one.value = one.value or Value()
            one.value.choices = one.value.choices or words
    return page


def _choices(lines: list[str]) -> dict[str, list[str]]:
    """The values that stand below an option, `=port  -  the left one`, by its names."""
    found: dict[str, list[str]] = {}
    names: set[str] = set()
    for line in lines:
        match = _CHOICE.match(line)
        if match is not None:
            for name in names:
                found.setdefault(name, []).append(match.group(1))
        elif rows.is_option(line.strip()):
            read_head = option(rows.split(line, None)[0])
            names = optionrows.names_of(read_head[0]) if read_head is not None else set()
    return found
