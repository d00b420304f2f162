"""L7, L8 and Sense: a trigger names a fact that is pushed; it is no command, and polling is not Sense.

S.1 Refs are lower case, dot-separated and name the fact: S-ref-name, S-imperative-ref.
S.2 One ref is one fact, with one row: S-duplicate-ref, L10-stimulus-without-row, L10-row-without-trigger.
S.3 What an Invoker has to pull is Execute, and no command is overloaded to fake a push: S-ref-is-verb, S-ref-of-verb.
S.4 Polling, uptime monitors, refresh timers and control-plane ticks are no triggers: S-poll-ref, S-poll-key,
    S-emitter-polls.
S.5 A trigger announces and can run nothing: S-stimulus-write, S-trigger-runs, S-emitter-executes.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws._refs import polls, request
from hcp_author.pack import names
from hcp_author.pack.model import Pack
from hcp_author.pack.names import collision_key, shown

REFS = ("surface:/stimulusTriggers/*/ref",)
LONGEST = 80
# what a command gives back; a trigger called so is the command's own answer
ANSWERS = frozenset(
    ("result", "results", "output", "response", "reply", "answer", "called", "ran", "executed", "returned")
)


@rule("S-ref-name", "S", "error")
def ref_name(pack: Pack) -> Iterator[Hit]:
    """A ref is not lower case and dot-separated.

    Why: refs name a fact in one form, or two packs name it twice (Sense: Declare).
    Fix: `new_item`, `item.updated`, `binding.degraded`.
    Bad: surface.json /stimulusTriggers/0/ref
        "New-Item"
    Bad: policy.json /stimuli
        {"New-Item": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    Good: surface.json /stimulusTriggers/0/ref
        "new_item"
    Good: policy.json /stimuli
        {"new_item": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
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
    Bad: surface.json /stimulusTriggers
        [{"ref": "new_item"}, {"ref": "binding.degraded"}, {"ref": "new_item"}]
    Good: surface.json /stimulusTriggers
        [{"ref": "new_item"}, {"ref": "binding.degraded"}]
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
    Bad: surface.json /stimulusTriggers/0/ref
        "please_list"
    Bad: policy.json /stimuli
        {"please_list": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    Good: surface.json /stimulusTriggers/0/ref
        "item.updated"
    Good: policy.json /stimuli
        {"item.updated": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    """
    keys = {collision_key(verb.verb_key) for verb in pack.verbs}
    for trigger in pack.triggers:
        if collision_key(trigger.ref) in keys or polls(trigger.ref):
            continue  # S-ref-is-verb and S-poll-ref say more
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
    Bad: surface.json /stimulusTriggers/0/ref
        "inbox.polled"
    Bad: policy.json /stimuli
        {"inbox.polled": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    Good: surface.json /stimulusTriggers
        [{"ref": "binding.degraded"}]
    Good: policy.json /stimuli
        {"binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    """
    for trigger in pack.triggers:
        if polls(trigger.ref):
            message = f"{shown(trigger.ref)} is polling or a timer, which is not Sense"
            yield at(pack.surface, f"{trigger.pointer}/ref", message, "take it out until the source really pushes")


@rule("S-ref-is-verb", "S", "error", needs=(*REFS, "surface:/verbs/*/verb_key"))
def ref_is_verb(pack: Pack) -> Iterator[Hit]:
    """A trigger has the name of a verb.

    Why: what an Invoker has to pull is Execute; one name for both overloads the command to fake a push (L7).
    Fix: name the fact, e.g. `item.updated`.
    Bad: surface.json /stimulusTriggers/0/ref
        "search"
    Bad: policy.json /stimuli
        {"search": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    Good: surface.json /stimulusTriggers/0/ref
        "item.updated"
    Good: policy.json /stimuli
        {"item.updated": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    """
    keys = {collision_key(verb.verb_key): verb.verb_key for verb in pack.verbs}
    for trigger in pack.triggers:
        if collision_key(trigger.ref) in keys:
            message = f"{shown(trigger.ref)} is the verb `{keys[collision_key(trigger.ref)]}`; a trigger is no command"
            yield at(pack.surface, f"{trigger.pointer}/ref", message, "name the fact that is pushed, or take it out")


@rule("S-ref-of-verb", "S", "warning", needs=(*REFS, "surface:/verbs/*/verb_key"))
def ref_of_verb(pack: Pack) -> Iterator[Hit]:
    """A trigger is named as the answer of a verb (`search.results`, `list_output`).

    Why: what a verb answers is pulled, and pulling is Execute; a trigger that tells it again fakes a push (L7, L8).
    Fix: name what changes in the world, e.g. `item.updated`, or take the trigger out: the verb gives its answer itself.
    Bad: surface.json /stimulusTriggers/0/ref
        "search.results"
    Bad: policy.json /stimuli
        {"search.results": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    Good: surface.json /stimulusTriggers/0/ref
        "item.updated"
    Good: policy.json /stimuli
        {"item.updated": {"operation": "read", "privacy": {"land": "personal"}},
         "binding.degraded": {"operation": "read", "privacy": {"land": "personal"}}}
    """
    keys = {collision_key(verb.verb_key): verb.verb_key for verb in pack.verbs}
    for trigger in pack.triggers:
        before, _, last = collision_key(trigger.ref).rpartition("-")
        if last in ANSWERS and before in keys:
            message = f"{shown(trigger.ref)} is what the verb `{keys[before]}` answers, which is pulled and no trigger"
            yield at(pack.surface, f"{trigger.pointer}/ref", message, "name the change that is pushed, or take it out")


@rule("S-stimulus-write", "S", "error", needs=("policy:/stimuli/*",))
def stimulus_write(pack: Pack) -> Iterator[Hit]:
    """A trigger's row is a write, or waits for confirm.

    Why: a trigger announces; it cannot run a command, so there is nothing to write and nothing to confirm (L7).
    Fix: `{"operation": "read", "privacy": {"land": …}}`.
    Bad: policy.json /stimuli/new_item
        {"operation": "write", "privacy": {"land": "personal"}}
    Good: policy.json /stimuli/new_item
        {"operation": "read", "privacy": {"land": "personal"}}
    """
    for row in pack.stimuli.values():
        if row.operation == "write":
            message = f"`{row.name}` announces, so it is a read"
            yield at(pack.policy, f"{row.pointer}/operation", message, '"operation": "read"')
        elif row.confirm is not None:
            message = f"`{row.name}` announces, so there is nothing to confirm"
            yield at(pack.policy, f"{row.pointer}/confirm", message, 'take "confirm" out', key=True, safe=True)
