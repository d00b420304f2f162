"""Where announced events are kept: one SQLite file of the user's own; to record is all that it can do."""

from __future__ import annotations

import os
import sqlite3
import time

from . import locks, places, strict
from .kinds import Any, Callable

COLUMNS = ("event_id", "pack", "ref", "principal", "binding", "land", "project", "root", "payload", "route", "time")
_TABLE = """
CREATE TABLE IF NOT EXISTS events (
  n INTEGER PRIMARY KEY, event_id TEXT NOT NULL, pack TEXT NOT NULL, ref TEXT NOT NULL, principal TEXT NOT NULL,
  binding TEXT NOT NULL, land TEXT NOT NULL, project TEXT NOT NULL, root TEXT NOT NULL, payload TEXT NOT NULL,
  route TEXT NOT NULL, time REAL NOT NULL, UNIQUE (pack, root, principal, binding, project, ref, event_id))
"""
_INSERT = f"INSERT OR IGNORE INTO events ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"  # noqa: S608


def default() -> str:
    """The user's sink: `hcp/sense.sqlite` in the state folder."""
    return os.path.join(places.folder("STATE"), "sense.sqlite")


def recorder(path: str) -> Callable[[list[dict[str, Any]]], list[int]]:
    """A function that records events for good, all or none: the number of each one's record, 0 for what was there.

    Opens the file at the first event, and anew where it is not the same file any more; raises sqlite3.Error or OSError
    where it cannot record.
    """
    opened: list[sqlite3.Connection] = []
    which: list[tuple[int, int]] = []

    def record(events: list[dict[str, Any]]) -> list[int]:
        if not opened or which != [_file(path)]:
            for old in opened:
                _let_go(old, path)
            opened[:] = [open_(path)]
            which[:] = [_file(path)]
        with opened[0] as connection:  # one commit, and so one wait for the disk, for all of them
            return [_insert(connection, event) for event in events]

    return record


def _insert(connection: sqlite3.Connection, event: dict[str, Any]) -> int:
    row = {**event, "payload": strict.dumps(event["payload"]), "time": time.time()}
    done = connection.execute(_INSERT, [row[name] for name in COLUMNS])
    return int(done.lastrowid or 0) if done.rowcount == 1 else 0


def open_(path: str) -> sqlite3.Connection:
    """The sink at `path`, made where it is not there, private to this user; raises sqlite3.Error or OSError."""
    places.private(os.path.dirname(path))
    journal = f"{path}-wal"
    if not os.path.lexists(path) and os.path.exists(journal) and os.path.getsize(journal):
        # a new file would have SQLite throw the journal away, with what was acknowledged and is nowhere else
        raise sqlite3.OperationalError(f"it was moved without its journal; put it back, or move {journal} away too")
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    connection = sqlite3.connect(path, timeout=locks.SECONDS)
    # this one statement does not wait by itself while another process makes the same new file
    locks.patiently(lambda: connection.execute("PRAGMA journal_mode = WAL"), _busy)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(_TABLE)
    return connection


def _busy(error: Exception) -> bool:
    return isinstance(error, sqlite3.OperationalError) and "locked" in str(error)


def _let_go(old: sqlite3.Connection, path: str) -> None:
    """Close a file that was moved: its journal stays behind, so what is in there alone goes into the file before."""
    try:
        if not os.path.lexists(path):  # else the journal may be another file's by now
            old.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error:
        pass  # its disk is gone
    finally:
        old.close()


def _file(path: str) -> tuple[int, int]:
    try:
        facts = os.stat(path)
    except FileNotFoundError:
        return 0, 0
    return facts.st_dev, facts.st_ino
