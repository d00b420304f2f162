"""A proposal becomes surface.json, policy.json and the made-up answers of mock mode."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hcp_author.errors import UserError
from hcp_author.introspect.tree import Program
from hcp_author.pack.args import map_paths, sample
from hcp_author.pack.names import in_system_place
from hcp_author.pack.text import clean
from hcp_author.propose.model import Proposal, Proposed, synopsis

USUAL_PLACES = ("/usr/bin", "/usr/local/bin")
RUNS = 160  # characters of a line in the list that one picks from
FEWEST, MOST = 5, 11  # of twelve verbs `doctor` is one
DOCTOR = {"verb_key": "doctor", "summary": "Tell whether this pack can work here.", "builtin": True}


@dataclass(frozen=True)
class Offer:
    """One verb that a person may pick: `title` shows its class and what it would run, `why` the evidence."""

    verb_key: str
    proposed: bool
    title: str
    why: str


def is_private(program: Program) -> bool:
    """Whether the program lies in a place of one person's own, which has no place in a pack."""
    return not in_system_place(program.path)


def paths(program: Program) -> list[str]:
    """The closed list of files that the program may be; a private place never stands in a pack."""
    if is_private(program):
        return [f"{place}/{program.name}" for place in USUAL_PLACES]
    return [program.path]


def surface(kind: str, answers: Mapping[str, Any], proposal: Proposal) -> dict[str, Any]:
    """surface.json of a wrap; `doctor` comes last and counts among the verbs."""
    made: dict[str, Any] = {
        "$schema": ".hcp/surface.schema.json",
        "hcp": "1",
        "pack_id": answers["pack_id"],
        "kind": kind,
        "plane": "control" if kind == "control" else "runtime",
        "summary": answers["summary"],
        "binding": binding(answers, proposal.binding),
        "wrap": {"bin": proposal.program.name, "paths": paths(proposal.program)},
    }
    made |= {"pass_through": True} if answers["pass_through"] else commands(proposal)
    if answers["triggers"]:
        made["stimulusTriggers"] = [{"ref": ref} for ref in answers["triggers"]]
    return made


def commands(proposal: Proposal) -> dict[str, Any]:
    """What surface.json says of named commands: `connect` and `few` where there are any, and `verbs`."""
    made: dict[str, Any] = {"connect": proposal.connect} if proposal.connect else {}
    if len(proposal.verbs) + 1 < FEWEST:
        made["few"] = proposal.few or "These are the verbs that were picked."
    return {**made, "verbs": [*map(_verb, proposal.verbs), DOCTOR]}


def rows(proposal: Proposal, land: str) -> dict[str, Any]:
    """What policy.json says of them: a row for every verb, and for `connect`; every write says its gate."""
    made = {verb.verb_key: _row(verb.operation, verb.confirm, verb.land) for verb in proposal.verbs}
    made["doctor"] = _row("read", False, land)
    return {**made, **({"connect": _row("write", True, land)} if proposal.connect else {})}


def policy(answers: Mapping[str, Any], proposal: Proposal) -> dict[str, Any]:
    """policy.json of a wrap: the rows of its commands, none where it has none yet, and a row for every trigger."""
    land = answers["land"]
    verbs = {} if answers["pass_through"] else rows(proposal, land)
    made: dict[str, Any] = {"$schema": ".hcp/policy.schema.json", "pack_id": answers["pack_id"], "verbs": verbs}
    if answers["triggers"]:
        made["stimuli"] = {ref: _row("read", False, land) for ref in answers["triggers"]}
    return made


def fixtures(proposal: Proposal) -> dict[str, dict[str, Any]]:
    """For each verb what mock mode answers; marked as invented, since the program was never run."""
    return {verb.verb_key: {"cases": _cases(verb)} for verb in proposal.verbs}


def summary(name: str, verb_keys: Sequence[str]) -> str:
    """One line in our own words: what a program says of itself may be written for an agent."""
    first = list(verb_keys[:3])
    more = len(verb_keys) - len(first)
    listed = f"{', '.join(first)} and {more} more" if more > 1 else ", ".join(verb_keys[: len(first) + more])
    return clean(f"Named commands of {name}: {listed}.", 120)


def bare_summary(name: str) -> str:
    """The same for a pack that names no command yet, and so that it stays true when it does."""
    return clean(f"Work with {name}.", 120)


