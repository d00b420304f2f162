"""Damage to each key of the two JSON files in turn: taken away, of another type, misspelt (the format, L2, L10)."""

from __future__ import annotations

from collections.abc import Callable

from hcp_author.damage.copy import Copy, Damage, NotHereError

SURFACE, POLICY = "surface.json", "policy.json"
# a pointer may begin with what it is about: VERB has arguments, EXEC is wrapped, READ, WRITE and REF are rows
GONE: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (SURFACE, "/pack_id", "F", ("F-missing-key",)),
    (SURFACE, "/binding/default", "F", ("F-missing-key",)),
    (SURFACE, "/wrap/bin", "F", ("F-missing-key",)),
    (SURFACE, "/wrap/paths", "F", ("N-path-lookup",)),
    (SURFACE, "VERB/verb_key", "F", ("F-missing-key",)),
    (SURFACE, "VERB/args/type", "F", ("F-args",)),
    (SURFACE, "VERB/args/properties", "F", ("L2-undeclared-argument", "L2-fixture-args", "F-args")),
    (SURFACE, "EXEC/exec", "L3", ("L3-no-exec",)),
    (SURFACE, "EXEC/exec/argv", "F", ("F-missing-key",)),
    (SURFACE, "/stimulusTriggers/0/ref", "F", ("F-missing-key",)),
    (POLICY, "/pack_id", "F", ("F-missing-key",)),
    (POLICY, "READ/operation", "F", ("F-missing-key",)),
    (POLICY, "READ/privacy", "F", ("F-missing-key",)),
    (POLICY, "READ/privacy/land", "F", ("F-missing-key",)),
    (POLICY, "REF/operation", "F", ("F-missing-key",)),
    (POLICY, "REF/privacy", "F", ("F-missing-key",)),
)
RETYPED: tuple[tuple[str, str, object, tuple[str, ...]], ...] = (
    (SURFACE, "/hcp", 1, ("F-wrong-type",)),
    (SURFACE, "/pack_id", 7, ("F-wrong-type",)),
    (SURFACE, "/kind", ["channel"], ("F-wrong-value", "F-wrong-type")),
    (SURFACE, "/plane", None, ("F-wrong-value", "F-wrong-type")),
    (SURFACE, "/summary", ["text"], ("F-wrong-type",)),
    (SURFACE, "/binding", "user", ("F-wrong-type",)),
    (SURFACE, "/binding/default", True, ("F-wrong-value", "F-wrong-type")),
    (SURFACE, "/binding/modes", {"user": True}, ("F-wrong-type",)),
    (SURFACE, "/binding/settings", "REGION", ("F-wrong-type",)),
    (SURFACE, "/binding/probe", "count", ("F-wrong-type",)),
    (SURFACE, "/wrap", "/usr/bin/true", ("F-wrong-type",)),
    (SURFACE, "/wrap/bin", ["true"], ("F-wrong-type",)),
    (SURFACE, "/wrap/paths", "/usr/bin/true", ("F-wrong-type",)),
    (SURFACE, "/connect", True, ("F-wrong-type",)),
    (SURFACE, "/verbs", {}, ("F-wrong-type",)),
    (SURFACE, "/verbs/0", "list", ("F-wrong-type",)),
    (SURFACE, "VERB/verb_key", 1, ("F-wrong-type",)),
    (SURFACE, "VERB/summary", {}, ("F-wrong-type",)),
    (SURFACE, "VERB/positionals", "id", ("F-wrong-type",)),
    (SURFACE, "VERB/args", [], ("F-wrong-type", "F-args")),
    (SURFACE, "VERB/args/properties", [], ("F-args",)),
    (SURFACE, "VERB/args/required", "id", ("F-args",)),
    (SURFACE, "EXEC/exec", "log --all", ("F-wrong-type",)),
    (SURFACE, "EXEC/exec/argv", "log --all", ("F-wrong-type",)),
    (SURFACE, "EXEC/exec/argv/0", 7, ("F-wrong-type",)),
    (SURFACE, "EXEC/exec/output", "xml", ("F-wrong-value",)),
    (SURFACE, "/stimulusTriggers", ["new_item"], ("F-wrong-type",)),
    (SURFACE, "/stimulusTriggers", {"ref": "new_item"}, ("F-wrong-type",)),
    (SURFACE, "/stimulusTriggers/0/ref", 3, ("F-wrong-type",)),
    (POLICY, "/pack_id", None, ("F-wrong-type",)),
    (POLICY, "/verbs", [], ("F-wrong-type",)),
    (POLICY, "READ", "read", ("F-wrong-type",)),
    (POLICY, "READ/operation", ["read"], ("F-wrong-value", "F-wrong-type")),
    (POLICY, "READ/operation", "READ", ("F-wrong-value",)),
    (POLICY, "READ/privacy", "personal", ("F-wrong-type",)),
    (POLICY, "READ/privacy/land", ["personal"], ("L5-unknown-land", "F-wrong-type", "F-wrong-value")),
    (POLICY, "READ/privacy/land", "Personal", ("L5-unknown-land",)),
    (POLICY, "WRITE/confirm", 1, ("F-wrong-type",)),
    (POLICY, "WRITE/confirm", None, ("F-wrong-type",)),
    (POLICY, "/stimuli", [], ("F-wrong-type",)),
    (POLICY, "REF", True, ("F-wrong-type",)),
)
EACH = {
    "L2-undeclared-argument": "each place that named one of the arguments that are gone is told",
    "L2-fixture-args": "and each fixture that gives one",
}
MISSPELT: tuple[tuple[str, str, str], ...] = (
    (SURFACE, "/pack_id", "packId"),
    (SURFACE, "/kind", "Kind"),
    (SURFACE, "/plane", "plain"),
    (SURFACE, "/summary", "description"),
    (SURFACE, "/binding", "bindings"),
    (SURFACE, "/binding/default", "mode"),
    (SURFACE, "/binding/modes", "mode"),
    (SURFACE, "/binding/settings", "setting"),
    (SURFACE, "/binding/secrets", "secret"),
    (SURFACE, "/binding/probe", "check"),
    (SURFACE, "/wrap", "wraps"),
    (SURFACE, "/wrap/bin", "binary"),
    (SURFACE, "/wrap/paths", "path"),
    (SURFACE, "/connect", "login"),
    (SURFACE, "/verbs", "commands"),
    (SURFACE, "/stimulusTriggers", "triggers"),
    (SURFACE, "/stimulusTriggers/0/ref", "name"),
    (SURFACE, "VERB/verb_key", "name"),
    (SURFACE, "VERB/summary", "help"),
    (SURFACE, "VERB/positionals", "positional"),
    (SURFACE, "VERB/args", "arguments"),
    (SURFACE, "EXEC/exec", "command"),
    (SURFACE, "EXEC/exec/argv", "args"),
    (SURFACE, "EXEC/exec/output", "format"),
    (POLICY, "/pack_id", "pack"),
    (POLICY, "/verbs", "verb"),
    (POLICY, "/stimuli", "stimulus"),
    (POLICY, "READ/operation", "op"),
    (POLICY, "READ/privacy", "private"),
    (POLICY, "READ/privacy/land", "scope"),
    (POLICY, "WRITE/confirm", "confirmed"),
    (POLICY, "REF/operation", "op"),
)


