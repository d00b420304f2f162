"""The words of a fish script, line by line: quotes resolved, substitutions left as text, nothing run."""

from __future__ import annotations

from dataclasses import dataclass

MAX_LINES, MAX_BRACES = 50_000, 1_000
_ESCAPES = {"n": "\n", "t": "\t", "r": "", "e": "", "a": ""}


@dataclass
class Line:
    """One command: its words, at least one."""

    words: list[str]


def lines(text: str) -> list[Line]:
    """The commands of a script in order; a quoted word may hold line ends."""
    found: list[Line] = []
    words: list[str] = []
    at = 0
    while at < len(text) and len(found) < MAX_LINES:
        char = text[at]
        if char in "\n;|&":
            if words:
                found.append(Line(words))
                words = []
            at += 1
        elif char in " \t\r":
            at += 1
        elif char == "#":
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        elif text.startswith("\\\n", at):
            at += 2
        else:
            word, at = _word(text, at)
            words.append(word)
    if words:
        found.append(Line(words))
    return found


def _word(text: str, at: int) -> tuple[str, int]:
    """The word that begins here, and the place after it; always moves on."""
    parts: list[str] = []
    while at < len(text) and text[at] not in " \t\r\n;|&":
        char = text[at]
        if char in "'\"":
            part, at = _quoted(text, at)
        elif char == "\\":
            following = text[at + 1 : at + 2]
            part, at = ("" if following == "\n" else _ESCAPES.get(following, following)), at + 2
        elif char == "(":
            end = _closed(text, at)
            part, at = text[at:end], end
        elif char == "{":
            part, at = _braced(text, at)
        else:
            part, at = char, at + 1
        parts.append(part)
    return "".join(parts), at


def _quoted(text: str, at: int) -> tuple[str, int]:
    """A quoted string; a backslash speaks for the quote, the dollar and itself alone."""
    quote = text[at]
    at += 1
    parts: list[str] = []
    while at < len(text) and text[at] != quote:
        if text[at] == "\\" and text[at + 1 : at + 2] in ("\\", quote, "$"):
            parts.append(text[at + 1])
            at += 2
        else:
            parts.append(text[at])
            at += 1
    return "".join(parts), at + 1


def _braced(text: str, at: int) -> tuple[str, int]:
    """`{a,b}` as it is written: blanks may stand in it."""
    end = text.find("}", at, at + MAX_BRACES)
    if end < 0 or "\n" in text[at:end]:
        return text[at], at + 1
    return text[at : end + 1], end + 1


def _closed(text: str, at: int) -> int:
    """The place after the bracket that closes the one at `at`; the text's end where none does."""
    depth = 0
    while at < len(text):
        char = text[at]
        if char in "'\"":
            at = _quoted(text, at)[1] - 1
        elif char == "\\":
            at += 1
        depth += (char == "(") - (char == ")")
        at += 1
        if depth == 0:
            return at
    return len(text)
