"""One verb held against the program's tree: does its command still take what the verb passes."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hcp_author.drift import choices, dangers, options
from hcp_author.drift.needs import Line, Located, find, locate, names
from hcp_author.drift.raw import Raw, called, quoted
from hcp_author.drift.then import Then
from hcp_author.introspect.tree import Command, Positional, Tree
from hcp_author.pack.argv import Element
from hcp_author.propose import words
from hcp_author.propose.actions import plain_name
from hcp_author.scaffold.introspection import said


def check(
    argv: Sequence[Element],
    where: str,
    args: Mapping[str, Any],
    reads: bool,
    then: Then | None,
    tree: Tree,
) -> Iterator[Raw]:
    """Everything that is different for one argv, whose own place is the pointer `where`.

    `args` is the schema of its arguments; `reads` tells whether the pack's Policy calls the verb a read.
    """
    now = locate(argv, tree.root)
    before = locate(argv, then.root) if then else None
    if before is not None and len(before.path) < len(now.path):
        before = None  # nothing was known of this command then
    lost = _lost(now, before)
    if lost is not None:
        unread = _unread(now.line[-1], before, tree, len(now.path))
        yield _not_read(now, lost) if unread else _gone(now, lost, before, then, tree)
        return
    if before is not None and _unread(now.line[-1], before, tree, len(now.path)):
        yield _not_read(now, None, where)
        return
    if then is not None and before is not None and _unread_then(now.line[-1], before, then):
        message = f"nothing was known of {called(now)} when the pack was made, so nothing tells what changed"
        yield Raw("unread", "not-read", message, "see that the verb passes what its help tells now", where)
        return
    known = before.line if before else None
    for need in (before or now).options:
        yield from options.check(need, known, now.line, _schema(args, need.arg))
    yield from _renamed(now, before)
    yield from _required(now, known, where)
    yield from _operands(now, known, args, where)
    yield from choices.check(now, args, then)
    if then is not None and before is not None:
        yield from _said(now, before, then, where)
        yield from dangers.check(now, before, reads, where)


def _schema(args: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    properties = args.get("properties")
    schema = properties.get(name) if isinstance(properties, Mapping) else None
    return schema if isinstance(schema, Mapping) else {}


def _lost(now: Located, before: Located | None) -> Element | None:
    """The first word of the path that names no command any more."""
    if before is not None:
        return before.path[len(now.path)] if len(before.path) > len(now.path) else None
    return now.missing


def _unread(command: Command, before: Located | None, tree: Tree, depth: int) -> bool:
    """Tell whether a command that used to have something below it shows nothing because it was not read this time."""
    if not (tree.coverage.partial or tree.coverage.failed or tree.coverage.not_asked):
        return False
    was = before.line[depth] if before and depth < len(before.line) else None
    empty = not command.options and not command.arguments and not command.commands
    return empty and (was is None or bool(was.options or was.arguments or was.commands))


def _unread_then(command: Command, before: Located, then: Then) -> bool:
    """Tell whether a command that says something of itself now told nothing at all when the pack was made."""
    was = before.line[-1]
    told = was.options or was.arguments or was.commands or then.said.get(before.words) != said(Command(was.name))
    return bool(command.summary) and not told


def _not_read(now: Located, lost: Element | None, where: str = "") -> Raw:
    message = f"the help of {called(now)} could not be read this time"
    return Raw("unread", "not-read", message, "give it more time: --timeout 120", lost.pointer if lost else where)


def _gone(now: Located, lost: Element, before: Located | None, then: Then | None, tree: Tree) -> Raw:
    """The path leads nowhere; one that says the same, has nearly its name, or its name elsewhere, may be it now."""
    group = now.line[-1]
    was = then.said.get(before.words[: len(now.path) + 1], "") if then and before else ""
    same = [one.name for one in group.commands if one.summary and said(one) == was]
    near = [*same, *difflib.get_close_matches(lost.text, [one.name for one in group.commands], 1, 0.7)]
    moved = [path for path in _named(tree.root, lost.text, ()) if path[:-1] != now.words]
    fix = "take what calls it out of surface.json and policy.json, or run the earlier version"
    if near:
        fix = f'write "{near[0]}" in place of "{lost.text}"'
    elif moved:
        fix = f"perhaps it is {quoted(' '.join(moved[0]))} now"
    message = f"{called(now)} has no command {quoted(lost.text)} any more"
    return Raw("broken", "command-gone", message, fix, lost.pointer)


def _named(command: Command, name: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for child in command.commands:
        if child.name == name or name in child.aliases:
            yield (*path, child.name)
        yield from _named(child, name, (*path, child.name))


def _renamed(now: Located, before: Located | None) -> Iterator[Raw]:
    """Words of the path that were the commands' names and are aliases now."""
    for at, element in enumerate(now.path, 1):
        name = now.line[at].name
        if name != element.text and before is not None and before.line[at].name == element.text:
            message = f"{quoted(element.text)} is called {quoted(name)} now; the old name still works"
            fix = f'write "{name}" in place of "{element.text}"'
            yield Raw("changed", "command-renamed", message, fix, element.pointer)


