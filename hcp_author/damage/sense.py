"""Damage to what a pack announces: refs and their rows (L7, L8, Sense)."""

from __future__ import annotations

from hcp_author.damage.copy import UNDRAWN, Copy, Damage, NotHereError, damage, kinds_of

ROW = {"operation": "read", "privacy": {"land": "personal"}}


def new_ref(copy: Copy, ref: str) -> None:
    """Declare one more trigger in both files, so that this alone is new."""
    if not copy.surface.get("stimulusTriggers"):
        raise NotHereError("it announces nothing")
    copy.add("surface.json", "/stimulusTriggers", None, {"ref": ref})
    if ref not in copy.data("policy.json")["stimuli"]:
        copy.add("policy.json", "/stimuli", ref, ROW)


def only_ref(copy: Copy, kind: str, ref: str) -> None:
    """Declare the one trigger of a pack of this kind that had none."""
    if copy.surface.get("kind") != kind:
        raise NotHereError(f"it is no {kind}")
    copy.add("surface.json", "", "stimulusTriggers", [{"ref": ref}])
    copy.put("policy.json", "", "stimuli", {ref: ROW})


def first_ref(copy: Copy) -> str:
    """The first trigger's ref."""
    triggers = copy.surface.get("stimulusTriggers", [])
    if not triggers:
        raise NotHereError("it announces nothing")
    return str(triggers[0]["ref"])


@damage("a ref in capitals", "S", "S-ref-name")
def ref_name(copy: Copy) -> None:
    """Refs are lower case, dot-separated."""
    new_ref(copy, "New-Item")


@damage("a ref that gives an order", "S", "S-imperative-ref")
def imperative(copy: Copy) -> None:
    """A ref names the fact: `new_item`, never `please_list`."""
    new_ref(copy, "please_list")


@damage("a ref that is a poll", "S", "S-poll-ref")
def poll(copy: Copy) -> None:
    """Uptime monitors and refresh timers are no triggers."""
    new_ref(copy, "poll.tick")


@damage("a ref declared twice", "S", "S-duplicate-ref")
def twice(copy: Copy) -> None:
    """Declared twice, announced once."""
    new_ref(copy, first_ref(copy))


@damage("a ref that is a verb", "S", "S-ref-is-verb")
def is_verb(copy: Copy) -> None:
    """What has to be pulled is Execute."""
    _, verb = copy.verb(lambda one: one["verb_key"].isalpha())
    new_ref(copy, verb["verb_key"])


@damage("a trigger that writes", "S", "S-stimulus-write")
def write(copy: Copy) -> None:
    """An event that could execute could also spend money."""
    first_ref(copy)
    row = {**ROW, "operation": "write", "confirm": True}
    copy.set("policy.json", f"/stimuli/{first_ref(copy)}", row)


@damage("a trigger without a row", "L10", "L10-stimulus-without-row")
def no_row(copy: Copy) -> None:
    """Lint fails on a ref without a row."""
    copy.drop("policy.json", f"/stimuli/{first_ref(copy)}")


@damage("a row without a trigger", "L10", "L10-row-without-trigger")
def stray_row(copy: Copy) -> None:
    """Lint fails on a row without a ref."""
    if "stimuli" not in copy.data("policy.json"):
        raise NotHereError("stimuli")
    copy.add("policy.json", "/stimuli", "long.gone", ROW)


@damage("an emit-only pack with a verb", "S", "S-sense-only-verbs")
def sense_only_verbs(copy: Copy) -> None:
    """A sense_only pack has no verbs."""
    if copy.surface.get("kind") != "sense_only":
        raise NotHereError("it is none")
    verb = {
        "verb_key": "list",
        "summary": "List.",
        "args": {"type": "object", "properties": {}, "additionalProperties": False},
    }
    if "verbs" in copy.surface:
        copy.set("surface.json", "/verbs", [verb])
    else:
        copy.add("surface.json", "", "verbs", [verb])
    copy.add("policy.json", "/verbs", "list", ROW) if "verbs" in copy.data("policy.json") else copy.add(
        "policy.json", "", "verbs", {"list": ROW}
    )


