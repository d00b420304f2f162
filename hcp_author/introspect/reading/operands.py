"""The operands that a usage line names, in order."""

from __future__ import annotations

from hcp_author.introspect.reading.elements import Element
from hcp_author.introspect.reading.placeholders import (
    REST_WORDS,
    THINGS,
    literal,
    name_of,
    speaks_of_options,
    stands_for_command,
)
from hcp_author.introspect.reading.rows import is_option
from hcp_author.introspect.reading.usage import Usage, is_value, unspeakable
from hcp_author.introspect.reading.values import choices_of
from hcp_author.introspect.tree import Positional

MAX_OPERANDS = 12


def positionals(line: Usage, literals: bool = True, group: bool = False) -> list[Positional]:
    """The operands that a usage line names, in order; options and their values are left out.

    `literals`: take lower-case words for names of operands (argparse writes them so). `group`: the command has
    subcommands, so what stands for a command is none of its operands.
    """
    found: list[Positional] = []
    for either in _operands(line.elements, literals, group):
        one = _positional(either)
        one.after_dashes = _after_dashes(line.elements, either[0])
        same = next((p for p in found if p.name.lower() == one.name.lower() and not one.choices), None)
        if same is not None:
            same.variadic = True
            same.after_dashes |= one.after_dashes
        elif len(found) < MAX_OPERANDS:
            found.append(one)
    return found


def _after_dashes(pieces: list[Element], operand: Element) -> bool:
    at = next(at for at, piece in enumerate(pieces) if piece is operand)
    return at > 0 and pieces[at - 1].text == "--"


def of_group(arguments: list[Positional]) -> list[Positional]:
    """The operands of a command that turned out to have subcommands: without what stands for these, and their own."""
    at = next((at for at, one in enumerate(arguments) if stands_for_command(one.name) and not one.choices), None)
    if at is None:
        return arguments
    later = [one for one in arguments[at + 1 :] if name_of(one.name) not in REST_WORDS]
    return arguments[:at] + [one for one in later if not stands_for_command(one.name)]


def _positional(either: list[Element]) -> Positional:
    """One operand from the pieces between which one chooses; a closed set of words is its choices."""
    first = either[0]
    marks = [mark for piece in either for part in piece.text.split("|") if (mark := part[:1]) in "+-@" and "<" in part]
    names = [
        _without_beginning(piece.text).lstrip("+-@").replace("<", "").replace(">", "").strip("\"'`=. ")
        for piece in either
    ]
    # one of several must be given, unless the others are options (`<name> | --all`)
    free = first.optional or (first.alternative and len(either) == 1)
    repeat = any(piece.repeat or "..." in piece.text for piece in either)
    if len(either) > 1 and all(map(literal, either)):
        return Positional("choice", not free, repeat, names)
    choices = None if marks else choices_of("{" + names[0] + "}")
    name = "choice" if choices else _before_bar(names[0])[:60]
    return Positional(name, not free, repeat, choices, list(dict.fromkeys(marks)))


def _before_bar(text: str) -> str:
    """What stands before the first bar that no bracket of the text is around: all of `NAME[:TAG|@DIGEST]`."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "[({") - (char in "])}")
        if char == "|" and depth <= 0:
            return text[:at]
    return text


def _without_beginning(text: str) -> str:
    """`[user@]host` as `host`."""
    return text.rpartition("]")[2] or text if text.startswith("[") else text


def _is_keyword(pieces: list[Element], at: int) -> bool:
    """Whether a word is to be typed as it stands before what is given: `dev` of `dev NAME`."""
    piece, after = pieces[at], pieces[at + 1] if at + 1 < len(pieces) else None
    if after is None or after.group != piece.group or after.barred or not literal(piece) or piece.text in THINGS:
        return False
    speaks = speaks_of_options(after.text) or stands_for_command(after.text)
    return after.text.isupper() and len(after.text) > 1 and not speaks


def _of_letters(pieces: list[Element]) -> set[int]:
    """The brackets that hold options without a dash: `{A|c|x}` letters to choose from, and `[vzf…]` right after it."""
    found: set[int] = set()
    for at, piece in enumerate(pieces):
        before = pieces[at - 1] if at else piece
        same = piece.group == before.group
        letters = same and piece.group and piece.barred and len(before.text) == len(piece.text) == 1
        if letters or (not same and before.group in found and unspeakable(piece.text)):
            found.add(piece.group)
    return found if len(found) > 1 else set()


def _beside_command(pieces: list[Element], at: int) -> bool:
    """Whether a piece stands for a command, or for one of several things of which one is: `GROUP | COMMAND`."""
    either = [piece for piece in pieces[max(0, at - 1) : at + 2] if piece.alternative and pieces[at].alternative]
    either = [piece for piece in either if piece.group == pieces[at].group and piece.text.isupper()]
    return any(stands_for_command(piece.text) for piece in (pieces[at], *either))


def _operands(pieces: list[Element], literals: bool, commands: bool) -> list[list[Element]]:
    """The pieces that are operands; those between which one chooses (`<id> | <url>`) stand together."""
    found: list[list[Element]] = []
    last = -2
    # `[optional flags]`: every word of the bracket speaks of options
    opting = {piece.group for piece in pieces if piece.group and speaks_of_options(piece.text)}
    opting |= _of_letters(pieces)
    for at, piece in enumerate(pieces):
        name = name_of(piece.text)
        if (
            (is_option(piece.text) and not piece.text.startswith("-<"))
            or speaks_of_options(piece.text)
            or name.startswith("default=")
            or not any(map(str.isalnum, name))
            or is_value(pieces, at)
        ):
            continue
        if (
            piece.group in opting
            or _is_keyword(pieces, at)
            or (commands and _beside_command(pieces, at))
            or (literal(piece) and not literals and not piece.group)
        ):
            continue
        if commands and name in REST_WORDS and any(stands_for_command(p.text) for p in pieces[:at]):
            continue
        if (
            found
            and last == at - 1
            and piece.alternative
            and pieces[last].alternative
            and piece.group == pieces[last].group
        ):
            found[-1].append(piece)
        else:
            found.append([piece])
        last = at
    return found
