"""Five to twelve verbs out of a command tree, what was left out, and why (L3)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from hcp_author.errors import FINDINGS, UserError
from hcp_author.introspect.tree import Tree
from hcp_author.pack.text import clean
from hcp_author.propose import binding as bindings
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, actions, around, groups
from hcp_author.propose.alone import acting_alone, reading
from hcp_author.propose.bars import barred, meta_only, operator
from hcp_author.propose.draft import Draft, draft
from hcp_author.propose.effect import Judgement, judge
from hcp_author.propose.evidence import Evidence, sources
from hcp_author.propose.keys import renamed, unique, verb_key
from hcp_author.propose.model import LeftOut, Proposal, Proposed
from hcp_author.propose.modes import STAND_FOR_MODE, modes
from hcp_author.propose.rank import Rank, ranks
from hcp_author.propose.summary import fit
from hcp_author.propose.vocabulary import read

FEWEST = 5
WHY = 160
OPERATORS = 0.3  # what an operator's deed is worth more in an operator's pack
LANDS = {"local": "local"}


@dataclass(frozen=True)
class Candidate:
    """A command that could be a verb, or the reason why it cannot (`bar`)."""

    action: Action
    judged: Judgement
    rank: Rank
    drawn: Draft | None
    bar: str | None


def propose(
    tree: Tree,
    *,
    kind: str,
    binding: str | None = None,
    land: str | None = None,
    limit: int = 11,
    evidence: Evidence | None = None,
) -> Proposal:
    """Propose at most `limit` verbs of a program for a pack of this kind (pack-format: kind).

    Reads come first, what destroys comes last. `limit` leaves room for `doctor` among the twelve. `evidence` is how
    often each command path was called: one mapping, or several places of use (evidence.Source).
    Raises UserError (status 1) where nothing can be a verb.
    """
    proposal = consider(tree, kind=kind, binding=binding, land=land, limit=limit, evidence=evidence)
    if not proposal.verbs:
        raise nothing(proposal, kind)
    return proposal


def consider(
    tree: Tree,
    *,
    kind: str,
    binding: str | None = None,
    land: str | None = None,
    limit: int = 11,
    evidence: Evidence | None = None,
) -> Proposal:
    """Propose as `propose` does, but without verbs where there are none: what was left out still tells why."""
    found, near = _gather(tree)
    effect = [judge(action, near) for action in found]
    placed = ranks(found, effect, near, sources(evidence))
    candidates = [_candidate(*one, near, kind) for one in zip(found, effect, placed, strict=True)]
    judged = [(one.action, one.judged) for one in candidates]
    default, mode_why = bindings.mode(tree, near, judged, binding, kind)
    picked = _pick([one for one in candidates if one.bar is None], limit, near.shown)
    whole, probe_why = bindings.binding(tree, default, judged)
    verbs = _verbs(picked, _noun(tree, near, default), land or LANDS.get(default, "personal"))
    rest = [one for one in candidates if one not in picked]
    return Proposal(
        program=tree.program,
        verbs=verbs,
        left_out=[*map(_left_out, rest), *_held(tree, found, near)],
        few=_few(verbs, rest),
        binding=whole,
        connect=bindings.connect(judged, tree.root),
        binding_why=[*mode_why, *probe_why],
        coverage=tree.coverage,
    )


def effects(tree: Tree) -> dict[tuple[str, ...], Judgement]:
    """Judge every command that acts, by its path, whether it can be a verb or not."""
    found, near = _gather(tree)
    return {action.path: judge(action, near) for action in found}


def _gather(tree: Tree) -> tuple[list[Action], Around]:
    """List what the program does; a flat program's modes stand beside its bare call."""
    found = [*actions(tree), *modes(tree.root)]
    return [*found, *acting_alone(tree)], around(tree, found)


