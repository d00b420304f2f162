"""What the runtime takes and leaves, against the schemas that are published for hosts; and what help says of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from runtime_packs import PackFolder, closed, row

from hcp_author.pack import shape, verdict
from hcp_author.runtime import session


def bare(schema: Any) -> Any:
    """A schema without what is for people."""
    if not isinstance(schema, dict):
        return schema
    kept = {key: one for key, one in schema.items() if key not in verdict.SAYS_ONLY}
    if "properties" in kept:
        kept["properties"] = {name: bare(one) for name, one in kept["properties"].items()}
    return kept


def test_the_published_session_is_the_runtimes_own() -> None:
    assert bare(shape.load("session")) == session._SHAPE


@pytest.mark.parametrize("index", range(len(shape.load("session")["examples"])))
def test_the_examples_of_a_session_are_taken(echo: PackFolder, index: int) -> None:
    facts = dict(shape.load("session")["examples"][index], grants=["execute:echo"])
    facts |= {"workspace": str(echo.home)} if "workspace" in facts else {}
    file = echo.root.parent / "session.json"
    file.write_text(json.dumps(facts))
    file.chmod(0o600)
    assert echo.json("show", "a", "--session", str(file))["ok"] is True
    file.write_text(json.dumps({**facts, "grants": ["execute:another"]}))
    assert echo.json("show", "a", "--session", str(file))["error"]["code"] == "no_execute_grant"


def test_each_line_of_the_audit_is_as_published(echo: PackFolder) -> None:
    echo.json("wipe", "--confirm")
    echo.json("wipe")
    echo.json("show", "a", "--binding", "nope")
    echo.envelope("nope")
    echo.run("--envelope", "-", stdin="{")
    echo.json("show", "a", "--session", echo.session(project_id="apollo", projects=["apollo"]))
    folder = echo.home / ".local/state/hcp/audit"
    lines = [json.loads(line) for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]
    assert {"allowed", "refused", None} == {line.get("decision") for line in lines}
    assert [problem for line in lines for problem in shape.check_value(line, "audit")] == []
    assert shape.check_value({**lines[0], "value": "x"}, "audit")


def test_help_tells_of_streaming_where_output_can_stream_and_of_the_audit(echo: PackFolder) -> None:
    echo.change("surface.json", lambda surface: surface["verbs"][0]["exec"].update(output="jsonl"))
    page = echo.run("--help").stdout
    assert "\n  --stream " in page
    assert "\nEach call is noted, without its values, in hcp/audit/ of your state folder" in page
    assert "With --stream each line or item of data is printed as it comes." in echo.run("show", "--help").stdout
    echo.change("surface.json", lambda surface: [one.get("exec", {}).update(output="json") for one in surface["verbs"]])
    assert "--stream" not in echo.run("--help").stdout
    assert "--stream" not in echo.run("show", "--help").stdout


YIELDING = """
from typing import Any
def go(args, ctx):
    yield from range(2)
VERBS: Any = {"go": go}
"""


def test_the_verbs_of_an_adapter_may_yield(new_pack: Any) -> None:
    verbs = [{"verb_key": key, "summary": "Go.", "args": closed()} for key in ("go",)]
    surface = {"summary": "Go.", "binding": {"default": "public", "modes": ["public"]}, "verbs": verbs}
    pack = new_pack(surface, {"verbs": {"go": row()}}, {"adapter.py": YIELDING})
    assert "--stream" in pack.run("--help").stdout
    assert "--stream" in pack.run("go", "--help").stdout
    printed = [json.loads(line) for line in pack.run("go", "--json", "--stream").stdout.splitlines()]
    assert [line["data"] for line in printed] == [0, 1, None]
