"""A strict JSON scanner that only looks: where each value and key stands, and what is wrong (RFC 8259, RFC 7493)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator

from hcp_author.pack import blame
from hcp_author.pack.record import record
from hcp_author.pack.strict import DEPTH_LIMIT, SAFE_INTEGER
from hcp_author.pack.text import visible

FAULT_LIMIT = 50

_SPACE = re.compile(r"[ \t\n\r]*")
# Unrolled, so that a string that never ends is found out in one pass.
_STRING = re.compile(
    r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"',
)
_STRING_BODY = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*')
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NUMBER_END = re.compile(r"[0-9A-Za-z_.+-]*")
_CONSTANT = re.compile(r"-?Infinity|NaN")
_LITERAL = re.compile(r"true|false|null")
_BRACKET = re.compile(_STRING.pattern + r"|[\[{]|[\]}]")
_SURROGATE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\.", re.DOTALL
)


class Node:
    """One value: text[start:end] is the value, text[key_start:key_end] its key (equal where it has none)."""

    __slots__ = ("end", "key_end", "key_start", "members", "normal", "start")

    def __init__(self, start: int, end: int = 0) -> None:
        self.start, self.end = start, end
        self.key_start = self.key_end = 0
        self.members: dict[str, Node] = {}
        # NFC form -> key, kept from the first key on that is not ASCII
        self.normal: dict[str, str] = {}


@record(frozen=True)
class Fault:
    """Something wrong at text[start:end], inside the value at `path`; `fatal` where no value can be had."""

    code: str
    message: str
    start: int
    end: int
    path: tuple[str, ...]
    fix: str
    fatal: bool = False


class _StopError(Exception):
    """The text is no JSON from here on."""


def scan(text: str, start: int = 0) -> tuple[Node | None, list[Fault]]:
    """Look through the JSON document text[start:]; no Node where it is no JSON."""
    scanner = _Scanner(text)
    try:
        return scanner.document(start), scanner.faults
    except _StopError:
        return None, scanner.faults


def depth(text: str) -> int:
    """How deep arrays and objects are nested, without building anything."""
    deepest = level = 0
    for found in _BRACKET.finditer(text):
        first = text[found.start()]
        if first in "[{":
            level += 1
            deepest = max(deepest, level)
        elif first in "]}":
            level -= 1
    return deepest


def lone_surrogates(text: str) -> Iterator[tuple[int, int]]:
    r"""Yield the place of each `\uD800`-like escape that is half of a pair only."""
    for found in _SURROGATE.finditer(text):
        if len(found[0]) == 6:
            yield found.span()


def mend_surrogates(text: str) -> str:
    r"""Put `\ufffd` for each lone surrogate escape: same length, so that every place stays."""
    if "\\u" not in text:
        return text
    return _SURROGATE.sub(lambda found: "\\ufffd" if len(found[0]) == 6 else found[0], text)


class _Scanner:
    """The state of one look through a text: where we are, and what was wrong so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.path: list[str] = []
        self.faults: list[Fault] = []

    def document(self, start: int) -> Node:
        at = self.skip(start)
        if at == len(self.text):
            self.stop(at, at, "the file is empty", "write one JSON object")
        root = self.value(at)
        at = self.skip(root.end)
        if at < len(self.text):
            self.stop(at, len(self.text), *blame.trailing(self.text, at))
        return root

    def value(self, at: int) -> Node:
        char = self.text[at : at + 1]
        if char == "{":
            return self.members(at, "}", self.member)
        if char == "[":
            return self.members(at, "]", self.item)
        if char == '"':
            return Node(at, self.string(at))
        constant = _CONSTANT.match(self.text, at)
        if constant:
            self.note("F-nan", f"`{constant[0]}` is no JSON number", *constant.span(), "write null, or leave it out")
            return Node(at, constant.end())
        return Node(at, self.plain(at))

    def members(self, at: int, close: str, read: Callable[[int, Node], int]) -> Node:
        """One object or array; `read` takes its next member and returns where that ends."""
        self.deeper(at)
        node = Node(at)
        here = self.skip(at + 1)
        while self.text[here : here + 1] != close:
            here = self.skip(read(here, node))
            here = self.separator(here, close)
        node.end = here + 1
        return node

    def member(self, at: int, node: Node) -> int:
        key, key_end = self.key(at)
        colon = self.skip(key_end)
        if self.text[colon : colon + 1] != ":":
            self.stop(colon, colon + 1, *blame.expected(self.text, colon, "`:` after the key"))
        self.repeated(key, at, key_end, node)
        child = self.child(key, self.skip(colon + 1))
        child.key_start, child.key_end = at, key_end
        node.members[key] = child
        return child.end

    def item(self, at: int, node: Node) -> int:
        key = str(len(node.members))
        node.members[key] = child = self.child(key, at)
        return child.end

    def child(self, key: str, at: int) -> Node:
        self.path.append(key)
        child = self.value(at)
        self.path.pop()
        child.key_start, child.key_end = child.start, child.end
        return child

    def key(self, at: int) -> tuple[str, int]:
        if self.text[at : at + 1] != '"':
            self.stop(at, at + 1, *blame.bad_key(self.text, at))
        end = self.string(at)
        word = self.text[at:end]
        return json.loads(mend_surrogates(word)) if "\\" in word else word[1:-1], end

    def repeated(self, key: str, start: int, end: int, node: Node) -> None:
        same = self.look_alike(key, node)
        if same is None or len(self.faults) >= FAULT_LIMIT:
            return
        note = "" if same == key else " (equal after Unicode normalisation)"
        first = self.text.count("\n", 0, node.members[same].key_start) + 1
        message = f"the key `{visible(key, 60)}` is given twice{note}; first on line {first}"
        self.path.append(key)
        self.note("F-duplicate-key", message, start, end, "remove one of the two")
        self.path.pop()

    @staticmethod
    def look_alike(key: str, node: Node) -> str | None:
        if key in node.members:
            return key
        if not node.normal and key.isascii():
            return None
        if not node.normal:
            node.normal = {unicodedata.normalize("NFC", other): other for other in node.members}
        same = node.normal.setdefault(unicodedata.normalize("NFC", key), key)
        return None if same == key else same

    def string(self, at: int) -> int:
        found = _STRING.match(self.text, at)
        if found:
            if "\\u" in found[0]:
                self.surrogates(at, found[0])
            return found.end()
        body = _STRING_BODY.match(self.text, at)
        end = body.end() if body else at + 1
        self.stop(*blame.bad_string(self.text, at, end))
        return end

    def surrogates(self, at: int, literal: str) -> None:
        for start, end in lone_surrogates(literal):
            message = f"`{literal[start:end]}` is half of a surrogate pair"
            self.note("F-lone-surrogate", message, at + start, at + end, "write both halves, or remove it")

    def plain(self, at: int) -> int:
        """A number or a literal."""
        literal = _LITERAL.match(self.text, at)
        found = literal or _NUMBER.match(self.text, at)
        if not found:
            self.stop(at, *blame.bad_value(self.text, at))
            return at
        rest = _NUMBER_END.match(self.text, found.end())
        if rest and rest[0]:
            word = self.text[at : rest.end()]
            self.stop(at, rest.end(), f"`{visible(word, 40)}` is no JSON value", blame.number_fix(word, bool(literal)))
        if not literal:
            self.number(found)
        return found.end()

    def number(self, found: re.Match[str]) -> None:
        word = found[0]
        whole = word.lstrip("-").isdigit()
        if whole and (len(word) > 20 or abs(int(word)) > SAFE_INTEGER):
            shown = word if len(word) < 40 else f"{word[:12]}… ({len(word)} digits)"
            message = f"`{shown}` is beyond 2**53: programs read it differently"
            self.note("F-big-number", message, *found.span(), "write a smaller number, or a string")
        elif not whole and abs(float(word)) == float("inf"):
            self.note("F-big-number", f"`{visible(word, 40)}` is too large for a number", *found.span(), "write null")

    def deeper(self, at: int) -> None:
        if len(self.path) >= DEPTH_LIMIT:
            message = f"nested {depth(self.text)} levels deep; the limit is {DEPTH_LIMIT}"
            self.stop(at, at + 1, message, "nest less deeply", "F-too-deep")

    def separator(self, at: int, close: str) -> int:
        """Past the comma to the next member, or at the closing bracket."""
        char = self.text[at : at + 1]
        if char == close:
            return at
        if char != ",":
            self.stop(at, at + 1, *blame.no_comma(self.text, at, close))
        following = self.skip(at + 1)
        if self.text[following : following + 1] == close:
            self.stop(at, at + 1, f"a comma stands before `{close}`", "remove the comma")
        return following

    def skip(self, at: int) -> int:
        if self.text[at : at + 1] > " ":  # most often nothing is there to skip
            return at
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def note(self, code: str, message: str, start: int, end: int, fix: str, fatal: bool = False) -> None:
        if len(self.faults) < FAULT_LIMIT or fatal:
            self.faults.append(Fault(code, message, start, end, tuple(self.path), fix, fatal))

    def stop(self, start: int, end: int, message: str, fix: str, code: str = "F-not-json") -> None:
        self.note(code, message, start, min(end, len(self.text)), fix, fatal=True)
        raise _StopError
