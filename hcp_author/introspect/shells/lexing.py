"""The words of a Bourne-like shell script: quotes resolved, substitutions left as text, nothing expanded or run."""

from __future__ import annotations

import re

# unquoted braces and commas, kept apart from quoted ones until `braces` opens them; read text holds none of these
OPEN, COMMA, CLOSE = "\ue000", "\ue001", "\ue002"
_MARKS = {"{": OPEN, ",": COMMA, "}": CLOSE}
_PLAIN = str.maketrans({OPEN: "{", COMMA: ",", CLOSE: "}"})
_ENDS = frozenset(" \t\n;&|()<>")
_ESCAPES = {"n": "\n", "t": "\t", "r": "", "a": "", "e": ""}
MAX_WORDS = 64
_RUN = re.compile(r"[\w./:=+@%^~*?#!\[\]-]+")
_QUOTED_RUN = re.compile(r'[^"\\$]+')


def plain(word: str) -> str:
    """A word with its unquoted braces as they were written."""
    return word.translate(_PLAIN)


def braces(word: str) -> list[str]:
    """The words that `a{b,c}d` stands for: at most MAX_WORDS; a word without such a list is its own."""
    done: list[str] = []
    pending = [word]
    while pending and len(done) + len(pending) <= MAX_WORDS:
        one = pending.pop(0)
        opened = one.find(OPEN)
        closed = one.find(CLOSE, opened + 1)
        inner = one[opened + 1 : closed]
        if opened < 0 or closed < 0 or COMMA not in inner or OPEN in inner:
            done.append(plain(one))
            continue
        pending += [one[:opened] + part + one[closed + 1 :] for part in inner.split(COMMA)]
    return done + [plain(one) for one in pending]


def word(text: str, at: int) -> tuple[str, int]:
    """The word that begins at `at`, and the place after it."""
    parts: list[str] = []
    while at < len(text) and text[at] not in _ENDS:
        part, at = _part(text, at)
        parts.append(part)
    return "".join(parts), at


def _part(text: str, at: int) -> tuple[str, int]:
    """One piece of a word: a quoted string, an escape, a substitution or a plain character."""
    char = text[at]
    if char == "'":
        return single(text, at + 1)
    if char == '"':
        return _double(text, at + 1)
    if char == "\\":
        return ("" if text[at + 1 : at + 2] == "\n" else text[at + 1 : at + 2]), at + 2
    if char == "`":
        end = text.find("`", at + 1)
        end = len(text) if end < 0 else end + 1
        return text[at:end], end
    if char == "$":
        return _dollar(text, at)
    run = _RUN.match(text, at)
    return (run.group(), run.end()) if run else (_MARKS.get(char, char), at + 1)


def single(text: str, at: int) -> tuple[str, int]:
    """What stands before the next single quote, and the place after that."""
    end = text.find("'", at)
    return (text[at:], len(text)) if end < 0 else (text[at:end], end + 1)


def _double(text: str, at: int) -> tuple[str, int]:
    """A string in double quotes; substitutions in it stay as text."""
    parts: list[str] = []
    while at < len(text) and text[at] != '"':
        if text[at] == "\\":
            following = text[at + 1 : at + 2]
            parts.append("" if following == "\n" else following if following in '"\\$`' else "\\" + following)
            at += 2
        elif text[at] == "$" and text[at + 1 : at + 2] in ("(", "{"):
            end = balanced(text, at + 1)
            parts.append(text[at:end])
            at = end
        else:
            run = _QUOTED_RUN.match(text, at)
            parts.append(run.group() if run else text[at])
            at = run.end() if run else at + 1
    return "".join(parts), at + 1


def _dollar(text: str, at: int) -> tuple[str, int]:
    """`$'…'` as its string; `$(…)` and `${…}` as they are written; else the dollar alone."""
    following = text[at + 1 : at + 2]
    if following == "'":
        return _ansi(text, at + 2)
    if following in ("(", "{"):
        end = balanced(text, at + 1)
        return text[at:end], end
    return "$", at + 1


def _ansi(text: str, at: int) -> tuple[str, int]:
    """A string in `$'…'`."""
    parts: list[str] = []
    while at < len(text) and text[at] != "'":
        if text[at] == "\\":
            following = text[at + 1 : at + 2]
            parts.append(_ESCAPES.get(following, following))
            at += 2
        else:
            parts.append(text[at])
            at += 1
    return "".join(parts), at + 1


def balanced(text: str, at: int) -> int:
    """The place after the bracket that closes the one at `at`; the text's end where none does."""
    opening = text[at]
    closing = ")" if opening == "(" else "}"
    depth = 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 1
        elif char == "'":
            at = single(text, at + 1)[1] - 1
        elif char == '"':
            at = _past_double(text, at + 1) - 1
        elif char == opening:
            depth += 1
        elif char == closing:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return len(text)


def _past_double(text: str, at: int) -> int:
    """The place after the double quote that closes a string; what is substituted in it is not looked into."""
    while at < len(text) and text[at] != '"':
        at += 2 if text[at] == "\\" else 1
    return at + 1
