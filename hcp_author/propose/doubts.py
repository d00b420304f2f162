"""What speaks against calling a command a read: its sentence, its options and operands, what stands beside it."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.introspect.tree import Command
from hcp_author.propose import words
from hcp_author.propose.actions import Action, Around, main_name
from hcp_author.propose.kinds import kind_reason, option_kind
from hcp_author.propose.signs import FAIR, STRONG, WEAK, clauses, lead, of_summary, prints
from hcp_author.propose.vocabulary import changing_verbs, read, reasons


def doubts(action: Action, near: Around, strength: int, plain: bool = False) -> Iterator[str]:
    """Yield what speaks against calling the command a read; the weaker its name, the more counts.

    Where the sentence is `plain` about showing something, an option that writes is left out of the call, and does not
    speak against it.
    """
    yield from _summary_doubts(action, strength)
    yield from _option_doubts(action, near, strength, plain)
    yield from _operand_doubts(action.command, strength)
    yield from _sibling_doubts(action)


def _summary_doubts(action: Action, strength: int) -> Iterator[str]:
    summary = words.without_name(action.command.name, action.command.summary)
    parts = clauses(action)
    fine = _agreeing(action) | (frozenset(read("effect")["neutral_leads"]) if strength == STRONG else frozenset())
    for part in parts[:1] if strength == STRONG else parts:
        for verb in words.leads(part, lambda token: lead(token) is not None):
            if (sign := lead(verb)) is not None and sign.effect != "read" and verb not in fine:
                yield f"summary tells of `{verb}`"
        for verb in words.joined(part, _changes) if strength < STRONG else ():
            if verb not in fine:
                yield f"summary tells of `{verb}`"
        for word in words.done_to_it(part):
            if word not in fine and ((sign := lead(word)) is None or sign.effect != "read"):
                yield f"summary tells of `{word}`"
    told = reasons("effect", "summary", "writes")
    if (phrase := words.phrase_in(summary, told)) is not None:
        yield f"summary says `{phrase}`: {told[phrase]}"
    if strength < STRONG and (phrase := words.runs_what_it_is_given(summary)) is not None:
        yield f"summary says `{phrase}`: it runs what it is given"
    yield from _stored(action, parts)


def _changes(token: str) -> bool:
    return any(form in changing_verbs() for form in words.bases(token))


def _agreeing(action: Action) -> frozenset[str]:
    """Return the verbs of change that go with a noun that is printed: `logs: fetch the logs of a container`."""
    known = read("effect")["agreeing_leads"]
    names = (action.command.name, *(parent.name for parent in action.parents[1:]))
    verbs = {verb for name in names for verb in known.get(words.dashed(name), ())}
    verbs |= set(read("effect")["printing_leads"]) if prints(action.command.summary) is not None else set()
    return frozenset(form for verb in verbs for form in (verb, verb + "s", verb + "es"))


def _stored(action: Action, parts: list[list[str]]) -> Iterator[str]:
    """Doubt what a weaker verb is done to: files that are got are stored, an address is verified by writing to it."""
    own, told = words.of_name(action.command.name), of_summary(action)
    if told is not None and told.effect == "read" and told.strength >= FAIR:
        return
    for rules in read("effect")["doubted_objects"]:
        if own and own[0] in rules["verbs"]:
            if rules.get("needs_summary") and len(own) == 1 and not parts and not _among_reads(action):
                yield "no summary tells what it is done to"
            said = {form for token in (parts[0][1:6] if parts else []) for form in words.bases(token)}
            things = (said | set(own[1:])) & set(rules["words"])
            if things:
                yield f"speaks of `{min(things)}`, which {rules['reason']}"


def _among_reads(action: Action) -> bool:
    """Tell whether a `get` stands in a group with `set` or `show`, and not with `put`, its other partner."""
    names = {command.name for command in action.siblings}
    return len(action.path) > 1 and bool(names & {"set", "show", "list"}) and "put" not in names


def _option_doubts(action: Action, near: Around, strength: int, plain: bool) -> Iterator[str]:
    told = of_summary(action)
    sure = strength == STRONG and told is not None and told.effect == "read" and told.strength >= FAIR
    for option in action.command.options:
        name, kind = main_name(option), option_kind(option)
        if name in near.common or (sure and name == "--force"):
            continue
        writes = strength < STRONG and not plain
        weighs = {"asks": True, "writes": writes, "stores": writes, "runs": strength == WEAK}
        if weighs.get(kind, False):
            yield f"takes `{name}`, which {kind_reason(option)}"


def _operand_doubts(command: Command, strength: int) -> Iterator[str]:
    kinds = ("sets",) if strength == STRONG else ("sets", "stores")
    for operand in command.arguments:
        for kind in kinds:
            told = reasons("effect", "operands", kind)
            if words.dashed(operand.name) in told:
                yield f"operand `{operand.name}` {told[words.dashed(operand.name)]}"


def _sibling_doubts(action: Action) -> Iterator[str]:
    names = {command.name for command in action.siblings}
    for prefix in read("effect")["pairs"]["prefixes"]:
        for twin in (prefix + action.command.name, f"{prefix}-{action.command.name}"):
            if twin in names:
                yield f"`{twin}` stands beside it, so it is a deed"
