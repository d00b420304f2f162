"""What the sink holds for one Principal: listed, followed as it grows, and set aside once it was seen."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from typing import Any

from hcp_author.runtime import sink, strict

COLUMNS = ("n", *sink.COLUMNS)
PAUSE = 0.5  # seconds between two looks at a file on this disk
AT_ONCE = 1000  # records that one statement sets aside
# whose record it is, and for one on `brain` in which project it was recorded
_OURS = "pack = ? AND principal = ? AND (land <> 'brain' OR (? <> '' AND project IN ('', ?)))"


def read(
    path: str, pack: str, principal: str, *, project: str = "", after: int = 0, seen: bool = False
) -> list[dict[str, Any]]:
    """The records of one pack and Principal, oldest first, payloads as JSON values.

    Records on the land `brain` come only to a session in the `project` in which they were recorded, and to one in any
    project where they were recorded in none (spec: Declare). `after` is the number of a record that was read before;
    `seen` brings those too that were set aside. Raises sqlite3.Error.
    """
    if not os.path.exists(path):
        return []
    connection = _open(path)
    try:
        unseen = "" if seen else " AND n NOT IN (SELECT n FROM seen)"
        asked = f"SELECT {', '.join(COLUMNS)} FROM events WHERE {_OURS} AND n > ?{unseen} ORDER BY n"  # noqa: S608
        found = connection.execute(asked, (pack, principal, project, project, after))
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in found]
    finally:
        connection.close()
    return [{**row, "payload": strict.loads_output(row["payload"])} for row in rows]


def follow(
    path: str, pack: str, principal: str, *, project: str = "", after: int = 0, until: float | None = None
) -> Iterator[dict[str, Any]]:
    """Each record as it comes, for ever or `until` a time of time.monotonic(); it reads this user's own file alone."""
    while until is None or time.monotonic() < until:
        for record in read(path, pack, principal, project=project, after=after, seen=True):
            after = record["n"]
            yield record
        time.sleep(PAUSE)


def set_aside(path: str, pack: str, principal: str, numbers: Sequence[int], project: str = "") -> list[int]:
    """Mark records as seen and say which are, all or none; nothing is removed.

    A number that `read` would not bring is left out. Raises sqlite3.Error.
    """
    if not os.path.exists(path):
        return []
    connection = _open(path)
    whose = (pack, principal, project, project)
    own: list[int] = []
    try:
        with connection:
            for at in range(0, len(numbers), AT_ONCE):
                some = numbers[at : at + AT_ONCE]
                asked = f"SELECT n FROM events WHERE {_OURS} AND n IN ({', '.join('?' * len(some))})"  # noqa: S608
                own += [n for (n,) in connection.execute(asked, (*whose, *some))]
            connection.executemany("INSERT OR IGNORE INTO seen VALUES (?, ?)", [(n, time.time()) for n in own])
    finally:
        connection.close()
    return sorted(own)


def _open(path: str) -> sqlite3.Connection:
    connection = sink.open_(path)
    connection.execute("CREATE TABLE IF NOT EXISTS seen (n INTEGER PRIMARY KEY, time REAL NOT NULL)")
    return connection
