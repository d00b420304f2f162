"""What the sink holds for one Principal: listed, followed as it grows, and set aside once it was seen."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from hcp_author.runtime import sink, strict

COLUMNS = ("n", *sink.COLUMNS)
PAUSE = 0.5  # seconds between two looks at a file on this disk
AT_ONCE = 1000  # records that one statement reads or sets aside
AT_ONCE_SIZE = 4 << 20  # characters of payload that are held at one time
# whose record it is, and for one on `brain` in which project it was recorded
_OURS = "pack = ? AND principal = ? AND (land <> 'brain' OR (? <> '' AND project IN ('', ?)))"
_UNSEEN = " AND n NOT IN (SELECT n FROM seen)"


def read(
    path: str, pack: str, principal: str, *, project: str = "", after: int = 0, seen: bool = False
) -> list[dict[str, Any]]:
    """All that `each` gives, at once: for a sink that is known to be small."""
    return list(each(path, pack, principal, project=project, after=after, seen=seen))


def each(
    path: str, pack: str, principal: str, *, project: str = "", after: int = 0, seen: bool = False
) -> Iterator[dict[str, Any]]:
    """The records of one pack and Principal, oldest first, payloads as JSON values; few are held at one time.

    Records on the land `brain` come only to a session in the `project` in which they were recorded, and to one in any
    project where they were recorded in none (spec: Declare). `after` is the number of a record that was read before;
    `seen` brings those too that were set aside. Raises sqlite3.Error.
    """
    whose = (pack, principal, project, project)
    while rows := _some(path, whose, after, seen):
        yield from rows
        after = rows[-1]["n"]


def follow(
    path: str, pack: str, principal: str, *, project: str = "", after: int = 0, until: float | None = None
) -> Iterator[dict[str, Any]]:
    """Each record as it comes, for ever or `until` a time of time.monotonic(); it reads this user's own file alone."""
    while until is None or time.monotonic() < until:
        for record in each(path, pack, principal, project=project, after=after, seen=True):
            after = record["n"]
            yield record
        time.sleep(PAUSE)


def numbers(
    path: str, pack: str, principal: str, *, project: str = "", after: int = 0, seen: bool = True, most: int = AT_ONCE
) -> list[int]:
    """The numbers of the records that `each` would bring, the first `most` of them (-1: all). Raises sqlite3.Error."""
    if not os.path.exists(path):
        return []
    asked = f"SELECT n FROM events WHERE {_OURS} AND n > ?{'' if seen else _UNSEEN} ORDER BY n LIMIT ?"  # noqa: S608
    with closing(_open(path)) as connection:
        return [n for (n,) in connection.execute(asked, (pack, principal, project, project, after, most))]


def last(path: str) -> int:
    """The number of the newest record of all, 0 where there is none. Raises sqlite3.Error."""
    if not os.path.exists(path):
        return 0
    with closing(_open(path)) as connection:
        return connection.execute("SELECT max(n) FROM events").fetchone()[0] or 0


def set_aside(path: str, pack: str, principal: str, chosen: Sequence[int], project: str = "") -> list[int]:
    """Mark records as seen and say which are, all or none; nothing is removed.

    A number that `read` would not bring is left out. Raises sqlite3.Error.
    """
    if not os.path.exists(path):
        return []
    whose = (pack, principal, project, project)
    own: list[int] = []
    with closing(_open(path)) as connection, connection:
        for at in range(0, len(chosen), AT_ONCE):
            some = chosen[at : at + AT_ONCE]
            asked = f"SELECT n FROM events WHERE {_OURS} AND n IN ({', '.join('?' * len(some))})"  # noqa: S608
            own += [n for (n,) in connection.execute(asked, (*whose, *some))]
        connection.executemany("INSERT OR IGNORE INTO seen VALUES (?, ?)", [(n, time.time()) for n in own])
    return sorted(own)


def _some(path: str, whose: tuple[str, ...], after: int, seen: bool) -> list[dict[str, Any]]:
    """The next records after a number, as many as may be held at one time."""
    if not os.path.exists(path):
        return []
    asked = (
        f"SELECT {', '.join(COLUMNS)}, n IN (SELECT n FROM seen) FROM events"  # noqa: S608
        f" WHERE {_OURS} AND n > ?{'' if seen else _UNSEEN} ORDER BY n LIMIT ?"
    )
    rows: list[dict[str, Any]] = []
    size = 0
    with closing(_open(path)) as connection:
        for *told, was_seen in connection.execute(asked, (*whose, after, AT_ONCE)):
            row = dict(zip(COLUMNS, told, strict=True))
            size += len(row["payload"])
            rows.append({**row, "payload": strict.loads_output(row["payload"]), "seen": bool(was_seen)})
            if size > AT_ONCE_SIZE:
                break
    return rows


def _open(path: str) -> sqlite3.Connection:
    connection = sink.open_(path)
    try:
        connection.execute("CREATE TABLE IF NOT EXISTS seen (n INTEGER PRIMARY KEY, time REAL NOT NULL)")
    except sqlite3.Error:
        connection.close()
        raise
    return connection
