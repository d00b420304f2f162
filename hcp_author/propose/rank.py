"""What is on the hot path: each command's score from 0 to 1, with the evidence that made it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hcp_author.introspect.tree import Command, Option
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, main_name
from hcp_author.propose.alone import reading
from hcp_author.propose.bars import meta
from hcp_author.propose.effect import Judgement
from hcp_author.propose.evidence import Source
from hcp_author.propose.formats import output
from hcp_author.propose.vocabulary import read

SEVERAL = 0.8  # of a verb's weight, in a name of several words (`list-units`)
MANY = 3  # commands of a program that have so many options that it is worth telling


@dataclass(frozen=True)
class Rank:
    """A command's place on the hot path: the evidence summed, `why` in words (the most telling first), its `score`.

    `score` is the sum as a share of the most that a command can have, from 0 to 1. `seen` tells where the command
    was really called, and `calls` how often in all.
    """

    total: float
    score: float
    why: tuple[str, ...]
    seen: tuple[str, ...] = ()
    calls: int = 0


def ranks(
    found: Sequence[Action], judged: Sequence[Judgement], near: Around, sources: Sequence[Source] = ()
) -> list[Rank]:
    """Weigh everything that tells how much each command is used (rank.json: weights); `sources` are real use.

    A reason is told of a command where it raises it above its program's others, at most two of them.
    """
    every = [features(action, judgement, near) for action, judgement in zip(found, judged, strict=True)]
    usual = {name: sum(one[name] for one in every) / len(every) for name in (every[0] if every else ())}
    options = sorted((one["options"] for one in every), reverse=True)[:MANY]
    weights: dict[str, float] = read("rank")["weights"]
    made = []
    for action, own in zip(found, every, strict=True):
        lift = {name: weights[name] * (own[name] - usual[name]) for name in own}
        telling = [name for name in sorted(lift, key=lambda name: -lift[name]) if lift[name] > 0.03]
        if "options" in telling and own["options"] < options[-1]:
            telling.remove("options")
        why = [text for name in telling if (text := _told(name, action))]
        made.append(_rank(sum(weights[name] * value for name, value in own.items()), why[:2], action.path, sources))
    return made


def _rank(total: float, why: Sequence[str], path: tuple[str, ...], sources: Sequence[Source]) -> Rank:
    """Add to what speaks for a command by its looks what was seen of its use."""
    most = sum(weight for weight in read("rank")["weights"].values() if weight > 0)
    most += sum(_evidence()["weights"][source.weight] for source in sources)
    total += sum(_evidence()["weights"][source.weight] * _share(path, source) for source in sources)
    seen = [source for source in sources if path in source.calls]
    score = round(min(max(total / most, 0.0), 1.0), 3)
    return Rank(total, score, tuple(why), tuple(s.say(path) for s in seen), sum(s.calls[path] for s in seen))


def _share(path: tuple[str, ...], source: Source) -> float:
    """Return how much a source speaks for a command, from 0 to 1: at all, and beside what is called most."""
    calls = source.calls.get(path, 0)
    least: float = _evidence()["once"]
    most = max(*source.calls.values(), _evidence()["few"])
    return least + (1 - least) * math.log1p(calls) / math.log1p(most) if calls > 0 else 0.0


def _evidence() -> dict[str, Any]:
    known: dict[str, Any] = read("rank")["evidence"]
    return known


def features(action: Action, judged: Judgement, near: Around) -> dict[str, float]:
    """Return each kind of evidence as a number from 0 to 1."""
    command = action.command
    needed = sum(o.required for o in command.arguments) + sum(o.required for o in command.options)
    most = max((len(_own(other, near)) for other in near.actions), default=1) or 1
    return {
        "use": _use(action),
        "rare": _rare(action),
        "meta": float(meta(action)),
        "early": _early(action, near),
        "front": _heading(action, "front"),
        "back": _heading(action, "back"),
        "easy": 1 / (1 + needed),
        "options": math.log1p(len(_own(action, near))) / math.log1p(most),
        "alias": float(bool(command.aliases or (action.mode is not None and action.mode.short))),
        "plain": float(len(words.of_name(command.name)) == 1),
        "shallow": float(len(action.path) <= 1),
        "examples": min(len(command.examples), 5) / 5,
        "shown": float(action.path in near.shown),
        "weighty": _weighty(action, near),
        "noun": float(action.path[:1] in near.shown),
        "structured": float(output(action).kind != "text"),
        "paired": float(_paired(action)),
        "reads": float(judged.effect == "read"),
        "state": float(judged.effect == "read" and action.path == ("status",)),
        "harms": float(judged.effect == "destructive"),
    }


def _own(action: Action, near: Around) -> list[Option]:
    """Return the options that nearly every command of the program has not."""
    return [option for option in action.command.options if main_name(option) not in near.common]


def _use(action: Action) -> float:
    """Return how common the command's verb is in people's use of tools, 0 where nothing is known."""
    weight, _ = _used(action)
    return weight if len(words.of_name(action.command.name)) == 1 else SEVERAL * weight


def _used(action: Action) -> tuple[float, str]:
    """Return the weight and the reason of the most common word in the command's name."""
    child = reading(action.command) if action.alone else None
    name = child.name if child is not None else action.command.name
    parts = [words.dashed(name), *words.of_name(name)]
    return max((_uses().get(part, (0.0, "")) for part in parts), default=(0.0, ""))


