"""What `hcp-author sense` says when a disk is full, a file is held by another, or a number is no record's."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from hcp_author.cli import _grants, main
from hcp_author.ingress import inbox
from hcp_author.runtime import locks, places, sink

ROOM = "  try: make room, or see who may read and write there\n"
AGAIN = "  try: the same again in a moment"


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main.run(["new", "channel", "mail", "--yes"]) == 0
    capsys.readouterr()
    return tmp_path / "mail"


Told = pytest.CaptureFixture[str]


def test_a_sink_that_another_holds_is_not_moved_away(pack: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    sink.open_(sink.default()).close()
    inbox.read(sink.default(), "mail", "ann")
    monkeypatch.setattr(locks, "SECONDS", 0.05)
    other = sqlite3.connect(sink.default(), isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    other.execute("INSERT INTO seen VALUES (1, 1)")
    for words in (["inbox", "mail"], ["ack", "mail", "1"], ["ack", "mail", "--all"]):
        assert main.run(["sense", *words]) == 1
        told = capsys.readouterr().err
        assert told.startswith(
            f"error: the sink `{sink.default()}` cannot be used: database is locked\n{AGAIN}: another"
        )
    other.close()


@pytest.mark.parametrize(
    ("why", "mend"),
    [
        ("database or disk is full", "make room on its disk, then the same again"),
        ("disk I/O error", "make room on its disk, and look whether that is sound"),
        ("file is not a database", "move it away"),
        ("database disk image is malformed", "move it away"),
        ("no such column: root", "move it away"),
        ("unable to open database file", "see who may read and write there"),
    ],
)
def test_only_what_is_no_sink_is_moved_away(
    pack: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch, why: str, mend: str
) -> None:
    def fail(*_: object) -> None:
        raise sqlite3.DatabaseError(why)

    monkeypatch.setattr(inbox, "set_aside", fail)
    assert main.run(["sense", "ack", "mail", "1"]) == 1
    told = capsys.readouterr().err
    assert told == f"error: the sink `{sink.default()}` cannot be used: {why}\n  try: {mend}\n"


@pytest.mark.parametrize(
    "words", [["inbox", "mail", "--after"], ["tail", "mail", "--for", "0", "--after"], ["ack", "mail", "1"]]
)
def test_a_number_that_no_record_could_have_is_wrong_use(pack: Path, capsys: Told, words: list[str]) -> None:
    assert main.run(["sense", *words, str(2**63)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "the number is too large to be a record's\n  try: hcp-author sense inbox mail\n" in told.err
    assert main.run(["sense", *words, str(2**63 - 1)]) == (1 if words[0] == "ack" else 0)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_told_with_the_file(pack: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", full)
    assert main.run(["sense", "off", "mail"]) == 1
    grants = _grants.grants_file()
    assert capsys.readouterr().err == f"error: `{grants}`: No space left on device\n{ROOM}"
    assert main.run(["sense", "source", "mail", "hooks", "--way", "signed"]) == 1
    kept = places.config_file("mail")
    told = capsys.readouterr().err
    assert told == f"error: {kept}: it cannot be written: No space left on device\n{ROOM}"


def test_a_file_that_another_holds_is_to_be_tried_again(
    pack: Path, capsys: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "SECONDS", 0.05)
    with locks.locked(_grants.grants_file()), locks.locked(places.config_file("mail")):
        assert main.run(["sense", "on", "mail"]) == 1
        assert capsys.readouterr().err.endswith(f": another process holds its lock\n{AGAIN}\n")
        assert main.run(["sense", "source", "mail", "hooks", "--way", "signed"]) == 1
        assert capsys.readouterr().err.endswith(f": another process holds its lock\n{AGAIN}\n")


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [
        ("", 0o664, "it is not closed to others; chmod 600 it"),
        ("[", 0o600, "not JSON"),
        ('{"root": 5}', 0o600, "it must hold lists of grants by Principal, folder and pack"),
        ('{"root": {"/x": {"mail": "all"}}}', 0o600, "it must hold lists"),
    ],
)
def test_no_grant_is_lost_where_the_file_cannot_be_trusted(
    pack: Path, capsys: Told, text: str, mode: int, why: str
) -> None:
    assert main.run(["sense", "on", "mail"]) == 0
    kept = Path(_grants.grants_file())
    kept.write_text(text or kept.read_text())
    kept.chmod(mode)
    before = kept.read_bytes()
    assert main.run(["sense", "off", "mail"]) == 1
    told = capsys.readouterr().err
    assert why in told
    assert f"try: chmod 600 {kept}" in told
    assert kept.read_bytes() == before
