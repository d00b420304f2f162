"""The option table that getopt_long(3) programs carry in their file; nothing is run for it."""

from __future__ import annotations

import functools

from hcp_author.introspect import elf
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.optionrows import names_of
from hcp_author.introspect.resolve import Found
from hcp_author.introspect.tree import Option, Value

_SHARED = 0.8
_LEAST = 3


class Table:
    """The rows of the one table that is the program's own, and its letters with their colons."""

    def __init__(self, rows: list[elf.Entry], letters: dict[str, int]) -> None:
        self._rows, self._letters = rows, letters

    def page(self, path: tuple[str, ...]) -> Page | None:
        """The options of the program itself; nothing about its commands."""
        if path:
            return None
        named = {row.letter for row in self._rows if self._letters.get(row.letter) == row.value}
        bare = [Option(short=f"-{c}", value=_value(n)) for c, n in self._letters.items() if c not in named]
        return Page(options=[*_options(self._rows, self._letters), *bare], source="table", machine=True)


@functools.lru_cache(maxsize=4)
def compiled(found: Found) -> tuple[list[list[elf.Entry]], list[str]]:
    """All option tables in the program's file, and the strings that may be its letters (elf.tables)."""
    return elf.tables(found.real)


def open_source(crawl: Crawl, first: Page) -> Table | None:
    """The table that shares most of its options with the help; None where none does, or two do."""
    listed = {name for one in first.options for name in names_of(one)}
    found, strings = compiled(crawl.door.found)
    own = [rows for rows in found if _is_of(rows, listed)]
    if len(own) != 1:
        return None
    return Table(own[0], _letters_of(own[0], strings, listed))


def _is_of(rows: list[elf.Entry], listed: set[str]) -> bool:
    """Whether nearly all long options of the help are in a table."""
    long = {name for name in listed if name.startswith("--")} - {"--help", "--version"}
    return len(long) >= _LEAST and len(long & {f"--{row.name}" for row in rows}) >= len(long) * _SHARED


def _options(rows: list[elf.Entry], letters: dict[str, int]) -> list[Option]:
    """The long options, those of one letter as one, each with it where that takes values as the row does."""
    found: list[Option] = []
    known: dict[tuple[str, int], Option] = {}
    taken = set[str]()
    for row in rows:
        same = known.get((row.letter, row.value)) if row.letter else None
        if same is not None:
            # two names that give one letter cannot be told apart by the program
            same.other_names.append(f"--{row.name}")
            continue
        letter = row.letter if letters.get(row.letter) == row.value and row.letter not in taken else ""
        taken.add(letter)
        one = Option(long=f"--{row.name}", short=f"-{letter}" if letter else None, value=_value(row.value))
        known[row.letter, row.value] = one
        found.append(one)
    return found


def _letters_of(rows: list[elf.Entry], strings: list[str], listed: set[str]) -> dict[str, int]:
    """The program's letters and how many values each takes (2: an optional one); {} where no string fits.

    A string fits where it has every letter that the help lists and agrees with the table about values; where
    the long form has an optional one, the letter may do as it likes. Of several that fit the shortest is taken.
    """
    short = {name[1] for name in listed if len(name) == 2}
    wanted = {row.letter: row.value for row in rows if row.letter in short}
    fits = []
    for text in strings:
        letters = _parsed(text)
        if wanted and short <= set(letters) and all(n in (2, letters[c]) for c, n in wanted.items()):
            fits.append(letters)
    return min(fits, key=len, default={})


def _parsed(text: str) -> dict[str, int]:
    """getopt's letters with the number of colons after each."""
    letters: dict[str, int] = {}
    last = ""
    for char in text:
        if char in ":;":
            letters[last] += char == ":"
        else:
            last = char
            letters.setdefault(char, 0)
    return {c: n for c, n in letters.items() if c.isalnum() and n <= 2}


def _value(count: int) -> Value | None:
    return Value(optional=count == 2) if count else None
