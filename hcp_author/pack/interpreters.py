"""Which programs run what they are handed: shells and interpreters with their options for code, and runners."""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache

from hcp_author.pack.record import record

_LIST = os.path.join(os.path.dirname(__file__), "interpreters.json")


@record(frozen=True)
class Interpreter:
    """The options whose value is code; whether its standard input is data, and fixed code an ordinary argument."""

    code: tuple[str, ...]
    filter: bool

    def takes_code(self, word: str) -> bool:
        """Whether a word is one of those options: alone, with its value (`--eval=x`), among letters (`-lc`)."""
        return any(word.split("=")[0] == option or _has_letter(word, option) for option in self.code)


def find(program: str) -> Interpreter | None:
    """The interpreter of that name, with or without a version; None where it is none."""
    return _known()[0].get(plain(program))


def is_runner(program: str) -> bool:
    """Whether a program's operands are another program and its argv (`env`, `xargs`)."""
    return plain(program) in _known()[1]


def hands_on(program: str) -> bool:
    """Whether a program runs what its operands say, here or in another place (`ssh HOST COMMAND`)."""
    return is_runner(program) or plain(program) in _known()[2]


def plain(program: str) -> str:
    """A program's name without its version: `python3.12` gives `python`."""
    return program.rstrip("0123456789.-") or program


def _has_letter(word: str, option: str) -> bool:
    if len(option) != 2 or word.startswith("--"):
        return False
    return word.startswith(option) or re.fullmatch(rf"-[a-zI]{{1,4}}{re.escape(option[1])}", word) is not None


@lru_cache(maxsize=1)
def _known() -> tuple[dict[str, Interpreter], frozenset[str], frozenset[str]]:
    with open(_LIST, encoding="utf-8") as file:
        read = json.load(file)
    families = [(one["names"], Interpreter(tuple(one["code"]), one["filter"])) for one in read["interpreters"]]
    by_name = {name: family for names, family in families for name in names}
    return by_name, frozenset(read["runners"]), frozenset(read["elsewhere"])
