"""Sense records and can do nothing else; off means dropped, acknowledged, and Execute unchanged (L7, L8)."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, row, started

from hcp_author.cli import _grants
from hcp_author.ingress import inbox
from hcp_author.runtime import announce, session, sink


@pytest.fixture
def sensing(echo: PackFolder) -> PackFolder:
    refs = ["new_item", "binding.degraded", "run.completed", "shared.item"]
    echo.change("surface.json", lambda surface: surface.update(stimulusTriggers=[{"ref": ref} for ref in refs]))
    stimuli = {ref: row() for ref in refs} | {"shared.item": row(land="brain")}
    echo.change("policy.json", lambda policy: policy.update(stimuli=stimuli))
    return echo


def announced(pack: PackFolder, *events: Any, grants: Any = ("sense.enable",), **facts: Any) -> tuple[list[Any], Any]:
    text = "".join((event if isinstance(event, str) else json.dumps(event)) + "\n" for event in events)
    done = pack.run("--announce", "-", "--session", pack.session(grants=list(grants), **facts), stdin=text)
    return [json.loads(line) for line in done.stdout.splitlines()], done


def records(pack: PackFolder, who: str = "alice") -> list[dict[str, Any]]:
    rows = inbox.read(str(pack.home / ".local/state/hcp/sense.sqlite"), "echo", who, project="p")
    return [{key: value for key, value in row.items() if key != "n"} for row in rows]


def test_on_means_recorded_with_all_attributes(sensing: PackFolder) -> None:
    payload = {"verb_key": "wipe", "confirm": True, "args": {}, "text": "\x1b[2K"}
    answers, done = announced(sensing, {"ref": "new_item", "id": "m1", "payload": payload})
    assert answers == [{"ref": "new_item", "id": "m1", "route": "inbox", "recorded": True, "reason": "", "record": 1}]
    kept = records(sensing)[0]
    assert kept.pop("time") > 1.7e9
    kept.pop("seen", None)
    assert kept.pop("root") == str(sensing.root.resolve())
    assert kept == {
        "event_id": "m1",
        "pack": "echo",
        "ref": "new_item",
        "principal": "alice",
        "binding": "user",
        "land": "personal",
        "project": "",
        "payload": payload,
        "route": "inbox",
    }
    assert (done.returncode, done.stderr, started(sensing)) == (0, "", 0)
    assert (sensing.home / ".local/state/hcp/sense.sqlite").stat().st_mode & 0o777 == 0o600
    other = sensing.run("--announce", "-", "--binding", "mothership", stdin='{"ref": "new_item"}')
    assert (other.returncode, "does not declare the Binding mode" in other.stderr) == (77, True)


def test_off_means_dropped_and_execute_unchanged(sensing: PackFolder) -> None:
    answers, done = announced(sensing, {"ref": "new_item", "id": "m1"}, grants=["execute"])
    reason = "sense.enable is off for `alice` and `echo`"
    assert answers == [{"ref": "new_item", "id": "m1", "route": "drop", "recorded": False, "reason": reason}]
    assert (done.returncode, records(sensing)) == (0, [])
    assert sensing.json("show", "a")["ok"]


@pytest.mark.parametrize("ref", ["New_Item", "nope", "new_item "])
def test_unknown_refs_are_dropped_and_reported(sensing: PackFolder, ref: str) -> None:
    answers, done = announced(sensing, {"ref": ref})
    assert (answers[0]["route"], done.returncode) == ("drop", 0)
    assert done.stderr == "dropped: unknown ref: `echo` does not declare it with a policy row\n"


def test_a_ref_without_a_row_is_dropped(sensing: PackFolder) -> None:
    sensing.change("policy.json", lambda policy: policy["stimuli"].pop("new_item"))
    assert announced(sensing, {"ref": "new_item"})[0][0]["route"] == "drop"


def test_an_event_says_no_principal(sensing: PackFolder) -> None:
    answers, done = announced(sensing, {"ref": "new_item", "principal": "bob"})
    assert answers[0]["reason"] == "unknown key `principal`: an event is ref, payload and id"
    assert "dropped: unknown key `principal`" in done.stderr
    assert records(sensing) == records(sensing, "bob") == []


def test_routes(sensing: PackFolder) -> None:
    events = [{"ref": ref} for ref in ("new_item", "binding.degraded", "run.completed", "shared.item")]
    assert [answer["route"] for answer in announced(sensing, *events)[0]] == ["inbox", "inbox", "silent", "silent"]
    assert announce.resolve_route("item.updated") == "inbox"
    assert announce.resolve_route("item.updated", surfaced=False) == "silent"


def test_bad_lines_do_not_stop_the_others(sensing: PackFolder) -> None:
    lines = [
        "nope",
        "[]",
        '{"id": "x"}',
        '{"ref": "new_item", "id": 5}',
        '{"ref": "new_item", "ref": "x"}',
        "",
        {"ref": "new_item"},
    ]
    answers, done = announced(sensing, *lines)
    assert done.returncode == 64
    assert [answer["recorded"] for answer in answers] == [True]
    assert done.stderr.splitlines() == [
        "error: line 1, column 1: not JSON: Expecting value",
        "error: line 2: an event is an object with a `ref`",
        "error: line 3: an event is an object with a `ref`",
        "error: line 4: `id` must be a string of at most 256 characters, all printable",
        'error: line 5, column 21: the key "ref" is given twice (`/ref`)',
    ]


def test_where_to_read_from_is_said(sensing: PackFolder) -> None:
    assert sensing.run("--announce").stderr.endswith("  try: --announce -\n")
    assert (
        sensing.run("--announce", "/nowhere").stderr == "error: `/nowhere` cannot be read: No such file or directory\n"
    )


def test_an_answer_that_cannot_be_printed(sensing: PackFolder) -> None:
    with open("/dev/full", "w") as full:
        words = [*sensing.words, "--announce", "-", "--session", sensing.session(grants=["sense.enable"])]
        done = subprocess.run(words, input=b'{"ref": "new_item"}', stdout=full, stderr=subprocess.PIPE, env=sensing.env)
    assert done.returncode == 1
    lost = "error: it was recorded, and the answer alone is lost: standard output cannot be written: "
    assert done.stderr.decode() == f"{lost}No space left on device\n"
    assert len(records(sensing)) == 1


def test_large_events_are_dropped_without_being_held(sensing: PackFolder) -> None:
    big = '{"ref": "new_item", "payload": "' + "x" * 11_000_000 + '"}'
    answers, done = announced(sensing, big, {"ref": "new_item", "id": "small"})
    assert done.returncode == 0
    assert [answer["route"] for answer in answers] == ["drop", "inbox"]
    assert answers[0] == {
        "ref": None,
        "id": None,
        "route": "drop",
        "recorded": False,
        "reason": "larger than 262,144 bytes",
    }


def test_the_same_event_is_kept_once(sensing: PackFolder) -> None:
    announced(sensing, {"ref": "new_item", "id": "m1", "payload": 1})
    answers, done = announced(
        sensing, {"ref": "new_item", "id": "m1", "payload": 2}, {"ref": "new_item"}, {"ref": "new_item"}
    )
    assert [(answer["recorded"], answer["reason"]) for answer in answers] == [
        (False, "recorded before"),
        (True, ""),
        (True, ""),
    ]
    assert [kept["payload"] for kept in records(sensing)] == [1, None, None]
    assert done.returncode == 0


def test_a_sink_that_fails_is_no_acknowledgement(sensing: PackFolder) -> None:
    state = sensing.home / ".local/state/hcp"
    state.mkdir(parents=True)
    (state / "sense.sqlite").write_text("this is no database, and is longer than a header would be" * 20)
    answers, done = announced(sensing, {"ref": "new_item"})
    assert (answers, done.returncode) == ([], 1)
    assert done.stderr.startswith("error: the sink could not record it: file is not a database")


def test_the_grant_of_ones_own_machine(sensing: PackFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(sensing.home))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)

    def route() -> str:
        return str(json.loads(sensing.run("--announce", "-", stdin='{"ref": "new_item"}').stdout)["route"])

    root = str(sensing.root)
    assert route() == "drop"
    _grants.set_grant("another", "echo", root, True)
    _grants.set_grant(session.principal(), "echo", f"{root}3", True)
    assert route() == "drop"
    _grants.set_grant(session.principal(), "echo", root, True)
    assert route() == "inbox"
    assert not session.alone(root).holds("sense.enable", "mail")
    assert not session.alone(f"{root}2").holds("sense.enable", "echo")
    _grants.set_grant(session.principal(), "echo", root, False)
    assert route() == "drop"
    file = sensing.home / ".local/state/hcp/grants.json"
    assert file.stat().st_mode & 0o777 == 0o600
    _grants.set_grant(session.principal(), "echo", root, True)
    file.chmod(0o666)
    assert route() == "drop"


def test_control_plane_events_are_an_operators(sensing: PackFolder) -> None:
    sensing.change("surface.json", lambda surface: surface.update(plane="control"))
    assert announced(sensing, {"ref": "new_item"})[1].returncode == 77
    assert announced(sensing, {"ref": "new_item"}, operator=True)[1].returncode == 0


def test_the_sink_is_durable_and_refuses_a_link(tmp_path: Path) -> None:
    record = sink.recorder(str(tmp_path / "s" / "sense.sqlite"))
    event: dict[str, Any] = dict.fromkeys(sink.COLUMNS, "x")
    assert record([event, event]) == [1, 0]
    assert record([event]) == [0]
    connection = sqlite3.connect(tmp_path / "s" / "sense.sqlite")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic"):
        sink.recorder(str(tmp_path / "link.sqlite"))([event])


def test_a_binding_that_worked_and_no_longer_does_is_announced_once(sensing: PackFolder) -> None:
    granted = sensing.session(grants=["execute", "sense.enable"])
    tool = sensing.root.parent.parent / "tool" / "echo"
    sensing.configure(program=str(tool))
    assert sensing.json("show", "a", "--session", granted)["ok"]
    good = tool.read_text()
    tool.write_text("#!/bin/sh\nexit 3\n")
    for _ in range(2):
        assert sensing.json("show", "a", "--session", granted)["error"]["code"] == "mint_failed"
    told = [(row["ref"], row["payload"]["state"], row["route"]) for row in records(sensing)]
    assert told == [("binding.degraded", "degraded", "inbox")]
    tool.write_text(good)
    assert sensing.json("show", "a", "--session", granted)["ok"]
    assert len(records(sensing)) == 1


def test_without_the_grant_it_is_dropped_and_the_mint_fails_as_ever(sensing: PackFolder) -> None:
    tool = sensing.root.parent.parent / "tool" / "echo"
    sensing.configure(program=str(tool))
    assert sensing.json("show", "a")["ok"]
    tool.write_text("#!/bin/sh\nexit 3\n")
    assert sensing.json("show", "a")["error"]["code"] == "mint_failed"
    assert not (sensing.home / ".local/state/hcp/sense.sqlite").exists()
