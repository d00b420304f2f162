"""Any other help text: GNU, click, cobra, clap, commander, yargs, optparse and what was written by hand."""

from __future__ import annotations

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble


def recognises(lines: list[str]) -> bool:
    """Every text."""
    return True


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    return assemble.read(lines, program, path)
