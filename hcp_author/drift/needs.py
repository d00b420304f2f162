"""What a verb needs of its program: a command, options that are given or not given a value, and operands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hcp_author.introspect.tree import Command, Option
from hcp_author.pack.argv import Element

Line = list[Command]


@dataclass(frozen=True)
class Need:
    """One option that a verb passes: `value` is the fixed value, `given` whether there is one at all.

    `joined`: it stands in one word with the option; `arg` is the argument that it comes from.
    """

    element: Element
    name: str
    given: bool
    joined: bool = False
    value: str = ""
    arg: str = ""


@dataclass(frozen=True)
class Located:
    """Where an argv leads in a program: the commands from the root down, the elements that name them, all else.

    `missing` is the word after them that ought to be a command and is none.
    """

    line: Line
    path: list[Element]
    options: list[Need]
    operands: list[Element]
    missing: Element | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The command's path, in the program's own spelling."""
        return tuple(command.name for command in self.line[1:])


def locate(argv: Sequence[Element], root: Command) -> Located:
    """Read an argv as the program would: down its commands, past options and their values, then operands."""
    line, path = [root], list[Element]()
    options, operands = list[Need](), list[Element]()
    missing: Element | None = None
    at, ended = 0, False
    while at < len(argv):
        element = argv[at]
        at += 1
        if element.kind == "literal" and not ended and element.text in ("--", "--end-of-options"):
            ended = True
        elif element.kind in ("flag", "option") or (element.kind == "literal" and not ended and _dashed(element.text)):
            need, more = _need(element, argv[at : at + 1], line)
            options.append(need)
            at += more
        elif element.kind == "positional" or ended or operands:
            operands.append(element)
        elif child := child_of(line[-1], element.text):
            line.append(child)
            path.append(element)
        else:
            operands.append(element)
            missing = element if line[-1].commands and not line[-1].arguments else missing
    return Located(line, path, options, operands, missing)


def child_of(command: Command, word: str) -> Command | None:
    """The command of a group that goes by this name or alias."""
    return next((one for one in command.commands if word == one.name or word in one.aliases), None)


def find(name: str, line: Line) -> Option | None:
    """The option of this name where an argv leads: the command's own, or one of those above it."""
    for command in reversed(line):
        for option in command.options:
            if name in names(option):
                return option
    return None


def names(option: Option) -> Iterator[str]:
    """All names of an option, the long one first."""
    yield from (name for name in (option.long, option.short, *option.other_names) if name)


def _dashed(word: str) -> bool:
    return len(word) > 1 and word.startswith("-")


def _need(element: Element, following: Sequence[Element], line: Line) -> tuple[Need, int]:
    """The option that an element passes, and how many of the following elements are its value."""
    if element.kind == "flag":
        return Need(element, element.text, False, arg=element.arg), 0
    if element.kind == "option":
        return Need(element, element.text, True, element.join != "space", arg=element.arg), 0
    name, joined, value = element.text.partition("=")
    if joined:
        return Need(element, name, True, True, value), 0
    option = find(name, line)
    if option is None and not name.startswith("--") and (short := find(name[:2], line)) and short.value is not None:
        return Need(element, name[:2], True, True, name[2:]), 0
    takes = option is not None and option.value is not None and not option.value.optional
    if takes and following and following[0].kind == "literal" and not _dashed(following[0].text):
        return Need(element, name, True, False, following[0].text), 1
    return Need(element, name, False), 0
