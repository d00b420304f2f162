"""The shelf of sources: where else, besides its help, a program's commands and options are written down."""

from __future__ import annotations

from collections.abc import Callable

from hcp_author.introspect import evidence, manpages
from hcp_author.introspect.asking import Crawl, Source
from hcp_author.introspect.page import Page
from hcp_author.introspect.resolve import Found
from hcp_author.introspect.sources import (
    argcomplete,
    click,
    cobra,
    generated,
    listing,
    manifest,
    manual,
    shipped,
    table,
)

# each takes the crawl and the program's first page, and opens its source or finds none; the best first
OPENERS: tuple[Callable[[Crawl, Page], Source | None], ...] = (
    manifest.open_source,
    listing.open_source,
    cobra.open_source,
    click.open_source,
    argcomplete.open_source,
    shipped.open_source,
    generated.open_source,
    manual.open_source,
    table.open_source,
)


def look(found: Found) -> None:
    """Read beforehand what the program's files tell, so that nobody waits for it later."""
    manpages.beside(found)
    evidence.framework(found)
    table.compiled(found)


def open_all(crawl: Crawl, first: Page) -> list[Source]:
    """The sources that there are for the crawl's program, best first."""
    return [source for opener in OPENERS if (source := opener(crawl, first)) is not None]
