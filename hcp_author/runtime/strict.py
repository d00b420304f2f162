"""Strict JSON in and safe JSON out: no duplicate keys, NaN, BOM or overflow; no raw control character printed."""

from __future__ import annotations

import json
import os

from .kinds import Any

FILE_LIMIT = 1 << 20
LARGEST = 2**53
DEPTH = 64  # of files, envelopes and events; more is nobody's
OUTPUT_DEPTH = 256  # of what a program prints
MANY = 500_000  # arrays and objects in one document; each takes a hundred bytes of memory


class NotStrict(ValueError):  # noqa: N818  it names what the text is
    """Text that is not strict JSON; the message says where and what."""


def loads(text: str) -> Any:
    """Read one JSON document that every parser reads alike; raises NotStrict."""
    _shallow(text, DEPTH)
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite, parse_int=_exact
        )
    except json.JSONDecodeError as error:
        raise NotStrict(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from None
    except RecursionError:
        raise NotStrict("nested too deeply") from None
    except NotStrict as error:
        from . import whereis

        raise NotStrict(whereis.trouble(text) or str(error)) from None


def loads_output(text: str) -> Any:
    """Read what a program printed: JSON without NaN, overflow or a key given twice; raises NotStrict."""
    _shallow(text, OUTPUT_DEPTH)
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise NotStrict(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise NotStrict("nested too deeply") from None
    except ValueError as error:
        raise NotStrict(str(error)) from None


def dumps(value: Any, indent: int | None = None) -> str:
    """JSON text in readable Unicode; what a terminal could obey is written as an escape."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    return text if text.isprintable() else text.translate({ord(mark): _escaped(mark) for mark in unsafe(text)})


def unsafe(text: str, keep: str = " \n") -> set[str]:
    """The characters of text that could do more to a terminal than show: control, format, unassigned, surrogates."""
    return {mark for mark in set(text) if not mark.isprintable() and mark not in keep}


def read_file(path: str, limit: int = FILE_LIMIT, closed_to: int = 0) -> str:
    """The text of a regular file, never through a link; raises NotStrict or OSError.

    With `closed_to`, a file of this user's alone: none of those permission bits may be set.
    """
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as stream:
        facts = os.fstat(stream.fileno())
        if facts.st_mode & 0o170000 != 0o100000:
            raise NotStrict("not a regular file")
        if closed_to and (facts.st_uid != os.getuid() or facts.st_mode & closed_to):
            raise NotStrict("it is not closed to others; chmod 600 it")
        if closed_to and facts.st_nlink != 1:
            raise NotStrict("it has a second name elsewhere, under which it could be written")
        return decode(stream.read(limit + 1), limit)


def decode(data: bytes, limit: int = FILE_LIMIT) -> str:
    """UTF-8 without a byte order mark, at most `limit` bytes; raises NotStrict."""
    if len(data) > limit:
        raise NotStrict(f"larger than {limit:,} bytes")
    if data.startswith(b"\xef\xbb\xbf"):
        raise NotStrict("line 1, column 1: it begins with a byte order mark; save it as UTF-8 without one")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotStrict(f"line {line}: byte {error.start} is not UTF-8") from None


def _shallow(text: str, limit: int) -> None:
    """Refuse text that nests deeper than the limit, or holds too much, before a parser runs out of stack or memory."""
    if text.count("[") + text.count("{") <= limit:
        return
    import re

    depth = many = 0
    quoted = False
    # mark by mark: one pattern for a whole string takes a hundred bytes of memory for each of its characters
    for found in re.finditer(r'\\.|["\[{\]}]', text, re.DOTALL):
        quoted ^= found[0] == '"'
        step = 0 if quoted else {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        depth, many = depth + step, many + (step > 0)
        if depth > limit:
            raise NotStrict("nested too deeply")
        if many > MANY:
            raise NotStrict(f"it holds more than {MANY:,} arrays and objects")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise NotStrict("a key is given twice")
    if any(not key.isascii() for key in made):
        import unicodedata

        if len({unicodedata.normalize("NFC", key) for key in made}) < len(made):
            raise NotStrict("a key is given twice")
    return made


def _no_constant(word: str) -> Any:
    raise NotStrict(f"`{word}` is not a JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise NotStrict(f"the number `{digits[:40]}` is too large")
    return number


def _exact(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise NotStrict(f"the number `{digits[:40]}` is beyond 2^53, which parsers round")
    return int(digits)


def _escaped(mark: str) -> str:
    code = ord(mark)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
