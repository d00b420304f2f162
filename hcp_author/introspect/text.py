"""Bytes that a stranger's program printed, turned into plain lines once: no escapes, no overstrikes, no surprises."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MAX_TEXT = 1_000_000
MAX_LINE = 2_000
TAB = 8

# ESC [ … letter, ESC ] … BEL or ESC \, ESC and one more character; none of them repeats inside another
_ESCAPE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]?.?")
_OVERSTRIKE = re.compile(r".\x08")
_DROPPED = frozenset(("Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"))
_SPACES = frozenset("\t\n\r\u2028\u2029")
# letters, marks and symbols that draw nothing although their category says otherwise, and variation selectors
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)


@dataclass(frozen=True)
class Text:
    """Lines without their ends; how many characters were replaced or dropped; whether something was cut."""

    lines: list[str]
    replaced: int = 0
    dropped: int = 0
    cut: bool = False


def read(data: bytes) -> Text:
    """Decode help output: UTF-8 (errors replaced), CRLF folded, split on LF only, control characters dropped.

    What follows a bare CR within a line is dropped: it could show one thing and say another. Lines over
    MAX_LINE and texts over MAX_TEXT characters are cut. Never raises.
    """
    cut = len(data) > MAX_TEXT
    raw = data[:MAX_TEXT].decode("utf-8", "replace")
    replaced = raw.count("\ufffd")
    raw = _ESCAPE.sub("", raw.replace("\r\n", "\n")) if "\x1b" in raw else raw.replace("\r\n", "\n")
    lines, dropped = [], 0
    for line in raw.split("\n"):
        kept, lost = _plain(line)
        cut = cut or len(kept) > MAX_LINE
        dropped += lost
        lines.append(kept[:MAX_LINE].rstrip())
    return Text(lines, replaced, dropped, cut)


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
