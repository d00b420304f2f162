"""Foreign text made fit to print: one line, no hidden characters, no terminal codes."""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from hcp_author.pack.late import pattern

# Letters, marks and symbols that draw nothing although their category says otherwise.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
HIDDEN_CATEGORIES = frozenset(("Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"))
ELLIPSIS = "…"

_TERMINAL = pattern(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]?"  # CSI: colours, cursor
    "|(?:\x1b[\\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c)?"  # OSC, DCS: titles, links
    "|\x1b[ -/]*[0-~]?"
)
_SELECTORS = pattern("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_SPACE = pattern("\\s+")


def clean(text: str, limit: int | None = None) -> str:
    """Return `text` as one line without anything hidden, cut at `limit` code points with `…`."""
    if not text.isascii() or not text.isprintable():
        text = _SPACE.sub(" ", _TERMINAL.sub("", text))
        text = "".join(char for char in text if not is_hidden(char))
    line = _SPACE.sub(" ", text).strip()
    if limit is not None and len(line) > limit:
        return line[: max(limit - 1, 0)].rstrip() + ELLIPSIS
    return line


def is_hidden(char: str) -> bool:
    """Tell whether one character draws nothing, steers a terminal or has no agreed meaning."""
    if " " <= char <= "~":
        return False
    return char in BLANK or unicodedata.category(char) in HIDDEN_CATEGORIES or _SELECTORS.match(char) is not None


def hidden_characters(text: str) -> Iterator[tuple[int, str]]:
    """Yield (index, character) of everything hidden in `text`; tab, line feed and carriage return are white space."""
    if text.isascii() and text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
        return
    # each different character is judged once: a text of a million has few of them
    found = "".join(sorted(char for char in set(text) - set("\t\n\r") if is_hidden(char)))
    if found:
        for match in re.finditer(f"[{re.escape(found)}]", text):
            yield match.start(), match[0]


def joins_emoji(text: str, index: int) -> bool:
    """Tell whether the hidden character at `index` is a joiner or selector that belongs to an emoji (So, Sk)."""
    if text[index] not in "\u200d\ufe0f" or index == 0:
        return False
    before = text[index - 1]
    if before == "\ufe0f" and index > 1:
        before = text[index - 2]
    return unicodedata.category(before) in ("So", "Sk") or before in "#*0123456789"


def visible(text: str, limit: int | None = None) -> str:
    r"""Return `text` with each hidden character written out (`\x1b`, `\n`, `\u202e`), for messages that quote it."""
    if not text.isprintable() or not text.isascii():
        text = "".join(_escape(char) if is_hidden(char) else char for char in text)
    if limit is not None and len(text) > limit:
        return text[: max(limit - 1, 0)] + ELLIPSIS
    return text


def _escape(char: str) -> str:
    return repr(char)[1:-1] if not char.isprintable() else f"\\u{ord(char):04x}"


def as_word(path: Path) -> str:
    """A path as a word of a command line: quoted where it must be, and never taken for an option."""
    text = str(path)
    return shlex.quote(f"./{text}" if text.startswith("-") else text)


def describe(char: str) -> str:
    """Name a character without showing it: `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    name = unicodedata.name(char, "")
    return f"U+{ord(char):04X} {name}".rstrip()


def width(text: str) -> int:
    """Return how many terminal columns `text` takes (wide East Asian characters take two, marks none)."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def fit(text: str, columns: int) -> str:
    """Cut `text` so that it takes at most `columns` terminal columns, with `…` where it was cut."""
    if width(text) <= columns:
        return text
    used, kept = 1, []
    for char in text:
        used += _columns(char)
        if used > columns:
            break
        kept.append(char)
    return "".join(kept).rstrip() + ELLIPSIS if columns > 0 else ""
