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


def read(
    path: str, pack: str, principal: str, *, member: bool = False, after: int = 0, seen: bool = False
) -> list[dict[str, Any]]:
    """The records of one pack and Principal, oldest first, payloads as JSON values.

    Records on the land `brain` come only to a `member` of the session's project (spec: Declare). `after` is the number
    of a record that was read before; `seen` brings those too that were set aside. Raises sqlite3.Error.
    """
    if not os.path.exists(path):
        return []
    connection = _open(path)
    try:
        limits = ["" if seen else " AND n NOT IN (SELECT n FROM seen)", "" if member else " AND land <> 'brain'"]
        asked = f"SELECT {', '.join(COLUMNS)} FROM events WHERE pack = ? AND principal = ? AND n > ?{''.join(limits)}"  # noqa: S608
        found = connection.execute(f"{asked} ORDER BY n", (pack, principal, after))
        rows = [dict(zip(COLUMNS, row, strict=True)) for row in found]
    finally:
        connection.close()
    return [{**row, "payload": strict.loads_output(row["payload"])} for row in rows]


def follow(
    path: str, pack: str, principal: str, *, member: bool = False, after: int = 0, until: float | None = None
) -> Iterator[dict[str, Any]]:
    """Each record as it comes, for ever or `until` a time of time.monotonic(); it reads this user's own file alone."""
    while until is None or time.monotonic() < until:
        for record in read(path, pack, principal, member=member, after=after, seen=True):
            after = record["n"]
            yield record
        time.sleep(PAUSE)


def set_aside(path: str, pack: str, principal: str, numbers: Sequence[int]) -> list[int]:
    """Mark records as seen and say which are; nothing is removed. A number that is not this Principal's is left out."""
    if not os.path.exists(path):
        return []
    connection = _open(path)
    try:
        marks = ", ".join("?" * len(numbers))
        own = connection.execute(
            f"SELECT n FROM events WHERE pack = ? AND principal = ? AND n IN ({marks}) ORDER BY n",  # noqa: S608
            (pack, principal, *numbers),
        ).fetchall()
        with connection:
            connection.executemany(
                "INSERT OR IGNORE INTO seen (n, time) VALUES (?, ?)", [(n, time.time()) for (n,) in own]
            )
    finally:
        connection.close()
    return [n for (n,) in own]


def _open(path: str) -> sqlite3.Connection:
    connection = sink.open_(path)
    connection.execute("CREATE TABLE IF NOT EXISTS seen (n INTEGER PRIMARY KEY, time REAL NOT NULL)")
    return connection
