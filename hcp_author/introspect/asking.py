"""The state of one crawl, and its ways to a page: a probe, a listing, a source besides the help."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from hcp_author.introspect import probe, ways
from hcp_author.introspect.page import Page
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Note

Progress = Callable[[str], None]


class Source(Protocol):
    """A place besides the help that knows about the program; `sources/` is their shelf."""

    def page(self, path: tuple[str, ...]) -> Page | None:
        """What it says about the command `path` (`()` is the program), as a fresh page; None where nothing.

        May be called from several threads. `commands` of the page carry names, aliases and summaries only: what
        lies below them is asked for with their own path.
        """


@dataclass
class Crawl:
    """What one crawl knows: the door, the clock, which forms were seen to answer, and what came of it.

    `forms`: the forms of asking, the best first. `shared`: names of the root's options. `pages`: manual pages
    beside the program. `sources`: what is known besides the help (see `sources/`). `dead`: how often a form
    failed among the children of one command.
    """

    door: probe.Door
    deadline: float
    depth: int
    progress: Progress | None = None
    sources: list[Source] = field(default_factory=list)
    forms: list[str] = field(default_factory=list)
    shared: set[str] = field(default_factory=set)
    pages: dict[str, str] = field(default_factory=dict)
    dead: dict[tuple[tuple[str, ...], str], int] = field(default_factory=dict)
    inert: bool = False
    notes: list[Note] = field(default_factory=list)
    env: list[str] = field(default_factory=list)
    wrote: list[str] = field(default_factory=list)
    slowest: float = 0.0
    asked: list[list[str]] = field(default_factory=list)
    failed: int = 0
    unread: int = 0

    def name(self) -> str:
        """The program's plain name."""
        return self.door.found.name

    def out_of_time(self) -> bool:
        """Whether the budget is spent."""
        return time.monotonic() > self.deadline

    def limit(self) -> float:
        """Seconds that one probe may take: more for a program that was seen to be slow, less at the end."""
        return max(1.0, min(max(probe.SECONDS, 4 * self.slowest), self.deadline - time.monotonic() + 1))


def ask(crawl: Crawl, form: str, path: tuple[str, ...], seconds: float | None = None) -> ways.Reply:
    """Ask about `path` in one form. Safe to call from several threads; `count` is not."""
    answer = probe.ask(crawl.door, ways.arguments(form, path), seconds or crawl.limit())
    return ways.reply(form, answer, crawl.name(), path)


def listing(crawl: Crawl, arguments: tuple[str, ...]) -> ways.Reply:
    """Ask in a form that the help itself names for listing the commands."""
    answer = probe.ask(crawl.door, arguments, crawl.limit())
    return ways.reply(" ".join(arguments), answer, crawl.name(), ())


def beside(crawl: Crawl, path: tuple[str, ...]) -> list[Page]:
    """What the sources besides the help say about `path`, best first."""
    return [page for source in crawl.sources if (page := source.page(path)) is not None]


def count(crawl: Crawl, reply: ways.Reply) -> None:
    """Take one answer into the coverage."""
    crawl.asked.append(list(reply.answer.args))
    crawl.wrote += [w for w in reply.answer.wrote if w not in crawl.wrote]
    if crawl.progress is not None:
        crawl.progress(clean(" ".join([crawl.name(), *reply.answer.args]), 78))


def learn(crawl: Crawl, page: Page) -> None:
    """Take over what a page says about the whole program, and how much of it was not understood."""
    crawl.env += [name for name in page.env if name not in crawl.env]
    crawl.unread += len(page.unread)
