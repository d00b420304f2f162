"""The non-goals, continued: what belongs to a runtime, a registry or a product, and to no pack.

N.5 UI and A2UI are never required, `transports` stay optional: N-ui-required.
N.6 No signed registry and no versions yet: N-registry, N-pack-version.
N.7 Product schemas belong to the packs that wrap the products, in `args` alone: N-product-types.
N.8 No verb ontology; `read` and `write` are the only classes: N-verb-ontology.
N.9 No network split of client and server is mandated: N-network-split.
N.10 A Skill that only teaches is no pack: N-teaching-pack, N-skill-file.
N.11 Nothing is looked up on PATH (N-path-lookup), and nothing polls on behalf of packs: S-poll-key.
N.12 No vendors are named in the specification: prose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, on_file, rule
from hcp_author.lint.laws._strangers import strangers, top
from hcp_author.pack.model import Pack
from hcp_author.pack.source import pointer
from hcp_author.pack.text import visible

UI = frozenset(
    (
        *("ui", "a2ui", "widget", "widgets", "component", "components", "render", "renderer", "view", "views", "form"),
        *("forms", "screen", "screens", "theme", "layout", "card", "cards"),
    )
)
REGISTRY = frozenset(
    (
        *("registry", "registries", "signature", "signatures", "signed", "signed-by", "publisher", "checksum"),
        *("integrity", "digest", "sha256", "dependencies", "depends-on", "requires", "catalog", "marketplace"),
        *("download-url", "install-url", "channel-url"),
    )
)
PRODUCT_TYPES = frozenset(
    (
        *("types", "type-definitions", "entities", "entity-types", "models", "records", "record-types", "schemas"),
        *("$defs", "definitions", "tables", "objects", "ledger", "crm", "database", "resources"),
    )
)
ONTOLOGY = frozenset(
    (
        *("ontology", "taxonomy", "category", "categories", "intent", "intents", "capability", "capabilities"),
        *("verb-class", "verb-type", "class", "effect", "effects", "side-effect", "side-effects", "semantics"),
        *("action-type", "risk", "risk-level", "tags", "is-a", "same-as"),
    )
)
NETWORK = frozenset(
    ("server", "servers", "client", "clients", "endpoint", "endpoints", "host", "port", "url", "base-url", "api-url")
)
SKILL_FILES = ("SKILL.md", "skill.md", "Skill.md")


@rule("N-ui-required", "N", "error", phase="shape")
def ui_required(pack: Pack) -> Iterator[Hit]:
    """The pack declares a UI, or a transport that a host must have.

    Why: agents and command lines invoke most capabilities first, so `transports` and host rendering stay optional.
    Fix: take it out; what a host draws is the host's.
    Bad: surface.json /a2ui
        {"card": "mail-list"}
    Good: surface.json /transports
        ["cli"]
    Bad: surface.json /transports
        {"a2ui": {"required": true}}
    Good: surface.json /transports
        {"a2ui": {}}
    """
    for one in strangers(pack, "surface", "verb", "trigger"):
        if one.plain in UI:
            message = f"`{one.key}`: a pack has no UI of its own; what a host draws is the host's"
            yield at(one.document, one.pointer, message, "take it out", key=True)
    for where, transport in transports(pack):
        if isinstance(transport, Mapping) and transport.get("required") is True:
            message = "no transport is required of a host; `transports` stay optional"
            yield at(pack.surface, f"{where}/required", message, 'take "required" out', key=True)


def transports(pack: Pack) -> Iterator[tuple[str, Any]]:
    """Each transport, as (pointer, value)."""
    found = top(pack.surface).get("transports")
    named = found.items() if isinstance(found, Mapping) else enumerate(found) if isinstance(found, list) else ()
    for key, value in named:
        yield pointer("transports", key), value


@rule("N-registry", "N", "error", phase="shape")
def registry(pack: Pack) -> Iterator[Hit]:
    """The pack carries what a registry would (`signature`, `publisher`, `dependencies`).

    Why: packs are folders identified by pack_id; signed fetch and a registry are left to HCP/2.0, and a signature that
    nothing checks only looks like safety.
    Fix: take it out; the repository and its history tell where a pack comes from.
    Bad: surface.json /signature
        "none yet"
    Good: surface.json /x-notes
        "Made by hand."
    """
    for one in strangers(pack, "surface", "policy"):
        if one.plain in REGISTRY:
            message = f"`{one.key}`: there is no registry of packs; a pack is a folder, known by its pack_id"
            yield at(one.document, one.pointer, message, "take it out", key=True)


@rule("N-product-types", "N", "error", phase="shape")
def product_types(pack: Pack) -> Iterator[Hit]:
    """The pack declares record types of a product beside its verbs (`entities`, `schemas`).

    Why: ledger, CRM and database records are no part of the core types; what a verb takes stands in its `args`.
    Fix: take it out; put what a verb takes into its `args`.
    Bad: surface.json /entities
        {"thread": {"subject": "string"}}
    Good: surface.json /x-notes
        "A thread has a subject."
    """
    for one in strangers(pack, "surface"):
        if one.plain in PRODUCT_TYPES:
            message = f"`{one.key}`: a pack declares no record types; what a verb takes stands in its args"
            yield at(one.document, one.pointer, message, "take it out, or put it into the args of a verb", key=True)


@rule("N-verb-ontology", "N", "error", phase="shape")
def verb_ontology(pack: Pack) -> Iterator[Hit]:
    """A verb or its row is sorted into a class of another kind than `read` and `write` (`category`, `intent`).

    Why: ontologies rot; packs name commands after the program that they wrap, and read or write is the only class that
    a runtime needs.
    Fix: take it out; say it in the summary.
    Bad: surface.json /verbs/0/category
        "retrieval"
    Good: surface.json /verbs/0/builtin
        false
    """
    for one in strangers(pack, "verb", "row", "stimulus"):
        if one.plain in ONTOLOGY:
            message = f"`{one.key}`: the only class that a verb has is its `operation`, read or write"
            yield at(one.document, one.pointer, message, "take it out; say it in the summary", key=True)


@rule("N-network-split", "N", "error", phase="shape")
def network_split(pack: Pack) -> Iterator[Hit]:
    """The pack says where a server is to be found (`server`, `url`).

    Why: no split of client and server is mandated; the smallest useful runtime is a function call. Where the wrapped
    program goes is the program's, or a setting of the user's.
    Fix: take it out; name the variable that holds the address under `binding.settings`.
    Bad: surface.json /server
        "mail.example.org"
    Good: surface.json /binding/settings
        ["NOTMUCH_CONFIG", "MAIL_HOST"]
    """
    for one in strangers(pack, "surface", "verb"):
        if one.plain in NETWORK:
            message = f"`{one.key}`: a pack needs no server; where its program goes is the user's setting"
            yield at(
                one.document, one.pointer, message, "take it out; name a variable under binding.settings", key=True
            )


@rule(
    "N-teaching-pack",
    "N",
    "error",
    needs=("surface:/verbs", "surface:/kind", "surface:/wrap", "surface:/stimulusTriggers"),
)
def teaching_pack(pack: Pack) -> Iterator[Hit]:
    """The pack has nothing but a Skill: no verbs, no program and no triggers.

    Why: a Skill that only teaches is an Agent Skill; Policy needs commands to govern.
    Fix: declare the commands that it teaches, or publish HARNESS.md as an Agent Skill and no pack.
    Base: fleet
    Bad: adapter.py
        absent
    Bad: surface.json /verbs
        []
    Bad: policy.json /verbs
        {}
    Good: surface.json /x-notes
        "Made by hand."
    """
    # where there is code behind it, its verbs are missing, which L3-too-few says
    code = "adapter.py" in pack.files
    if not (code or pack.verbs or pack.wrap or pack.triggers or pack.pass_through or pack.kind == "sense_only"):
        message = "the pack declares no command and no trigger: a Skill that only teaches is no pack"
        fix = "declare the commands that it teaches, or publish it as an Agent Skill"
        yield at(pack.surface, "/verbs", message, fix, key=True)


@rule("N-skill-file", "N", "note")
def skill_file(pack: Pack) -> Iterator[Hit]:
    """The pack has a SKILL.md beside its HARNESS.md.

    Why: teaching packs and capability packs are not merged: what teaches a pack's commands is HARNESS.md, and a second
    text drifts away from it.
    Fix: keep HARNESS.md alone; an Agent Skill that teaches more lives in a folder of its own.
    Bad: SKILL.md
        How to write letters.
    Good: README.md
        How to write letters is another text.
    """
    for name in pack.files:
        if name.rpartition("/")[2] in SKILL_FILES and not name.startswith((".hcp/", "bin/", "fixtures/")):
            message = f"`{visible(name)}` is an Agent Skill; what teaches this pack's commands is HARNESS.md"
            yield on_file(name, message, "keep HARNESS.md alone, or move the Skill into a folder of its own")
