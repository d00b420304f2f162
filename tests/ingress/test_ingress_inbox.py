"""What the sink holds: read in batches, and set aside without being removed."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from hcp_author.ingress import inbox


def test_records_are_read_in_batches(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from hcp_author.runtime import sink

    record = sink.recorder(path)
    row: dict[str, Any] = {**dict.fromkeys(sink.COLUMNS, "x"), "pack": "mail", "principal": "ann"}
    for number in range(25):
        record([{**row, "event_id": str(number), "payload": "y" * 100}])
    monkeypatch.setattr(inbox, "AT_ONCE", 10)
    monkeypatch.setattr(inbox, "AT_ONCE_SIZE", 350)
    assert [one["n"] for one in inbox.each(path, "mail", "ann")] == list(range(1, 26))
    assert len(inbox._some(path, ("mail", "ann", "", ""), 0, False)) == 4
    monkeypatch.setattr(inbox, "AT_ONCE_SIZE", 10_000)
    assert len(inbox._some(path, ("mail", "ann", "", ""), 0, False)) == 10
    assert inbox.numbers(path, "mail", "ann", after=20, most=3) == [21, 22, 23]
    assert inbox.last(path) == 25
    inbox.set_aside(path, "mail", "ann", [25])
    assert inbox.numbers(path, "mail", "ann", after=23, seen=False) == [24]
    assert [one["seen"] for one in inbox.read(path, "mail", "ann", after=23, seen=True)] == [False, True]


def test_what_is_set_aside_stays_in_the_sink(path: str) -> None:
    from hcp_author.runtime import sink

    record = sink.recorder(path)
    row: dict[str, Any] = {**dict.fromkeys(sink.COLUMNS, "x"), "pack": "mail", "principal": "ann"}
    numbers = record([{**row, "event_id": str(n)} for n in range(3)])
    assert inbox.set_aside(path, "mail", "ann", [numbers[0], 99]) == [numbers[0]]
    assert inbox.set_aside(path, "mail", "bob", [numbers[1]]) == []
    assert inbox.set_aside(path, "mail", "ann", [numbers[0], *range(100, 70_000)]) == [numbers[0]]
    assert [one["n"] for one in inbox.read(path, "mail", "ann")] == numbers[1:]
    assert [one["n"] for one in inbox.read(path, "mail", "ann", seen=True)] == numbers
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (3,)
    connection.close()
