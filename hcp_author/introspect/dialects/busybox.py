"""Multi-call programs: `Currently defined functions:` over names with commas; a page is about one function."""

from __future__ import annotations

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble
from hcp_author.introspect.reading.listing import MAX_COMMANDS, is_name
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command

_LIST = "Currently defined functions:"
_CALL = " multi-call binary."


def recognises(lines: list[str]) -> bool:
    """The title of the list, or the words in the first line."""
    return _marks.first(lines).endswith(_CALL) or _marks.titled(lines, _LIST)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    at = next((at for at, line in enumerate(lines) if line == _LIST), len(lines))
    below = lines[at + 1 :]
    told = [line for line in lines[:at] if not line.endswith(_CALL)]
    if path and any(line.startswith(f"Usage: {path[0]}") for line in told):
        # its usage lines name the function as a program of its own
        program, path = path[0], path[1:]
    page = assemble.read(told, program, path)
    names = [name for name in " ".join(below).replace(",", " ").split() if is_name(name)]
    if names:
        page.commands = [Command(name, heading=_LIST.rstrip(":")) for name in dict.fromkeys(names)][:MAX_COMMANDS]
        page.arguments, page.acts, page.candidates, page.summary = [], False, [], ""
    else:
        page.summary = clean(next((line for line in lines if line and _says(line)), ""), 400)
    return page


def _says(line: str) -> bool:
    """Whether a line tells what the function does: at the left edge, and neither its usage nor the program's name."""
    return line[0] not in " \t-" and not line.endswith((_CALL, ":")) and not line.startswith(("Usage:", "No help "))
