"""Damage by what HCP leaves out on purpose: keys for versions, tenants, servers, UIs, grants (the non-goals, L11)."""

from __future__ import annotations

from typing import Any

from hcp_author.damage.copy import UNDRAWN, Copy, Damage, NotHereError, damage, kinds_of

SURFACE, POLICY = "surface.json", "policy.json"


def top(name: str, law: str, key: str, value: Any, *rules: str, file: str = SURFACE) -> Damage:
    """A key too many at the top of a file."""
    return Damage(name, law, (*rules, "F-unknown-key"), lambda copy: copy.add(file, "", key, value))


def in_verb(name: str, law: str, key: str, value: Any, *rules: str) -> Damage:
    """A key too many in a verb."""
    return Damage(
        name, law, (*rules, "F-unknown-key"), lambda copy: copy.add(SURFACE, copy.verb(lambda _: True)[0], key, value)
    )


def in_row(name: str, law: str, key: str, value: Any, *rules: str) -> Damage:
    """A key too many in a row."""
    return Damage(
        name, law, (*rules, "F-unknown-key"), lambda copy: copy.add(POLICY, f"/verbs/{copy.row('read')}", key, value)
    )


def in_trigger(name: str, law: str, key: str, value: Any, *rules: str) -> Damage:
    """A key too many in a trigger."""
    return Damage(
        name, law, (*rules, "F-unknown-key"), lambda copy: copy.add(SURFACE, "/stimulusTriggers/0", key, value)
    )


TABLE = (
    top("a user of the pack", "N", "user_id", "ann", "N-tenant-in-pack"),
    top("a role of the pack", "N", "role", "admin", "N-tenant-in-pack"),
    top("a project of the pack", "N", "project_id", "p1", "N-tenant-in-pack"),
    top("a tenant in the Policy", "N", "tenant", "acme", "N-tenant-in-pack", file=POLICY),
    top("a version of the Policy", "N", "version", 2, "N-pack-version", file=POLICY),
    top("a server of the pack", "N", "server", {"url": "https://hcp.example.org"}, "N-network-split"),
    top("a UI of the pack", "N", "ui", {"view": "table"}, "N-ui-required"),
    top("a publisher", "N", "publisher", "acme", "N-registry"),
    top("a signature", "N", "signature", "abcd", "N-registry"),
    top("dependencies", "N", "dependencies", {"mail": "^1"}, "N-registry"),
    top("record types", "N", "entities", {"invoice": {"type": "object"}}, "N-product-types"),
    top("an MCP server by another key", "N", "mcp", {"command": "npx"}, "N-mcp-install"),
    top("commands that are held back", "L3", "deniedSubcommands", ["rm"], "L3-allowed-subcommands"),
    top("subcommands with an underscore", "L3", "allowed_subcommands", ["log"], "L3-allowed-subcommands"),
    top("grants in the pack", "L11", "grants", ["execute"], "L11-grant-in-pack"),
    top("Sense switched on by the pack", "L11", "sense.enable", True, "L11-grant-in-pack"),
    top("an auth of its own", "L11", "auth", {"type": "oauth"}, "L11-grant-in-pack"),
    top("a webhook of the pack", "S", "webhook", "https://x.example.org", "S-delivery-in-pack"),
    top("an interval of the pack", "S", "poll", {"interval": 60}, "S-poll-key"),
    top(
        "a schema from the network",
        "F",
        "$defs",
        {"x": {"$ref": "https://example.org/x.json"}},
        "F-schema-elsewhere",
        "N-product-types",
    ),
    top("a mock switch", "L4", "mock", True),
    in_verb("a class of another kind", "N", "category", "mail", "N-verb-ontology"),
    in_verb("an intent", "N", "intent", "query", "N-verb-ontology"),
    in_verb("a class in the surface", "L11", "operation", "read", "L11-policy-in-surface"),
    in_verb("a land in the surface", "L11", "land", "personal", "L11-policy-in-surface"),
    in_verb("an alias of a verb", "L2", "aliases", ["ls"]),
    in_verb("a command as one text", "L3", "command", "log --all"),
    in_row("a role in a row", "N", "roles", ["admin"], "N-tenant-in-pack", "L11-grant-in-pack"),
    in_row("a class of another kind in a row", "N", "category", "mail", "N-verb-ontology"),
    in_trigger("a trigger that runs a command", "S", "run", "list", "S-trigger-runs"),
    in_trigger("a trigger with a webhook", "S", "webhook", "https://x.example.org", "S-delivery-in-pack"),
    in_trigger("a trigger that is polled", "S", "interval", 60, "S-poll-key"),
    in_trigger("a trigger with a route", "S", "route", "inbox", "S-delivery-in-pack"),
)


