"""GNU programs: `Usage: prog [OPTION]... FILE...`, one sentence for all values, sets of words in quotes."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble
from hcp_author.introspect.reading.values import plain
from hcp_author.introspect.text import clean

_ABOUT = re.compile(r"^(\s+[\w.-]{1,60} \[OPTION(?:…|\.\.\.)\][^-]{0,200}?) - (\S.*)$")
_USAGE = ("[OPTION…]", "[OPTION]...", "[OPTIONS]...", "[OPTIONS...]", "[OPTION...]", "[options...]")
_SENTENCE = ("arguments to long options are", "display this help and exit", "Report bugs to")
_SET = re.compile(r"(?:can be|is|one of|may be|are):? ((?:['‘`\"][\w+-]{1,30}['’\"],? ?(?:or |and )?){2,20})")
_QUOTED = re.compile(r"['‘`\"]([\w+-]{1,30})['’\"]")


def recognises(lines: list[str]) -> bool:
    """A usage line with `[OPTION]...`, or a sentence that such programs share."""
    return _marks.stands(lines[:40], *_USAGE) or (_marks.stands(lines, *_SENTENCE) and _marks.stands(lines, "sage:"))


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    # GLib says in the usage line what the program does
    told = [(at, match) for at, line in enumerate(lines[:40]) if (match := _ABOUT.match(line)) is not None]
    for at, match in told[:1]:
        lines = [*lines[:at], match.group(1), *lines[at + 1 :]]
    page = assemble.read(lines, program, path)
    page.summary = page.summary or next((clean(match.group(2), 400) for _, match in told), "")
    for one in page.options:
        match = _SET.search(one.summary) if one.value is not None and one.value.choices is None else None
        words = _QUOTED.findall(match.group(1)) if match is not None else []
        if one.value is not None and len(words) > 1 and all(map(plain, words)):
            one.value.choices = words
    return page
