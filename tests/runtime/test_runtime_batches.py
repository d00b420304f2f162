"""Events that came together are recorded together; none waits for another, and a failure acknowledges none of them."""

from __future__ import annotations

import io
import json
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from runtime_packs import PackFolder
from test_runtime_sense import announced, records, sensing

from hcp_author.runtime import announce, sink

__all__ = ["sensing"]  # a fixture of that module's

ROW: dict[str, Any] = {**dict.fromkeys(sink.COLUMNS, "x"), "pack": "mail", "principal": "ann"}


class Pieces(io.RawIOBase):
    """A stream that hands over so much at a time."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = [piece for piece in pieces if piece]

    def read1(self, _: int) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


def lines(*pieces: bytes) -> list[list[bytes | None]]:
    return list(announce.batches(Pieces(list(pieces))))


@given(some.lists(some.sampled_from([b"", b"a", b"bc", b"\n", b"d\n", b"\ne", b"f\n\ng"])))
def test_however_it_comes_the_lines_are_the_same(pieces: list[bytes]) -> None:
    whole = b"".join(pieces)
    told = [line for batch in lines(*pieces) for line in batch]
    assert told == (whole.removesuffix(b"\n").split(b"\n") if whole else [])


def test_lines_that_are_there_come_together_and_the_others_when_they_end() -> None:
    assert lines(b"a\nb\nc", b"d", b"\n\ne") == [[b"a", b"b"], [b"cd", b""], [b"e"]]


@pytest.mark.parametrize("size", [1, 1000, 65_536])
def test_a_line_beyond_the_limit_is_passed_over_and_not_held(size: int) -> None:
    long = b"x" * (announce.LINE_LIMIT + 1)
    whole = b"a\n" + long + b"\nb\n" + long[1:] + b"\n" + long
    told = [line for batch in lines(*(whole[at : at + size] for at in range(0, len(whole), size))) for line in batch]
    assert told == [b"a", None, b"b", long[1:], None]


def test_a_producer_that_waits_for_each_answer_gets_it(sensing: PackFolder) -> None:
    """The start of the next line is there already: it must not hold the answer back."""
    who = sensing.session(grants=["sense.enable"])
    argv = [*sensing.words, "--announce", "-", "--session", who]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=sensing.env, bufsize=0) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        run.stdin.write(b'{"ref": "new_item", "id": "a"}\n{"ref": ')
        assert json.loads(run.stdout.readline())["record"] == 1
        run.stdin.write(b'"new_item", "id": "b"}\n')
        assert json.loads(run.stdout.readline())["record"] == 2
        run.stdin.close()
        assert run.wait() == 0


def test_each_line_of_many_has_its_own_answer_in_its_place(sensing: PackFolder) -> None:
    events: list[Any] = [{"ref": "new_item", "id": str(n % 300)} for n in range(600)]
    events[5] = {"ref": "unknown", "id": "5"}
    answers, _ = announced(sensing, *events)
    assert [answer["id"] for answer in answers] == [str(n % 300) for n in range(600)]
    kept = [n for n, answer in enumerate(answers) if answer["recorded"]]
    assert kept == [n for n in range(300) if n != 5] + [305]
    assert len(records(sensing)) == 300


def test_a_failure_among_them_records_none_and_acknowledges_none(tmp_path: Path) -> None:
    path = str(tmp_path / "sense.sqlite")
    record = sink.recorder(path)
    assert record([{**ROW, "event_id": "0"}]) == [1]
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON events WHEN new.event_id = 'b' "
            "BEGIN SELECT raise(ABORT, 'no room'); END"
        )
    with pytest.raises(sqlite3.Error, match="no room"):
        record([{**ROW, "event_id": name} for name in "abc"])
    assert record([{**ROW, "event_id": name} for name in "ac"]) == [2, 3]