@cache
def _uses() -> dict[str, tuple[float, str]]:
    groups = reversed(read("rank")["use"])
    return {word: (group["weight"], group["reason"]) for group in groups for word in group["words"]}


def _rare(action: Action) -> float:
    known = {word for group in read("rank")["rare"] for word in group["words"]}
    return float(any(part in known for name in action.path for part in words.of_name(name)))


def _early(action: Action, near: Around) -> float:
    """Return 1 for what the help names first, towards 0 for the last; an alphabet says nothing, so it gives 0.5."""
    places = [_place(command.name, parent) for command, parent in _line(action)]
    return sum(places) / len(places) if places else 1.0


def _line(action: Action) -> list[tuple[Command, Command]]:
    """Return (command, its parent) from the command up to the first word of its path."""
    line = [*action.parents, action.command]
    return list(zip(line[1:], line, strict=False))


def _place(name: str, parent: Command) -> float:
    """Return a command's place among its siblings; in a section that is an alphabet all share the middle place."""
    names = [command.name for command in parent.commands]
    if name not in names:
        return 0.5
    heading = parent.commands[names.index(name)].heading
    section = [at for at, command in enumerate(parent.commands) if command.heading == heading]
    own = [names[at] for at in section]
    if len(own) > 3 and own == sorted(own):
        return 1 - sum(section) / len(section) / len(names)
    return 1 - names.index(name) / len(names)


def _weighty(action: Action, near: Around) -> float:
    """Return how large the command's group is beside the largest: a tool's main things have most commands."""
    if len(action.path) < 2:
        return 0.0
    sizes = [len(other.siblings) for other in near.actions if len(other.path) > 1]
    return len(action.siblings) / max(sizes)


def _heading(action: Action, side: str) -> float:
    known = read("rank")["headings"][side]["words"]
    headings = [action.command.heading.lower(), *(parent.heading.lower() for parent in action.parents[1:2])]
    return float(any(word in heading for heading in headings for word in known))


def _paired(action: Action) -> bool:
    """Tell whether the command belongs to a set on one noun: list, get or show, and create or add."""
    names = {command.name for command in action.siblings}
    sets = ({"list", "ls"}, {"get", "show", "view", "describe", "info", "inspect"}, {"create", "add", "new"})
    return action.command.name in set().union(*sets) and sum(bool(names & group) for group in sets) >= 2


def _told(name: str, action: Action) -> str:
    texts: dict[str, str] = read("rank")["told"]
    command = action.command
    return texts.get(name, "").format(
        heading=command.heading, name=command.name, group=action.path[0] if action.path else "", use=_used(action)[1]
    )
