"""Bytes that a stranger's program printed, turned into plain lines once: no escapes, no overstrikes, no surprises."""

from __future__ import annotations

import codecs
import contextlib
import re
import unicodedata
from dataclasses import dataclass

MAX_TEXT = 1_000_000
MAX_LINE = 2_000
TAB = 8

# ESC [ … letter, ESC ] … BEL or ESC \, ESC and one more character; none of them repeats inside another
_ESCAPE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]?.?")
# what Western text of one byte a letter never holds: most control characters, and long runs beyond ASCII (other
# scripts, boxes of an old code page)
_NOT_WESTERN = re.compile(rb"[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]|[\x80-\xff]{4}")
_MANY_BYTES = re.compile("[\u0080-\ufffc\ufffe-\U0010ffff]")
_OVERSTRIKE = re.compile(r".\x08")
_DROPPED = frozenset(("Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"))
_SPACES = frozenset("\t\n\r\u2028\u2029")
# letters, marks and symbols that draw nothing although their category says otherwise, and variation selectors
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)


@dataclass(frozen=True)
class Text:
    """Lines without their ends; how many characters were replaced or dropped; whether something was cut.

    `encoding`: how the bytes were read: utf-8, cp1252, utf-16.
    """

    lines: list[str]
    replaced: int = 0
    dropped: int = 0
    cut: bool = False
    encoding: str = "utf-8"

    def doubt(self) -> str:
        """What a note should say of the bytes that were no UTF-8; "" where there were none."""
        if self.encoding != "utf-8":
            return f"its text is no UTF-8 and was read as {self.encoding}"
        many = f"{self.replaced} byte{'s' * (self.replaced != 1)}"
        return f"{many} of its text could not be read: they are no UTF-8" if self.replaced else ""


def read(data: bytes) -> Text:
    """Decode help output (see `_decoded`), CRLF folded, split on LF only, control characters dropped.

    What follows a bare CR within a line is dropped: it could show one thing and say another. Lines over
    MAX_LINE and texts over MAX_TEXT characters are cut. Never raises.
    """
    cut = len(data) > MAX_TEXT
    raw, replaced, encoding = _decoded(data[:MAX_TEXT], cut)
    raw = _ESCAPE.sub("", raw.replace("\r\n", "\n")) if "\x1b" in raw else raw.replace("\r\n", "\n")
    lines, dropped = [], 0
    for line in raw.split("\n"):
        kept, lost = _plain(line)
        cut = cut or len(kept) > MAX_LINE
        dropped += lost
        lines.append(kept[:MAX_LINE].rstrip())
    return Text(lines, replaced, dropped, cut, encoding)


def _decoded(data: bytes, cut: bool) -> tuple[str, int, str]:
    """The bytes as text, how many of them were replaced, and the encoding: one for the whole text.

    UTF-16 where a mark at the beginning says so. What is no UTF-8, and holds no letter of it either, is Western text
    of one byte a letter (cp1252, with it Latin-1) if it looks like that; anything else is UTF-8 with damage.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        with contextlib.suppress(UnicodeDecodeError):
            return data[: len(data) & ~1].decode("utf-16"), 0, "utf-16"
    try:
        return data.decode("utf-8"), 0, "utf-8"
    except UnicodeDecodeError as error:
        broken_off = cut and error.reason == "unexpected end of data"
    text = data.decode("utf-8", "replace")
    if not (broken_off or _NOT_WESTERN.search(data) or _MANY_BYTES.search(text)):
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode("cp1252"), 0, "cp1252"
    return text, text.count("\ufffd"), "utf-8"


def _plain(line: str) -> tuple[str, int]:
    """One line as a terminal would leave it, and how many characters went."""
    if line.isascii() and line.isprintable():
        return line.rstrip(), 0
    before = len(line)
    line = _without_overstrikes(next((part for part in line.split("\r") if part), "") if "\r" in line else line)
    line = line.expandtabs(TAB)
    line = _BLANK.sub("", line)
    if not line.isprintable():
        line = "".join(c for c in line if c == " " or not _hidden(c))
    return line.replace("\u00a0", " ").rstrip(), max(0, before - len(line))


def _without_overstrikes(line: str) -> str:
    """Fold `x BS x` (bold) and `_ BS x` (underlined) into `x`."""
    while "\x08" in line:
        shorter = _OVERSTRIKE.sub("", line)
        if shorter == line:
            return line.replace("\x08", "")
        line = shorter
    return line


def _hidden(char: str) -> bool:
    return unicodedata.category(char) in _DROPPED or _BLANK.match(char) is not None


def clean(text: str, limit: int | None = None) -> str:
    """One safe line for a terminal or a table: hidden characters dropped, white space collapsed, cut at `limit`."""
    if limit is not None:
        text = text[: limit * 4]
    if not (text.isascii() and text.isprintable()):
        text = "".join(" " if c in _SPACES else c for c in _ESCAPE.sub("", text) if c in _SPACES or not _hidden(c))
    line = " ".join(text.split())
    return line if limit is None or len(line) <= limit else line[: max(0, limit - 1)].rstrip() + "…"


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set: how the word lists of this room are written down."""
    return frozenset(text.split())
