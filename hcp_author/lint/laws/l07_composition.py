"""Sense: what a pack of each kind may declare, and what is no part of a trigger.

S.6 An emit-only pack declares `kind: sense_only`, a trigger and no verbs, a `connect` at most: S-sense-only-verbs,
    S-sense-only-silent.
S.7 A public read pack is Execute only until a real push exists: no file tells whether one does.
S.8 Control is Execute on a second pack; operator health is no user inbox: S-control-trigger.
S.9 `binding.degraded` tells that the pack's own credential went stale: S-degraded-without-login.
S.10 Sense shares Policy, Binding and land with Execute: S-land-differs.
S.11 A trigger cannot run a command: S-trigger-runs.
S.12 How a trigger reaches the runtime the pack does not carry, nor the sink, nor a route: S-delivery-in-pack.
S.13 Nothing polls on behalf of a pack: S-poll-key.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, line_of, rule
from hcp_author.lint.laws import _adapter, _adapter_file, _code
from hcp_author.lint.laws._code import place_of
from hcp_author.lint.laws._expected import other_land
from hcp_author.lint.laws._refs import can_stand
from hcp_author.lint.laws._strangers import strangers
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack
from hcp_author.pack.names import collision_key, shown

REFS = ("surface:/stimulusTriggers/*/ref",)
KIND = ("surface:/kind", "surface:/plane")
DEGRADED = "binding.degraded"
RUNS = frozenset(
    (
        *("verb", "verbs", "verb-key", "run", "runs", "exec", "command", "then", "do", "action", "actions", "call"),
        *("calls", "execute", "invoke", "handler", "reaction", "argv", "args", "on", "wake", "script", "confirm"),
    )
)
DELIVERY = frozenset(
    (
        *("webhook", "webhooks", "ingress", "queue", "queues", "sink", "sinks", "route", "routes", "hmac", "callback"),
        *("callbacks", "subscription", "subscriptions", "subscribe", "topic", "topics", "deliver", "delivery", "inbox"),
    )
)
DELIVERY_OF_TRIGGER = DELIVERY | {"url", "endpoint", "source", "secret", "channel", "host", "port"}
OF_HEALTH = frozenset(
    (
        *(
            "health",
            "healthy",
            "unhealthy",
            "status",
            "down",
            "degraded",
            "alive",
            "dead",
            "outage",
            "incident",
            "alert",
        ),
        *("alerts", "crashed", "offline", "unreachable"),
    )
)
POLLS = frozenset(
    (
        *("poll", "polls", "polling", "poll-every", "poll-interval", "interval", "every", "cron", "schedule", "timer"),
        *("refresh", "refresh-interval", "heartbeat", "period", "frequency", "watch", "uptime", "tick"),
    )
)


@rule("S-sense-only-verbs", "S", "error", needs=("surface:/kind", "surface:/verbs/*/verb_key"))
def sense_only_verbs(pack: Pack) -> Iterator[Hit]:
    """A `sense_only` pack declares verbs, or its adapter.py has functions for some.

    Why: an emit-only pack is a pure ingress source; it has a `connect` at most (Sense: Composition).
    Fix: take the verbs out, or make it a `channel`.
    Base: feed
    Bad: surface.json /verbs
        [{"verb_key": "list", "summary": "List the builds."}]
    Bad: policy.json /verbs
        {"list": {"operation": "read", "privacy": {"land": "personal"}}}
    Good: surface.json /verbs
        []
    """
    fix = '"kind": "channel", or take them out'
    if pack.kind == "sense_only" and pack.verbs:
        yield at(pack.surface, "/verbs", "a `sense_only` pack has no verbs", fix, key=True)
    elif pack.kind == "sense_only" and (data := _adapter_file.source(pack)):
        yield from functions_for_verbs(data, fix)


def functions_for_verbs(data: bytes, fix: str) -> Iterator[Hit]:
    """What VERBS of adapter.py has, where no verb is declared."""
    module = _adapter_file.parsed(data)
    keys = None if isinstance(module, SyntaxError) else _adapter_file.verbs_of(module)
    lines = data.decode("utf-8", "replace")
    code = _code.module(lines) if keys else None
    verbs = set(_adapter.verb_functions(code).values()) if code else set()
    for one in _adapter.reached(code, "emit", frozenset(verbs)) if code else ():
        if any(isinstance(node, ast.Name) and node.id in verbs for node in ast.walk(one)):
            return  # S-emitter-executes says more
    for key, node in (keys or {}).items():
        place = place_of(node, lines)
        message = f"`VERBS` has a function for {shown(key)}, and a `sense_only` pack has no verbs"
        yield Hit(_adapter_file.FILE, place, "", message, fix, excerpt=line_of(lines, place.line))
        return  # one mistake


@rule("S-sense-only-silent", "S", "error", needs=("surface:/kind", *REFS))
def sense_only_silent(pack: Pack) -> Iterator[Hit]:
    """A `sense_only` pack declares no trigger.

    Why: it has nothing to say (Sense: Composition).
    Fix: `"stimulusTriggers": [{"ref": "new_item"}]`, with its row under `stimuli`.
    Base: feed
    Bad: surface.json /stimulusTriggers
        []
    Bad: policy.json /stimuli
        {}
    Good: surface.json /stimulusTriggers
        [{"ref": "run.completed"}]
    """
    if pack.kind == "sense_only" and not pack.triggers and not pack.verbs:
        message = "a `sense_only` pack declares at least one trigger"
        yield at(pack.surface, "/stimulusTriggers", message, '"stimulusTriggers": [{"ref": "new_item"}]', key=True)


@rule("S-control-trigger", "S", "warning", needs=(*KIND, *REFS))
def control_trigger(pack: Pack) -> Iterator[Hit]:
    """A control pack announces how its fleet is (`node.down`, `health.changed`).

    Why: control is Execute on a second pack, because operator health is not a user inbox (Sense: Composition); who
    watches a fleet has a monitor, which is runtime machinery.
    Fix: take the trigger out; `status` tells how the fleet is.
    Base: fleet
    Bad: surface.json /stimulusTriggers
        [{"ref": "machine.down"}]
    Bad: policy.json /stimuli
        {"machine.down": {"operation": "read", "privacy": {"land": "personal"}}}
    Bad: HARNESS.md

        <!-- hcp:begin triggers -->
        | Trigger | Land | Then |
        | --- | --- | --- |
        | `machine.down` | personal | run `fleet list` |
        <!-- hcp:end triggers -->
    Good: surface.json /stimulusTriggers
        []
    """
    if pack.plane == "control" and pack.kind in ("", "control"):
        for trigger in pack.triggers:
            if trigger.ref != DEGRADED and OF_HEALTH & set(collision_key(trigger.ref).split("-")):
                message = f"a control pack announces `{trigger.ref}`, and operator health is no user inbox"
                yield at(
                    pack.surface, f"{trigger.pointer}/ref", message, "take it out; `status` tells how the fleet is"
                )


@rule("S-degraded-without-login", "S", "warning", needs=("surface:/binding", *REFS))
def degraded_without_login(pack: Pack) -> Iterator[Hit]:
    """`binding.degraded` is declared where there is no credential that could go stale.

    Why: the trigger says that the pack's own credential went stale (Sense: Triggers); a `public` Binding has none.
    Fix: take the trigger out, or bind the pack to the mode whose login it is about.
    Base: feed
    Bad: surface.json /stimulusTriggers/-
        {"ref": "binding.degraded"}
    Bad: policy.json /stimuli/binding.degraded
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: surface.json /stimulusTriggers
        [{"ref": "run.completed"}]
    """
    modes = {*pack.binding.modes, pack.binding.default} if pack.binding else {""}
    if modes <= {"public", "mock"}:
        for trigger in pack.triggers:
            if trigger.ref == DEGRADED:
                message = "`binding.degraded` tells of a stale login, and a `public` Binding has none"
                yield at(pack.surface, f"{trigger.pointer}/ref", message, "take it out")


@rule("S-land-differs", "S", "warning", needs=("policy:/verbs/*", "policy:/stimuli/*", *REFS))
def land_differs(pack: Pack) -> Iterator[Hit]:
    """A trigger's land is none that any verb of the pack has.

    Why: Sense shares Policy, Binding and land with Execute on the same pack, and land follows the data (Sense:
    Isolation, Declare): what is announced as a project's and read as the actor's own is one or the other.
    Fix: the land of the verbs that read the same data.
    Bad: policy.json /stimuli/new_item/privacy/land
        "brain"
    Good: policy.json /stimuli/new_item/privacy/land
        "personal"
    """
    lands = {row.land for row in pack.rows.values() if pack.verb(row.name)}
    declared = {trigger.ref for trigger in pack.triggers if can_stand(pack, trigger.ref)}
    for row in pack.stimuli.values():
        # whose login it is, the actor's, tells the land of its health
        own = row.name == DEGRADED and row.land == "personal"
        if (
            lands
            and row.land
            and row.land not in lands
            and row.name in declared
            and not own
            and not other_land(pack, row)
        ):
            shared = " or ".join(f"`{land}`" for land in sorted(lands))
            message = f"`{row.name}` is `{row.land}`, and every verb of the pack is {shared}"
            yield at(pack.policy, f"{row.pointer}/privacy/land", message, f'"land": "{min(lands)}"')


@rule("S-trigger-runs", "S", "error", phase="shape")
def trigger_runs(pack: Pack) -> Iterator[Hit]:
    """A trigger names a command that it runs.

    Why: a trigger cannot run a command; an Invoker that reacts goes through Execute, under its own grant (L7). What
    usually comes next stands in HARNESS.md, for people and agents to decide.
    Fix: take it out.
    Bad: surface.json /stimulusTriggers/0
        {"ref": "new_item", "run": "search"}
    Good: surface.json /stimulusTriggers/0
        {"ref": "new_item"}
    """
    for one in strangers(pack, "trigger", "stimulus"):
        if one.plain in RUNS:
            message = f"`{one.key}`: a trigger announces, and runs nothing"
            yield at(one.document, one.pointer, message, "take it out; an Invoker decides what comes next", key=True)


@rule("S-delivery-in-pack", "S", "error", phase="shape")
def delivery_in_pack(pack: Pack) -> Iterator[Hit]:
    """The pack says how its triggers reach the runtime, or where they go (`webhook`, `queue`, `sink`, `route`).

    Why: ingress, routes and sinks are the runtime's and the user's own; the pack does not carry them (Sense: delivery).
    Fix: take it out, and set it up beside the runtime.
    Bad: surface.json /stimulusTriggers/0
        {"ref": "new_item", "webhook": "/hooks/mail"}
    Good: surface.json /stimulusTriggers/0
        {"ref": "new_item"}
    """
    for one in strangers(pack, "surface", "trigger", "stimulus"):
        if one.plain in (DELIVERY if one.owner == "surface" else DELIVERY_OF_TRIGGER):
            message = f"`{one.key}`: how an event is delivered is the runtime's, and no part of a pack"
            yield at(one.document, one.pointer, message, "take it out; set it up beside the runtime", key=True)


@rule("S-poll-key", "S", "error", phase="shape")
def poll_key(pack: Pack) -> Iterator[Hit]:
    """The pack asks to be polled (`poll`, `interval`, `cron`).

    Why: Sense is push; polling for a pack would turn every read into a silent background write to the runtime's own
    store (L8; non-goal: poll on behalf of packs).
    Fix: take it out; ship commands that pull until the source can push.
    Bad: surface.json /stimulusTriggers/0
        {"ref": "new_item", "poll": 60}
    Good: surface.json /stimulusTriggers/0
        {"ref": "new_item"}
    """
    for one in strangers(pack, "surface", "verb", "trigger", "row", "stimulus"):
        if one.plain in POLLS:
            message = f"`{one.key}`: nothing polls on behalf of a pack; Sense is push"
            yield at(one.document, one.pointer, message, "take it out; ship commands that pull instead", key=True)
