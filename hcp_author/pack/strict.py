"""The value of a JSON text in which nothing is wrong, quickly; anything odd is left to pack.scan, which names it."""

from __future__ import annotations

import unicodedata
from json import JSONDecoder

from hcp_author.pack.late import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEPTH_LIMIT = 64
SAFE_INTEGER = 2**53


SURROGATE_ESCAPE = pattern(r"\\u[dD][89a-fA-F]")


class OddError(Exception):
    """The text may be no strict JSON (RFC 8259, RFC 7493)."""


def value(text: str) -> Any:
    """The value; raises OddError or ValueError where anything may be wrong, RecursionError where it is too deep."""
    if "\\\\" in text or "\\ud" in text or "\\uD" in text:  # escapes in a row, half of a surrogate pair
        return _careful(text)
    found = _PLAIN(text)
    plain = text.isascii() and "\\u" not in text
    deepest, strings, ascii_keys = _measure(found, plain)
    if not ascii_keys:
        return _careful(text)
    # a repeated key is read and lost: then the text has more strings than the value
    if deepest > DEPTH_LIMIT or 2 * strings != text.count('"') - text.count('\\"'):
        raise OddError
    return found


def _careful(text: str) -> Any:
    """The same for a text with keys that could be equal after Unicode normalisation, or that is hard to count in."""
    if SURROGATE_ESCAPE.search(text):
        raise OddError
    found = _KEYED(text)
    if _measure(found, True)[0] > DEPTH_LIMIT:
        raise OddError
    return found


def _measure(value: Any, plain: bool) -> tuple[int, int, bool]:
    """How deep the value is nested, how many strings it has, keys among them, and whether all keys are ASCII.

    Level by level. `plain` says that the keys are known to be.
    """
    deepest = strings = 0
    level = [value]
    kinds = [type(value)]
    while level:
        strings += kinds.count(str)
        inner: list[Any] = []
        holds = False
        for one, kind in zip(level, kinds, strict=True):
            if kind is dict:
                strings += len(one)
                if not plain and not "".join(one).isascii():
                    return deepest, strings, False
                inner += one.values()
                holds = True
            elif kind is list:
                inner += one
                holds = True
        deepest += holds
        level, kinds = inner, list(map(type, inner))
    return deepest, strings, True


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise OddError
    if not all(map(str.isascii, found)) and len({unicodedata.normalize("NFC", key) for key in found}) != len(found):
        raise OddError
    return found


def _integer(word: str) -> int:
    if len(word) > 15 and (len(word) > 20 or abs(int(word)) > SAFE_INTEGER):
        raise OddError
    return int(word)


def _float(word: str) -> float:
    number = float(word)
    if abs(number) == float("inf"):
        raise OddError
    return number


def _constant(word: str) -> float:
    raise OddError


_PLAIN = JSONDecoder(parse_int=_integer, parse_float=_float, parse_constant=_constant).decode
_KEYED = JSONDecoder(object_pairs_hook=_pairs, parse_int=_integer, parse_float=_float, parse_constant=_constant).decode
