"""Ruby's OptionParser: rows indented by four, long names aligned behind short ones, `--[no-]x`, `A,B,C` for lists."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, rows
from hcp_author.introspect.reading.values import plain

_COLUMN = 37
_LAST = re.compile(r"\(([^()]{3,200})\)$")
_ROW = re.compile(r" {4}(?:-\w, --| {4}--)\S.{0,40}")


def recognises(lines: list[str]) -> bool:
    """Most rows of options are indented by four, the long names among them by eight, what they do in one column."""
    listed = [line for line in lines if line.lstrip().startswith("-") and line[:1] == " "]
    fitting = sum(1 for line in listed if _ROW.match(line))
    aligned = sum(1 for line in listed if line[_COLUMN - 1 : _COLUMN] == " " != line[_COLUMN : _COLUMN + 1] != "")
    said = _marks.first(lines).startswith("Usage: ") or aligned >= 0.5 * len(listed)
    return said and fitting > 1 and fitting >= 0.7 * len(listed)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(_joined(lines), program, path)
    for one in page.options:
        match = _LAST.search(one.summary)
        words = [word.strip() for word in match.group(1).split(",")] if match is not None else []
        if one.value is not None and one.value.choices is None and len(words) > 1 and all(map(plain, words)):
            one.value.choices = words
    return page


def _joined(lines: list[str]) -> list[str]:
    """The lines, the further name of an option that stands below (`--dir PATH,` over `--folder`) put beside it."""
    found: list[str] = []
    for line in lines:
        name = line.strip()
        head, about = rows.split(found[-1], None) if found and name.startswith("--") and " " not in name else ("", "")
        if head.startswith("-") and head.endswith(","):
            found[-1] = f"    {head} {name}"
            found += [" " * _COLUMN + about] if about else []
        else:
            found.append(line)
    return found
