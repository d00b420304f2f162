"""Optionator: types with a capital behind names, `--config path::String`, `[String]` for what may be given again."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble
from hcp_author.introspect.reading.values import plain

_TYPE = r"(?:[a-z]{1,20}::)?(?:String|Int|Number|Object|Array|Date|RegExp)"
_TYPED = re.compile(rf"\s{{1,8}}(?:-\w, )?--[\w-]{{1,60}} (?:\[{_TYPE}\]|{_TYPE})(?: {{2,}}|$)")
_EITHER = re.compile(r"either: ([^:]{3,300}?)(?: - default|$)")
_FEW = 2
_TYPES = {"String": "string", "Int": "integer", "Number": "number"}


def recognises(lines: list[str]) -> bool:
    """Some rows with such types."""
    return sum(1 for line in lines if _TYPED.match(line)) >= _FEW


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    _marks.repeat(page, lines, lambda head: head.endswith("]"))
    for one in _marks.options(page):
        if one.value is None:
            continue
        kind, _, word = (one.value.name or "").rpartition("::")
        one.value.name = kind or one.value.name
        one.value.type = "path" if kind == "path" else _TYPES.get(word, one.value.type)
        one.value.optional = False
        match = _EITHER.search(one.summary)
        words = match.group(1).replace(", or ", ", ").replace(" or ", ", ").split(", ") if match is not None else []
        words = [word.strip() for word in words if word.strip()]
        if len(words) > 1 and all(map(plain, words)):
            one.value.choices = words
    return page
