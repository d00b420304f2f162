"""Pages -> one command: what the first page says stands, what a second one knows better fills it in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hcp_author.introspect import settle
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.operands import of_group
from hcp_author.introspect.reading.optionrows import joined, names_of
from hcp_author.introspect.reading.usage import abbreviates
from hcp_author.introspect.tree import Command, Option, Positional

_KNOWN = 0.5
_OFTEN = 2
_ENOUGH, _SURE, _MORE = 5, 0.8, 1.5
# `part--helper` is for other programs to call
_INNER = "--"


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
    _take_commands(command, page, second)
    if command.commands:
        command.arguments = of_group(command.arguments)
    if not second or page.commands:
        command.group = bool(command.commands) and page.acts is False


def _take_commands(command: Command, page: Page, second: bool) -> None:
    """Add a page's commands: all of the first page and of a machine's, of a `second` page those it is sure to know."""
    if second:
        _in_full(command, page.called)
        _goes_on(command, page.below.get(command.name, []))
    if page.machine or not (second and command.commands):
        add_commands(command, page.commands)
    elif page.adds:
        insert_commands(command, page.commands)
    elif _of_one_list(command, page):
        insert_commands(command, _unnamed(command, page.commands))


def _goes_on(command: Command, listed: list[str]) -> None:
    """Add the words that a manual lists after a command, if it lists all that are known and not many more."""
    known = {child.name for child in command.commands if child.name != "help"}
    if known and known <= set(listed) and len(listed) <= _MORE * len(known):
        insert_commands(command, _unnamed(command, [Command(name, source="man") for name in listed]))


def _in_full(command: Command, called: dict[str, str]) -> None:
    """Name a subcommand as the manual has it in full, where the usage cuts it short (`del` of `delete`).

    The manual must call the command with most of the others as well: then it is about the same version.
    """
    names = {child.name for child in command.commands}
    if 2 * len(names & set(called)) < len(called) - 1 or not names & set(called):
        return
    for child in command.commands:
        full = [name for name in called if name not in names and abbreviates(child.name, name)]
        if child.name not in called and len(full) == 1:
            child.aliases = [child.name, *child.aliases]
            child.name, child.summary = full[0], child.summary or called[full[0]]


def alike(root: Command) -> None:
    """Name a command in full wherever it is cut short, if that was seen at two commands or more (`_in_full`)."""
    seen = Counter((alias, c.name) for c in _below(root) for alias in c.aliases if abbreviates(alias, c.name))
    full = {short: name for (short, name), times in seen.items() if times >= _OFTEN}
    for command in [root, *_below(root)]:
        taken = {n for c in command.commands for n in (c.name, *c.aliases)}
        for child in command.commands:
            name = full.get(child.name)
            if name is not None and name not in taken:
                child.name, child.aliases = name, [child.name, *child.aliases]


def _below(command: Command) -> list[Command]:
    """All commands below one."""
    return [one for child in command.commands for one in (child, *_below(child))]


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


def _of_one_list(command: Command, manual: Page) -> bool:
    """Whether a manual lists the commands that the help lists, but for one or two: each may have forgotten some."""
    listed = {n for c in command.commands for n in (c.name, *c.aliases)}
    mine = [c.name for c in manual.commands]
    shared = listed & set(mine)
    most = len(shared) >= _SURE * len(mine) and len(shared) >= _SURE * len(command.commands)
    return manual.source == "man" and len(mine) >= _ENOUGH and most


def _unnamed(command: Command, listed: list[Command]) -> list[Command]:
    """The listed commands that a command has under no name: not cut short, not in full; an alias is taken over."""
    known = {n: c for c in command.commands for n in (c.name, *c.aliases)}
    fresh = []
    for one in listed:
        same = next((known[name] for name in (one.name, *one.aliases) if name in known), None)
        if same is not None:
            same.aliases += [n for n in (one.name, *one.aliases) if n not in known]
        elif _INNER not in one.name and not any(_cuts_short(one.name, name) for name in known):
            fresh.append(one)
    return fresh


def _cuts_short(one: str, other: str) -> bool:
    """Whether one of two names is the other cut short."""
    return abbreviates(one, other) or abbreviates(other, one)


def insert_commands(command: Command, more: list[Command]) -> None:
    """Add subcommands that the help left out: last, or at their place in the alphabet where the others stand so."""
    names = [c.name for c in command.commands]
    add_commands(command, more)
    if len(names) >= _ENOUGH and names == sorted(names):
        command.commands.sort(key=lambda child: child.name)


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
