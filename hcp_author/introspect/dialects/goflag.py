"""Go's flag package: `Usage of prog:`, one dash before names of any length, descriptions below after a tab."""

from __future__ import annotations

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble


def recognises(lines: list[str]) -> bool:
    """`Usage of …:` at the left edge over a row that begins with one dash."""
    at = next((at for at, line in enumerate(lines) if line.startswith("Usage of ") and line.endswith(":")), len(lines))
    below = _marks.first(lines[at + 1 :])
    return below.startswith("-") and not below.startswith("--")


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`: a flag without a type is a switch, as anywhere."""
    return assemble.read(lines, program, path)
