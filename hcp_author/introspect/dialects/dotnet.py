"""System.CommandLine: `Description:`, `Usage:`, `Arguments:` …, `-?, -h, --help`, `(REQUIRED)` behind a name."""

from __future__ import annotations

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_REQUIRED = "(REQUIRED) "


def recognises(lines: list[str]) -> bool:
    """A question mark among the names of the help option, and `Usage:` alone at the left edge."""
    return _marks.titled(lines, "Usage:") and _marks.stands(lines, "  -?, -h, --help", "(REQUIRED)")


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    for one in page.options:
        one.summary = one.summary.removeprefix(_REQUIRED)
    return page
