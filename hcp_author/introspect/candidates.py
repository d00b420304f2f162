"""What a completion interface lists, as a page: where help can be relied on it is asked to prove that, and no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hcp_author.introspect.asking import Crawl, interface
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import described
from hcp_author.introspect.reading.listing import MAX_COMMANDS, is_name
from hcp_author.introspect.reading.optionrows import MAX_OPTIONS, joined, names_of
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Option, Value

MAX_SUMMARY = 400
MAX_NEW = 12
HELP = frozenset(("--help", "-h"))

# the candidates after some words, for a begun word ("" or "-"), each with its description
Rows = dict[str, str]
Ask = Callable[[tuple[str, ...], str], Rows]


@dataclass
class Verified:
    """A completion interface that is asked for the program's commands, to see whether its help can be relied on.

    Where it lists there what the help does not (`lacking`), it is asked about every command; else only about those
    whose help could not be had or tells of no option, since that help is made of the same things. `tells_values`:
    after an option that takes a value it lists no options.
    """

    crawl: Crawl
    ask: Ask
    tells_values: bool = True
    lacking: bool = False

    def page(self, path: tuple[str, ...]) -> Page | None:
        """The commands below `path` and its options; None where its help is known to tell as much."""
        told = self.crawl.told.get(path)
        silent = told is None or not listed(told)
        page = Page(source="complete", machine=True)
        if silent or self.lacking or not path:
            page.commands = commands(self.ask(path, ""), told) if told is None or told.commands else []
        if told is not None and not path:
            self.lacking = adds(page, told)
        if silent or self.lacking:
            page.inherited = self._options(path, told)
        return page if page.commands or page.inherited else None

    def _options(self, path: tuple[str, ...], told: Page | None) -> list[Option]:
        """The options that are listed; of those that no help tells of it is asked whether they take a value."""
        found = options(dashed(self.ask(path, "-")), twins=True)
        for one in () if not self.tells_values else unknown(found, told, self.crawl.shared)[:MAX_NEW]:
            # the word after an option that takes a value is not completed as another option
            if not dashed(self.ask((*path, one.long or one.short or ""), "-")):
                one.value = Value(metavar(one.summary))
        return found


def by_environment(
    crawl: Crawl,
    environment: Callable[[tuple[str, ...], str], dict[str, str]],
    read: Callable[[str], Rows | None],
    eight: bool = False,
    tells_values: bool = True,
) -> Verified:
    """An interface that is asked by variables alone, up to the first answer that `read` knows for none of its.

    `environment`: the variables for some words and a begun one. `eight`: it answers on descriptor 8. `tells_values`:
    see `Verified`.
    """
    ended: list[bool] = []

    def ask(words: tuple[str, ...], begun: str) -> Rows:
        answer = None if ended else interface(crawl, (), environment(words, begun), eight)
        rows = read(answer.out.decode("utf-8", "replace")) if answer is not None and not answer.timed_out else None
        if rows is None:
            # it may have run as if bare: never again
            ended.append(True)
        return rows or {}

    return Verified(crawl, ask, tells_values)


def commands(rows: Rows, told: Page | None) -> list[Command]:
    """The candidates that are commands: those that the help knows, and those that are described."""
    known = {c.name for c in told.commands} if told is not None else set()
    found = [(name, about) for name, about in rows.items() if is_name(name) and (name in known or about)]
    return [Command(name, summary=about) for name, about in found[:MAX_COMMANDS]]


def options(rows: Rows, twins: bool = False) -> list[Option]:
    """Long names, each with the letter beside it that has the same description; an opposite is no option of its own.

    `twins`: nor is any other name of the same description beside it.
    """
    found: list[Option] = []
    for name, about in list(rows.items())[:MAX_OPTIONS]:
        last = found[-1] if found else None
        if (
            last is not None
            and about
            and rows.get(last.long or last.short or "") == about
            and _belongs(last, name, twins)
        ):
            continue
        one = Option(long=name) if name.startswith("--") else Option(short=name)
        described.describe(one, about.replace("`", ""))
        found.append(one)
    return joined([], found)


def _belongs(last: Option, name: str, twins: bool) -> bool:
    """Whether a name is the letter, the long form or the opposite of the option before it: then it is added there."""
    if name.startswith("--"):
        if last.long is None:
            last.long = name
            return True
        same = twins or last.long.replace("--no-", "--", 1) == name.replace("--no-", "--", 1)
        last.other_names += [name] if same else []
        return same
    if last.short is None and len(name) == 2:
        last.short = name
        return True
    return False


def dashed(rows: Rows) -> Rows:
    """The candidates that are options."""
    return {name: about for name, about in rows.items() if name.startswith("-") and len(name) > 1 and name != "--"}


def tidy(name: str, about: str) -> tuple[str, str]:
    """A candidate and its description as safe single lines."""
    return clean(name, MAX_SUMMARY), clean(about, MAX_SUMMARY)


def unknown(found: list[Option], told: Page | None, shared: set[str]) -> list[Option]:
    """The options that the help neither of this command nor of the program tells of."""
    known = shared | HELP | {n for o in listed(told) if not odd(o) for n in names_of(o)}
    return [one for one in found if not names_of(one) & known]


def listed(told: Page | None) -> list[Option]:
    """All options of a page."""
    return [*told.options, *told.inherited] if told is not None else []


def odd(one: Option) -> bool:
    """Whether an option was read with two long names that are not one another's opposite."""
    longs = [name for name in one.other_names if name.startswith("--")]
    return one.long is not None and any(name.replace("--no-", "--", 1) != one.long for name in longs)


def adds(page: Page, told: Page) -> bool:
    """Whether a completion lists commands that the help does not; the words for help itself do not count."""
    known = {n for c in told.commands for n in (c.name, *c.aliases)} | {"help", "completion"}
    return len([c for c in page.commands if c.name not in known]) > 1


def metavar(about: str) -> str | None:
    """The word between backquotes, which is how some descriptions name the value."""
    parts = about.split("`")
    return parts[1] if len(parts) > 2 and parts[1] else None
