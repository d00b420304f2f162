"""What completion files say, held against the program's own help before it is believed."""

from __future__ import annotations

import copy
import re
from collections import Counter

from hcp_author.introspect import shells
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.optionrows import joined, names_of
from hcp_author.introspect.reading.values import type_of
from hcp_author.introspect.shells.gathered import SOURCE, Gathered, Path
from hcp_author.introspect.tree import Option

# of what a file written by hand lists, or of what the help lists, the other must have this share, if it is ENOUGH
_KNOWN = 0.7
_ENOUGH = 5
_MANY, _NEARLY_ALL = 8, 0.8
_SOME = re.compile(
    r"\b(?:most|some|common|commonly|frequent|frequently|often|popular|basic|important)\b", re.IGNORECASE
)


class Completed:
    """The pages of one program's completion files."""

    def __init__(self, pages: dict[Path, Page], told: dict[Path, Page | None]) -> None:
        self._pages, self._told = pages, told

    def page(self, path: Path) -> Page | None:
        """What the files say about `path`, as a fresh page."""
        if path not in self._pages:
            return None
        page = copy.deepcopy(self._pages[path])
        told = self._told.get(path)
        if told is not None and page.machine:
            page.options = _aligned(page.options, told.options)
        return page


def _aligned(mine: list[Option], told: list[Option]) -> list[Option]:
    """Options whose names the help has in one row, as one: a completion may list each name for itself."""
    row = {name: at for at, one in enumerate(told) for name in names_of(one)}
    first: dict[int, Option] = {}
    kept = []
    for one in mine:
        rows = {row[name] for name in names_of(one) if name in row}
        at = rows.pop() if len(rows) == 1 else -1
        known = first.setdefault(at, one) if at >= 0 else one
        if known is one:
            kept.append(one)
            continue
        known.short = known.short or one.short
        known.long = known.long or one.long
        known.other_names += sorted(names_of(one) - names_of(known))
        known.value = known.value or one.value
    return kept


def source_of(files: list[Gathered], first: Page, told: dict[Path, Page | None]) -> Completed | None:
    """The files as one source. One that is written by hand must be about the same commands and options as the help,
    and what it lists as commands below another is left out: those may be another program's. Where the help says that
    it lists but some commands, a file adds the others.
    """
    if not files:
        return None
    files = [one for one in files if one.generated or _agrees(one, first)]
    if not files:
        return None
    whole = shells.together(files)
    if not whole.generated:
        _certain_alone(whole, first)
    return Completed(whole.pages, told)


def _agrees(one: Gathered, first: Page) -> bool:
    """Whether a file's lists for the program itself are about what its help lists."""
    listed = [names for o in (*first.options, *first.inherited) if (names := names_of(o))]
    mine = [names_of(o) for o in one.pages.get((), Page()).options]
    return len(listed) < _ENOUGH or not mine or _shared(mine, listed) or _shared(listed, mine)


def _shared(some: list[set[str]], others: list[set[str]]) -> bool:
    """Whether most of `some` are among the others."""
    known = set().union(*others)
    return sum(bool(names & known) for names in some) >= _KNOWN * len(some)


def _certain_alone(whole: Gathered, first: Page) -> None:
    """Of what is written by hand, keep what is certain: no new commands, and no value that may be left out.

    The words that it offers for a value are hints for who types: others may be allowed.
    """
    listed = {n for c in first.commands for n in (c.name, *c.aliases)}
    for path, page in whole.pages.items():
        page.machine = False
        page.adds = not path and _lists_some(first) and _covers(page, first)
        page.commands = [c for c in page.commands if not path and (page.adds or c.name in listed)]
        for one in page.options:
            if one.value is not None and one.value.optional and not one.value.choices:
                one.value = None
            elif one.value is not None and one.value.choices:
                one.value.choices, one.value.type = None, type_of(one.value.name or "", None)
        for operand in page.arguments:
            operand.choices = None
    _lift(whole.pages, {c.name for c in first.commands})


def _lists_some(first: Page) -> bool:
    """Whether the help says above each of its lists that there are more commands than these: `Most used commands:`."""
    headings = {c.heading for c in first.commands}
    return bool(headings) and all(map(_SOME.search, headings))


def _covers(page: Page, first: Page) -> bool:
    """Whether a file lists nearly all of the commands that the help lists."""
    listed = {c.name for c in first.commands}
    return len(listed) >= _ENOUGH and len(listed & {c.name for c in page.commands}) >= _NEARLY_ALL * len(listed)


def _lift(pages: dict[Path, Page], listed: set[str]) -> None:
    """What a file lists for nearly every command, and not for the program, is the program's own: kept once."""
    below = [page for path, page in pages.items() if len(path) == 1 and path[0] in listed and page.options]
    if len(below) < max(_MANY, _NEARLY_ALL * len(listed)):
        return
    seen = Counter(name for page in below for name in {n for o in page.options for n in names_of(o)})
    root = pages.setdefault((), Page(source=SOURCE))
    common = {name for name, times in seen.items() if times >= _NEARLY_ALL * len(below)}
    common -= {n for o in root.options for n in names_of(o)}
    for page in below:
        root.options = joined(root.options, [o for o in page.options if names_of(o) & common])
        page.options = [o for o in page.options if not names_of(o) & common]