def resolved(copy: Copy, pointer: str) -> str:
    """The pointer in this pack; NotHereError where it has nothing of the sort."""
    word, slash, rest = pointer.partition("/")
    if word == "VERB":
        needed = rest.partition("/")[0]
        found, _ = copy.verb(lambda verb: bool(verb.get("args", {}).get("properties")) and needed in verb)
    elif word == "EXEC":
        found, _ = copy.exec_verb()
    elif word in ("READ", "WRITE"):
        found = "/verbs/" + copy.row(word.lower(), **({"confirm": True} if word == "WRITE" else {}))
    elif word == "REF":
        refs = list(copy.data(POLICY).get("stimuli", {}))
        if not refs:
            raise NotHereError("no row of a trigger")
        found = f"/stimuli/{refs[0]}"
    else:
        found = ""
    return found + slash + rest


def gone(file: str, pointer: str) -> Callable[[Copy], None]:
    """What takes the value at a pointer away."""
    return lambda copy: copy.drop(file, resolved(copy, pointer))


def retyped(file: str, pointer: str, value: object) -> Callable[[Copy], None]:
    """What puts another value there."""
    return lambda copy: copy.set(file, resolved(copy, pointer), value)


def misspelt(file: str, pointer: str, key: str) -> Callable[[Copy], None]:
    """What gives the member another key."""
    return lambda copy: copy.rename(file, resolved(copy, pointer), key)


KINDS: tuple[Damage, ...] = (
    *(
        Damage(f"{file} {pointer} taken away", law, rules, gone(file, pointer), EACH)
        for file, pointer, law, rules in GONE
    ),
    *(
        Damage(f"{file} {pointer} is {value!r}", "F", rules, retyped(file, pointer, value))
        for file, pointer, value, rules in RETYPED
    ),
    *(
        Damage(f"{file} {pointer} spelt {key}", "F", ("F-unknown-key", "F-missing-key"), misspelt(file, pointer, key))
        for file, pointer, key in MISSPELT
    ),
)
