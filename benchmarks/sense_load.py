"""How many events a second get into the sink, against bare SQLite inserts of the same rows with the same durability.

    python benchmarks/sense_load.py [--seconds S] [--writers N] [--million] [--folder DIR]

One writer and N (8) at once, each a process: the delivery of events from their lines of JSON to their answers (parse,
ref, grant, route, record), and the insert alone (WAL, synchronous FULL, one commit each). Lines come in two ways: as a
stream that is there already, as `--announce -` reads a file or a busy pipe, 64 lines at a time; and one by one, from a
producer that waits for each answer. Then, with --million, a sink of a million events: what one more costs at its start
and at its end, in processor time and in bytes written, since the rate itself follows whatever else the disk does. Exit
1 where a stream's ratio is beneath 0.5, or one writer's one by one, or the cost at the end above 1.5 of that at the
start. Many that wait for each answer are told and not judged: SQLite hands its lock round among them, while of many
bare inserts one process keeps it and the others sleep. Standard library only.
"""

from __future__ import annotations

import argparse
import io
import json
import multiprocessing
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from hcp_author.runtime import announce, sink, strict

RATIO, DEARER = 0.5, 1.5
STREAM = 64  # lines that are there already when they are read: some 10 KB, a sixth of what a pipe holds
WAYS = {"stream": "a stream that is there", "waiting": "each waits for its answer"}
Cost = tuple[float, float, float]  # of one event: events a second, microseconds of processor time, bytes written
DECLARED = {"new_item": "personal", "item.updated": "personal"}
FACTS = {"pack": "mail", "root": "/mail", "principal": "ann", "binding": "user", "granted": True, "project": ""}
PAYLOAD = {"from": "ann@example.org", "subject": "A message of the usual kind", "size": 4096, "unread": True}
BARE = f"INSERT INTO bare ({', '.join(sink.COLUMNS)}) VALUES ({', '.join('?' * len(sink.COLUMNS))})"


def line(name: str) -> bytes:
    return json.dumps({"ref": "new_item", "id": name, "payload": PAYLOAD}).encode() + b"\n"


def ours(path: str) -> Callable[[list[str]], object]:
    """Delivers events, as `--announce -` does, from the bytes of their lines to those of their answers."""
    record = sink.recorder(path)

    def put(names: list[str]) -> None:
        for batch in announce.batches(io.BytesIO(b"".join(map(line, names)))):
            routes = [announce.routed(announce.parse(one), DECLARED, FACTS) for one in batch if one]
            "".join(strict.dumps(answer) + "\n" for answer in announce.recorded(routes, record))

    return put


def bare(path: str) -> Callable[[list[str]], object]:
    """Inserts rows of the same columns, each in a commit of its own, into a table with the same uniqueness."""
    connection = sqlite3.connect(path, timeout=10.0)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    columns = ", ".join(f"{name} TEXT" for name in sink.COLUMNS)
    unique = "UNIQUE (pack, root, principal, binding, project, ref, event_id)"
    connection.execute(f"CREATE TABLE IF NOT EXISTS bare (n INTEGER PRIMARY KEY, {columns}, {unique})")
    payload = json.dumps(PAYLOAD)

    def insert(names: list[str]) -> None:
        for name in names:
            row = (name, "mail", "new_item", "ann", "user", "personal", "", "/mail", payload, "inbox", time.time())
            with connection:
                connection.execute(BARE, row)

    return insert


def writer(way: str, path: str, tag: str, seconds: float, done: Any) -> None:
    """Write for so long, and say how many were written in how many seconds."""
    put, together = (bare if way == "bare" else ours)(path), STREAM if way == "stream" else 1
    put([f"{tag}-first"])
    begun, count = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        put([f"{tag}-{count + number}" for number in range(together)])
        count += together
    done.put(count / (time.perf_counter() - begun))


