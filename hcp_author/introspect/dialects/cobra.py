"""cobra: `Usage:` over `prog [command]` or `prog … [flags]`, `Flags:` with the types of values, `Global Flags:`."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble
from hcp_author.introspect.text import word_set

# the types whose flags may be given again, each time adding to what was given before
_MANY = word_set("""
    strings stringArray stringSlice ints intSlice int32Slice int64Slice uints uintSlice bools boolSlice floats
    float32Slice float64Slice durationSlice ipSlice ipNetSlice stringToString stringToInt stringToInt64 list map
""")
_TYPED = re.compile(
    r"\s{2,8}(?:-\w, {1,8})?--[\w.-]{1,60} "
    r"(?:string|u?int(?:8|16|32|64)?|float(?:32|64)?|duration|bytes|list|map|strings|ints|string(?:Array|Slice|ToString))"
    r"(?: {2,}|$)"
)
_FEW = 2
COUNT = "count"


def recognises(lines: list[str]) -> bool:
    """The line about `[command] --help`, a usage line in `[flags]` over a list of flags, or the types of flags."""
    if _marks.stands(lines, ' [command] --help" for more information'):
        return True
    usage = [line.strip() for line in _marks.under(lines, "Usage:") if line]
    if usage and usage[0].endswith((" [flags]", " [command]")) and _marks.titled(lines, "Flags:"):
        return True
    # with a template of its own, the flags still have their types behind them
    return sum(1 for line in lines if _TYPED.match(line)) >= _FEW


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    for one in _marks.options(page):
        kind = one.value.name if one.value is not None else None
        one.repeatable = one.repeatable or kind in _MANY or kind == COUNT
        if kind == COUNT and one.value is not None and not one.value.optional:
            # `-v, --verbose count`: a switch that is counted
            one.value = None
    return page
