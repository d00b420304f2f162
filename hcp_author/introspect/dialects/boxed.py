"""Help in boxes (click with rich, typer): the frames are taken off, titles and rows are read as any other text."""

from __future__ import annotations

import re

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, layout, listing, optionrows, rows

_FRAME = frozenset("─━═╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝├┤┬┴┼╞╡ -")
_SIDES = "│┃║"
_CORNERS = "╭┌┏╔"
_PLAIN_EDGE = re.compile(r" {0,8}\+-{1,3} \S[^+|]{0,80} -{1,300}\+")
_NEEDED = "[required]"
_COMMANDS = "COMMAND [ARGS]..."
# `<int range>`, `<list[int]>`: the types of values that typer writes with a blank or brackets
_RANGE = re.compile(r"<?(int|float|INTEGER|FLOAT) (?:range|RANGE)>?( \[[^\[\]]{1,40}\])?")
_BOUNDS = re.compile(r"( {2,200})(\[[^\[\]x]{0,30}x[^\[\]x]{0,30}\])( {2,200}\S.*)")
_LIST = re.compile(r"<(?:list|tuple|set)\[([^\[\]<>]{1,60})\]>")


def recognises(lines: list[str]) -> bool:
    """Some line begins with the edge of a frame, or is the upper edge of one that was drawn with `+`, `-` and `|`."""
    return any(line.lstrip()[:1] and line.lstrip()[0] in _CORNERS + _SIDES for line in lines) or any(
        map(_PLAIN_EDGE.fullmatch, lines)
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    if any(map(_PLAIN_EDGE.fullmatch, lines)):
        lines = [_redrawn(line) for line in lines]
    plain = [_line(line) for line in lines]
    page = assemble.read(plain, program, path)
    if any(usage.endswith(_COMMANDS) for usage in page.usages):
        _panels(page, plain, program, path)
        page.acts = not page.commands
    several = {word for line in lines if "<list[" in line for word in line.split() if word.startswith("-")}
    for one in page.options:
        one.repeatable = one.repeatable or bool(optionrows.names_of(one) & several)
        if one.summary.count(_NEEDED) > 1:
            one.summary = one.summary.replace(_NEEDED + " ", "", 1)
    return page


def _redrawn(line: str) -> str:
    """A line of a frame of `+`, `-` and `|`, with the characters that frames are drawn with."""
    text = line.strip()
    if text[:1] == "|" == text[-1:] and len(text) > 1:
        return line.replace("|", "│", 1)[: len(line.rstrip()) - 1] + "│"
    if text[:2] == "+-" and text[-1] == "+":
        return line.replace("+", "╭").replace("-", "─") if _PLAIN_EDGE.fullmatch(line) else ""
    return line


def _panels(page: Page, plain: list[str], program: str, path: tuple[str, ...]) -> None:
    """Add the commands of panels whose titles do not tell, where a command must follow: what is no option is one."""
    known = {name for command in page.commands for name in (command.name, *command.aliases)}
    for title, lines in _titled(plain):
        listed = rows.rows(lines) if not layout.kind_of(title) else []
        if listed and all(row.head.split() and listing.is_name(row.head.split()[0]) for row in listed):
            found = listing.commands(listed, program, path, title)
            page.commands += [command for command in found if command.name not in known]


def _titled(plain: list[str]) -> list[tuple[str, list[str]]]:
    """The panels of a page without its frames: their titles, and the lines up to the blank that a lower edge leaves."""
    found: list[tuple[str, list[str]]] = []
    inside = False
    for line in plain:
        if line and line[0] != " " and line.endswith(":"):
            found.append((line.rstrip(":"), []))
            inside = True
        elif inside and line:
            found[-1][1].append(line)
        else:
            inside = False
    return found


def _line(line: str) -> str:
    """A line without its frame: a title in an upper edge becomes a heading, a row stands indented under it."""
    text = line.strip()
    if text[:1] and text[0] in _SIDES:
        inner = text[1:-1] if text[-1] in _SIDES and len(text) > 1 else text[1:]
        if any(side in inner for side in _SIDES):
            # cells side by side are a table of something, not a list
            return ""
        return _starless(" " * (len(line) - len(line.lstrip()) + 1) + _typed(inner)).rstrip()
    if text[:1] and text[0] in _CORNERS + "╰└┗╚├":
        title = "".join(c if c not in _FRAME or c in " -" else " " for c in text).strip(" -")
        return title + ":" if title else ""
    return line


def _typed(row: str) -> str:
    """A row whose type is one word, at its old width: `<int range> [1<=x<=9]` and `<list[int]>` as `<int>`."""
    if "<" not in row and ">" not in row and " RANGE" not in row:
        return row
    below = _BOUNDS.fullmatch(row.rstrip())
    if below is not None:
        # the bounds stand under the type, in the middle of the description
        return below.group(1) + " " * len(below.group(2)) + below.group(3)
    row = _LIST.sub(lambda m: f"<{m.group(1)}>".ljust(len(m.group())), row)
    found = _RANGE.search(row)
    if found is None:
        return row
    kind = f"<{found.group(1)}>".ljust(len(found.group()))
    return row[: found.start()] + kind + row[found.end() :].rstrip() + (found.group(2) or "")


def _starless(row: str) -> str:
    """A row whose mark of a required option (`*`) no longer stands before the dash: it goes to the end."""
    text = row.lstrip()
    if text.startswith("* "):
        return row.replace("*", " ", 1) + ("" if _NEEDED in row else f"  {_NEEDED}")
    return row
