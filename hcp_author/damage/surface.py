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


@damage("a key that is missing", "F", "F-missing-key")
def missing_key(copy: Copy) -> None:
    """Every pack says under which Binding it works."""
    copy.drop(SURFACE, "/binding")


@damage("a value of another type", "F", "F-wrong-type")
def wrong_type(copy: Copy) -> None:
    """Text where a list belongs."""
    copy.set(SURFACE, "/binding/modes", "user")


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


@damage("an MCP server as what is installed", "N", "N-mcp-install", "L1-mcp-server", "F-unknown-key")
def mcp_install(copy: Copy) -> None:
    """MCP is an export, never the install path."""
    copy.add(SURFACE, "", "mcpServers", {"mail": {"command": "npx", "args": ["mail-mcp"]}})


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


@damage("a fixture of no verb", "L2", "L2-fixture-verb")
def fixture_verb(copy: Copy) -> None:
    """Left over from a verb that is gone."""
    copy.write("fixtures/gone.json", '{"cases": [{"args": {}, "data": [], "invented": true}]}\n')


@damage("a fixture that the args refuse", "L2", "L2-fixture-args")
def fixture_args(copy: Copy) -> None:
    """No call could ever get this answer."""
    _, verb = copy.plain_verb()
    case = {"args": {"no_such_argument": 1}, "data": [], "invented": True}
    name = f"fixtures/{verb['verb_key']}.json"
    if not (copy.root / name).exists():
        raise NotHereError(name)
    copy.add(name, "/cases", None, case)


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


@damage("a wrap without commands", "L3", "L3-wrap-without-commands")
def no_commands(copy: Copy) -> None:
    """A wrap names commands, or says that it is a pass-through."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.set(SURFACE, "/verbs", [])


@damage("a pass-through beside named commands", "L3", "L3-pass-through-with-verbs")
def both_ways(copy: Copy) -> None:
    """The names would govern nothing."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.add(SURFACE, "", "pass_through", True)


@damage("a default that is no mode", "L4", "L4-default-not-in-modes", "L9-mothership-default")
def default_mode(copy: Copy) -> None:
    """The hub could not mint it."""
    other = "local" if copy.surface["binding"]["default"] != "local" else "public"
    modes = [mode for mode in copy.surface["binding"]["modes"] if mode != other]
    copy.set(SURFACE, "/binding/modes", modes)
    copy.set(SURFACE, "/binding/default", other)


@damage("mock as the default", "L4", "L4-mock-default", "L9-mothership-default")
def mock_default(copy: Copy) -> None:
    """Mock is explicit, never where one falls to."""
    copy.set(SURFACE, "/binding/default", "mock")


@damage("a secret as a setting", "L4", "L4-secret-setting")
def secret_setting(copy: Copy) -> None:
    """Settings are shown; secrets go by a helper."""
    binding = copy.surface["binding"]
    if "settings" in binding:
        copy.add(SURFACE, "/binding/settings", None, "ACME_API_TOKEN")
    else:
        copy.add(SURFACE, "/binding", "settings", ["ACME_API_TOKEN"])


@damage("a variable that chooses mock", "L4", "L4-mock-by-environment")
def mock_by_environment(copy: Copy) -> None:
    """Mock is said in the envelope, never by a variable."""
    pointer, verb = copy.exec_verb()
    if "env" in verb["exec"]:
        raise NotHereError("env")
    copy.add(SURFACE, f"{pointer}/exec", "env", {"HCP_MOCK": "1"})


@damage("a variable that loads code", "L4", "L4-unsafe-variable")
def unsafe_variable(copy: Copy) -> None:
    """It makes a program run what nobody named."""
    pointer, verb = copy.exec_verb()
    if "env" in verb["exec"]:
        raise NotHereError("env")
    copy.add(SURFACE, f"{pointer}/exec", "env", {"LD_PRELOAD": "/usr/lib/x.so"})


@damage("a tenant as an argument", "L5", "L5-identity-argument")
def tenant(copy: Copy) -> None:
    """The tenant comes from the session."""
    pointer, verb = copy.plain_verb()
    copy.add(SURFACE, properties(pointer), "tenant", {"type": "string"})
    if "exec" in verb:
        copy.add(SURFACE, f"{pointer}/exec/argv", 1, {"option": "--tenant", "arg": "tenant"})


@damage("a tenant in the pack", "N", "N-tenant-in-pack", "F-unknown-key")
def tenant_in_pack(copy: Copy) -> None:
    """A pack is shared across tenants."""
    copy.add(SURFACE, "", "tenant", "acme")


