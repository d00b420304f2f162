"""Rows that are nothing but options one after the other, each with its own value: `-amin N -newer FILE -true`."""

from __future__ import annotations

from hcp_author.introspect.reading.optionline import option
from hcp_author.introspect.reading.rows import Row, is_option
from hcp_author.introspect.reading.values import value_of
from hcp_author.introspect.tree import Option, Value

_LEAST = 3
MAX_WORDS = 400
_VOWELS = frozenset("aeiouy")


def run(row: Row) -> list[Option]:
    """The options of a row that lists several and says nothing about any; [] where a row is no such list.

    At least three words, none of one letter, with nothing but blanks and values between them: names of one option
    are parted by commas or bars, or are a short and a long one, or have a description.
    """
    words = " ".join([row.head, *row.text]).split()
    names = [word for word in words if is_option(word)]
    if len(names) < _LEAST or len(words) > MAX_WORDS or not is_option(words[0]):
        return []
    if not all(map(_is_name, names)) or not all(is_option(word) or _is_value(word) for word in words):
        return []
    found: list[Option] = []
    for word in words:
        if not is_option(word):
            found[-1].value = found[-1].value or _value(word)
        elif (read := option(word)) is not None:
            found.append(read[0])
    return found


def _is_name(word: str) -> bool:
    """Whether a word is a name of more than one letter and nothing else."""
    return len(word) > 2 and word.lstrip("-").replace("-", "").replace("_", "").isalnum()


def _is_value(word: str) -> bool:
    """Whether a word stands for a value, or ends one as a shell has it: `FILE`, `[-/]MODE`, `{}`, `;`."""
    return word in ("{}", "+", ";") or word[0] in "<[" or word.partition("[")[0].isupper()


def _value(word: str) -> Value | None:
    """The value that a word stands for; one in brackets may be left out, unless these hold letters to choose from."""
    if not word.strip("{};+"):
        return None
    inner = word[1:-1] if word[0] == "[" and word[-1] == "]" else ""
    return value_of(word, optional=bool(inner) and (not inner.isalpha() or bool(set(inner.lower()) & _VOWELS)))