def _candidate(action: Action, judged: Judgement, placed: Rank, near: Around, kind: str) -> Candidate:
    bar = barred(action, judged, near, kind) or meta_only(action) or _bare(action, judged, near)
    drawn = draft(action, judged, near) if bar is None else None
    if isinstance(drawn, str):
        return Candidate(action, judged, placed, None, drawn)
    if kind == "control" and operator(action, near):
        placed = replace(placed, total=placed.total + OPERATORS, why=("is an operator's deed (L9)", *placed.why))
    return Candidate(action, judged, placed, drawn, bar)


def _bare(action: Action, judged: Judgement, near: Around) -> str | None:
    """Bar the bare call of a program whose options are its deeds, but where it is one of them: it shows something."""
    stands = any(words.dashed(operand.name) in STAND_FOR_MODE for operand in action.command.arguments)
    if not action.path and len(near.actions) > 1 and (stands or judged.effect != "read"):
        return "does nothing without one of its mode options"
    return None


def _pick(able: list[Candidate], limit: int, shown: frozenset[tuple[str, ...]]) -> list[Candidate]:
    """Take the best, one after the other; each one taken makes its like less worth (rank.json: crowding)."""
    rules = read("rank")["crowding"]
    taken: list[Candidate] = []
    rest = _distinct(able)
    while rest and len(taken) < limit:
        best = max(rest, key=lambda one: (one.rank.total - _crowd(one, taken, rules, shown), -one.action.order))
        rest.remove(best)
        taken.append(best)
    return _with_reads(taken, rest)


def _distinct(able: list[Candidate]) -> list[Candidate]:
    """Keep of those that say the same of themselves the most called, or the shortest: `ps` beside `container ps`."""
    kept: dict[str, Candidate] = {}
    for one in able:
        said = one.action.command.summary.lower() or " ".join(one.action.path)
        if said not in kept or _before(one) < _before(kept[said]):
            kept[said] = one
    return list(kept.values())


def _before(one: Candidate) -> tuple[int, int]:
    return -one.rank.calls, len(one.action.path)


def _crowd(one: Candidate, taken: list[Candidate], rules: dict[str, float], shown: frozenset[tuple[str, ...]]) -> float:
    """Return how much less a command is worth next to those that were taken; `shown` as in Around."""
    path = one.action.path
    group = rules["same_group"] * (rules["main_group"] if path[:1] in shown else 1)
    lost = 0.0
    for other in taken:
        same = other.action.path
        lost += group * (len(path) > 1 and path[:-1] == same[:-1])
        lost += rules["same_verb"] * (_verb_word(one.action) == _verb_word(other.action) != "")
        lost += rules["same_first_word"] * (_first(path) == _first(same) and path[:-1] == same[:-1])
        lost -= rules["partner"] * _partners(path, same)
        lost += rules["same_deed"] * (_stands_for(one.action, same) or _stands_for(other.action, path))
    return lost


def _verb_word(action: Action) -> str:
    """Return what a command of a group does, in its own word; groups that are called alone all do the same."""
    if action.alone:
        return "alone"
    return action.path[-1] if len(action.path) > 1 else ""


def _stands_for(group: Action, path: tuple[str, ...]) -> bool:
    """Tell whether a group, called alone, does what the command at `path` does: `route` and `route list`."""
    child = reading(group.command) if group.alone else None
    return child is not None and path == (*group.path, child.name)


