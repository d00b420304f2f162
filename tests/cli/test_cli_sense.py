"""`hcp-author sense`: the grant, what was recorded, and whose it is to give."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

Call = Any


@pytest.fixture
def call(tmp_path: Path) -> Call:
    """Run a command with HOME in the test's own folder; `hcp-author` is this checkout's."""

    def run(*argv: object, status: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
        words = [str(word) for word in argv]
        command = [sys.executable, "-m", "hcp_author", *words[1:]] if words[0] == "hcp-author" else words
        env = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
        (tmp_path / "home").mkdir(exist_ok=True)
        done = subprocess.run(
            command, cwd=tmp_path, env=env, input=stdin, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done

    return run


def announce(call: Call, folder: Path) -> dict[str, Any]:
    line = '{"ref": "new_item", "id": "m-1", "payload": {"n": 1}}\n'
    done = call(sys.executable, folder / "bin/mail", "--announce", "-", stdin=line)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_it_is_off_until_it_is_turned_on(call: Call, tmp_path: Path) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    assert announce(call, tmp_path / "mail")["route"] == "drop"
    assert call("hcp-author", "sense", "inbox", "mail").stdout == "nothing recorded for mail yet\n"
    assert call("hcp-author", "sense", "on", "mail").stdout.startswith("Sense is on for ")
    assert announce(call, tmp_path / "mail")["recorded"] is True
    inbox = call("hcp-author", "sense", "inbox", "mail").stdout.splitlines()
    assert inbox[0].split() == ["TIME", "REF", "ROUTE", "LAND", "ID", "PAYLOAD"]
    assert inbox[1].split()[2:] == ["new_item", "inbox", "personal", "m-1", '{"n":', "1}"]
    records = json.loads(call("hcp-author", "sense", "inbox", "mail", "--json").stdout)["records"]
    assert [record["event_id"] for record in records] == ["m-1"]
    call("hcp-author", "sense", "off", "mail")
    assert announce(call, tmp_path / "mail")["route"] == "drop"


def test_a_control_pack_s_grant_is_the_operator_s(call: Call) -> None:
    call("hcp-author", "new", "control", "fleet", "--trigger", "run.completed", "--yes")
    told = call("hcp-author", "sense", "on", "fleet", status=1).stderr
    assert told.startswith(
        "error: `fleet` is a control plane pack: its grants come from the operator's session alone\n"
    )


def test_a_pack_without_triggers_has_no_sense(call: Call) -> None:
    call("hcp-author", "new", "read_only", "facts", "--yes")
    told = call("hcp-author", "sense", "on", "facts", status=2).stderr
    assert told == "error: `facts` declares no trigger, so it has no Sense\n  try: hcp-author show facts\n"


def test_a_broken_pack_is_told_apart_from_one_without_triggers(call: Call, tmp_path: Path) -> None:
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn/surface.json").write_text("{ x")
    told = call("hcp-author", "sense", "on", "torn", status=1).stderr
    assert told.startswith("error: torn/surface.json: ")


def test_a_sink_that_is_no_database_is_told(call: Call, tmp_path: Path) -> None:
    call("hcp-author", "new", "channel", "mail", "--yes")
    sink = tmp_path / "home/.local/state/hcp/sense.sqlite"
    sink.parent.mkdir(parents=True)
    sink.write_text("this is no database, and never was one; it is long enough to be read as a page of one")
    told = call("hcp-author", "sense", "inbox", "mail", status=1).stderr
    assert told.startswith(f"error: the sink `{sink}` cannot be read: ")
