"""Whose a record is and how it is kept, what an emitter may hand over, and that an idle runtime announces nothing."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, closed, program, row, started
from test_runtime_sense import announced, records, sensing

from hcp_author.cli import _grants
from hcp_author.ingress import inbox
from hcp_author.runtime import announce, session, sink

__all__ = ["sensing"]  # a fixture of that module's

# the sink


def test_the_sinks_own_connection_waits_for_the_disk(tmp_path: Path) -> None:
    former = os.umask(0)
    try:
        connection = sink.open_(str(tmp_path / "own" / "sense.sqlite"))
    finally:
        os.umask(former)
    told = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
    connection.close()
    assert told == [2, "wal"]
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path / "own", tmp_path / "own" / "sense.sqlite")]
    assert modes == [0o700, 0o600]


def test_one_principals_event_is_not_anothers(sensing: PackFolder) -> None:
    event = {"ref": "new_item", "id": "m1"}
    for who in ("alice", "bob"):
        answers, _ = announced(sensing, event, event, principal=who)
        assert [answer["recorded"] for answer in answers] == [True, False], who
        assert [kept["event_id"] for kept in records(sensing, who)] == ["m1"]


def test_the_same_id_in_another_project_mode_or_ref_is_another_event(sensing: PackFolder) -> None:
    def new(ref: str, *words: str, **facts: Any) -> bool:
        who = sensing.session(grants=["sense.enable"], **facts)
        line = json.dumps({"ref": ref, "id": "m1"})
        return bool(json.loads(sensing.run("--announce", "-", "--session", who, *words, stdin=line).stdout)["recorded"])

    calls: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("new_item",), {}),
        (("run.completed",), {}),
        (("new_item", "--binding", "mock"), {}),
        (("shared.item",), {"project_id": "p1", "projects": ["p1"]}),
        (("shared.item",), {"project_id": "p2", "projects": ["p2"]}),
        (("shared.item",), {}),
    ]
    assert [new(*words, **facts) for words, facts in calls] == [True] * 6
    assert [new(*words, **facts) for words, facts in calls] == [False] * 6
    assert not new("new_item", project_id="p1", projects=["p1"])  # what is personal is in no project
    database = sqlite3.connect(sensing.home / ".local/state/hcp/sense.sqlite")
    kept = database.execute("SELECT ref, principal, binding, land, project FROM events ORDER BY n").fetchall()
    database.close()
    assert kept == [
        *((ref, "alice", "user", "personal", "") for ref in ("new_item", "run.completed")),
        ("new_item", "alice", "mock", "personal", ""),
        *(("shared.item", "alice", "user", "brain", project) for project in ("p1", "p2", "")),
    ]


@pytest.mark.parametrize(
    ("facts", "route"),
    [
        ({}, "silent"),
        ({"project_id": "p1"}, "silent"),
        ({"project_id": "p1", "projects": ["p2"]}, "silent"),
        ({"project_id": "p1", "projects": ["p1", "p2"]}, "inbox"),
    ],
)
@pytest.mark.parametrize("ref", ["new_item", "binding.degraded"])
def test_a_shared_event_is_surfaced_to_a_member_alone(
    sensing: PackFolder, ref: str, facts: dict[str, Any], route: str
) -> None:
    sensing.change("policy.json", lambda policy: policy["stimuli"].update({ref: row(land="brain")}))
    answers, _ = announced(sensing, {"ref": ref, "id": "m1"}, **facts)
    assert [(answer["route"], answer["recorded"]) for answer in answers] == [(route, True)]
    database = sqlite3.connect(sensing.home / ".local/state/hcp/sense.sqlite")
    kept = database.execute("SELECT land, project, route FROM events").fetchall()
    database.close()
    assert kept == [("brain", "p1" if route == "inbox" else "", route)]


# an emitter

WAITS = """
import os, time
VERBS = {{}}
def emit(ctx):
    for number in range(4):
        while not os.path.exists({folder!r} + "/go-" + str(number)):
            time.sleep(0.01)
        yield {{"ref": "new_item", "id": str(number), "payload": number}}
