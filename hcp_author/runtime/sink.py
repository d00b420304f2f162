"""Where announced events are kept: one SQLite file of the user's own; to record is all that it can do."""

from __future__ import annotations

import os
import sqlite3
import time

from . import places, strict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

COLUMNS = ("event_id", "pack", "ref", "principal", "binding", "land", "payload", "route", "time")
_TABLE = """
CREATE TABLE IF NOT EXISTS events (
  n INTEGER PRIMARY KEY, event_id TEXT NOT NULL, pack TEXT NOT NULL, ref TEXT NOT NULL, principal TEXT NOT NULL,
  binding TEXT NOT NULL, land TEXT NOT NULL, payload TEXT NOT NULL, route TEXT NOT NULL, time REAL NOT NULL,
  UNIQUE (pack, principal, ref, event_id))
"""


def default() -> str:
    """The user's sink: `hcp/sense.sqlite` in the state folder."""
    return os.path.join(places.folder("STATE"), "sense.sqlite")


def recorder(path: str) -> Callable[[dict[str, Any]], bool]:
    """A function that records one event for good: True when it is new, False when it was there before.

    Opens the file at the first event; raises sqlite3.Error or OSError where it cannot record.
    """
    opened: list[sqlite3.Connection] = []

    def record(event: dict[str, Any]) -> bool:
        if not opened:
            opened.append(_open(path))
        row = {**event, "payload": strict.dumps(event["payload"]), "time": time.time()}
        marks = ", ".join("?" * len(COLUMNS))
        with opened[0] as connection:
            done = connection.execute(
                f"INSERT OR IGNORE INTO events ({', '.join(COLUMNS)}) VALUES ({marks})",  # noqa: S608
                [row[name] for name in COLUMNS],
            )
        return done.rowcount == 1

    return record


def inbox(path: str, pack: str, principal: str) -> list[dict[str, Any]]:
    """The recorded events of one pack and Principal, oldest first; payloads as JSON values."""
    if not os.path.exists(path):
        return []
    connection = _open(path)
    try:
        found = connection.execute(
            f"SELECT {', '.join(COLUMNS)} FROM events WHERE pack = ? AND principal = ? ORDER BY n",  # noqa: S608
            (pack, principal),
        )
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in found]
    finally:
        connection.close()
    return [{**row, "payload": strict.loads_output(row["payload"])} for row in rows]


def _open(path: str) -> sqlite3.Connection:
    places.private(os.path.dirname(path))
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    connection = sqlite3.connect(path, timeout=10.0)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(_TABLE)
    return connection