def rate(way: str, folder: str, writers: int, seconds: float, tag: str) -> float:
    """Events a second of all writers together, into a file of its own."""
    done: Any = multiprocessing.Queue()
    path = f"{folder}/{way}-{tag}.sqlite"
    work = [
        multiprocessing.Process(target=writer, args=(way, path, f"{tag}-{number}", seconds, done))
        for number in range(writers)
    ]
    for one in work:
        one.start()
    total = sum(done.get() for _ in work)
    for one in work:
        one.join()
    return float(total)


def million(path: str, many: int) -> tuple[Cost, Cost]:
    """What an event costs in an empty sink, and in one that holds so many events already."""
    put = ours(path)
    first = spell(put, "start")
    begun = time.perf_counter()
    connection = sink.open_(path)
    payload = json.dumps(PAYLOAD)
    marks = ", ".join("?" * len(sink.COLUMNS))
    insert = f"INSERT INTO events ({', '.join(sink.COLUMNS)}) VALUES ({marks})"
    for at in range(0, many, 50_000):
        with connection:
            rows = (
                (
                    os.urandom(8).hex(),
                    "mail",
                    "new_item",
                    "ann",
                    "user",
                    "personal",
                    "",
                    "/mail",
                    payload,
                    "inbox",
                    time.time(),
                )
                for _ in range(min(50_000, many - at))
            )
            connection.executemany(insert, rows)
    connection.close()
    print(f"{many:,} events put there in {time.perf_counter() - begun:.0f} s, {os.path.getsize(path) >> 20} MiB")
    return first, spell(put, "end")


def spell(put: Callable[[list[str]], object], tag: str, times: int = 3000) -> Cost:
    """The cost of an event: the median of five runs."""
    costs = []
    for run in range(5):
        begun, worked, wrote = time.perf_counter(), time.process_time(), written()
        for number in range(times // 5):
            put([f"{tag}-{run}-{number}"])
        share = times / 5
        worked, wrote = (time.process_time() - worked) / share * 1e6, (written() - wrote) / share
        costs.append((share / (time.perf_counter() - begun), worked, wrote))
    rate, worked, wrote = (statistics.median(column) for column in zip(*costs, strict=True))
    return rate, worked, wrote


def written() -> int:
    """Bytes that this process has written so far; 0 where the system does not tell."""
    try:
        lines = Path("/proc/self/io").read_text().splitlines()
    except OSError:
        return 0
    return int(next(line for line in lines if line.startswith("wchar")).partition(":")[2])


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--folder", help="on the disk that is meant; a folder for temporary files else")
    options = parser.parse_args()
    fine = True
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for writers in (1, options.writers):
            rows = [
                [rate(way, folder, writers, options.seconds, f"{writers}-{turn}") for way in (*WAYS, "bare")]
                for turn in range(options.rounds)
            ]
            for at, (way, told) in enumerate(WAYS.items()):
                mine, theirs = (statistics.median(row[column] for row in rows) for column in (at, -1))
                ratio = statistics.median(row[at] / row[-1] for row in rows)
                fine &= ratio >= RATIO or (way == "waiting" and writers > 1)
                print(
                    f"{writers} writers, {told}: {mine:,.0f} events/s, bare {theirs:,.0f} inserts/s, "
                    f"ratio {ratio:.2f} ({min(row[at] / row[-1] for row in rows):.2f} to "
                    f"{max(row[at] / row[-1] for row in rows):.2f})",
                    flush=True,
                )
        if options.million:
            start, end = million(f"{folder}/million.sqlite", 1_000_000)
            fine &= all(now <= DEARER * then for now, then in zip(end[1:], start[1:], strict=True))
            units = ("{:,.0f} events/s", "{:,.0f} us of processor time", "{:,.0f} bytes written")
            for unit, then, now in zip(units, start, end, strict=True):
                print(f"a million events: {unit.format(then)} at the start, {unit.format(now)} at the end")
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
