"""Usage lines -> what they name: literal words, positionals, options, and whether a subcommand must follow."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

from hcp_author.introspect.reading.elements import Element, elements
from hcp_author.introspect.reading.optionline import option
from hcp_author.introspect.reading.placeholders import (
    COMMAND_WORDS,
    OPTION_WORDS,
    THINGS,
    literal,
    name_of,
    speaks_of_options,
    stands_for_command,
)
from hcp_author.introspect.reading.rows import is_option
from hcp_author.introspect.reading.values import value_of
from hcp_author.introspect.tree import Option

MAX_VALUES = 6
MIN_EITHER = 4
MAX_CHOICES = 64
# `prog get [<key>] (see prog list)`: what is said at the end of a line, and not given
_ASIDE = re.compile(r"\((?:see|same as|with|without|or|alias for|alias of) [^()|]{1,120}\)(?=\s|$)", re.IGNORECASE)


@dataclass
class Usage:
    """One usage line after the program's name and the command's path.

    `words`: the literal words that begin it; `heads`: the first of them, or the words of which one must be it.
    `thing`: a first word that may be literal, but is one that is often written for what is given (`dir`, `file`).
    """

    text: str
    elements: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    reached: bool = True
    thing: str = ""


def usage(text: str, program: str, path: tuple[str, ...]) -> Usage:
    """Read one usage line of `program`'s command `path`: both are looked for at its beginning.

    `reached` is false where the line belongs to another command (a literal word stands where a path word should).
    """
    pieces = elements(_ASIDE.sub("", text))
    first = pieces[0] if pieces else Element("-")
    named = first.group == 0 and not first.text.startswith(("-", "<"))
    own = bool(path) and first.text == path[0] != program
    at = 1 if named and not own and (first.text == program or name_of(first.text) not in COMMAND_WORDS) else 0
    wanted = list(path)
    reached = True
    while wanted and at < len(pieces):
        piece = pieces[at]
        if _same(piece.text, wanted[0]):
            wanted.pop(0)
            # `new|n`: the same command under another name
            while at + 1 < len(pieces) and pieces[at + 1].barred and pieces[at + 1].group == piece.group:
                at += 1
        elif literal(piece) and not piece.optional:
            reached = False
            break
        elif not _skippable(piece):
            break
        at += 1
    rest = pieces[at:] if not wanted or not reached else []
    words = _words(rest)
    thing = words[0] if words and words[0] in THINGS and len(words) == 1 and len(rest) < 3 else ""
    words = [] if thing else words
    return Usage(" ".join(text.split()), rest, words, words[:1] or _either(rest), reached and not wanted, thing)


def _either(rest: list[Element]) -> list[str]:
    """The literal words of which one must come first, `{ add | delete }`; empty where anything else may."""
    if not rest:
        return []
    bare = next((at for at, piece in enumerate(rest) if not piece.optional), len(rest))
    run = list(itertools.takewhile(lambda piece: piece.barred, rest[bare + 1 :]))
    words = [piece.text for piece in (*rest[bare : bare + 1], *run)]
    if run and not rest[bare].group and all(map(literal, (rest[bare], *run))) and not THINGS & set(words):
        # `install|remove NAME`
        return words
    if rest[0].alternative:
        group = [piece for piece in rest if piece.group == rest[0].group]
        if all(literal(p) and p.alternative for p in group):
            return [piece.text for piece in group]
    return _each_with_operands(rest)


def _each_with_operands(rest: list[Element]) -> list[str]:
    """The words of which one must come first, each with what is given to it: `[-q] {stats | show name... | dump}`."""
    first = next((piece for piece in rest if not piece.optional), None)
    if first is None or not first.group or not literal(first):
        return []
    starts = [piece for piece in rest if piece is first or (piece.group == first.group and piece.barred)]
    words = [piece.text for piece in starts if literal(piece)]
    return words if len(words) >= MIN_EITHER and len(words) >= 0.8 * len(starts) else []


def _words(rest: list[Element]) -> list[str]:
    """The literal words that come first, options in brackets before them aside."""
    words: list[str] = []
    skipped = {
        piece.group
        for piece in rest
        if piece.group
        and piece.optional
        and (
            is_option(piece.text)
            or name_of(piece.text) in OPTION_WORDS
            or name_of(piece.text).endswith(("option", "options"))
        )
    }
    for piece in rest:
        if not words and piece.group in skipped and piece.group:
            continue
        if not literal(piece) or piece.alternative or (piece.optional and words):
            break
        if any(other is not piece and other.repeat and other.text.rstrip(".…") == piece.text for other in rest):
            # `source [source ...]`
            break
        words.append(piece.text)
        if piece.optional:
            break
    return words


def _same(word: str, wanted: str) -> bool:
    return word == wanted or wanted in word.split(",") or word.removesuffix(":") == wanted or abbreviates(word, wanted)


def abbreviates(word: str, name: str) -> bool:
    """Whether a word is a name cut short, as usage lines have it (`neigh` for `neighbour`)."""
    return 3 <= len(word) < len(name) - 1 and name.startswith(word)


def _skippable(piece: Element) -> bool:
    """What may stand between the program's name and the command: options, their values, placeholders."""
    return (
        piece.optional
        or piece.text.startswith(("-", "<"))
        or name_of(piece.text) in OPTION_WORDS
        or (piece.text.isupper())
    )


