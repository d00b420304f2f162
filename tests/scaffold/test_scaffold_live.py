"""What a fresh pack without a wrap does from its first minute, on its real Binding."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hcp_author.cli import _grants
from hcp_author.ingress import inbox
from hcp_author.pack import files
from hcp_author.runtime import places, session
from hcp_author.scaffold.make import Order, make

Say = Callable[..., Any]
FIRST = {"channel": "mail", "read_only": "terms", "control": "fleet", "sense_only": "ears"}


def no_program(program: str) -> Any:
    raise AssertionError(f"nobody asked to read {program}")


@pytest.fixture
def pack(place: Path) -> Callable[..., Path]:
    """Make a pack of a kind, with flags if need be; gives its folder."""

    def build(kind: str, **flags: Any) -> Path:
        root = place / FIRST[kind]
        make(Order(kind, FIRST[kind], root, flags, yes=True), no_program, no_program)
        return root

    return build


def face(root: Path) -> Path:
    return root / "bin" / root.name


def says(root: Path, *words: str, status: int = 0, stdin: str = "") -> Any:
    """One call of a pack's face with --json: the envelope that it answers."""
    done = subprocess.run([face(root), *words, "--json"], input=stdin, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return json.loads(done.stdout)


def both(root: Path, verb: str, words: list[str], args: dict[str, Any]) -> Any:
    typed = says(root, verb, *words)
    envelope = {"pack_id": root.name, "verb_key": verb, "args": args}
    assert says(root, "--envelope", "-", stdin=json.dumps(envelope)) == typed
    return typed["data"]


def test_a_channel_lists_gets_searches_and_sends(pack: Say) -> None:
    root = pack("channel")
    assert [item["id"] for item in both(root, "list", [], {})] == ["2", "1"]
    assert both(root, "get", ["1"], {"id": "1"})["subject"] == "Welcome"
    refused = says(root, "send", "ann@example.org", "--subject", "Hello", status=77)
    assert refused["error"]["message"].startswith("confirm required")
    assert len(says(root, "list")["data"]) == 2
    sent = says(root, "send", "ann@example.org", "--subject", "Grüße", "--text", "Nur\nein Wort.", "--confirm")["data"]
    assert both(root, "get", ["3"], {"id": "3"}) == sent
    says(root, "send", "x", "--subject", "A line\u2028in\x85one", "--confirm")
    assert both(root, "get", ["4"], {"id": "4"})["subject"] == "A line\u2028in\x85one"
    assert sent["from"] == session.principal()
    assert [item["id"] for item in both(root, "search", ["grüße wort"], {"query": "grüße wort"})] == ["3"]
    assert [item["id"] for item in both(root, "list", ["--limit=2"], {"limit": 2})] == ["4", "3"]
    unknown = says(root, "get", "9", status=1)
    assert unknown["error"] == {"code": "not_found", "message": "there is no item '9'", "hint": "list shows the ids"}


def test_many_may_send_at_once(pack: Say) -> None:
    root = pack("channel")
    call: list[Any] = [face(root), "send", "ann@example.org", "--subject", "Hello", "--confirm", "--json"]
    running = [subprocess.Popen(call, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    ids = [json.loads(child.communicate()[0])["data"]["id"] for child in running]
    assert sorted(ids) == ["3", "4", "5", "6", "7", "8"]
    assert len(says(root, "list")["data"]) == 8


def test_one_principal_never_reads_another_s(pack: Say, tmp_path: Path) -> None:
    root = pack("channel")
    called = {}
    for name in ("ann", "bob"):
        own = tmp_path / f"{name}.json"
        own.write_text(json.dumps({"format": "session/1", "principal": name, "grants": ["execute"]}))
        own.chmod(0o600)
        called[name] = ["--session", str(own)]
    says(root, "send", "x", "--subject", "Of Ann", "--confirm", *called["ann"])
    assert len(says(root, "list", *called["ann"])["data"]) == 3
    assert len(says(root, "list", *called["bob"])["data"]) == 2


def test_the_probe_fails_where_the_store_cannot_be_read(pack: Say, tmp_path: Path) -> None:
    root = pack("channel")
    says(root, "send", "x", "--subject", "y", "--confirm")
    store = next((tmp_path / "state" / "hcp" / "packs").rglob("items.jsonl"))
    store.write_text(store.read_text() + '{"id": "9"}\n')
    told = says(root, "list", status=1)["error"]  # the probe of a moment ago still holds
    assert (told["code"], told["message"]) == ("store_unreadable", f"{store}, line 4: this is no item")
    for note in (tmp_path / "state" / "hcp" / "probe").iterdir():
        note.unlink()
    assert says(root, "list", status=77)["error"]["code"] == "mint_failed"
    assert says(root, "doctor", status=1)["data"]["status"] == "fail"


def test_connect_asks_a_person_for_a_name(pack: Say) -> None:
    root = pack("channel")
    theirs, ours = pty.openpty()
    child = subprocess.Popen([face(root), "connect"], stdin=ours, stdout=ours, stderr=ours, start_new_session=True)
    os.close(ours)
    seen = ""
    for question, answer in (("[y/N]", b"y\n"), ("send under", b"Ann <ann@example.org>\n"), ("", b"")):
        until = time.monotonic() + 30
        while question not in seen and time.monotonic() < until:
            if select.select([theirs], [], [], 0.1)[0]:
                seen += os.read(theirs, 4096).decode()
        assert question in seen
        os.write(theirs, answer)
    assert child.wait(30) == 0, seen
    os.close(theirs)
    assert says(root, "send", "x", "--subject", "y", "--confirm")["data"]["from"] == "Ann <ann@example.org>"


@contextlib.contextmanager
def emitting(root: Path, state: Path) -> Iterator[Callable[[dict[str, Any] | str], Any]]:
    """The pack's emitter, running; what it yields writes a line to its pipe."""
    pipe = state / "hcp" / "packs" / places.name(root.name, str(root)) / "incoming"
    child = subprocess.Popen([face(root), "--emit"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    until = time.monotonic() + 30
    while not (pipe.exists() and stat.S_ISFIFO(pipe.stat().st_mode)):
        assert time.monotonic() < until
        time.sleep(0.02)

    def push(line: dict[str, Any] | str) -> Any:
        with pipe.open("w") as end:
            end.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
        if isinstance(line, str):
            return None
        assert child.stdout is not None
        return json.loads(child.stdout.readline())

    try:
        yield push
    finally:
        child.send_signal(signal.SIGINT)
        child.wait(20)


@pytest.mark.parametrize("on", [True, False])
def test_a_channel_announces_what_comes_in(pack: Say, tmp_path: Path, on: bool) -> None:
    root = pack("channel")
    _grants.set_grant(session.principal(), "mail", str(root), on)
    with emitting(root, tmp_path / "state") as push:
        push("no JSON")
        push('{"from": "ann"}')
        told = push({"from": "ann", "subject": "Hello", "text": "How are you?"})
    assert (told["ref"], told["recorded"], told["route"]) == ("new_item", on, "inbox" if on else "drop")
    assert says(root, "get", "3")["data"]["text"] == "How are you?"
    records = inbox.read(str(tmp_path / "state" / "hcp" / "sense.sqlite"), "mail", session.principal()) if on else []
    assert [record["payload"]["id"] for record in records] == (["3"] if on else [])


def test_an_update_takes_the_item_s_place(pack: Say, tmp_path: Path) -> None:
    root = pack("channel", triggers=["new_item", "item.updated"])
    with emitting(root, tmp_path / "state") as push:
        told = push({"ref": "item.updated", "id": "1", "from": "ann", "subject": "Welcome back"})
    assert told["ref"] == "item.updated"
    assert says(root, "get", "1")["data"]["subject"] == "Welcome back"
    assert len(says(root, "list")["data"]) == 2


def test_an_emitter_announces_under_each_of_its_refs(pack: Say, tmp_path: Path) -> None:
    root = pack("sense_only", triggers=["run.completed", "new_item"])
    _grants.set_grant(session.principal(), "ears", str(root), True)
    with emitting(root, tmp_path / "state") as push:
        push('{"ref": "unknown", "payload": {}}')
        first = push({"payload": {"run": 7}, "id": "a"})
        second = push({"ref": "new_item", "payload": {}})
        again = push({"payload": {"run": 7}, "id": "a"})
    assert (first["ref"], first["id"], first["route"]) == ("run.completed", "a", "silent")
    assert (second["ref"], second["route"]) == ("new_item", "inbox")
    assert again["id"] == "a"
    records = inbox.read(str(tmp_path / "state" / "hcp" / "sense.sqlite"), "ears", session.principal())
    assert [(r["ref"], r["payload"]) for r in records] == [("run.completed", {"run": 7}), ("new_item", {})]


def test_a_read_only_pack_looks_things_up(pack: Say) -> None:
    root = pack("read_only")
    assert both(root, "list", ["--limit", "2"], {"limit": 2}) == ["adapter", "binding"]
    assert both(root, "get", ["land"], {"name": "land"})["text"].startswith("Whose the data is")
    assert [entry["name"] for entry in both(root, "search", ["Principal"], {"query": "Principal"})] == ["principal"]
    assert says(root, "status")["data"] == {"status": "ok", "entries": 10}
    assert says(root, "doctor")["data"]["status"] == "ok"
    (root / "data" / "entries.jsonl").write_text("")
    assert says(root, "status", status=2)["data"] == {"status": "warn", "entries": 0}
    (root / "data" / "entries.jsonl").write_text("{")
    told = says(root, "list", status=1)["error"]
    assert told["code"] == "data_unreadable"
    assert told["message"] == f"{root / 'data' / 'entries.jsonl'}, line 1: this is no entry"


HELPER = """\
#!/usr/bin/env python3
import json, sys
print(json.dumps({name: "a made-up word" for name in json.load(sys.stdin)["secrets"]}))
"""


def test_a_control_pack_works_for_an_operator_alone(pack: Say, tmp_path: Path) -> None:
    root = pack("control")
    own = tmp_path / "operator.json"
    own.write_text(json.dumps({"format": "session/1", "principal": "op", "operator": True, "grants": ["execute"]}))
    own.chmod(0o600)
    operator = ("--session", str(own))
    assert says(root, "list", status=77)["error"]["code"] == "control_plane"
    assert says(root, "list", *operator, status=77)["error"]["code"] == "mint_failed"
    helper = tmp_path / "helper"
    helper.write_text(HELPER)
    helper.chmod(0o700)
    subprocess.run([face(root), "--link", f"helper={helper}", "--confirm"], check=True, capture_output=True)
    assert [row["name"] for row in says(root, "list", *operator)["data"]] == ["mail", "search", "web"]
    for verb, words in (("restart", ["web"]), ("scale", ["web", "4"]), ("stop", ["mail"])):
        assert says(root, verb, *words, *operator, status=77)["error"]["code"] == "confirm_required"
        says(root, verb, *words, "--confirm", *operator)
    web = says(root, "show", "web", *operator)["data"]
    assert (web["replicas"], web["restarts"], web["state"]) == (4, 1, "running")
    assert says(root, "status", *operator, status=2)["data"] == {"status": "warn", "stopped": ["mail"]}
    assert [row["name"] for row in says(root, "list", "--state", "stopped", *operator)["data"]] == ["mail"]
    assert says(root, "show", "nothing", *operator, status=1)["error"]["code"] == "not_found"
    store = tmp_path / "state" / "hcp" / "packs" / places.name("fleet", str(root)) / "services.json"
    store.write_text('{\n"mail" {}')
    told = says(root, "list", *operator, status=1)["error"]
    assert told["message"] == f"{store}, line 2: this cannot be read"


@pytest.mark.parametrize("kind", ["channel", "sense_only"])
def test_an_emitter_tells_which_line_it_leaves_out_and_why(pack: Say, kind: str) -> None:
    root = pack(kind)
    (root / "lines").write_text('no JSON\n[]\n{"ref": "other"}\n{}\n')
    run = (
        "import sys; sys.path[:0] = ['bin', '.']; import adapter\n"
        "adapter._incoming = lambda ctx: open('lines')\n"
        "print(list(adapter.emit(None)))\n"
    )
    done = subprocess.run([sys.executable, "-c", run], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert done.stderr.splitlines() == [
        "line 1 is left out: it is no JSON object",
        "line 2 is left out: it is no JSON object",
        "line 3 is left out: the trigger 'other' is not declared",
        f"line 4 is left out: it has no {'subject' if kind == 'channel' else 'payload'}",
    ]


@pytest.mark.parametrize(("kind", "land"), [("control", "personal"), ("read_only", "brain"), ("channel", "brain")])
def test_the_readme_s_session_calls_and_announces(pack: Say, tmp_path: Path, kind: str, land: str) -> None:
    root = pack(kind, land=land, triggers=["new_item"])
    (tmp_path / "home").mkdir()
    readme = (root / "README.md").read_text()

    def lines(heading: str) -> list[str]:
        text = readme.partition(f"## {heading}\n")[2].partition("\n## ")[0]
        return "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).splitlines()

    def run(line: str) -> str:
        done = subprocess.run(["/bin/sh", "-c", line], cwd=root, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{line}: {done.stderr}"
        return done.stdout

    assert [run(line) for line in lines("Try it")][-1]
    if kind == "channel":  # its own emitter waits on a pipe, as another test tells
        assert "--emit --session ~/mail-session.json`" in readme
        return
    assert json.loads(run(lines("Announce")[0]))["recorded"] is True
    records = inbox.read(
        str(tmp_path / "state" / "hcp" / "sense.sqlite"), root.name, session.principal(), project="demo"
    )
    assert [record["route"] for record in records] == ["inbox"]


@pytest.mark.parametrize(
    ("kind", "verbs"), [("channel", ("list", "get", "search")), ("read_only", ("list", "get", "search", "status"))]
)
def test_mock_answers_what_the_fresh_store_answers(pack: Say, kind: str, verbs: tuple[str, ...]) -> None:
    root = pack(kind)
    for verb in verbs:
        for case in files.read(root).fixtures[verb].value["cases"]:
            for mode in ("mock", files.read(root).binding.default):  # type: ignore[union-attr]
                call = {"pack_id": root.name, "verb_key": verb, "args": case["args"], "binding": {"mode": mode}}
                assert says(root, "--envelope", "-", stdin=json.dumps(call))["data"] == case["data"]
