"""Usage lines -> what they name: literal words, positionals, options, and whether a subcommand must follow."""

from __future__ import annotations

from dataclasses import dataclass, field

from hcp_author.introspect.reading.elements import Element, elements
from hcp_author.introspect.reading.optionline import option
from hcp_author.introspect.reading.rows import is_option
from hcp_author.introspect.reading.values import value_of
from hcp_author.introspect.text import word_set
from hcp_author.introspect.tree import Option

OPTION_WORDS = frozenset(
    (
        "option",
        "options",
        "flag",
        "flags",
        "opts",
        "global options",
        "command options",
        "switches",
        "global-options",
        "command-options",
        "global_options",
        "general-options",
        "options...",
        "opt",
        "global flags",
        "parameters",
    )
)
COMMAND_WORDS = frozenset(
    (
        "command",
        "subcommand",
        "cmd",
        "subcmd",
        "commands",
        "subcommands",
        "verb",
        "action",
        "sub-command",
        "command name",
        "sub_command",
        "operation",
        "subcommand name",
    )
)
# lower-case words that stand for a thing, never for themselves, where usage lines mark placeholders by nothing
_THINGS = word_set("""
    source target file files name names path paths dir directory image container transport url uri host user
    package packages pattern query id key value destination dest src dst args argument arguments input output
    filename folder repository repo branch tag ref group item items text string number expression
""")
COMMAND_ENDINGS = frozenset(("action", "command", "subcommand", "cmd", "subcmd", "verb"))
MAX_VALUES = 6
REST_WORDS = frozenset(("args", "arguments", "command args", "command arguments", "arg", "argument", "command-args"))


@dataclass
class Usage:
    """One usage line after the program's name and the command's path.

    `words`: the literal words that begin it; `heads`: the first of them, or the words of which one must be it.
    """

    text: str
    elements: list[Element] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    reached: bool = True


def usage(text: str, program: str, path: tuple[str, ...]) -> Usage:
    """Read one usage line of `program`'s command `path`: both are looked for at its beginning.

    `reached` is false where the line belongs to another command (a literal word stands where a path word should).
    """
    pieces = elements(text)
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
    words = [] if words and words[0] in _THINGS and len(words) == 1 and len(rest) < 3 else words
    return Usage(" ".join(text.split()), rest, words, words[:1] or _either(rest), reached and not wanted)


def _either(rest: list[Element]) -> list[str]:
    """The literal words of which one must come first, `{ add | delete }`; empty where anything else may."""
    if not rest or not rest[0].alternative or not rest[0].group:
        return []
    group = [piece for piece in rest if piece.group == rest[0].group]
    return [piece.text for piece in group] if all(literal(p) and p.alternative for p in group) else []


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


def literal(piece: Element) -> bool:
    """Whether a piece is a word to be typed as it stands."""
    text = piece.text
    return (
        text[:1].isalnum()
        and not text.isdigit()
        and text == text.lower()
        and all(c.isalnum() or c in "-_:." for c in text)
        and (not piece.repeat and name_of(text) not in OPTION_WORDS | REST_WORDS and not stands_for_command(text))
    )


def name_of(text: str) -> str:
    """The bare name of a placeholder, in lower case."""
    return text.strip("<>[]{}()|.…=\"'`").strip().lower()


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


def stands_for_command(text: str) -> bool:
    """Whether a placeholder's words say that a command stands there (`<command>`, `ROLE_ACTION`)."""
    name = name_of(text)
    return name in COMMAND_WORDS or name.replace("-", "_").rsplit("_", 1)[-1] in COMMAND_ENDINGS


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
    lowered = letters.lower()
    digits_first = sorted(lowered, key=lambda c: (c.isalpha(), c))
    if len(letters) < 2 or text.startswith("--") or not letters.isalnum() or len(set(letters)) < len(letters):
        return [text]
    return ["-" + letter for letter in letters] if list(lowered) == digits_first else [text]


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