@damage("a version of the pack", "N", "N-pack-version", "F-unknown-key")
def version(copy: Copy) -> None:
    """Packs have no versions yet."""
    copy.add(SURFACE, "", "version", "1.2.0")


@damage("the control plane under another kind", "L9", "L9-mothership-default", "L9-kind-and-plane")
def plane(copy: Copy) -> None:
    """Control and runtime are two packs."""
    if copy.surface.get("kind") == "control":
        raise NotHereError("it is one")
    if "plane" in copy.surface:
        copy.set(SURFACE, "/plane", "control")
    else:
        copy.add(SURFACE, "", "plane", "control")


@damage("an operator's mode in a runtime pack", "L9", "L9-operator-modes")
def operator_mode(copy: Copy) -> None:
    """An end user's agent would inherit an operator's credential."""
    if copy.surface.get("kind") == "control":
        raise NotHereError("it is one")
    copy.add(SURFACE, "/binding/modes", None, "mothership")


@damage("a control pack on the user's own login", "L9", "L9-mothership-default")
def control_default(copy: Copy) -> None:
    """Control plane packs default Binding mothership."""
    if copy.surface.get("kind") != "control":
        raise NotHereError("it is none")
    copy.set(SURFACE, "/binding/default", "user")
    copy.add(SURFACE, "/binding/modes", None, "user")


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


@damage("a mode that there is not", "F", "F-wrong-value")
def unknown_mode(copy: Copy) -> None:
    """Five modes, and no other."""
    copy.add(SURFACE, "/binding/modes", None, "oauth")


@damage("a mode given twice", "F", "F-wrong-value")
def mode_twice(copy: Copy) -> None:
    """As a merge leaves it."""
    copy.add(SURFACE, "/binding/modes", None, copy.surface["binding"]["modes"][0])


@damage("a login that nothing proves", "L4", "L4-unproven-login")
def unproven(copy: Copy) -> None:
    """Mint would never fail."""
    if (
        "wrap" not in copy.surface
        or copy.surface["binding"].get("secrets")
        or copy.surface["binding"]["default"] != "user"
    ):
        raise NotHereError("no probe")
    copy.drop(SURFACE, "/binding/probe")


@damage("a token with its value in the Binding", "L4", "F-wrong-value", "L4-secret-in-pack")
def secret_value(copy: Copy) -> None:
    """Names alone, and never a value."""
    copy.put(SURFACE, "/binding", "secrets", ["TOKEN=abc"])


@damage("a setting that loads code", "L4", "L4-unsafe-variable")
def unsafe_setting(copy: Copy) -> None:
    """It makes a program run what nobody named."""
    copy.put(SURFACE, "/binding", "settings", ["LD_PRELOAD"])


@damage("a setting that switches mock on", "L4", "L4-mock-by-environment")
def mock_setting(copy: Copy) -> None:
    """Mock is said in the envelope."""
    copy.put(SURFACE, "/binding", "settings", ["HCP_MOCK"])


@damage("a user's mode in a control pack", "L9", "L9-operator-modes")
def user_mode(copy: Copy) -> None:
    """Control packs are for operators."""
    if copy.surface.get("kind") != "control":
        raise NotHereError("it is none")
    copy.add(SURFACE, "/binding/modes", None, "user")


@damage("a control pack on the runtime plane", "L9", "L9-kind-and-plane", "L9-operator-modes")
def runtime_plane(copy: Copy) -> None:
    """An end user's agent could call it."""
    if copy.surface.get("kind") != "control":
        raise NotHereError("it is none")
    copy.set(SURFACE, "/plane", "runtime")


@damage("a control pack of another kind", "L9", "L9-kind-and-plane")
def control_kind(copy: Copy) -> None:
    """`kind` and `plane` go together."""
    if copy.surface.get("kind") != "control":
        raise NotHereError("it is none")
    copy.set(SURFACE, "/kind", "channel")


@damage("a summary of pages", "F", "F-wrong-value")
def long_summary(copy: Copy) -> None:
    """One line."""
    pointer, _ = copy.plain_verb()
    copy.set(SURFACE, f"{pointer}/summary", "A long sentence. " * 40)


@damage("a version of the protocol that there is not", "F", "F-wrong-value")
def protocol(copy: Copy) -> None:
    """HCP/1.x."""
    copy.set(SURFACE, "/hcp", "7.1")


KINDS = kinds_of(globals())
