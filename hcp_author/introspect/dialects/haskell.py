"""optparse-applicative: `Available options:`, names joined by a comma alone, what must be given in parentheses."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, optionrows

_NEEDED = re.compile(r"\((-\w)\|(--[\w-]{1,80}) [^()\[\]|]{1,80}\)")


def recognises(lines: list[str]) -> bool:
    """The title of its list, and a row `-h,--help`."""
    return _marks.titled(lines, "Available options:") and _marks.stands(lines, "-h,--help")


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    needed = {name for usage in page.usages for match in _NEEDED.finditer(usage) for name in match.groups()}
    for one in page.options:
        one.required = one.required or (one.value is not None and bool(optionrows.names_of(one) & needed))
    return page
