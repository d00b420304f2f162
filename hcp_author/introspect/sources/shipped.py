"""Completion files that the program's own package brought along, read as text."""

from __future__ import annotations

from hcp_author.introspect import completions, evidence, shells
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.page import Page
from hcp_author.introspect.sources._completed import Completed, source_of


def open_source(crawl: Crawl, first: Page) -> Completed | None:
    """What the completion files beside the program say, where they are about the program that the help tells of."""
    found = crawl.door.found
    package = evidence.framework(found).folder or completions.python_package(found)
    files = []
    for path in completions.beside(found, package):
        one = shells.read(completions.source(path), crawl.name(), path)
        files += [one] if one is not None else []
        if one is not None and shells.whole(one):
            break
    return source_of(files, first, crawl.told)