@damage("a transport and no CLI", "L1", "L1-other-way-in")
def other_way_in(copy: Copy) -> None:
    """MCP is an export, never the only way in."""
    copy.put(SURFACE, "", "transports", ["mcp"])


@damage("a transport that a host must have", "N", "N-ui-required")
def required_transport(copy: Copy) -> None:
    """Transports and host rendering stay optional."""
    copy.put(SURFACE, "", "transports", {"cli": {}, "a2ui": {"required": True}})


@damage("a path of the pack that leads out", "N", "N-path-outside", "F-schema-elsewhere", "F-unknown-key")
def path_outside(copy: Copy) -> None:
    """A pack is one folder."""
    copy.add(SURFACE, "", "x-docs", "../../shared/docs.md")


@damage("a schema from elsewhere for the whole file", "F", "F-schema-elsewhere")
def remote_schema(copy: Copy) -> None:
    """Nothing is fetched."""
    copy.put(SURFACE, "", "$schema", "https://example.org/surface.schema.json")


@damage("no verbs at all", "L3", "L3-too-few")
def no_verbs(copy: Copy) -> None:
    """The code is there, and no name for it."""
    if copy.surface.get("kind") != "read_only" or "wrap" in copy.surface:
        raise NotHereError("more would have to go")
    copy.set(SURFACE, "/verbs", [])
    copy.set(POLICY, "/verbs", {})
    no_fixtures(copy)


@damage("a pack that is a Skill alone", "N", "N-teaching-pack")
def teaching(copy: Copy) -> None:
    """A Skill that only teaches is an Agent Skill."""
    no_verbs.do(copy)
    (copy.root / "adapter.py").unlink()


@damage(
    "two verbs and no reason",
    "L3",
    "L3-too-few",
    also={**UNDRAWN, "L2-unknown-command": "the Skill names those that are gone"},
)
def too_few(copy: Copy) -> None:
    """5 to 12 is the range."""
    if "wrap" not in copy.surface:
        raise NotHereError("code would have to follow")
    if "few" in copy.surface:
        copy.drop(SURFACE, "/few")
    for verb in copy.surface.get("verbs", [])[1:-1]:
        copy.drop(SURFACE, "/verbs/1")
        copy.drop(POLICY, f"/verbs/{verb['verb_key']}")
        (copy.root / "fixtures" / f"{verb['verb_key']}.json").unlink(missing_ok=True)


@damage(
    "a pass-through",
    "L3",
    "L3-pass-through",
    also={**UNDRAWN, "L2-unknown-command": "the Skill names those that are gone"},
)
def pass_through(copy: Copy) -> None:
    """The bootstrap state does not conform."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.set(SURFACE, "/verbs", [])
    copy.set(POLICY, "/verbs", {key: row for key, row in copy.rows.items() if key == "connect"})
    copy.add(SURFACE, "", "pass_through", True)
    no_fixtures(copy)


def no_fixtures(copy: Copy) -> None:
    """Take all fixtures away."""
    for file in (copy.root / "fixtures").glob("*.json"):
        file.unlink()


KINDS = kinds_of(globals())
