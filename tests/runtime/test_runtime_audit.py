"""The audit: a line before and a line after, whole whatever happens, and never a value."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, Tool, started

from hcp_author.runtime import audit


def lines(pack: PackFolder) -> list[dict[str, Any]]:
    files = sorted((pack.home / ".local/state/hcp/audit").glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text().splitlines() if line]


def test_a_call_has_a_line_before_and_a_line_after(echo: PackFolder) -> None:
    assert echo.json("wipe", "--confirm")["ok"]
    before, after = lines(echo)
    assert (before["decision"], before["verb"], before["class"], before["land"]) == (
        "allowed",
        "wipe",
        "write",
        "personal",
    )
    assert (before["pack"], before["binding"], before["confirm"]) == ("echo", "user", True)
    assert before["principal"]
    assert (after["call"], after["ended"]) == (before["call"], "ok")
    assert before["time"] <= after["time"]


def test_what_the_gate_refuses_is_noted_with_its_code(echo: PackFolder) -> None:
    assert echo.json("wipe")["error"]["code"] == "confirm_required"
    assert echo.envelope("nope")["error"]["code"] == "unknown_verb"
    assert [(line["decision"], line["code"]) for line in lines(echo)] == [
        ("refused", "confirm_required"),
        ("refused", "unknown_verb"),
    ]


def test_no_value_of_an_argument_is_in_it(echo: PackFolder) -> None:
    for _ in range(2):
        echo.json("note", "--text", "a private word")
    echo.json("note", "--text", "another word")
    text = "".join(file.read_text() for file in (echo.home / ".local/state/hcp/audit").glob("*.jsonl"))
    assert "private word" not in text
    one, same, other = [line["args"] for line in lines(echo) if "args" in line]
    assert one == same != other
    assert (echo.home / ".local/state/hcp/audit/key").stat().st_mode & 0o777 == 0o600


def test_a_call_that_fails_says_how_it_ended(echo: PackFolder, tmp_path: Path) -> None:
    program = echo.root / "tool"
    echo.configure(program=str(tmp_path / "nowhere"))
    echo.json("show", "a")
    assert [(line["decision"], line["code"]) for line in lines(echo)] == [("refused", "mint_failed")]
    assert not program.exists()
    echo.json("shared", "--session", echo.session(project_id="p", projects=["p"]), "--binding", "public")
    assert (lines(echo)[-2]["decision"], lines(echo)[-1]["ended"]) == ("allowed", "adapter_failed")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_is_read_only_stops_writes_alone(echo: PackFolder) -> None:
    folder = echo.home / ".local/state/hcp/audit"
    folder.mkdir(parents=True)
    folder.chmod(0o500)
    assert echo.json("show", "a")["ok"]
    assert echo.json("wipe", "--confirm")["error"]["code"] == "audit_failed"


def test_a_write_that_cannot_be_noted_is_not_run(echo: PackFolder) -> None:
    folder = echo.home / ".local/state/hcp"
    folder.mkdir(parents=True)
    (folder / "audit").write_text("no folder can be here")
    count = started(echo)
    told = echo.json("wipe", "--confirm")
    assert told["error"]["code"] == "audit_failed"
    assert told["error"]["message"].startswith("the audit cannot be written, so nothing was run: ")
    assert started(echo) == count
    assert echo.json("show", "a")["ok"]


def test_a_line_that_was_torn_costs_no_other(echo: PackFolder) -> None:
    echo.json("show", "a")
    (file,) = (echo.home / ".local/state/hcp/audit").glob("*.jsonl")
    with file.open("a") as stream:
        stream.write('{"call": "cut o')
    echo.json("show", "b")
    good = [line for line in file.read_text().splitlines() if line.endswith("}")]
    assert len(good) == 4
    assert all(json.loads(line)["call"] for line in good)


@pytest.mark.whole
def test_a_kill_at_any_point_leaves_whole_lines(echo: PackFolder) -> None:
    for number in range(30):
        words = [*echo.words, "wipe", "--confirm", "--binding", "public", "--json"]
        child = subprocess.Popen(words, env=echo.env, cwd=echo.home, stdout=subprocess.DEVNULL, start_new_session=True)
        time.sleep(0.004 * number)
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
    told = lines(echo)
    opened = [line["call"] for line in told if line.get("decision") == "allowed"]
    ended = [line["call"] for line in told if "ended" in line]
    assert len(set(opened)) == len(opened)
    assert set(ended) <= set(opened)
    # whatever reached the program was noted before
    assert started(echo) <= len(opened)


def test_a_word_that_names_no_verb_or_mode_is_not_in_it(echo: PackFolder) -> None:
    echo.json("my-password hunter2")
    echo.envelope("my-password hunter2", binding={"mode": "hunter2"})
    echo.json("show", "a", "--binding", "hunter2")
    assert [(line["verb"], line["binding"]) for line in lines(echo)] == [
        (None, "user"),
        (None, None),
        ("show", None),
    ]


def test_what_a_face_refuses_before_the_gate_is_noted_too(echo: PackFolder) -> None:
    assert echo.envelope("wipe", apply=True)["error"]["code"] == "usage"
    assert echo.json("wipe", "--confrim")["error"]["code"] == "unknown_argument"
    assert echo.json("-hunter2")["error"]["code"] == "unknown_argument"
    assert [(line["decision"], line["verb"], line["code"]) for line in lines(echo)] == [
        ("refused", None, "usage"),
        ("refused", "wipe", "unknown_argument"),
        ("refused", None, "unknown_argument"),
    ]
    assert started(echo) == 0


def test_a_fault_of_our_own_is_noted(echo: PackFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    from hcp_author.runtime import gate, manifest, mock

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    for name, value in echo.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(mock, "answer", broken)
    with pytest.raises(ZeroDivisionError):
        gate.run(manifest.load(str(echo.root)), gate.Call("echo", "show", {"ref": "a"}, False, "mock"))
    monkeypatch.setattr(gate, "on_its_land", broken)
    with pytest.raises(ZeroDivisionError):
        gate.run(manifest.load(str(echo.root)), gate.Call("echo", "show", {"ref": "a"}, False, "mock"))
    allowed, ended, refused = lines(echo)
    assert (allowed["decision"], ended["ended"], refused["decision"], refused["code"]) == (
        "allowed",
        "internal",
        "refused",
        "internal",
    )


def begun(pack: PackFolder, *argv: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([*pack.words, *argv], env=pack.env, cwd=pack.home, stdout=subprocess.DEVNULL)


def test_equal_first_calls_at_once_look_equal(echo: PackFolder) -> None:
    for _ in range(3):
        for call in [begun(echo, "env", "--json") for _ in range(6)]:
            call.wait()
        assert len({line["args"] for line in lines(echo) if "args" in line}) == 1
        for name in (echo.home / ".local/state/hcp/audit").iterdir():
            name.unlink()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT])
def test_a_call_that_a_signal_ends_is_closed(tool: Tool, number: int) -> None:
    pack = tool("#!/bin/sh\nsleep 20\n")
    call = begun(pack, "go", "--confirm")
    while not (pack.home / ".local/state/hcp/audit").is_dir() or not lines(pack):
        time.sleep(0.02)
    time.sleep(0.3)
    call.send_signal(number)
    assert call.wait() == 128 + number
    assert lines(pack)[-1]["ended"] == "interrupted"


def test_a_write_is_refused_where_the_audit_is_no_file(echo: PackFolder) -> None:
    folder = echo.home / ".local/state/hcp/audit"
    folder.mkdir(parents=True, exist_ok=True)
    os.mkfifo(folder / time.strftime("%Y-%m.jsonl", time.gmtime()))
    assert echo.json("wipe", "--confirm")["error"]["code"] == "audit_failed"


def test_a_file_system_without_hard_links_holds_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "no hard links here")

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(os, "link", refuse)
    assert audit.digest({"a": 1}) == audit.digest({"a": 1})
    assert sorted(path.name for path in (tmp_path / "hcp" / "audit").iterdir()) == ["key"]
