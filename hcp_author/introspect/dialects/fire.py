"""Fire and what it looks like: a manual page's headings over `COMMAND is one of the following:`, flags below."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_FOLLOWING = " is one of the following:"
# what stands over a list, and a line of a sentence that names the flags of every command
_SENTENCE = re.compile(r".{0,80} is one of the following:| {4}--[\w-]{1,60},(?: --[\w-]{1,60}[,.]?){1,20}")
_LIST = re.compile(r"Type: (?:Optional\[)?(?:List|Sequence|Tuple|list|tuple)\b")


def recognises(lines: list[str]) -> bool:
    """NAME and SYNOPSIS at the left edge, and its own sentence over a list or its note about flags."""
    return (
        _marks.titled(lines, "NAME")
        and _marks.titled(lines, "SYNOPSIS")
        and _marks.stands(lines, _FOLLOWING, "You can also use flags syntax", "Additional flags are accepted")
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read([line for line in lines if not _SENTENCE.fullmatch(line)], program, path)
    for one in page.options:
        one.repeatable = one.repeatable or _LIST.search(one.summary) is not None
    page.arguments = [] if page.commands else page.arguments
    page.acts = None if page.acts is None else not page.commands
    return page
