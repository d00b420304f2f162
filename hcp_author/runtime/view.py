"""What a person sees: tables, keys and values, text; nothing that a terminal would obey."""

from __future__ import annotations

import os
import sys
import unicodedata

from . import strict
from .kinds import Any

NARROWEST = 8  # columns that a cell keeps however narrow the terminal is
MOST_NAMES = 24  # of a table; objects that differ so much are shown one by one


def show(data: Any) -> str:
    """A verb's data as text, ending in one line break, or nothing for nothing."""
    if isinstance(data, dict) and data.keys() == {"text"} and isinstance(data["text"], str):
        text = safe(data["text"], keep="\n\t")
        return text if not text or text.endswith("\n") else text + "\n"
    lines = list(_lines(data, ""))
    return "".join(line + "\n" for line in lines)


def complain(message: str, hint: str) -> str:
    """A fault as a person reads it: what is wrong, and what to type next."""
    first, *more = safe(message, keep="\n").split("\n")
    text = "\n".join([f"error: {first}", *(f"  | {line}" for line in more)])
    return f"{text}\n  try: {safe(hint)}\n" if hint else f"{text}\n"


def safe(text: str, keep: str = "") -> str:
    """Text with every control, format and unassigned character written as an escape."""
    return text.translate({ord(mark): _escape(mark) for mark in strict.unsafe(text, keep)})


def table(rows: list[list[str]], width: int | None = None) -> list[str]:
    """Rows as aligned columns, the widest cells cut so that lines fit `width` columns (None: the terminal's)."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    limits = _fit(widths, _terminal() if width is None else width)
    return ["  ".join(_pad(*pair) for pair in zip(row, limits, strict=True)).rstrip() for row in rows]


def columns(text: str) -> int:
    """How many terminal columns text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(mark) else 1 + (unicodedata.east_asian_width(mark) in "WF") for mark in text)


def _lines(data: Any, indent: str) -> Any:
    names = _names(data)
    if 0 < len(names) <= MOST_NAMES:
        rows = [[safe(name) for name in names]]
        rows += [[cell(item[name]) if name in item else "" for name in names] for item in data]
        yield from (indent + line for line in table(rows))
    elif names:
        for number, item in enumerate(data, 1):
            yield f"{indent}{number}:"
            yield from _lines(item, indent + "  ")
    elif isinstance(data, list):
        yield from (indent + cell(item) for item in data)
    elif isinstance(data, dict):
        for name, value in data.items():
            if isinstance(value, (dict, list)) and value:
                yield f"{indent}{safe(name)}:"
                yield from _lines(value, indent + "  ")
            else:
                yield f"{indent}{safe(name)}: {cell(value)}"
    elif data is not None:
        yield indent + cell(data)


def _names(data: Any) -> list[str]:
    """The keys of a list of objects, in the order in which they come; none of anything else."""
    if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
        return []
    return list(dict.fromkeys(name for item in data for name in item))


def cell(value: Any) -> str:
    """One value on one line."""
    if value is None:
        return ""
    return safe(value) if isinstance(value, str) else safe(strict.dumps(value))


def _escape(mark: str) -> str:
    code = ord(mark)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _terminal() -> int:
    """The terminal's width; 0 where standard output is none."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError):
        return 0


def _fit(widths: list[int], width: int) -> list[int]:
    """Narrow the widest columns, one by one, until the line fits; never beneath NARROWEST."""
    if not width:
        return widths
    widths = [min(one, max(width, NARROWEST)) for one in widths]
    while sum(widths) + 2 * (len(widths) - 1) > width and max(widths) > NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _cut(text: str, width: int) -> str:
    """As much of the beginning as fits; one pass, since a cell may hold a whole document."""
    for at, mark in enumerate(text):
        width -= columns(mark)
        if width < 0:
            return text[:at]
    return text


def _pad(text: str, width: int) -> str:
    if columns(text) > width:
        text = _cut(text, width - 1) + "…"
    return text + " " * (width - columns(text))
