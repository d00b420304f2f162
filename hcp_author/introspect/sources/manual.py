"""Manual pages beside the program, read as files."""

from __future__ import annotations

from hcp_author.introspect import manpages
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.dialects import manual
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import roff
from hcp_author.introspect.text import read


class Manual:
    """The manual pages of one program."""

    def __init__(self, name: str, pages: dict[str, str]) -> None:
        self._name, self._pages = name, pages

    def page(self, path: tuple[str, ...]) -> Page | None:
        """The manual page `PROGRAM-SUB` of `path`."""
        file = self._pages.get("-".join([self._name, *path]))
        source = manpages.source(file) if file else b""
        if not source:
            return None
        page = manual.read(roff.lines("\n".join(read(source).lines)), self._name, path)
        page.source = "man"
        return page if page.options or page.commands or page.usages else None


def open_source(crawl: Crawl, first: Page) -> Manual | None:
    """The manual, where at least one page of it lies beside the program."""
    return Manual(crawl.name(), crawl.pages) if crawl.pages else None