def _partners(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Tell whether `path` shows one of what `other` lists, so that the two are used one after the other."""
    sets = read("rank")["partners"]
    return len(path) > 1 and path[:-1] == other[:-1] and path[-1] in sets["show"] and other[-1] in sets["list"]


def _first(path: tuple[str, ...]) -> str:
    parts = words.of_name(path[-1]) if path else []
    return parts[0] if parts else ""


def _with_reads(taken: list[Candidate], rest: list[Candidate]) -> list[Candidate]:
    """Put reads first and what destroys last; where there is a read at all, one is among the verbs."""
    reads = [one for one in rest if one.judged.effect == "read"]
    if taken and reads and not any(one.judged.effect == "read" for one in taken):
        taken = [*taken[:-1], max(reads, key=lambda one: one.rank.total)]
    order = {"read": 0, "write": 1, "destructive": 2}
    return sorted(taken, key=lambda one: (order[one.judged.effect], -one.rank.total, one.action.order))


def _verbs(picked: list[Candidate], noun: str, land: str) -> list[Proposed]:
    made: list[Proposed] = []
    for one in picked:
        wanted = verb_key(one.action.path, noun)
        key = unique(wanted, {verb.verb_key for verb in made})
        made.append(_verb(one, key, land, renamed(one.action.path, wanted, key)))
    return made


def _verb(one: Candidate, key: str, land: str, named: str | None) -> Proposed:
    command, judged, drawn = one.action.command, one.judged, one.drawn or Draft()
    text, doubt = fit(words.without_name(command.name, command.summary), one.action.path)
    assumed = ["its help tells no operands: `item` is what such a command takes"] if one.action.assumed else []
    told = [text for text in (named, doubt) if text]
    why = [*one.rank.seen, *judged.why, *assumed, *one.rank.why, *drawn.notes, *told]
    return Proposed(
        verb_key=key,
        path=list(one.action.path),
        summary=text,
        effect=judged.effect,
        operation=judged.operation,
        confirm=judged.effect != "read",
        land=land,
        why=[clean(line, WHY) for line in why],
        confidence=judged.confidence,
        args=drawn.args,
        positionals=drawn.positionals,
        exec=drawn.exec,
    )


def _left_out(one: Candidate) -> LeftOut:
    why = [one.bar] if one.bar else ["others are used more, or do the same"]
    lines = [clean(line, WHY) for line in [*why, *one.rank.seen, *one.judged.why[:1]]]
    return LeftOut(list(one.action.path), one.judged.effect, lines, one.rank.score)


def _held(tree: Tree, found: list[Action], near: Around) -> list[LeftOut]:
    """The groups of which nothing tells that they do something by themselves."""
    acting = {action.path for action in found}
    held = [(group, judge(group, near)) for group in groups(tree) if group.path not in acting]
    why = "holds the commands below it"
    return [LeftOut(list(group.path), judged.effect, [why, *judged.why[:1]], 0.0) for group, judged in held]


def _noun(tree: Tree, near: Around, default: str) -> str:
    """Return the word that leads names which mean something else in a pack: `repo-status`."""
    if default == "local" and "repository" in near.texts:
        return "repo"
    return "-".join(words.of_name(tree.program.name)) or "program"


def _few(verbs: list[Proposed], rest: list[Candidate]) -> str | None:
    """Say why there are fewer than five verbs, in one sentence; None where there are enough."""
    if len(verbs) >= FEWEST:
        return None
    total = len(verbs) + len(rest)
    if total <= len(verbs) + 1:
        return f"the program does {len(verbs)} thing{'s' if len(verbs) != 1 else ''} only"
    bars = Counter(one.bar for one in rest if one.bar)
    most, times = bars.most_common(1)[0] if bars else ("others are used more", 0)
    share = "of most others" if 2 * times > len(rest) else "of others"
    return clean(f"of its {total} commands only {len(verbs)} can be verbs; {share}: {most}", 200)


def nothing(proposal: Proposal, kind: str) -> UserError:
    """Return the error for a program of which nothing can be a verb (status 1)."""
    bars = dict.fromkeys(one.why[0] for one in proposal.left_out if one.why)
    said = clean("; ".join(list(bars)[:3]), 200) or "it has no commands"
    name = clean(proposal.program.name)
    fix = f"hcp-author propose {name} --kind channel" if kind == "read_only" else "hcp-author new channel NAME"
    return UserError(f"`{name}` has nothing that can be a verb: {said}", fix, FINDINGS)
