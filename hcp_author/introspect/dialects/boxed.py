"""Help in boxes (click with rich, typer): the frames are taken off, titles and rows are read as any other text."""

from __future__ import annotations

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_FRAME = frozenset("─━═╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝├┤┬┴┼╞╡ -")
_SIDES = "│┃║"
_CORNERS = "╭┌┏╔"


def recognises(lines: list[str]) -> bool:
    """Some line begins with the edge of a frame."""
    return any(line.lstrip()[:1] and line.lstrip()[0] in _CORNERS + _SIDES for line in lines)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    return assemble.read([_line(line) for line in lines], program, path)


def _line(line: str) -> str:
    """A line without its frame: a title in an upper edge becomes a heading, a row stands indented under it."""
    text = line.strip()
    if text[:1] and text[0] in _SIDES:
        inner = text[1:-1] if text[-1] in _SIDES and len(text) > 1 else text[1:]
        if any(side in inner for side in _SIDES):
            # cells side by side are a table of something, not a list
            return ""
        return _starless(" " * (len(line) - len(line.lstrip()) + 1) + inner).rstrip()
    if text[:1] and text[0] in _CORNERS + "╰└┗╚├":
        title = "".join(c if c not in _FRAME or c in " -" else " " for c in text).strip(" -")
        return title + ":" if title else ""
    return line


def _starless(row: str) -> str:
    """A row whose mark of a required option (`*`) no longer stands before the dash: it goes to the end."""
    text = row.lstrip()
    if text.startswith("* "):
        return row.replace("*", " ", 1) + ("" if "[required]" in row else "  [required]")
    return row
