"""The operands that a usage line names, in order."""

from __future__ import annotations

from hcp_author.introspect.reading.elements import Element
from hcp_author.introspect.reading.placeholders import (
    REST_WORDS,
    literal,
    name_of,
    speaks_of_options,
    stands_for_command,
)
from hcp_author.introspect.reading.rows import is_option
from hcp_author.introspect.reading.usage import Usage, is_value
from hcp_author.introspect.reading.values import choices_of
from hcp_author.introspect.tree import Positional

MAX_OPERANDS = 12


def positionals(line: Usage, literals: bool = True) -> list[Positional]:
    """The operands that a usage line names, in order; options and their values are left out.

    `literals`: take lower-case words for names of operands (argparse writes them so).
    """
    found: list[Positional] = []
    for either in _operands(line.elements, literals):
        one = _positional(either)
        same = next((p for p in found if p.name.lower() == one.name.lower() and not one.choices), None)
        if same is not None:
            same.variadic = True
        elif len(found) < MAX_OPERANDS:
            found.append(one)
    return found


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
    name = "choice" if choices else names[0].split("|")[0][:60]
    return Positional(name, not free, repeat, choices, list(dict.fromkeys(marks)))


def _without_beginning(text: str) -> str:
    """`[user@]host` as `host`."""
    return text.rpartition("]")[2] or text if text.startswith("[") else text


def _beside_command(pieces: list[Element], at: int) -> bool:
    """Whether a piece stands for a command, or for one of several things of which one is: `GROUP | COMMAND`."""
    either = [piece for piece in pieces[max(0, at - 1) : at + 2] if piece.alternative and pieces[at].alternative]
    either = [piece for piece in either if piece.group == pieces[at].group and piece.text.isupper()]
    return any(stands_for_command(piece.text) for piece in (pieces[at], *either))


def _operands(pieces: list[Element], literals: bool) -> list[list[Element]]:
    """The pieces that are operands; those between which one chooses (`<id> | <url>`) stand together."""
    found: list[list[Element]] = []
    last = -2
    # `[optional flags]`: every word of the bracket speaks of options
    opting = {piece.group for piece in pieces if piece.group and speaks_of_options(piece.text)}
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
            or _beside_command(pieces, at)
            or (literal(piece) and not literals and not piece.group)
        ):
            continue
        if name in REST_WORDS and any(stands_for_command(p.text) for p in pieces[:at]):
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
