"""Marks that several dialects share: dots behind an option's value, types beside it, notes in a last bracket."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import described, optionrows, rows
from hcp_author.introspect.reading.optionline import option
from hcp_author.introspect.tree import Option

MAX_ROWS = 5000


def stands(lines: list[str], *marks: str) -> bool:
    """Whether some line holds one of the marks."""
    return any(mark in line for line in lines for mark in marks)


def titled(lines: list[str], *titles: str) -> bool:
    """Whether one of the titles stands alone on a line at the left edge."""
    return any(line in titles for line in lines)


def first(lines: list[str]) -> str:
    """The first line that is not blank, stripped."""
    return next((line.strip() for line in lines if line), "")


def under(lines: list[str], *titles: str) -> list[str]:
    """The lines under the first of the titles that stands alone at the left edge, up to the next one there."""
    at = next((at for at, line in enumerate(lines) if line in titles), len(lines))
    below = lines[at + 1 :]
    end = next((at for at, line in enumerate(below) if line and line[0] != " "), len(below))
    return below[:end]


def heads(lines: list[str]) -> Iterator[tuple[str, set[str]]]:
    """The heads of the rows that begin like an option, and the names in each."""
    for line in [line for line in lines if line.lstrip()[:1] == "-"][:MAX_ROWS]:
        head = rows.split(line, None)[0]
        found = option(head) if rows.is_option(head) else None
        if found is not None:
            yield head, optionrows.names_of(found[0])


def repeat(page: Page, lines: list[str], marked: Callable[[str], bool]) -> None:
    """Mark as repeatable the options whose heads are `marked`."""
    names = {name for head, names in heads(lines) if marked(head) for name in names}
    for one in options(page):
        one.repeatable = one.repeatable or bool(optionrows.names_of(one) & names)


def dotted(head: str) -> bool:
    """Whether dots stand behind a value or a name, or within its brackets: `<file>...`, `<file...>`, `=X ...`."""
    return "..." in head or "…" in head


def options(page: Page) -> list[Option]:
    """All options of a page, with those of the commands that it lists."""
    return [*page.options, *page.inherited, *(one for command in page.commands for one in command.options)]


def variables(page: Page) -> None:
    """Add the environment variables that a description names across a line's end."""
    for one in options(page):
        page.env += [name for name in described.variables(one.summary) if name not in page.env]
