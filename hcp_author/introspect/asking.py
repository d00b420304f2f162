"""The state of one crawl, and its ways to a page: a probe, a listing, a source besides the help."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hcp_author.introspect import probe, settle, ways
from hcp_author.introspect.page import Page
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Note, Unread

Progress = Callable[[str], None]
MAX_UNREAD, MAX_LINE = 1000, 300


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
    beside the program. `sources`: what is known besides the help (see `sources/`). `told`: what the help says of
    each command that was asked for. `dead`: how often a form failed among the children of one command. `late`: how
    many of those not asked the time was too short for. `misread`: encodings other than UTF-8 that were met.
    """

    door: probe.Door
    deadline: float
    depth: int
    progress: Progress | None = None
    sources: list[Source] = field(default_factory=list)
    told: dict[tuple[str, ...], Page | None] = field(default_factory=dict)
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
    not_asked: int = 0
    late: int = 0
    misread: set[str] = field(default_factory=set)
    partial: bool = False
    unread: int = 0
    lines: list[Unread] = field(default_factory=list)

    def name(self) -> str:
        """The program's plain name."""
        return self.door.found.name

    def out_of_time(self) -> bool:
        """Whether the budget is spent."""
        return time.monotonic() > self.deadline

    def limit(self) -> float:
        """Seconds that one probe may take: more for a program that was seen to be slow, less at the end."""
        return max(1.0, min(max(probe.SECONDS, 4 * self.slowest), self.deadline - time.monotonic() + 1))


def ask(
    crawl: Crawl, form: str, path: tuple[str, ...], seconds: float | None = None, above: Sequence[ways.Reply] = ()
) -> ways.Reply:
    """Ask about `path` in one form. Safe to call from several threads; `count` is not.

    An answer that is one of those about the commands `above`, byte for byte, is not read again.
    """
    answer = probe.ask(crawl.door, ways.arguments(form, path), seconds or crawl.limit())
    said = (answer.out, answer.err)
    same = next((one for one in above if (one.answer.out, one.answer.err) == said), None)
    if same is not None:
        return ways.Reply(form, answer, same.text, same.page)
    return ways.reply(form, answer, crawl.name(), path)


def listing(crawl: Crawl, arguments: tuple[str, ...]) -> ways.Reply:
    """Ask in a form that the help itself names for listing the commands."""
    answer = probe.ask(crawl.door, arguments, crawl.limit())
    return ways.reply(" ".join(arguments), answer, crawl.name(), ())


def interface(
    crawl: Crawl, arguments: tuple[str, ...], env: dict[str, str] | None = None, eight: bool = False
) -> probe.Answer | None:
    """Ask an interface for machines that static evidence or the help says is there; None out of time.

    May be called from several threads, as sources are. `env`, `eight`: see `probe.ask`.
    """
    if crawl.out_of_time():
        return None
    more: dict[str, Any] = {"env": env, "eight": eight} if env else {}
    answer = probe.ask(crawl.door, arguments, crawl.limit(), **more)
    _note(crawl, answer, [f"{name}={value}" for name, value in (env or {}).items()])
    return answer


def beside(crawl: Crawl, path: tuple[str, ...], told: Page | None = None) -> list[Page]:
    """What the sources besides the help say about `path`, best first; `told` is what its help says."""
    crawl.told[path] = told
    return settle.within([page for source in crawl.sources if (page := source.page(path)) is not None], told)


def count(crawl: Crawl, reply: ways.Reply) -> None:
    """Take one answer into the coverage, with a note where its text was in doubt, one for each encoding."""
    _note(crawl, reply.answer, [])
    doubt = reply.text.doubt()
    if doubt and reply.text.encoding not in crawl.misread:
        crawl.misread.add(reply.text.encoding)
        crawl.notes.append(Note([], f"{clean(' '.join(reply.answer.args), 80)}: {doubt}"))


def _note(crawl: Crawl, answer: probe.Answer, before: list[str]) -> None:
    """Write down what was asked, `before` its arguments as the shell has it, and what it tried to write."""
    crawl.asked.append([*before, *answer.args])
    crawl.wrote += [w for w in answer.wrote if w not in crawl.wrote]
    if crawl.progress is not None:
        crawl.progress(clean(" ".join([*before, crawl.name(), *answer.args]), 78))


def learn(crawl: Crawl, page: Page, path: tuple[str, ...]) -> None:
    """Take over what the page of `path` says about the whole program, and what of it was not understood."""
    crawl.env += [name for name in page.env if name not in crawl.env]
    crawl.unread += len(page.unread)
    room = MAX_UNREAD - len(crawl.lines)
    crawl.lines += [Unread(list(path), clean(line, MAX_LINE)) for line in page.unread[: max(0, room)]]
