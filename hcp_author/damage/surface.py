"""Damage to surface.json: names, arguments, commands that reach too far, the Binding (L2 to L5, L9, non-goals)."""

from __future__ import annotations

from typing import Any

from hcp_author.damage.copy import Copy, NotHereError, damage, kinds_of

SURFACE = "surface.json"


def closed(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    """A closed object schema."""
    return {"type": "object", "properties": properties, "required": required or [], "additionalProperties": False}


def new_verb(
    copy: Copy, key: str, args: dict[str, Any], argv: list[Any], operation: str = "read", room: bool = True
) -> None:
    """Declare one more verb, in both files, so that this alone is new; a full pack gives its last one up."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    if room:
        make_room(copy)
    made = {"verb_key": key, "summary": "One more.", "args": args, "exec": {"argv": argv, "output": "text"}}
    copy.add(SURFACE, "/verbs", None, made)
    row: dict[str, Any] = {"operation": operation, "privacy": {"land": "personal"}}
    copy.add("policy.json", "/verbs", key, row if operation == "read" else {**row, "confirm": True})


def make_room(copy: Copy) -> None:
    """Take the last verb away wherever it stands, where there are twelve."""
    keys = [verb["verb_key"] for verb in copy.surface.get("verbs", [])]
    if not keys:
        raise NotHereError("no verbs")
    if len(keys) < 12:
        return
    last = keys[-1] if not copy.surface["verbs"][-1].get("builtin") else keys[-2]
    copy.drop(SURFACE, f"/verbs/{keys.index(last)}")
    copy.drop("policy.json", f"/verbs/{last}")
    (copy.root / "fixtures" / f"{last}.json").unlink(missing_ok=True)


def properties(pointer: str) -> str:
    """Where a verb's properties stand."""
    return f"{pointer}/args/properties"


@damage("an unknown key", "F", "F-unknown-key")
def unknown_key(copy: Copy) -> None:
    """A key that nobody reads, and that somebody thought was read."""
    pointer, _ = copy.verb(lambda _: True)
    copy.add(SURFACE, pointer, "sumary", "A slip.")


@damage("a value that is none of those allowed", "F", "F-wrong-value")
def wrong_value(copy: Copy) -> None:
    """A kind that there is not."""
    copy.set(SURFACE, "/kind", "chanel")


@damage("a schema from elsewhere", "F", "F-args", "F-schema-elsewhere")
def remote_schema(copy: Copy) -> None:
    """What it says there can change."""
    pointer, verb = copy.plain_verb()
    name = next(iter(verb["args"]["properties"]))
    copy.set(SURFACE, f"{properties(pointer)}/{name}", {"$ref": "https://example.org/x.json"})


@damage("a pattern", "F", "F-args")
def pattern(copy: Copy) -> None:
    """No pattern of a stranger is ever run."""
    pointer, verb = copy.plain_verb()
    name = next(iter(verb["args"]["properties"]))
    copy.set(SURFACE, f"{properties(pointer)}/{name}", {"type": "string", "pattern": "^(a+)+$"})


@damage("an object that is open", "F", "F-args", "F-missing-key")
def open_object(copy: Copy) -> None:
    """What is not declared would be passed on."""
    pointer, _ = copy.plain_verb()
    copy.drop(SURFACE, f"{pointer}/args/additionalProperties")


@damage("a name of an argument that no face can take", "F", "F-argument-name")
def argument_name(copy: Copy) -> None:
    """It would be no option on the command line."""
    pointer, _ = copy.plain_verb()
    copy.add(SURFACE, properties(pointer), "Bad Name", {"type": "string"})


@damage("a pack_id in capitals", "L2", "L2-pack-id", "L2-pack-id-differs")
def pack_id(copy: Copy) -> None:
    """One id, one spelling."""
    copy.set(SURFACE, "/pack_id", copy.surface["pack_id"].upper())


@damage("a policy of another pack", "L2", "L2-pack-id-differs")
def other_policy(copy: Copy) -> None:
    """Copied, and not changed."""
    copy.set("policy.json", "/pack_id", "another")


@damage("a verb declared twice", "L2", "L2-duplicate-verb")
def duplicate_verb(copy: Copy) -> None:
    """Which one would run?"""
    make_room(copy)
    _, verb = copy.verb(lambda _: True)
    copy.add(SURFACE, "/verbs", None, verb)


@damage("a verb in capitals", "L2", "L2-verb-name")
def verb_name(copy: Copy) -> None:
    """A verb_key is the command's name."""
    pointer, verb = copy.plain_verb()
    copy.set(SURFACE, f"{pointer}/verb_key", verb["verb_key"].title())


@damage("a verb that looks like another", "L2", "L2-look-alike-verbs", "L2-verb-name", "T-look-alike-letters")
def look_alike(copy: Copy) -> None:
    """A letter of another alphabet."""
    pointer, verb = copy.verb(lambda one: any(letter in one["verb_key"] for letter in "aeocp"))
    letter = next(letter for letter in verb["verb_key"] if letter in "aeocp")
    twin = dict(zip("aeocp", "\u0430\u0435\u043e\u0441\u0440", strict=True))[letter]
    copy.set(SURFACE, f"{pointer}/verb_key", verb["verb_key"].replace(letter, twin, 1))


@damage("a verb with a name of the runtime's own", "L2", "L2-reserved-verb", "L3-catch-all")
def reserved_verb(copy: Copy) -> None:
    """`connect` is no verb."""
    pointer, verb = copy.plain_verb()
    if "connect" in copy.surface or "wrap" not in copy.surface:
        raise NotHereError("connect is taken, or code would have to follow")
    copy.set(SURFACE, f"{pointer}/verb_key", "connect")
    row = copy.rows[verb["verb_key"]]
    copy.drop("policy.json", f"/verbs/{verb['verb_key']}")
    copy.add("policy.json", "/verbs", "connect", row)
    (copy.root / "fixtures" / f"{verb['verb_key']}.json").unlink(missing_ok=True)


@damage("an argument that exec uses and nobody declared", "L2", "L2-undeclared-argument")
def undeclared(copy: Copy) -> None:
    """It could never be given."""
    pointer, _ = copy.exec_verb()
    copy.add(SURFACE, f"{pointer}/exec/argv", 1, {"option": "--until-when", "arg": "until_when"})


@damage("an argument that exec leaves out", "L2", "L2-unused-argument")
def unused(copy: Copy) -> None:
    """It would be taken and forgotten."""
    pointer, _ = copy.exec_verb()
    copy.add(SURFACE, properties(pointer), "until_when", {"type": "string"})


@damage("an argument with a name of the faces' own", "L2", "L2-reserved-argument")
def reserved_argument(copy: Copy) -> None:
    """`--confirm` is the gate's."""
    pointer, _ = copy.exec_verb()
    copy.add(SURFACE, properties(pointer), "confirm", {"type": "boolean"})
    copy.add(SURFACE, f"{pointer}/exec/argv", 1, {"flag": "--confirm", "arg": "confirm"})


@damage("more than twelve verbs", "L3", "L3-too-many")
def too_many(copy: Copy) -> None:
    """Policy and Skill can only be written for a few names."""
    count = len(copy.surface.get("verbs", []))
    for number in range(13 - count):
        new_verb(copy, f"extra-{'abcdefghijklm'[number]}", closed({}), [f"extra{number}"], room=False)


@damage("a list of subcommands that are let through", "L3", "L3-allowed-subcommands")
def allowed_subcommands(copy: Copy) -> None:
    """A closed set of commands, never a whole binary behind a list."""
    copy.add(SURFACE, "", "allowedSubcommands", ["log", "status"])


@damage("a verb that runs anything", "L3", "L3-catch-all", "L3-free-argv")
def catch_all(copy: Copy) -> None:
    """`run -- ARGV` is the whole binary again."""
    args = closed({"argv": {"type": "array", "items": {"type": "string"}}}, ["argv"])
    new_verb(copy, "run", args, [{"positional": "argv", "each": True}], "write")


@damage("a subcommand as an argument", "L3", "L3-subcommand-argument", "L3-free-argv", "L3-catch-all")
def subcommand_argument(copy: Copy) -> None:
    """The caller would name the command."""
    args = closed({"what": {"type": "string"}}, ["what"])
    new_verb(copy, "act", args, [{"positional": "what"}], "write")


@damage("an interpreter as the program", "L3", "L3-interpreter")
def interpreter(copy: Copy) -> None:
    """It runs whatever it is handed."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.set(SURFACE, "/wrap", {"bin": "bash", "paths": ["/bin/bash"]})


@damage("a program found on PATH", "N", "N-path-lookup", "F-wrong-value")
def path_lookup(copy: Copy) -> None:
    """An agent could run a binary that nobody listed."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.set(SURFACE, "/wrap/paths", [copy.surface["wrap"]["bin"]])


@damage("a program in somebody's home", "N", "N-private-path")
def private_path(copy: Copy) -> None:
    """It is there on one machine alone."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.add(SURFACE, "/wrap/paths", None, f"/home/ann/bin/{copy.surface['wrap']['bin']}")


@damage("a tenant as an argument", "L5", "L5-identity-argument")
def tenant(copy: Copy) -> None:
    """The tenant comes from the session."""
    pointer, verb = copy.plain_verb()
    copy.add(SURFACE, properties(pointer), "tenant", {"type": "string"})
    if "exec" in verb:
        copy.add(SURFACE, f"{pointer}/exec/argv", 1, {"option": "--tenant", "arg": "tenant"})


@damage("a version of the pack", "N", "N-pack-version", "F-unknown-key")
def version(copy: Copy) -> None:
    """Packs have no versions yet."""
    copy.add(SURFACE, "", "version", "1.2.0")


@damage("a verb renamed in the surface alone", "L10", "L10-verb-without-row")
def renamed_verb(copy: Copy) -> None:
    """The Policy, the Skill and the code still know the old name."""
    pointer, verb = copy.plain_verb()
    copy.set(SURFACE, f"{pointer}/verb_key", verb["verb_key"] + "s")


@damage("a verb with an underscore", "L2", "L2-verb-name")
def underscore(copy: Copy) -> None:
    """Words are joined by `-`."""
    pointer, verb = copy.plain_verb()
    copy.set(SURFACE, f"{pointer}/verb_key", verb["verb_key"] + "_all")


@damage("a verb with a space", "L2", "L2-verb-name")
def spaced(copy: Copy) -> None:
    """It would be two words of a command line."""
    pointer, verb = copy.plain_verb()
    copy.set(SURFACE, f"{pointer}/verb_key", verb["verb_key"] + " all")


@damage("a verb that climbs", "L2", "L2-verb-name")
def climbing(copy: Copy) -> None:
    """A name becomes a file's name, too."""
    pointer, _ = copy.plain_verb()
    copy.set(SURFACE, f"{pointer}/verb_key", "../../etc/passwd")


@damage(
    "a verb taken out of the surface alone",
    "L10",
    "L10-row-without-verb",
    also={"L2-fixture-verb": "its fixture is left over as well"},
)
def verb_gone(copy: Copy) -> None:
    """The Policy still has its row."""
    pointer, _ = copy.plain_verb()
    copy.drop(SURFACE, pointer)


@damage("a pack_id with a space", "L2", "L2-pack-id")
def pack_id_space(copy: Copy) -> None:
    """It is a folder's name and a command's."""
    copy.set(SURFACE, "/pack_id", "my pack")


@damage("a pack_id that is empty", "L2", "L2-pack-id")
def pack_id_empty(copy: Copy) -> None:
    """No name is no name."""
    copy.set(SURFACE, "/pack_id", "")


@damage("a summary of pages", "F", "F-wrong-value")
def long_summary(copy: Copy) -> None:
    """One line."""
    pointer, _ = copy.plain_verb()
    copy.set(SURFACE, f"{pointer}/summary", "A long sentence. " * 40)


KINDS = kinds_of(globals())