@damage("an emit-only pack that announces nothing", "S", "S-sense-only-silent")
def silent(copy: Copy) -> None:
    """A sense_only pack has at least one trigger."""
    if copy.surface.get("kind") != "sense_only":
        raise NotHereError("it is none")
    copy.set("surface.json", "/stimulusTriggers", [])
    copy.set("policy.json", "/stimuli", {})


def named(name: str, ref: str, *rules: str) -> Damage:
    """A trigger with a name that is wrong."""
    return Damage(name, "S", rules, lambda copy: new_ref(copy, ref))


NAMES = (
    named("a ref with a space", "new item", "S-ref-name"),
    named("a ref with a dash", "new-item", "S-ref-name"),
    named("a ref in one word of capitals", "NEW_ITEM", "S-ref-name"),
    named("a ref in camel case", "newItem", "S-ref-name"),
    named("a ref with a slash", "item/new", "S-ref-name"),
    named("a ref with two dots", "item..new", "S-ref-name"),
    named("a ref that ends in a dot", "item.", "S-ref-name"),
    named("a ref of nothing", "", "S-ref-name", "F-wrong-value"),
    named("a ref of a star", "item.*", "S-ref-name"),
    named("a ref with a letter of another alphabet", "new_it\u0435m", "S-ref-name"),
    named("a ref that sends", "send_mail", "S-imperative-ref"),
    named("a ref that asks for a check", "check_inbox", "S-imperative-ref"),
    named("a ref of a heartbeat", "heartbeat", "S-poll-ref"),
    named("a ref of a refresh", "ui.refresh", "S-poll-ref"),
    named("a ref of a timer", "timer.fired", "S-poll-ref"),
    named("a ref of an uptime check", "uptime.check", "S-poll-ref"),
)


@damage("a trigger of another land", "S", "L12-proof-disagrees", "S-land-differs")
def land_differs(copy: Copy) -> None:
    """Sense shares the land with Execute."""
    copy.verb(lambda _: True)
    copy.set("policy.json", f"/stimuli/{first_ref(copy)}/privacy/land", "brain")


@damage("a trigger's land that there is not", "L5", "L5-unknown-land")
def unknown_land(copy: Copy) -> None:
    """Three lands, and no other."""
    copy.set("policy.json", f"/stimuli/{first_ref(copy)}/privacy/land", "public")


@damage("a degraded Binding where there is none", "S", "S-degraded-without-login", also=UNDRAWN)
def degraded(copy: Copy) -> None:
    """A public read has no credential that could go stale."""
    only_ref(copy, "read_only", "binding.degraded")


@damage("a control pack that announces its fleet", "S", "S-control-trigger", also=UNDRAWN)
def control_trigger(copy: Copy) -> None:
    """Operator health is not a user inbox."""
    only_ref(copy, "control", "node.down")


@damage("a trigger named after an answer", "S", "S-ref-of-verb", also=UNDRAWN)
def answer(copy: Copy) -> None:
    """What has to be asked for is Execute."""
    _, verb = copy.verb(lambda one: one["verb_key"].isalpha() and one["verb_key"] not in ("doctor", "status"))
    new_ref(copy, f"{verb['verb_key']}.results")


@damage("a trigger that waits for confirm", "S", "S-stimulus-write")
def confirm(copy: Copy) -> None:
    """Nobody is there to say yes."""
    copy.add("policy.json", f"/stimuli/{first_ref(copy)}", "confirm", True)


@damage("a trigger as plain text", "F", "F-wrong-type")
def plain_text(copy: Copy) -> None:
    """A trigger is an object with a `ref`."""
    first_ref(copy)
    copy.set("surface.json", "/stimulusTriggers/0", first_ref(copy))


@damage("a ref renamed in one file", "L10", "L10-stimulus-without-row", "L10-row-without-trigger")
def renamed(copy: Copy) -> None:
    """Two places that agree."""
    copy.set("surface.json", "/stimulusTriggers/0/ref", first_ref(copy) + "s")


KINDS = kinds_of(globals())
