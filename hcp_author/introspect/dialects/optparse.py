"""optparse: `Usage: prog [options]` and `Options:`, a long row's value behind each of its names."""

from __future__ import annotations

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble


def recognises(lines: list[str]) -> bool:
    """A usage line with a capital, `Options:` at the left edge, and the words of its own help option."""
    return (
        _marks.first(lines).startswith("Usage: ")
        and _marks.titled(lines, "Options:")
        and _marks.stands(lines, "show this help message and exit")
        and not _marks.titled(lines, "Positional arguments:", "positional arguments:")
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`: it has nothing that other help has not."""
    return assemble.read(lines, program, path)
