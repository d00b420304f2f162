"""Manual pages beside the program, read as files."""

from __future__ import annotations

from hcp_author.introspect import manpages
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.dialects import manual
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import roff
from hcp_author.introspect.reading.listing import is_name
from hcp_author.introspect.reading.usage import usage
from hcp_author.introspect.text import read
from hcp_author.introspect.tree import Command

MAX_MORE = 20


class Manual:
    """The manual pages of one program."""

    def __init__(self, name: str, pages: dict[str, str]) -> None:
        self._name, self._pages = name, pages
        self._below: dict[str, list[str]] = {}

    def page(self, path: tuple[str, ...]) -> Page | None:
        """The manual page `PROGRAM-SUB` of `path`; where it has none, what the main page lists after it, if it does."""
        lines = _lines(self._pages.get("-".join([self._name, *path]), ""))
        if not lines:
            listed = self._below.get(path[0], []) if len(path) == 1 else []
            return Page(source="man", below={path[0]: listed}) if listed else None
        page = manual.read(lines, self._name, path)
        page.source = "man"
        if not path:
            self._below = page.below
        return page if page.options or page.commands or page.usages else None


def besides(crawl: Crawl, known: set[str]) -> list[Command]:
    """Commands that are not among the `known` and have a manual page PROGRAM-SUB beside the program.

    The program's main page must name it, else it may be left from an older version, and its own must call
    `program sub`: `program-sub` alone may be a program beside this one.
    """
    main = " ".join(_lines(crawl.pages.get(crawl.name(), "")))
    fresh = {page.removeprefix(f"{crawl.name()}-"): file for page, file in sorted(crawl.pages.items())}
    unknown = [sub for sub in fresh if sub not in known and is_name(sub) and not _deeper(sub, known)]
    found = []
    for sub in [sub for sub in unknown if f"{crawl.name()}-{sub}(" in main][:MAX_MORE]:
        lines = _lines(fresh[sub])
        if any(_calls(line, crawl.name(), sub) for line in lines):
            summary = manual.read(lines, crawl.name(), (sub,)).summary
            found.append(Command(sub, summary=summary, source="man"))
    return found


def _lines(file: str) -> list[str]:
    """A page as it is rendered; nothing where there is none."""
    return roff.lines("\n".join(read(manpages.source(file)).lines)) if file else []


def _deeper(sub: str, known: set[str]) -> bool:
    """Whether the first word of `sub-more` is a known command, so that the page is of one below that."""
    return any(sub[:at] in known for at, char in enumerate(sub) if char == "-")


def _calls(line: str, program: str, sub: str) -> bool:
    """Whether a line is a usage line that calls `program sub`, with nothing but options between the two words."""
    text = line.strip()
    return text.startswith(program + " ") and usage(text, program, (sub,)).reached and sub in text.split()


def open_source(crawl: Crawl, first: Page) -> Manual | None:
    """The manual, where at least one page of it lies beside the program."""
    return Manual(crawl.name(), crawl.pages) if crawl.pages else None
