"""click without boxes: `Usage: … [OPTIONS] … COMMAND [ARGS]...`, notes in one bracket: `[default: 3; required]`."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_REQUIRED = re.compile(r"[;,] required\]|\[required[;,]")


def recognises(lines: list[str]) -> bool:
    """`Usage:` with `[OPTIONS]` or `COMMAND [ARGS]...` in the first line, the text under it indented by two."""
    begin = _marks.first(lines)
    return begin.startswith("Usage: ") and ("[OPTIONS]" in begin or "COMMAND [ARGS]..." in begin)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    for one in _marks.options(page):
        one.required = one.required or _REQUIRED.search(one.summary) is not None
    _marks.variables(page)
    return page
