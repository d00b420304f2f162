"""A usage line -> its pieces, with what their brackets, bars and dots say about each."""

from __future__ import annotations

from dataclasses import dataclass

MAX_TOKENS = 400
MAX_GLUED = 60
_LONG = 9
_CONNECTING = frozenset(("to", "or", "and", "of", "for", "the", "in", "with", "from", "that", "is"))
_OPEN, _CLOSE, _BAR = "[({", "])}", "|"


@dataclass
class Element:
    """One piece of a usage line, brackets resolved.

    `group` tells pieces of one innermost bracket apart from those of another; `alternative` is true beside a `|`,
    `barred` right after one. `within`: all brackets that are open around it, the outermost first.
    """

    text: str
    optional: bool = False
    repeat: bool = False
    group: int = 0
    alternative: bool = False
    barred: bool = False
    within: tuple[int, ...] = ()


def tokens(text: str) -> list[str]:
    """Cut a usage line into brackets, bars and words; what is glued to a word stays with it (`--x[=<y>]`)."""
    found: list[str] = []
    at = 0
    while at < len(text) and len(found) < MAX_TOKENS:
        char = text[at]
        if char == " ":
            at += 1
        elif char == "[" and (end := _glued(text, at)):
            found.append(text[at:end])
            at = end
        elif char in _OPEN or char in _CLOSE or char == "|":
            found.append(char)
            at += 1
        else:
            end = _word_end(text, at)
            found.append(text[at:end])
            at = end
    return found


def _glued(text: str, at: int) -> int:
    """Where a word ends that a bracket is the beginning of (`[user@]host`, `[(a|b):]<x>`); 0 where it is none."""
    close = text.find("]", at, at + MAX_GLUED)
    inner, after = text[at + 1 : close], text[close + 1 : close + 2]
    if close < 0 or not (after.isalnum() or after == "<") or not inner or inner[-1].isalnum() or " " in inner:
        return 0
    return 0 if inner[0] in "-<[" else _word_end(text, close + 1)


def _word_end(text: str, at: int) -> int:
    """Where the word that begins at `at` ends: at a blank or bracket, but not inside of brackets glued to it."""
    stack: list[str] = []
    start = at
    while at < len(text):
        char = text[at]
        if char == "<":
            close = text.find(">", at, at + 200)
            at = close if close > 0 else at
        elif char in _OPEN and at > start:
            stack.append(_CLOSE[_OPEN.index(char)])
        elif stack and char == stack[-1]:
            stack.pop()
        elif not stack and (char == " " or char in _CLOSE or char == "|"):
            return at
        at += 1
    return at


def elements(text: str) -> list[Element]:
    """The pieces of a usage line with their brackets resolved; unbalanced brackets are forgiven."""
    found: list[Element] = []
    depth: list[tuple[str, int]] = []
    groups = 0
    last = ""
    for token in tokens(text):
        if token in _OPEN:
            groups += 1
            depth.append((token, groups))
        elif token in _CLOSE:
            if depth:
                depth.pop()
        elif token in _BAR:
            if found:
                found[-1].alternative = True
        elif token.strip(".…,") == "":
            _repeat(found, last, depth)
        else:
            found.append(_element(token, depth, last == "|"))
        last = token
    return _phrases(found)


def _phrases(found: list[Element]) -> list[Element]:
    """The pieces, those of a bracket that holds a few words of a sentence (`[file to merge]`) as one."""
    places: dict[int, list[int]] = {}
    for at, piece in enumerate(found):
        places.setdefault(piece.group, []).append(at)
    told = {piece.group for piece in found if piece.group and piece.text in _CONNECTING}
    for first, last in sorted(((places[n][0], places[n][-1]) for n in told), reverse=True):
        inside = found[first : last + 1][:_LONG]
        words = [piece.text for piece in inside]
        plain = all(word.isalpha() and word.islower() for word in words) and words[0] not in _CONNECTING
        alone = all(piece.group == inside[0].group and not piece.alternative for piece in inside)
        if plain and alone and 2 < len(words) < _LONG:
            inside[0].text, inside[0].repeat = "-".join(words), any(piece.repeat for piece in inside)
            found[first : last + 1] = inside[:1]
    return found


def _element(token: str, depth: list[tuple[str, int]], alternative: bool) -> Element:
    repeat = token.endswith(("...", "…"))
    text = token.rstrip("….,") if repeat else token.rstrip(",")
    optional = any(bracket == "[" for bracket, _ in depth)
    return Element(
        text,
        optional,
        repeat,
        depth[-1][1] if depth else 0,
        alternative,
        alternative,
        tuple(number for _, number in depth),
    )


def _repeat(found: list[Element], last: str, depth: list[tuple[str, int]]) -> None:
    """Mark what `...` follows: the last piece, or the whole bracket that was just closed."""
    if not found:
        return
    found[-1].repeat = True
    if last in _CLOSE and found[-1].group:
        for piece in found:
            piece.repeat = piece.repeat or piece.group == found[-1].group
