"""Dart's args package: `Run "x help <command>" …`, options at the left edge, allowed values in a line of their own."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble
from hcp_author.introspect.reading.values import plain
from hcp_author.introspect.tree import Value

_ALLOWED = re.compile(r"\[([\w.+-]{1,40}(?: \(default\))?(?:, [\w.+-]{1,40}(?: \(default\))?){1,40})\]")


def recognises(lines: list[str]) -> bool:
    """Its closing line, or its help option at the left edge."""
    return any(
        (line.startswith('Run "') and line.endswith("to see global options."))
        or line.endswith('help <command>" for more information about a command.')
        or (line.startswith("-h, --help ") and line.endswith("Print this usage information."))
        for line in lines
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    for one in _marks.options(page):
        match = _ALLOWED.search(one.summary)
        words = [word.split(" ")[0] for word in match.group(1).split(", ")] if match is not None else []
        if len(words) > 1 and all(map(plain, words)):
            one.value = one.value or Value()
            one.value.choices = words
    return page
