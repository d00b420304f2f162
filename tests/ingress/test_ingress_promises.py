"""A replay stays one for two windows, a retry after a failure is none; an emitter is started again ever more slowly."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from test_ingress_queues import Soon, redis_url
from test_ingress_server import EVENT, KEY, post, server, signed

from hcp_author.ingress import inbox, process, stream
from hcp_author.ingress.accept import Replays, accept
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.ingress.request import Refused, Request
from hcp_author.ingress.server import Server

__all__ = ["redis_url", "server"]  # fixtures of those modules
WINDOW = 300
NOW = 1_800_000_000.0


# replays


def hooked(desk: Desk, replays: Replays, signed_at: float, now: float, name: str = "m1") -> Any:
    """What becomes of a request signed at one time and sent at another: the answer, or the status of the refusal."""
    source = Source("hooks", "signed", {"one": KEY}, window=WINDOW)
    try:
        return accept(source, Request(signed(EVENT, name, at=signed_at), {}, EVENT), desk, replays, now)["reason"]
    except Refused as refused:
        return refused.status


@pytest.mark.parametrize("ahead", [-WINDOW, 0, WINDOW], ids=["late", "now", "early"])
def test_a_replay_is_refused_for_as_long_as_its_time_would_let_it_in(desk: Desk, path: str, ahead: int) -> None:
    # a signature may be a whole window ahead of our clock, and is then in time for two
    replays = Replays()
    at = NOW + ahead
    assert hooked(desk, replays, at, NOW) == ""
    for later in (0.0, 0.5, 1.0, 1.5, 1.99, 2.0):
        now = NOW + later * WINDOW
        in_time = abs(now - at) <= WINDOW
        # another event is noted in between: what may still come again is not forgotten over it
        hooked(desk, replays, now, now, f"other-{later}")
        assert hooked(desk, replays, at, now) == (409 if in_time else 401), later
    rows = [row["event_id"] for row in inbox.read(path, "mail", "ann")]
    assert rows.count("hooks:m1") == 1


def test_one_source_is_no_replay_of_another(desk: Desk) -> None:
    replays = Replays()
    request = Request(signed(EVENT, at=NOW), {}, EVENT)
    for name in ("one", "two"):
        source = Source(name, "signed", {"one": KEY}, window=WINDOW)
        assert accept(source, request, desk, replays, NOW)["recorded"] is True


def test_what_could_not_be_recorded_may_be_sent_again(server: Server, path: str) -> None:
    os.makedirs(os.path.dirname(path))
    Path(path).write_text("no database, and long enough to be taken for one of its pages " * 40)
    headers = signed(EVENT)
    assert [post(server, "/hooks", EVENT, headers)[0] for _ in range(2)] == [503, 503]
    os.unlink(path)
    assert post(server, "/hooks", EVENT, headers) == (200, {"route": "inbox", "recorded": True, "reason": ""})
    assert post(server, "/hooks", EVENT, headers)[0] == 409
    assert len(inbox.read(path, "mail", "ann")) == 1


# a pack's own process


class Impatient(threading.Event):
    """A stop that is set after some waits, none of which takes its time; `asked` is how long each would have been."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.asked: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.asked.append(timeout or 0.0)
        if len(self.asked) == self.most:
            self.set()
        return self.is_set()


def told_pauses(desk: Desk, most: int) -> tuple[list[float], list[float]]:
    """The pauses between the starts of an emitter that cannot run: as they were told, and as they were waited."""
    said: list[str] = []
    woken: list[int] = []
    stop = Impatient(most)
    desk.stop = stop
    process.run(Source("own", "process"), ["/no/such/emitter"], desk, woken.append, said.append, said.append)
    found = [re.search(r"started again in ([0-9.]+) seconds", line) for line in said]
    return [float(one.group(1)) for one in found if one], stop.asked


def test_an_emitter_that_ends_at_once_is_started_ever_more_slowly(desk: Desk) -> None:
    told, waited = told_pauses(desk, 9)
    assert told == waited == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_an_emitter_that_ran_for_long_is_started_again_soon(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LONGEST", 0.0)  # any run is a long one
    assert told_pauses(desk, 4)[0] == [1, 1, 1, 1]


# Redis


@pytest.mark.whole
def test_an_entry_stays_pending_while_the_sink_cannot_record(
    redis_url: str, desk: Desk, path: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "CLAIM_MS", 0)
    source = Source("bus", "redis", url=redis_url, stream="mail")
    there = stream.connect(source)
    there.xgroup_create("mail", stream.GROUP, id="0", mkstream=True)
    there.xadd("mail", {"event": '{"ref": "new_item", "payload": 1}'})
    os.makedirs(os.path.dirname(path))
    Path(path).write_text("no database, and long enough to be taken for one of its pages " * 40)
    for _ in range(2):
        with pytest.raises(sqlite3.DatabaseError):
            stream.once(source, there, desk, said.append, "one")
        assert there.xpending("mail", stream.GROUP)["pending"] == 1
    assert there.exists("mail:bad") == 0
    os.unlink(path)
    stream.once(source, there, desk, said.append, "one")
    assert there.xpending("mail", stream.GROUP)["pending"] == 0
    assert [row["payload"] for row in inbox.read(path, "mail", "ann")] == [1]


@pytest.mark.whole
def test_a_stream_whose_sink_fails_is_tried_again_until_it_records(
    redis_url: str, desk: Desk, path: str, said: list[str], soon: Soon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "CLAIM_MS", 0)
    source = Source("bus", "redis", url=redis_url, stream="mail")
    there = stream.connect(source)
    there.xadd("mail", {"event": '{"ref": "new_item", "payload": 1}'})
    os.makedirs(os.path.dirname(path))
    Path(path).write_text("no database, and long enough to be taken for one of its pages " * 40)
    thread = threading.Thread(target=stream.run, args=(source, desk, said.append, "one"), daemon=True)
    thread.start()
    soon(lambda: said)
    assert "it is tried again in 0.5 seconds" in said[0]
    assert there.xpending("mail", stream.GROUP)["pending"] == 1
    os.unlink(path)
    soon(lambda: there.xpending("mail", stream.GROUP)["pending"] == 0)
    assert [row["payload"] for row in inbox.read(path, "mail", "ann")] == [1]
    desk.stop.set()
    thread.join(60)