def nothing_named(proposal: Proposal) -> Proposal:
    """A proposal as a pass-through takes it: the program and the Binding's mode, and nothing that names a command."""
    bound: dict[str, Any] = {n: proposal.binding[n] for n in ("default", "modes") if n in proposal.binding}
    return replace(proposal, verbs=[], few=None, binding=bound, connect=None)


def offers(proposal: Proposal, everything: Proposal) -> list[Offer]:
    """What a person may pick from: the proposed verbs first, then all others that can be one."""
    proposed = {tuple(verb.path) for verb in proposal.verbs}
    name = proposal.program.name
    made = []
    for verb in everything.verbs:
        runs = clean(f"{name} {synopsis(verb.exec)}", RUNS)
        title = f"{verb.verb_key:<20} {verb.effect:<12} {runs}"
        made.append(Offer(verb.verb_key, tuple(verb.path) in proposed, title, clean("; ".join(verb.why))))
    return sorted(made, key=lambda offer: not offer.proposed)


def take(everything: Proposal, picks: Sequence[str]) -> Proposal:
    """The proposal with the verbs that were picked, in their order; UserError where that cannot be."""
    verbs = {verb.verb_key: verb for verb in everything.verbs}
    for key in picks:
        if key not in verbs:
            raise _not_offered(everything, key, list(verbs))
    if len(picks) > MOST:
        message = f"{len(picks)} verbs were picked and `doctor` is one more: a pack has at most {MOST + 1} (L3)"
        raise UserError(message, f"--pick {','.join(picks[:MOST])}")
    return replace(everything, verbs=[verbs[key] for key in picks], few=None)


def binding(answers: Mapping[str, Any], proposed: Mapping[str, Any]) -> dict[str, Any]:
    """The Binding as proposed, with the settings and secrets that were asked for besides."""
    mode = answers["binding"]
    made = {"default": mode, "modes": [mode, "mock"]}
    made.update({key: item for key, item in proposed.items() if key not in made})
    secrets = list(dict.fromkeys([*proposed.get("secrets", []), *answers["secrets"]]))
    settings = dict.fromkeys([*proposed.get("settings", []), *answers["settings"]])
    return {**made, "settings": [name for name in settings if name not in answers["secrets"]], "secrets": secrets}


def _not_offered(everything: Proposal, key: str, keys: list[str]) -> UserError:
    """The error for a pick that is no verb: why the command cannot be one, or the nearest that can."""
    name = everything.program.name
    for out in everything.left_out:
        if "-".join(out.path) == key:
            return UserError(f"`{key}` of `{name}` cannot be a verb: {out.why[0]}", f"--pick {','.join(keys[:3])}")
    near = difflib.get_close_matches(key, keys, 3) or keys[:3]
    return UserError(f"`{name}` offers no verb `{key}`", f"--pick {','.join(near)}")


def _verb(verb: Proposed) -> dict[str, Any]:
    made: dict[str, Any] = {"verb_key": verb.verb_key, "summary": verb.summary}
    if verb.positionals:
        made["positionals"] = verb.positionals
    return {**made, "args": verb.args, "exec": verb.exec}


def _row(operation: str, confirm: bool, land: str) -> dict[str, Any]:
    gate = {"confirm": confirm} if operation == "write" else {}
    return {"operation": operation, **gate, "privacy": {"land": land}}


def _cases(verb: Proposed) -> list[dict[str, Any]]:
    """The call that shows most, with the first number that may be given (a limit, mostly), and the shortest one."""
    shortest = sample(verb.args)
    if verb.land != "local":  # it works in an empty folder, where a relative path means nothing
        shortest = map_paths(verb.args, shortest, lambda _: "/")
    properties = verb.args.get("properties", {})
    number = next((n for n, item in properties.items() if item.get("type") == "integer" and n not in shortest), None)
    calls = [shortest] if number is None else [{**shortest, number: sample(properties[number])}, shortest]
    answer = ANSWERS[verb.exec.get("output", "text")]
    return [{"args": args, "data": answer, "invented": True} for args in calls]


# what stands where a real answer belongs, for each form of output
ANSWERS: dict[str, Any] = {
    "text": {"text": "An invented answer; put a real one here.\n"},
    "json": [{"note": "An invented answer; put a real one here."}],
    "jsonl": [{"note": "An invented answer; put a real one here."}],
    "base64": {"base64": "QW4gaW52ZW50ZWQgYW5zd2VyLgo="},
}
