"""L7, L8 and Sense: a trigger names a fact that is pushed; it is no command, and polling is not Sense."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Severity, at, rule
from hcp_author.pack import names
from hcp_author.pack.model import Pack
from hcp_author.pack.names import collision_key, shown

REFS = ("surface:/stimulusTriggers/*/ref",)
LONGEST = 80
IMPERATIVE = frozenset(
    (
        *("list", "get", "fetch", "send", "show", "search", "find", "read", "pull", "check", "run", "do", "create"),
        *("delete", "remove", "sync", "update", "start", "stop", "restart", "notify", "trigger", "call", "invoke"),
        *("execute", "follow", "query", "wait"),
    )
)
# what tells a fact: something is so, or came to be so
FACTS = frozenset(
    (
        *("new", "sent", "done", "lost", "found", "built", "paid", "made", "gone", "down", "up", "due", "low", "full"),
        *("late", "ready", "online", "offline", "available", "overdue", "begun", "held", "won", "met", "left", "set"),
        *("reset", "broken", "open"),
    )
)
POLLS = frozenset(
    (
        *("poll", "polled", "polling", "heartbeat", "keepalive", "tick", "ticks", "timer", "uptime", "refresh"),
        *("cron", "watchdog"),
    )
)


@rule("S-ref-name", "S", "error")
def ref_name(pack: Pack) -> Iterator[Hit]:
    """A ref is not lower case and dot-separated.

    Why: refs name a fact in one form, or two packs name it twice (Sense: Declare).
    Fix: `new_item`, `item.updated`, `binding.degraded`.
    """
    for trigger in pack.triggers:
        if len(trigger.ref) > LONGEST or not names.REF.fullmatch(trigger.ref):
            plain = ".".join(names.as_words(part).replace("-", "_") for part in trigger.ref.split(".")).strip(".")
            message = (
                f"{shown(trigger.ref)} is no ref; refs are lower case, dot-separated, at most {LONGEST} characters"
            )
            good = names.REF.fullmatch(plain) and plain != trigger.ref
            yield at(pack.surface, f"{trigger.pointer}/ref", message, f"rename it, e.g. `{plain}`" if good else None)


@rule("S-duplicate-ref", "S", "error", needs=REFS)
def duplicate_ref(pack: Pack) -> Iterator[Hit]:
    """A trigger is declared twice.

    Why: one ref is one fact, with one row.
    Fix: remove one of the two.
    """
    seen: set[str] = set()
    for trigger in pack.triggers:
        if trigger.ref in seen:
            message = f"the trigger {shown(trigger.ref)} is declared twice"
            yield at(pack.surface, f"{trigger.pointer}/ref", message, "remove one of the two", safe=True)
        seen.add(trigger.ref)


@rule("S-imperative-ref", "S", "error", needs=REFS)
def imperative_ref(pack: Pack) -> Iterator[Hit]:
    """A ref is worded as a request (`please_list`, `send_mail`).

    Why: a trigger names the fact and cannot run a command (L7).
    Fix: say what happened: `new_item`, `item.updated`, `run.completed`.
    """
    keys = {collision_key(verb.verb_key) for verb in pack.verbs}
    for trigger in pack.triggers:
        if collision_key(trigger.ref) in keys:
            continue  # S-ref-is-verb says more
        asked = request(trigger.ref)
        if asked:
            message = f"{shown(trigger.ref)} asks for something; a ref names the fact"
            fix = "say what happened, e.g. `new_item` or `item.updated`"
            yield at(pack.surface, f"{trigger.pointer}/ref", message, fix, severity=asked)


@rule("S-poll-ref", "S", "error", needs=REFS)
def poll_ref(pack: Pack) -> Iterator[Hit]:
    """A ref names polling, a timer or a monitor.

    Why: calling `status` repeatedly is Execute; uptime monitors, refresh timers and control-plane ticks are no pack
    triggers, or every pack would claim to sense by burning tokens in a loop (L8).
    Fix: take the trigger out until the upstream system really pushes.
    """
    for trigger in pack.triggers:
        if set(words_of(trigger.ref)) & POLLS:
            message = f"{shown(trigger.ref)} is polling or a timer, which is not Sense"
            yield at(pack.surface, f"{trigger.pointer}/ref", message, "take it out until the source really pushes")


@rule("S-ref-is-verb", "S", "error", needs=(*REFS, "surface:/verbs/*/verb_key"))
def ref_is_verb(pack: Pack) -> Iterator[Hit]:
    """A trigger has the name of a verb.

    Why: what an Invoker has to pull is Execute; one name for both overloads the command to fake a push (L7).
    Fix: name the fact, e.g. `item.updated`.
    """
    keys = {collision_key(verb.verb_key): verb.verb_key for verb in pack.verbs}
    for trigger in pack.triggers:
        if collision_key(trigger.ref) in keys:
            message = f"{shown(trigger.ref)} is the verb `{keys[collision_key(trigger.ref)]}`; a trigger is no command"
            yield at(pack.surface, f"{trigger.pointer}/ref", message, "name the fact that is pushed, or take it out")


@rule("S-stimulus-write", "S", "error", needs=("policy:/stimuli/*",))
def stimulus_write(pack: Pack) -> Iterator[Hit]:
    """A trigger's row is a write, or waits for confirm.

    Why: a trigger announces; it cannot run a command, so there is nothing to write and nothing to confirm (L7).
    Fix: `{"operation": "read", "privacy": {"land": …}}`.
    """
    for row in pack.stimuli.values():
        if row.operation == "write":
            message = f"`{row.name}` announces, so it is a read"
            yield at(pack.policy, f"{row.pointer}/operation", message, '"operation": "read"')
        elif row.confirm is not None:
            message = f"`{row.name}` announces, so there is nothing to confirm"
            yield at(pack.policy, f"{row.pointer}/confirm", message, 'take "confirm" out', key=True, safe=True)


@rule("S-sense-only-verbs", "S", "error", needs=("surface:/kind", "surface:/verbs/*/verb_key"))
def sense_only_verbs(pack: Pack) -> Iterator[Hit]:
    """A `sense_only` pack declares verbs.

    Why: an emit-only pack is a pure ingress source; it has a `connect` at most (Sense: Composition).
    Fix: take the verbs out, or make it a `channel`.
    """
    if pack.kind == "sense_only" and pack.verbs:
        yield at(
            pack.surface, "/verbs", "a `sense_only` pack has no verbs", '"kind": "channel", or take them out', key=True
        )


@rule("S-sense-only-silent", "S", "error", needs=("surface:/kind", *REFS))
def sense_only_silent(pack: Pack) -> Iterator[Hit]:
    """A `sense_only` pack declares no trigger.

    Why: it has nothing to say (Sense: Composition).
    Fix: `"stimulusTriggers": [{"ref": "new_item"}]`, with its row under `stimuli`.
    """
    if pack.kind == "sense_only" and not pack.triggers:
        message = "a `sense_only` pack declares at least one trigger"
        yield at(pack.surface, "/stimulusTriggers", message, '"stimulusTriggers": [{"ref": "new_item"}]', key=True)


def words_of(ref: str) -> list[str]:
    """A ref's words, in order; never empty."""
    return [word for word in collision_key(ref).split("-") if word] or [""]


def request(ref: str) -> Severity | None:
    """How sure it is that a ref is a request: `send_mail` and `please_list` are, `item.update` may be a noun."""
    words = words_of(ref)
    if "please" in words:
        return "error"
    if any(word in FACTS or word.endswith("ed") for word in words):
        return None
    first, last = words_of(ref.split(".")[0]), words_of(ref.split(".")[-1])
    if first[0] in IMPERATIVE and (len(first) > 1 or "." not in ref):
        return "error"
    return "warning" if len(last) == 1 and last[0] in IMPERATIVE else None
