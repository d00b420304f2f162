"""Where help and a machine-written source contradict each other: help keeps the words, the machine has the facts."""

from __future__ import annotations

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.optionrows import names_of
from hcp_author.introspect.tree import Command, Option


def settle(command: Command, page: Page) -> None:
    """Correct in `command` what a machine-written page knows better, before it is joined in."""
    _part(command.options, [*page.options, *page.inherited])
    _fold(command, page.commands)
    if page.exact:
        _exact(command.options, page.options)


def within(pages: list[Page], told: Page | None) -> list[Page]:
    """The pages of several sources, best first; where one of them lists all, those written by people add no names."""
    whole = next((page for page in pages if page.closed), None)
    if whole is None:
        return pages
    known = [page for page in (whole, told) if page is not None]
    options = {n for page in known for o in (*page.options, *page.inherited) for n in names_of(o)}
    commands = {n for page in known for c in page.commands for n in (c.name, *c.aliases)}
    for page in pages:
        if page.machine:
            continue
        page.options = [o for o in page.options if names_of(o) & options]
        page.inherited = [o for o in page.inherited if names_of(o) & options]
        if whole.commands:
            page.commands = [c for c in page.commands if c.name in commands]
    return pages


def _part(options: list[Option], listed: list[Option]) -> None:
    """Take two long names apart that were read as one option, where the machine lists them as two."""
    owner = {name: at for at, one in enumerate(listed) for name in names_of(one)}
    for one in options:
        main = owner.get(one.long or "")
        if main is not None:
            mine = [n for n in one.other_names if owner.get(n, main) == main or _opposite(n, one.long)]
            if mine != one.other_names:
                one.other_names, one.value = mine, one.value or listed[main].value
            if one.short is not None and owner.get(one.short, main) != main and not _beside(one, listed[main]):
                one.short = None


def _beside(one: Option, main: Option) -> bool:
    """Whether a short name stands beside the one that the machine knows: a second letter for the same."""
    return main.short is not None and main.short != one.short and main.short in one.other_names


def _opposite(name: str, long: str | None) -> bool:
    """Whether one of two names is the other with `no-` before it."""
    return long is not None and name.replace("--no-", "--", 1) == long.replace("--no-", "--", 1)


def _fold(command: Command, listed: list[Command]) -> None:
    """Put a command that the machine knows as another name for one beside it under that one."""
    names = {one.name for one in listed}
    aliases = {alias: one.name for one in listed for alias in one.aliases if alias not in names}
    known = {one.name: one for one in command.commands}
    for child in list(command.commands):
        main = known.get(aliases.get(child.name, ""))
        if main is not None and main is not child:
            command.commands.remove(child)
            main.aliases += [child.name] if child.name not in main.aliases else []


def _exact(options: list[Option], listed: list[Option]) -> None:
    """Take over from the machine which options take a value and which must be given."""
    known = {name: one for one in listed for name in names_of(one)}
    for one in options:
        exact = next((known[name] for name in sorted(names_of(one)) if name in known), None)
        if exact is not None:
            one.value = (one.value or exact.value) if exact.value is not None else None
            one.required, one.repeatable = exact.required, exact.repeatable
