"""Groups that show something when they are called alone: `tool route` prints what `tool route list` prints."""

from __future__ import annotations

from dataclasses import replace

from hcp_author.introspect.tree import Command, Tree
from hcp_author.propose import words
from hcp_author.propose.actions import Action, groups
from hcp_author.propose.shown import called_alone
from hcp_author.propose.signs import of_summary
from hcp_author.propose.vocabulary import name_words, read


def acting_alone(tree: Tree) -> list[Action]:
    """Return the groups that are known to show something when they are called alone, each with what tells it.

    A group counts where an example of the program's own help calls it alone, or one beside it; where one of its
    commands shows or lists; and where neither its name nor its sentence is a deed. Anything else stays a mere group.
    """
    held = [group for group in groups(tree) if _could_show(group)]
    called = called_alone(tree)
    shown = {group.path[:-1]: group.path for group in reversed(held) if group.path in called}
    return [
        _action(group, group.path if group.path in called else shown[group.path[:-1]])
        for group in held
        if group.path[:-1] in shown
    ]


def _could_show(group: Action) -> bool:
    """Tell whether nothing speaks against that the group, alone, only shows."""
    command, told = group.command, of_summary(group)
    word = name_words().get(words.dashed(command.name))
    deed = word is not None and word.effect != "read" and word.part == "verb"
    acts = told is not None and told.effect != "read"
    needs = any(operand.required for operand in command.arguments)
    runs = words.runs_what_it_is_given(command.summary) is not None
    return reading(command) is not None and not (deed or acts or needs or runs or command.hidden)


def reading(command: Command) -> Command | None:
    """Return the command of a group that lists or shows, which is what such a group does alone; None without one."""
    known = {child.name: child for child in command.commands}
    return next((known[name] for name in read("rank")["alone"]["words"] if name in known), None)


def _action(group: Action, example: tuple[str, ...]) -> Action:
    """Make of a group an action that takes nothing: a word after it could be one of its commands."""
    child = reading(group.command) or group.command
    whom = "it" if example == group.path else f"`{example[-1]}` beside it"
    command = replace(group.command, group=False, arguments=[], summary=child.summary or group.command.summary)
    return replace(group, command=command, alone=f"holds `{child.name}`, and an example of the help calls {whom} alone")