def _required(now: Located, then: Line | None, where: str) -> Iterator[Raw]:
    """Options that must be given now and that the verb does not pass."""
    passed = {name for need in now.options if (option := find(need.name, now.line)) for name in names(option)}
    for option in now.line[-1].options:
        before = next((found for name in names(option) if then and (found := find(name, then))), None)
        if option.required and passed.isdisjoint(names(option)) and not (before and before.required):
            name = next(names(option), "")
            fix = f'add {{"option": "{name}", "arg": "{plain_name(option)}"}} and a required argument'
            element = fix if option.value is not None else f'add "{name}"'
            yield Raw("broken", "option-required", f"{quoted(name)} must be given now", element, where)


def _operands(now: Located, then: Line | None, args: Mapping[str, Any], where: str) -> Iterator[Raw]:
    """Operands that must be given now, and those that are passed and no longer taken."""
    takes, took = now.line[-1].arguments, then[-1].arguments if then else None
    passed = [element for element in now.operands if not element.prefix]
    least_then = _bounds(took)[0] if took is not None else 0
    needed = [one for one in takes if one.required and not one.prefixes]
    if len(needed) > max(len(passed), least_then):
        name = needed[len(passed)].name
        fix = f'add {{"positional": "{"_".join(words.of_name(name)) or "value"}"}} and a required argument'
        yield Raw("broken", "operand-required", f"{quoted(name)} must be given now", fix, where)
    elif len(needed) > least_then and (loose := _may_be_absent(passed[: len(needed)], args)):
        fix = f'put "{loose.arg}" among the "required"'
        message = f"{quoted(needed[-1].name)} must be given now, and the verb lets it be left out"
        yield Raw("changed", "operand-required", message, fix, loose.pointer)
    if took is not None and not now.line[-1].commands:
        yield from _too_many(now, passed, _bounds(takes)[1], _bounds(took)[1])


def _may_be_absent(passed: Sequence[Element], args: Mapping[str, Any]) -> Element | None:
    required = args.get("required") or ()
    return next((one for one in passed if one.kind == "positional" and one.arg not in required), None)


def _too_many(now: Located, passed: Sequence[Element], most: int | None, most_then: int | None) -> Iterator[Raw]:
    """Operands beyond what the command takes now, where it took them before."""
    if most is None:
        return
    each = next((element for element in passed if element.each), None)
    if len(passed) > most and (most_then is None or len(passed) <= most_then):
        message = f"{called(now)} takes {most or 'no'} operand{'s' if most != 1 else ''} now"
        yield Raw("broken", "operand-gone", message, "take the element out, and its argument", passed[most].pointer)
    elif most_then is None and each is not None:
        fix = 'take "each" out, and make its argument a string'
        yield Raw("broken", "operand-once", f"{called(now)} takes no list of operands any more", fix, each.pointer)


def _bounds(operands: Sequence[Positional]) -> tuple[int, int | None]:
    """How many operands there must be, and may be; None for any number."""
    plain = [operand for operand in operands if not operand.prefixes]
    least = sum(operand.required for operand in plain)
    return least, None if any(operand.variadic for operand in plain) else len(plain)


def _said(now: Located, before: Located, then: Then, where: str) -> Iterator[Raw]:
    """A command whose summary is another one now."""
    command = now.line[-1]
    was = then.said.get(before.words, "")
    if was and was != said(command):
        told = f"says of itself now: {quoted(command.summary)}" if command.summary else "says nothing of itself now"
        fix = "see whether the verb still does what its summary says"
        yield Raw("changed", "summary", f"{called(now)} {told}", fix, where)