"""


def emitter(new_pack: Callable[..., PackFolder], code: str) -> PackFolder:
    surface = {
        "kind": "sense_only",
        "summary": "Emit.",
        "binding": {"default": "public", "modes": ["public"]},
        "stimulusTriggers": [{"ref": "new_item"}],
    }
    return new_pack(surface, {"stimuli": {"new_item": row()}}, {"adapter.py": code}, name="feed")


def test_a_grant_that_is_turned_off_stops_an_emitter_that_runs(
    new_pack: Callable[..., PackFolder], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = emitter(new_pack, WAITS.format(folder=str(tmp_path)))
    monkeypatch.setenv("HOME", str(feed.home))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    told = []
    pipe = subprocess.PIPE
    _grants.set_grant(session.principal(), "feed", str(feed.root), True)
    with subprocess.Popen([*feed.words, "--emit"], env=feed.env, stdout=pipe, stderr=pipe, text=True) as child:
        assert child.stdout is not None
        for number, on in enumerate((True, False, False, True)):
            _grants.set_grant(session.principal(), "feed", str(feed.root), on)
            (tmp_path / f"go-{number}").touch()
            told.append(json.loads(child.stdout.readline())["route"])
        child.communicate(timeout=60)
    assert (told, child.returncode) == (["inbox", "drop", "drop", "inbox"], 0)
    kept = inbox.read(str(feed.home / ".local/state/hcp/sense.sqlite"), "feed", session.principal())
    assert [one["payload"] for one in kept] == [0, 3]


@pytest.mark.parametrize("beyond", [0, 1])
def test_a_payload_that_is_too_large_is_no_event(new_pack: Callable[..., PackFolder], beyond: int) -> None:
    assert announce.LINE_LIMIT == 262_144
    size = announce.LINE_LIMIT - 2 + beyond  # with its two quotes
    feed = emitter(
        new_pack, f"VERBS = {{}}\ndef emit(ctx):\n    yield {{'ref': 'new_item', 'payload': 'x' * {size}}}\n"
    )
    done = feed.run("--emit", "--session", feed.session(grants=["sense.enable"]), "--json")
    if beyond:
        error = json.loads(done.stdout)["error"]
        assert (error["code"], done.returncode) == ("adapter_failed", 1)
        assert error["message"].endswith("what is no event: the payload is larger than 262,144 characters")
        assert not (feed.home / ".local/state/hcp/sense.sqlite").exists()
    else:
        assert (json.loads(done.stdout)["recorded"], done.returncode) == (True, 0)


def test_a_wrap_has_no_emitter(sensing: PackFolder) -> None:
    (sensing.root / "adapter.py").write_text("def emit(ctx):\n    yield {'ref': 'new_item'}\n")
    done = sensing.run("--emit", "--session", sensing.session(grants=["sense.enable"]), "--json")
    assert (json.loads(done.stdout)["error"]["code"], done.returncode, started(sensing)) == ("usage", 64, 0)
    assert not (sensing.home / ".local/state/hcp/sense.sqlite").exists()


# an idle runtime: no timer, monitor or tick becomes an event, and no way in runs a verb

IDLE = """
VERBS = {name: (lambda args, ctx: called(ctx)) for name in ("list", "status")}
def called(ctx):
    open(ctx.state + "/called", "a").write("x")
    return {"status": "fail"}
def probe(ctx):
    called(ctx)
    raise OSError("no login")
def emit(ctx):
    return iter(())
"""
# listens in this very interpreter, and tells what it started meanwhile
LISTENS = """
import json, sys
seen = []
def watch(event, args):
    if event in ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.fork", "os.system"):
        seen.append([event, [str(word) for word in (args[1] if event == "subprocess.Popen" else args)]])
sys.addaudithook(watch)
from hcp_author.cli import main
try:
    status = main.run(["sense", "listen", sys.argv[1], "--port", "0", "--for", sys.argv[2]])
finally:
    print("\\n" + json.dumps(seen))
sys.exit(status)
"""


def test_an_idle_listener_and_an_idle_pack_announce_nothing_and_run_no_verb(
    new_pack: Callable[..., PackFolder], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refs = ("new_item", "item.updated", "binding.degraded", "run.completed")
    surface = {
        "kind": "channel",
        "summary": "Idle.",
        "binding": {"default": "user", "modes": ["user"]},
        "verbs": [{"verb_key": key, "summary": "Do.", "args": closed()} for key in ("list", "status")],
        "stimulusTriggers": [{"ref": ref} for ref in refs],
    }
    rows = {"verbs": {"list": row(), "status": row()}, "stimuli": dict.fromkeys(refs, row())}
    idle = new_pack(surface, rows, {"adapter.py": IDLE}, name="idle")
    ways = {"hooks": {"way": "signed", "keys": {"one": "a key of more than sixteen"}}, "queue": {"way": "spool"}}
    woken = program(tmp_path / "woken", f'#!/bin/sh\necho "$@" >> {tmp_path}/was-woken\n')
    idle.configure(sense={"sources": {**ways, "own": {"way": "process"}}, "wake": [woken]})
    monkeypatch.setenv("HOME", str(idle.home))
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    _grants.set_grant(session.principal(), "idle", str(idle.root), True)
    words = [sys.executable, "-c", LISTENS, str(idle.root), "2.5"]
    done = subprocess.run(words, env={**os.environ, **idle.env}, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    *answers, seen = done.stdout.splitlines()
    # the emitter that the user named, started again as it ends, and nothing else
    emits = [sys.executable, str(idle.root.resolve() / "bin" / "idle"), "--emit"]
    assert json.loads(seen)
    assert all(one == ["subprocess.Popen", emits] for one in json.loads(seen)), seen
    assert [line for line in answers if line] == []
    assert list(idle.home.rglob("called")) == []
    assert not (tmp_path / "was-woken").exists()
    database = idle.home / ".local/state/hcp/sense.sqlite"
    assert not database.exists() or inbox.read(str(database), "idle", session.principal(), seen=True) == []
