"""A difference before it has its place, and the program's own words made fit to stand in its message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hcp_author.drift.needs import Located
from hcp_author.pack.text import clean

WORD, SHOWN = 60, 5


@dataclass(frozen=True)
class Raw:
    """One difference: kind, code, message, fix, and the JSON pointer of the place in `file` that it is about."""

    kind: str
    code: str
    message: str
    fix: str
    pointer: str
    file: str = "surface.json"


def quoted(word: str) -> str:
    """A word of the program's in backticks, on one line, with nothing hidden."""
    return f"`{clean(word, WORD).replace('`', chr(39))}`"


def listed(words: Sequence[str]) -> str:
    """A few words of the program's, and how many more there are."""
    more = f" and {len(words) - SHOWN} more" if len(words) > SHOWN else ""
    return ", ".join(map(quoted, words[:SHOWN])) + more


def called(now: Located) -> str:
    """The command as one would type it, in backticks."""
    return quoted(" ".join(command.name for command in now.line))
