"""urfave/cli: NAME, USAGE, COMMANDS, OPTIONS in capitals with colons, rows indented by three, categories by three."""

from __future__ import annotations

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, layout

_COMMANDS = ("COMMANDS:", "SUBCOMMANDS:")


def recognises(lines: list[str]) -> bool:
    """NAME and USAGE with colons, alone at the left edge."""
    return _marks.titled(lines, "NAME:") and _marks.titled(lines, "USAGE:")


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    plain, category = _flat(lines)
    page = assemble.read(plain, program, path)
    for command in page.commands:
        command.heading = category.get(command.name, command.heading)
    _marks.repeat(page, lines, lambda head: "[ -" in head or head.endswith("..."))
    # `[arguments...]` stands on every page of which the author said nothing
    page.arguments = [one for one in page.arguments if one.name != "arguments"]
    for one in _marks.options(page):
        one.repeatable = one.repeatable or "accepts multiple inputs" in one.summary
    return page


def _flat(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """The lines with the rows of categories moved to where all rows stand, and the category of each command."""
    found: list[str] = []
    category: dict[str, str] = {}
    inside, title = False, ""
    for line in lines:
        indent = layout.indent_of(line)
        if line and indent == 0:
            inside, title = line in _COMMANDS, ""
        elif inside and indent == 3 and line.endswith(":") and "  " not in line.strip():
            title = line.strip(" :")
            continue
        elif inside and title and indent == 5:
            category[line.split()[0].rstrip(",")] = title
            line = line[2:]
        found.append(line)
    return found, category
