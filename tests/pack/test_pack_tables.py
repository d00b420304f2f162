"""The rows of HARNESS.md's tables, and examples that the CLI face takes."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.pack import tables
from hcp_author.pack.model import Pack, build
from hcp_author.pack.source import absent, parse
from hcp_author.runtime import words

READ = {"operation": "read", "privacy": {"land": "personal"}}
GATED = {"operation": "write", "confirm": True, "privacy": {"land": "local"}}
OPEN = {"operation": "write", "confirm": False, "privacy": {"land": "brain"}}


def closed(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def a_pack(verbs: list[dict[str, Any]], rows: dict[str, Any], **more: Any) -> Pack:
    surface = {"pack_id": "mail", "verbs": verbs, **more}
    policy = {"pack_id": "mail", "verbs": rows, "stimuli": {"new_item": READ}}
    return build(
        Path(), parse(json.dumps(surface).encode(), "surface.json"), parse(json.dumps(policy).encode(), "policy.json")
    )


def verb(key: str, **more: Any) -> dict[str, Any]:
    return {"verb_key": key, "summary": f"Do {key}.", **more}


def test_hot_path_rows_are_in_the_surfaces_order_with_the_gates_word() -> None:
    rows = {"list": READ, "tag": GATED, "note": OPEN, "odd": {"operation": "write"}}
    pack = a_pack([verb("tag"), verb("list"), verb("note"), verb("odd"), verb("none")], rows)
    assert tables.hot_path(pack) == [
        ("tag", "Do tag.", "write", "confirm", "local"),
        ("list", "Do list.", "read", "-", "personal"),
        ("note", "Do note.", "write", "open", "brain"),
        ("odd", "Do odd.", "write", "?", "?"),
        ("none", "Do none.", "?", "?", "?"),
    ]


def test_trigger_rows_name_the_reaction() -> None:
    refs = [{"ref": "new_item"}, {"ref": "binding.degraded"}]
    rows = {"tag": GATED, "status": READ, "list": READ, "doctor": READ}
    pack = a_pack([verb("tag"), verb("status"), verb("list"), verb("doctor")], rows, stimulusTriggers=refs)
    assert tables.triggers(pack) == [
        ("new_item", "personal", "run `mail list`"),
        ("binding.degraded", "?", "run `mail doctor`"),
    ]
    rows = dict.fromkeys(("show", "get-status", "mail-search", "list"), READ)
    pack = a_pack([*map(verb, rows)], rows, stimulusTriggers=refs)
    assert tables.triggers(pack)[0] == ("new_item", "personal", "run `mail mail-search`")
    pack = a_pack([], {}, stimulusTriggers=refs, connect={"summary": "Log in."})
    assert [then for _, _, then in tables.triggers(pack)] == ["the Invoker decides", "a person runs `mail connect`"]
    pack = a_pack([], {}, stimulusTriggers=refs)
    assert tables.triggers(pack)[1][2] == "a person looks at the Binding"


def test_examples_are_at_most_five_with_a_gated_write_and_health_last() -> None:
    verbs = [verb("doctor", builtin=True), *(verb(f"read-{n}") for n in range(6)), verb("send")]
    rows = {**{f"read-{n}": READ for n in range(6)}, "send": GATED, "doctor": READ}
    assert tables.examples(a_pack(verbs, rows)) == [
        "mail read-0 --json",
        "mail read-1 --json",
        "mail read-2 --json",
        "mail read-3 --json",
        "mail send --confirm --json",
    ]
    assert tables.examples(a_pack(verbs[:2], rows)) == ["mail read-0 --json", "mail doctor --json"]


def test_a_pack_of_triggers_alone_shows_how_it_emits() -> None:
    assert tables.examples(a_pack([], {}, stimulusTriggers=[{"ref": "new_item"}])) == ["mail --emit"]
    assert tables.examples(a_pack([], {})) == []


def test_no_example_holds_what_a_terminal_could_obey() -> None:
    assert tables.examples(a_pack([verb("a\nb"), verb("c\x1b[2J"), verb("ok")], {"ok": READ})) == ["mail ok --json"]


LINES = [
    ({"query": "tag:unread", "limit": 5}, "mail go tag:unread --limit 5 --json"),
    ({"query": "it's here"}, """mail go 'it'"'"'s here' --json"""),
    ({"query": "-x", "limit": -3}, "mail go --limit=-3 --json -- -x"),
    ({"query": "q", "tags": ["a", "-b"]}, "mail go q --tags a --tags=-b --json"),
    ({"query": "q", "dry_run": True, "sortBy": "date"}, "mail go q --dry-run --sort-by date --json"),
    ({"query": "q", "dry_run": False}, "mail go q --no-dry-run --json"),
    ({"query": "q", "where": {"a": [1, "é"]}}, """mail go q --where '{"a": [1, "é"]}' --json"""),
    ({"limit": 5}, "mail go --limit 5 --json"),
]
PROPERTIES = closed(
    query={"type": "string"},
    limit={"type": "integer"},
    tags={"type": "array", "items": {"type": "string"}},
    dry_run={"type": "boolean"},
    sortBy={"type": "string"},
    where=closed(a={"type": "array", "items": {}}),
)


@pytest.mark.parametrize(("given_args", "line"), LINES)
def test_a_command_line_is_what_the_face_reads_back(given_args: dict[str, Any], line: str) -> None:
    pack = a_pack([verb("go", positionals=["query"], args=PROPERTIES)], {"go": READ})
    assert tables.command_line(pack, pack.verbs[0], given_args) == line
    assert read_back(pack, line) == given_args


def read_back(pack: Pack, line: str) -> dict[str, Any]:
    """The args as the runtime's own CLI face reads them."""
    found = words.split(shlex.split(line)[1:])
    return words.read(pack.surface.value["verbs"][0], found)


TEXTS = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)


@given(
    st.fixed_dictionaries(
        {"query": TEXTS},
        optional={
            "limit": st.integers(-9, 9),
            "tags": st.lists(TEXTS, min_size=1, max_size=3),
            "dry_run": st.booleans(),
            "sortBy": TEXTS,
            "where": st.fixed_dictionaries({"a": st.lists(TEXTS, max_size=2)}),
        },
    )
)
@settings(max_examples=150, deadline=None)
def test_any_args_come_back_from_their_command_line(given_args: dict[str, Any]) -> None:
    pack = a_pack([verb("go", positionals=["query"], args=PROPERTIES)], {"go": READ})
    assert read_back(pack, tables.command_line(pack, pack.verbs[0], given_args)) == given_args


@given(st.from_regex(r"\A[a-zA-Z]+(_[a-zA-Z0-9]+){0,2}\Z"))
@settings(max_examples=100, deadline=None)
def test_option_names_are_the_faces(name: str) -> None:
    assert tables.kebab(name) == words.kebab(name)


def test_documents_that_are_missing_have_no_rows() -> None:
    pack = build(Path(), absent("surface.json"), absent("policy.json"))
    assert (tables.hot_path(pack), tables.triggers(pack), tables.examples(pack)) == ([], [], [])
