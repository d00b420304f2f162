"""A command tree as the list of what can be called: leaves, groups that act, and the modes of a flat program."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from hcp_author.introspect.tree import Command, Option, Positional, Tree
from hcp_author.propose.shown import shown_first
from hcp_author.propose.vocabulary import reasons

_NAME = re.compile(r"(?:--?|\+)[A-Za-z0-9][A-Za-z0-9._+:-]*", re.ASCII)


OBJECT = "item"
TELLING = 5  # so many commands, and none with an operand: then the help does not tell them


@dataclass(frozen=True)
class Action:
    """One thing that a program does. `parents` go from the root down; `order` counts in the help's own order.

    A mode of a flat program has its option as `mode`, and the option's name as its path. `assumed`: its operand is
    not told by the help, but is what such a command takes. `alone`: it is a group, and what tells that it shows
    something when it is called alone.
    """

    path: tuple[str, ...]
    command: Command
    parents: tuple[Command, ...]
    order: int
    mode: Option | None = None
    assumed: bool = False
    alone: str = ""

    @property
    def siblings(self) -> list[Command]:
        """The commands of the same group, this one included."""
        return self.parents[-1].commands if self.parents else []


@dataclass(frozen=True)
class Around:
    """What a single command cannot know of its program.

    `common` are the names of options that nearly every command takes, `rooted` those among them that the
    program itself takes; `texts` is every summary in lower case; `shown` are the paths that the examples on the
    program's first page call, and their groups.
    """

    actions: list[Action]
    common: frozenset[str]
    rooted: frozenset[str]
    texts: str = field(repr=False)
    shown: frozenset[tuple[str, ...]] = frozenset()


def actions(tree: Tree) -> list[Action]:
    """Return every command that acts, in the help's order; the root itself only where it holds no commands."""
    if not tree.root.commands:
        return [Action((), tree.root, (), 0)]
    found: list[Action] = []
    for path, command, parents in _walk(tree.root, (), ()):
        unread_group = command.group and not command.commands
        if not command.group or unread_group:
            found.append(Action(path, command, parents, len(found)))
    silent = len(found) >= TELLING and not any(action.command.arguments for action in found)
    return [_with_object(action) for action in found] if silent else found


def _with_object(action: Action) -> Action:
    """Give a verb that needs an object one, where the help tells the operands of no command at all."""
    if action.command.name not in reasons("effect", "operands", "object"):
        return action
    operand = Positional(OBJECT, required=False, variadic=True)
    return replace(action, command=replace(action.command, arguments=[operand]), assumed=True)


def groups(tree: Tree) -> list[Action]:
    """Return the groups whose commands are known, and of which nothing tells that they do something by themselves."""
    walked = _walk(tree.root, (), ())
    return [Action(path, node, parents, 0) for path, node, parents in walked if node.group and node.commands]


def _walk(
    node: Command, path: tuple[str, ...], parents: tuple[Command, ...]
) -> Iterator[tuple[tuple[str, ...], Command, tuple[Command, ...]]]:
    for child in node.commands:
        here = (*path, child.name)
        yield here, child, (*parents, node)
        yield from _walk(child, here, (*parents, node))


def around(tree: Tree, found: list[Action]) -> Around:
    """Gather what effect, rank and draft need to know about the whole program."""
    seen = Counter(name for action in found for name in {main_name(option) for option in action.command.options})
    often = {name for name, times in seen.items() if len(found) >= 5 and times >= 0.6 * len(found)}
    inherited = {main_name(option) for option in tree.root.options} if tree.root.commands else set()
    texts = " ".join([tree.root.summary, *(action.command.summary for action in found)]).lower()
    return Around(found, frozenset(often | inherited), frozenset(inherited), texts, shown_first(tree))


def callable_name(option: Option) -> bool:
    """Tell whether an option's name is one that can be passed: dashes, then letters and digits."""
    return _NAME.fullmatch(main_name(option)) is not None


def names_of(option: Option) -> list[str]:
    """Return all names of an option, with their dashes, the long one first."""
    return [name for name in (option.long, option.short, *option.other_names) if name]


def main_name(option: Option) -> str:
    """Return the name an option goes by: the long one where it has one."""
    return option.long or option.short or ""


def plain_name(option: Option) -> str:
    """Return an option's name without dashes, its long one where it has one."""
    return main_name(option).lstrip("-")
