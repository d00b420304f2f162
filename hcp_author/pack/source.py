"""JSON text to values, with the place of every JSON pointer; strict, and never a traceback."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from hcp_author.pack import strict
from hcp_author.pack.late import pattern
from hcp_author.pack.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hcp_author.pack.scan import Fault, Node

SIZE_LIMIT = 1024 * 1024

_LINE_END = pattern(r"\r\n|\n|\r")
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@record(frozen=True)
class Place:
    """A stretch of text: lines and columns from 1, columns in code points, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


START = Place(1, 1, 1, 1)


@record(frozen=True)
class Problem:
    """Something wrong with a file: `code` (`F-duplicate-key`), where, the JSON pointer it is in, what mends it."""

    code: str
    message: str
    place: Place
    pointer: str = ""
    fix: str = ""


@record(frozen=True, eq=False)
class Document:
    """One JSON file as read.

    `value` is None where no value can be had (the problems say why) or there is no such file (`exists` is
    False, no problems). With a duplicate key, a NaN, a byte order mark or the like there is a value *and* a problem:
    the value is for looking further, and such a file is not to be trusted.
    """

    name: str
    text: str
    value: Any
    problems: tuple[Problem, ...] = ()
    exists: bool = True

    def place(self, pointer: str) -> Place:
        """The place of the value at `pointer`; of its nearest parent where it is missing."""
        return self.place_at(*self.span(pointer))

    def key_place(self, pointer: str) -> Place:
        """The place of the key at `pointer` (with its quotes); of the value where it has none."""
        node = self._find(pointer)
        return self.place_at(node.key_start, node.key_end) if node.key_end else self.place_at(node.start, node.end)

    def span(self, pointer: str) -> tuple[int, int]:
        """Where the value at `pointer` begins and ends in `text`."""
        node = self._find(pointer)
        return node.start, node.end

    def place_at(self, start: int, end: int) -> Place:
        """The place of text[start:end]."""
        line, end_line = bisect_right(self._lines, start), bisect_right(self._lines, end)
        return Place(line, start - self._lines[line - 1] + 1, end_line, end - self._lines[end_line - 1] + 1)

    @cached_property
    def root(self) -> Node:
        """Where everything stands; an empty stretch where the text is no JSON."""
        from hcp_author.pack.scan import Node, scan

        start = 1 if self.text.startswith("\ufeff") else 0
        return scan(self.text, start)[0] or Node(0)

    @cached_property
    def _lines(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    def _find(self, pointer: str) -> Node:
        node = self.root
        for part in split(pointer):
            if part not in node.members:
                break
            node = node.members[part]
        return node


def parse(data: bytes, name: str) -> Document:
    """Read one JSON file (RFC 8259, and RFC 7493 for what programs read differently)."""
    if len(data) > SIZE_LIMIT:
        return refused(name, too_large(name, len(data)))
    try:
        text = data.decode("utf-8")
        return Document(name, text, strict.value(text))
    except (UnicodeDecodeError, ValueError, RecursionError, strict.OddError):
        return _slow(data, name)


def absent(name: str) -> Document:
    """The document of a file that is not there."""
    return Document(name, "", None, exists=False)


def refused(name: str, problem: Problem) -> Document:
    """The document of a file that could not be read at all."""
    return Document(name, "", None, (problem,))


def too_large(name: str, size: int, limit: int = SIZE_LIMIT) -> Problem:
    """The problem of a file over the size limit (1 MiB unless told); both in bytes."""
    message = f"`{name}` has {size} bytes; the limit is {limit}"
    return Problem("F-too-large", message, START, "", "make it smaller, or take it out of the pack")


def pointer(*parts: str | int) -> str:
    """Build a JSON pointer (RFC 6901): pointer("verbs", 0) is `/verbs/0`."""
    found = ""
    for part in parts:
        word = str(part)
        if "~" in word or "/" in word:
            word = word.replace("~", "~0").replace("/", "~1")
        found += "/" + word
    return found


def split(pointer: str) -> list[str]:
    """The parts of a JSON pointer, unescaped."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]


def _slow(data: bytes, name: str) -> Document:
    """Say what is wrong, and where; give the value all the same where there is one."""
    if data.startswith(_UTF16_MARKS) or b"\x00" in data[:2]:
        return refused(name, _problem_utf16(name))
    from hcp_author.pack.scan import scan

    text = data.decode("utf-8", "replace")
    start = 1 if text.startswith("\ufeff") else 0
    root, faults = scan(text, start)
    encoding = list(_bad_bytes(data))
    if encoding and root is None:
        # what follows a wrong encoding is most often its consequence
        faults = []
    faults = [*_byte_order_mark(text), *encoding, *faults]
    try:
        document = Document(name, text, None if root is None else _value(text[start:]))
    except (ValueError, RecursionError):
        # the scanner let pass what the parser does not: a fault of ours, but not one to crash for
        return refused(
            name, Problem("F-not-json", f"`{name}` is no strict JSON", START, "", "compare it with RFC 8259")
        )
    return Document(name, text, document.value, tuple(_problem(document, fault) for fault in faults))


def _value(text: str) -> Any:
    """The value as a lenient reader takes it; 0 for what is no finite number, U+FFFD for half a surrogate pair."""
    from hcp_author.pack.scan import mend_surrogates

    return json.loads(
        mend_surrogates(text),
        parse_int=lambda word: int(word) if len(word) <= 4000 else 0,
        parse_float=lambda word: 0.0 if abs(float(word)) == float("inf") else float(word),
        parse_constant=lambda word: 0,
    )


def _byte_order_mark(text: str) -> Iterable[Fault]:
    from hcp_author.pack.scan import Fault

    if text.startswith("\ufeff"):
        yield Fault("F-bom", "the file begins with a byte order mark", 0, 1, (), "save it as UTF-8 without BOM")


def _bad_bytes(data: bytes) -> Iterable[Fault]:
    from hcp_author.pack.scan import Fault

    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = len(data[: error.start].decode("utf-8"))
        message = f"byte 0x{data[error.start]:02x} is not UTF-8"
        yield Fault("F-not-utf8", message, at, at + 1, (), "save it as UTF-8 without BOM")


def _problem(document: Document, fault: Fault) -> Problem:
    place = document.place_at(fault.start, fault.end)
    return Problem(fault.code, fault.message, place, pointer(*fault.path), fault.fix)


def _problem_utf16(name: str) -> Problem:
    return Problem("F-not-utf8", f"`{name}` is UTF-16, not UTF-8", START, "", "save it as UTF-8 without BOM")
