"""The marked sections of a HARNESS.md: where they stand, and what belongs between their markers (L10)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.errors import FINDINGS, UserError
from hcp_author.pack import tables
from hcp_author.pack.late import pattern
from hcp_author.pack.markdown import cell, code, prose, table
from hcp_author.pack.model import Pack
from hcp_author.pack.record import record
from hcp_author.pack.text import visible

SECTIONS = ("hot-path", "triggers", "examples")

_LINE = pattern(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_MARKER = pattern(r"[ \t]*<!--[ \t]*hcp:(begin|end)[ \t]+([\w-]+)[ \t]*-->[ \t]*\Z")
_MARKER_LIKE = pattern(r"<!--\s*hcp:")


@record(frozen=True)
class Section:
    """One pair of markers: text[start:end] is what stands between them, whole lines."""

    name: str
    start: int
    end: int
    line_end: str


def find(text: str) -> list[Section]:
    """The sections of a HARNESS.md in order; UserError (1) with the line where markers do not fit together."""
    sections: list[Section] = []
    opened: tuple[str, int, int, str] | None = None
    for number, start, line, line_end in _lines(text):
        kind, name = _marker(line, number, line_end, opened is not None) if "<!--" in line else ("", "")
        if kind == "begin":
            if opened:
                raise _unfit(number, f"{begin(name)} stands inside {begin(opened[0])} (line {opened[2]})")
            if any(section.name == name for section in sections):
                raise _unfit(number, f"{begin(name)} is given twice")
            opened = (name, start + len(line) + len(line_end), number, line_end)
        elif kind == "end":
            if not opened or opened[0] != name:
                raise _unfit(number, f"{end(name)} has no {begin(name)} before it")
            sections.append(Section(name, opened[1], start, opened[3]))
            opened = None
    if opened:
        raise _unfit(opened[2], f"{begin(opened[0])} has no {end(opened[0])} after it")
    return sections


def body(pack: Pack, name: str) -> str:
    """What stands between the markers of one section, with `\\n` line ends; empty where there is nothing to say."""
    if name == "hot-path" and pack.pass_through and not pack.verbs:
        return _nothing_named(pack)
    if name == "hot-path":
        rows = [[code(verb), *map(cell, rest)] for verb, *rest in tables.hot_path(pack)]
        return table(tables.HOT_PATH_COLUMNS, rows)
    if name == "triggers":
        rows = [[code(ref), cell(land), prose(then)] for ref, land, then in tables.triggers(pack)]
        return table(tables.TRIGGER_COLUMNS, rows)
    lines = tables.examples(pack)
    fence = "`" * max([3, *(len(run) + 1 for line in lines for run in re.findall("`+", line))])
    return "".join(f"{line}\n" for line in (f"{fence}sh", *lines, fence)) if lines else ""


def _nothing_named(pack: Pack) -> str:
    """What stands in the place of the table of a pass-through, until it is promoted (L3)."""
    program = code(pack.wrap.bin if pack.wrap else "the program")
    return (
        "No command is named yet, so there is nothing here for an agent to call. A person at a terminal runs\n"
        f"{program} itself, by {code(pack.pack_id)} with `--confirm -- ARGV`; `hcp-author promote` names commands.\n"
    )


def missing(pack: Pack, text: str) -> list[str]:
    """The sections that the pack has something for but the text has no markers for."""
    present = {section.name for section in find(text)}
    wanted = {"hot-path": bool(pack.verbs), "triggers": bool(pack.triggers), "examples": bool(tables.examples(pack))}
    return [name for name in SECTIONS if wanted[name] and name not in present]


def begin(name: str) -> str:
    """The marker line that begins a section."""
    return f"<!-- hcp:begin {name} -->"


def end(name: str) -> str:
    """The marker line that ends a section."""
    return f"<!-- hcp:end {name} -->"


def _marker(line: str, number: int, line_end: str, drawn: bool) -> tuple[str, str]:
    """(`begin` or `end`, section) of a marker line, empty for any other.

    UserError for what is nearly a marker, but not among what was `drawn`: there an example may well look like one.
    """
    found = _MARKER.match(line)
    if not found:
        if not drawn and _MARKER_LIKE.search(line):
            fix = f"write {begin('hot-path')} on a line by itself"
            raise _unfit(number, f"`{visible(line.strip(), 60)}` is no marker", fix)
        return "", ""
    kind, name = found[1], found[2]
    if name not in SECTIONS:
        import difflib

        near = difflib.get_close_matches(name, SECTIONS, 1)
        fix = f"did you mean `{near[0]}`?" if near else f"one of {', '.join(SECTIONS)}"
        raise _unfit(number, f"there is no section `{name}`", fix)
    if kind == "begin" and not line_end:
        raise _unfit(number, f"{begin(name)} has no {end(name)} after it")
    return kind, name


def _lines(text: str) -> Iterator[tuple[int, int, str, str]]:
    """(number, where it starts, the line, its line end) of each line."""
    if "\r" not in text:
        start = 0
        for number, line in enumerate(text.split("\n"), 1):
            yield number, start, line, "\n" if start + len(line) < len(text) else ""
            start += len(line) + 1
        return
    for number, found in enumerate(_LINE.finditer(text), 1):
        line = found[0].rstrip("\r\n")
        yield number, found.start(), line, found[0][len(line) :]


def _unfit(number: int, message: str, fix: str = "") -> UserError:
    return UserError(
        f"HARNESS.md:{number}: {message}", fix or "each begin has its end, on lines of their own", FINDINGS
    )
