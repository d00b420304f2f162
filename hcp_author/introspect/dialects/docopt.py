"""docopt: the usage is the grammar; each line's options are its command's, and the list only describes them."""

from __future__ import annotations

from dataclasses import replace

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, optionrows, usage
from hcp_author.introspect.reading.operands import positionals
from hcp_author.introspect.reading.synopsis import synopsis
from hcp_author.introspect.tree import Command, Option

_HELP = ("(-h | --help)", "-h | --help", "(-h|--help)", "--help | -h", "-h|--help")


def recognises(lines: list[str]) -> bool:
    """`Usage:` alone over several lines of one program, one of which only asks for help or has grouped options."""
    spelled = [line.strip() for line in _marks.under(lines, "Usage:", "usage:") if line]
    words = {line.split()[0] for line in spelled}
    return len(spelled) > 1 and len(words) == 1 and any(mark in line for line in spelled for mark in _HELP)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read(lines, program, path)
    told = synopsis(_marks.under(lines, "Usage:", "usage:"), program, path, told=True)[0].lines
    for line in told:
        command = _below(page.commands, line.words)
        if command is not None:
            _fill(command, line)
    spelled = {n for line in told for one in usage.options(line) for n in optionrows.names_of(one)}
    general = {n for line in told if not line.words for one in usage.options(line) for n in optionrows.names_of(one)}
    for command in page.commands:
        _describe(command, page.options)
        command.group = bool(command.commands) and not any(line.words == [command.name] for line in told)
    if page.commands:
        page.options = [one for one in page.options if _anywhere(optionrows.names_of(one), spelled, general)]
    return page


def _anywhere(names: set[str], spelled: set[str], general: set[str]) -> bool:
    """Whether an option is the program's own: a line without a command has it, or no line at all."""
    return bool(names & general) or not names & spelled


def _below(commands: list[Command], words: list[str]) -> Command | None:
    """The command that the words of a line lead to, as deep as they do."""
    found = None
    for word in words:
        inner = next((c for c in commands if c.name == word), None)
        if inner is None:
            break
        found, commands = inner, inner.commands
    return found


def _fill(command: Command, line: usage.Usage) -> None:
    """The operands and options behind the words of a line."""
    at = next((at for at, piece in enumerate(line.elements) if piece.text == command.name), -1)
    rest = usage.Usage(line.text, line.elements[at + 1 :])
    command.arguments = command.arguments or positionals(rest)
    command.options = optionrows.joined(command.options, usage.options(rest))


def _describe(command: Command, listed: list[Option]) -> None:
    """Take over what the list says about the options that a command has, down to the last one."""
    mine = {n for one in command.options for n in optionrows.names_of(one)}
    copies = [_copy(one) for one in listed if optionrows.names_of(one) & mine]
    command.options = optionrows.joined(command.options, copies)
    for child in command.commands:
        _describe(child, listed)


def _copy(one: Option) -> Option:
    """An option of its own, to be told apart from the listed one; whether it is required, only a line says."""
    value = replace(one.value) if one.value is not None else None
    return replace(one, other_names=list(one.other_names), value=value, required=False)
