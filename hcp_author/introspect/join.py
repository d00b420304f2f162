"""Pages -> one command: what the first page says stands, what a second one knows better fills it in."""

from __future__ import annotations

from collections.abc import Iterable

from hcp_author.introspect import settle
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.operands import of_group
from hcp_author.introspect.reading.optionrows import joined, names_of
from hcp_author.introspect.tree import Command, Option, Positional

_KNOWN = 0.5


def fill(command: Command, page: Page, known: set[str], second: bool = False) -> None:
    """Write a command's own page into it, and into each fact where it was read.

    `known`: names of options that it shares with the program's root.

    Subcommands are added, never removed; options marked as inherited are kept unless the root has them. A
    `second` page (a manual beside the help) only fills in what the first lacks.
    """
    sign(page)
    if page.machine:
        settle.settle(command, page)
    command.summary = command.summary or page.summary
    command.source = command.source or page.source
    inherited = [o for o in page.inherited if not names_of(o) & known]
    mine = [*page.options, *inherited]
    if page.machine:
        # a completion tells of the root's options at every command
        told = {n for o in command.options for n in names_of(o)}
        mine = [o for o in mine if not names_of(o) <= known or names_of(o) & told]
    if second and not page.machine and not _of_one_age(command.options, mine):
        mine = []
    if not second:
        _untake(command.options, page)
    command.options = joined(command.options, mine) if second else joined(mine, command.options)
    if second and command.arguments:
        _loosen(command, page)
    elif page.arguments and not (second and command.group):
        command.arguments = page.arguments
    command.aliases += [a for a in page.aliases if a not in command.aliases and a != command.name]
    command.examples += [e for e in page.examples if e not in command.examples]
    if page.machine or not (second and command.commands):
        add_commands(command, page.commands)
    if command.commands:
        command.arguments = of_group(command.arguments)
    if not second or page.commands:
        command.group = bool(command.commands) and page.acts is False


def sign(page: Page) -> Page:
    """Write into each fact of a page where it was read; gives the page."""
    _signed((*page.options, *page.inherited, *page.arguments, *page.commands), page.source)
    return page


def _signed(facts: Iterable[Option | Positional | Command], source: str) -> None:
    for fact in facts:
        fact.source = fact.source or source
        if isinstance(fact, Command):
            _signed((*fact.options, *fact.arguments, *fact.commands), source)


def apart(command: Command) -> None:
    """Take an alias away, here and below, that is the name of a command beside it, or the alias of one before it."""
    taken = {child.name for child in command.commands}
    for child in command.commands:
        child.aliases = [alias for alias in dict.fromkeys(child.aliases) if alias not in taken]
        taken |= set(child.aliases)
        apart(child)


def _loosen(command: Command, manual: Page) -> None:
    """An operand that the manual lets be left out need not be given, whatever the short usage says."""
    free = {operand.name.lower() for operand in manual.arguments if not operand.required}
    for operand in command.arguments:
        operand.required = operand.required and operand.name.lower() not in free


def _untake(guessed: list[Option], page: Page) -> None:
    """What a list of the command's own describes as a switch takes no value, whatever the page above seemed to say."""
    switches = {n for o in page.options if o.summary and o.value is None for n in names_of(o)}
    for option in guessed:
        if not option.summary and names_of(option) & switches:
            option.value, option.required = None, False


def _of_one_age(first: list[Option], manual: list[Option]) -> bool:
    """Whether a manual tells of the same version as the help: it knows most of the long options that the help lists."""
    listed = {o.long for o in first if o.long and o.long not in ("--help", "--version")}
    known = {n for o in manual for n in names_of(o)}
    return len(listed & known) >= len(listed) * _KNOWN


def add_commands(command: Command, more: list[Command]) -> None:
    """Add subcommands that are not there yet, by name or alias."""
    taken = {n for c in command.commands for n in (c.name, *c.aliases)}
    for child in more:
        known = next((c for c in command.commands if child.name == c.name), None)
        if known is not None:
            known.summary = known.summary or child.summary
            add_commands(known, child.commands)
        elif child.name not in taken and child.name.replace("_", "-") not in taken:
            command.commands.append(child)
            taken |= {child.name, *child.aliases}
    if command.commands:
        command.arguments = of_group(command.arguments)