def takes_command(line: Usage) -> bool | None:
    """True where a subcommand must follow, False where one may, None where the line names none."""
    for piece in line.elements:
        name = name_of(piece.text)
        first = name.split("|")[0].split(" ")[0].removesuffix("...")
        if (stands_for_command(name) or first in COMMAND_WORDS) and not is_option(piece.text):
            return not piece.optional
    return None


def is_value(pieces: list[Element], at: int) -> bool:
    """Whether a piece is a value of an option: right after it, or deeper in the bracket that the option begins."""
    piece = pieces[at]
    if is_option(piece.text) or (speaks_of_options(piece.text) and at and pieces[at - 1].group != piece.group):
        return False
    if (piece.barred and _of_choice(pieces, at)) or _after_options(pieces, at):
        return True
    for before in reversed(pieces[max(0, at - MAX_VALUES) : at]):
        if piece.barred and before.group == piece.group:
            return False
        if is_option(before.text):
            if "=" in before.text:
                return False
            if before.group:
                return before.group in piece.within
            return before is pieces[at - 1] and (piece.text.startswith("<") or piece.text.isupper() or piece.group > 0)
        if not piece.within or before.barred:
            return False
    return False


def _after_options(pieces: list[Element], at: int) -> bool:
    """Whether a piece is the value of each option of the bracket before it: `(-c | -C | --squash) <commit>`."""
    last = pieces[at - 1] if at else None
    if last is None or not last.barred or not pieces[at].within or last.within[:-1] != pieces[at].within:
        return False
    if not pieces[at].text.startswith("<"):
        return False
    return all(is_option(p.text) for p in pieces[max(0, at - MAX_VALUES) : at] if p.group == last.group)


def _of_choice(pieces: list[Element], at: int) -> bool:
    """Whether a piece is one of the values between which an option's bracket lets one choose: `[-t dsa | rsa]`."""
    return at > 1 and _choices_at(pieces, at) is not None


def _choices_at(pieces: list[Element], at: int) -> list[Element] | None:
    """The pieces of the bracket of an option that has a value and others barred after it; None for another bracket."""
    group = pieces[at].group
    start = at
    while start > 0 and group and pieces[start - 1].group == group and at - start < MAX_CHOICES:
        start -= 1
    here = pieces[start : at + 1]
    shaped = len(here) > 2 and is_option(here[0].text) and "=" not in here[0].text and not here[1].barred
    barred = all(piece.barred and not is_option(piece.text) for piece in here[2:])
    return here[1:] if group and shaped and barred and not is_option(here[1].text) else None


def options(line: Usage) -> list[Option]:
    """The options that a usage line spells out, with their values; clusters (`-abc`) as single letters."""
    found: list[Option] = []
    pieces = line.elements
    for at, piece in enumerate(pieces):
        if not is_option(piece.text) or piece.text.startswith("-<"):
            continue
        for head in _cluster(piece.text):
            read = option(head)
            if read is None:
                continue
            one = read[0]
            if one.value is None and at + 1 < len(pieces) and is_value(pieces, at + 1):
                words = pieces[at + 1].text
                one.value = value_of("{" + words + "}" if "," in words and words[0].isalnum() else words)
            one.required = piece.group == 0 and not piece.optional and not piece.alternative
            one.repeatable = piece.repeat
            found.append(one)
    return _joined(pieces, found)


def _cluster(text: str) -> list[str]:
    """`-aBc` as `-a`, `-B`, `-c` where the letters are sorted as such clusters are; else the text itself."""
    letters = text[1:]
    if len(letters) < 2 or text.startswith("--") or not letters.isalnum() or len(set(letters)) < len(letters):
        return [text]
    lowered = letters.lower()
    ordered = list(lowered) == sorted(lowered, key=lambda c: (c.isalpha(), c))
    return ["-" + letter for letter in letters] if ordered or unspeakable(letters) else [text]


def unspeakable(letters: str) -> bool:
    """Whether letters can be no word: capitals that begin none (`iCNrTZ`), or consonants alone (`abrdk`)."""
    inner = letters[1:]
    capitals = sum(map(str.isupper, inner))
    if capitals:
        # a word may begin or end in capitals (`useTLS`), or have a few
        end = letters.lstrip("abcdefghijklmnopqrstuvwxyz")
        return 3 * capitals >= len(letters) and not letters.isupper() and not (end.isupper() and len(inner) > len(end))
    return len(letters) > 3 and letters.islower() and not set(inner) & set("aeiouy")


def _joined(pieces: list[Element], found: list[Option]) -> list[Option]:
    """Join `[-f | --force]` and `[-h, --help]`: neighbours of one bracket, a short and a long that begin alike."""
    place = {name: piece.group for piece in pieces for name in (piece.text.split("=")[0].split("[")[0],)}
    kept: list[Option] = []
    for one in found:
        last = kept[-1] if kept else None
        if (
            last
            and not last.long
            and one.long
            and not one.short
            and last.short
            and (place.get(last.short) == place.get(one.long) != 0)
            and one.long.lstrip("-")[0].lower() == last.short[1].lower()
        ):
            last.long, last.value, last.required = one.long, one.value or last.value, False
        else:
            kept.append(one)
    return kept
