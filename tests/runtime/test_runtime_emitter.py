"""What is taken in is durable before its producer goes on, and a producer that is cut off knows of it."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, row

from hcp_author.ingress import inbox
from hcp_author.runtime import sink

EMITS = """
import os
VERBS = {}
def emit(ctx):
    for number in range(400):
        yield {"ref": "new_item", "id": str(number), "payload": number}
        with open(ctx.state + "/acknowledged", "a") as stream:
            stream.write(str(number) + "\\n")
"""


@pytest.fixture
def feed(new_pack: Callable[..., PackFolder]) -> PackFolder:
    surface = {
        "kind": "sense_only",
        "summary": "Emit.",
        "binding": {"default": "public", "modes": ["public", "mock"]},
        "stimulusTriggers": [{"ref": "new_item"}],
    }
    return new_pack(surface, {"stimuli": {"new_item": row()}}, {"adapter.py": EMITS}, name="feed")


def emitting(feed: PackFolder) -> list[str]:
    return [*feed.words, "--emit", "--session", feed.session(grants=["sense.enable"])]


def acknowledged(feed: PackFolder) -> set[int]:
    """What the emitter took for delivered, as an upstream queue would note it."""
    found = list((feed.home / ".local/state/hcp/packs").glob("*/acknowledged"))
    return {int(line) for file in found for line in file.read_text().splitlines()}


def recorded(feed: PackFolder) -> set[int]:
    path = feed.home / ".local/state/hcp/sense.sqlite"
    return {one["payload"] for one in inbox.read(str(path), "feed", "alice")}


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("after", [1, 40])
def test_an_emitter_goes_on_only_once_its_event_is_durable(feed: PackFolder, number: int, after: int) -> None:
    with subprocess.Popen(emitting(feed), env=feed.env, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        for _ in range(after):
            child.stdout.readline()
        child.send_signal(number)
    time.sleep(0.2)  # what was left running would go on
    assert len(recorded(feed)) >= after
    assert acknowledged(feed) <= recorded(feed)


def test_an_event_that_cannot_be_recorded_is_not_acknowledged(feed: PackFolder) -> None:
    (feed.home / ".local/state/hcp/sense.sqlite").mkdir(parents=True)
    done = subprocess.run(emitting(feed), env=feed.env, capture_output=True, text=True, check=False)
    assert (done.returncode, acknowledged(feed)) == (1, set())
    assert "the sink could not record it" in done.stderr


def test_all_of_it_is_taken_in(feed: PackFolder) -> None:
    done = subprocess.run(emitting(feed), env=feed.env, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 400
    assert acknowledged(feed) == recorded(feed) == set(range(400))


def test_a_producer_whose_answers_nobody_reads_is_told(feed: PackFolder, tmp_path: Path) -> None:
    events = tmp_path / "events"
    events.write_text("".join(json.dumps({"ref": "new_item", "id": str(n), "payload": n}) + "\n" for n in range(2000)))
    words = [*feed.words, "--announce", str(events), "--session", feed.session(grants=["sense.enable"])]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=feed.env, stdout=pipe, stderr=pipe, text=True) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        said = child.stderr.read()
    assert child.returncode == 1
    assert said == "error: it was recorded, and the answer alone is lost: nobody reads the answers any more\n"
    assert 1 <= len(recorded(feed)) < 2000


def test_drops_are_reported_once_and_counted(feed: PackFolder) -> None:
    lines = ['{"ref": "new_item"}'] * 3 + ['{"ref": "nope"}', json.dumps({"ref": "new_item", "payload": "x" * 300_000})]
    done = feed.run("--announce", "-", "--session", feed.session(), stdin="\n".join(lines))
    assert (done.returncode, recorded(feed)) == (0, set())
    assert [json.loads(line)["route"] for line in done.stdout.splitlines()] == ["drop"] * 5
    assert done.stderr.splitlines() == [
        "dropped: sense.enable is off for `alice` and `feed`; hcp-author sense on turns it on",
        "dropped: unknown ref: `feed` does not declare it with a policy row",
        "dropped: larger than 262,144 bytes",
        "dropped: 5 events in all",
    ]


ROW: dict[str, Any] = {**dict.fromkeys(sink.COLUMNS, "x"), "pack": "mail", "principal": "ann", "project": ""}


def test_a_sink_that_was_moved_away_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "sense.sqlite"
    record = sink.recorder(str(path))
    assert record([{**ROW, "event_id": "1"}]) == [1]
    for file in tmp_path.glob("sense.sqlite*"):
        os.rename(file, file.with_name(f"away-{file.name}"))
    assert record([{**ROW, "event_id": "2"}]) == [1]
    assert [one["event_id"] for one in inbox.read(str(path), "mail", "ann")] == ["2"]


def test_the_same_id_under_another_binding_or_project_is_another_event(tmp_path: Path) -> None:
    record = sink.recorder(str(tmp_path / "sense.sqlite"))
    events = [{}, {"binding": "mock"}, {"project": "p1"}, {"ref": "y"}, {"principal": "bob"}, {"pack": "z"}]
    assert record([{**ROW, **event} for event in events]) == [1, 2, 3, 4, 5, 6]
    assert record([{**ROW, **event} for event in events]) == [0] * 6


def test_what_was_recorded_goes_with_a_sink_that_is_moved(tmp_path: Path) -> None:
    path, moved = str(tmp_path / "sense.sqlite"), str(tmp_path / "old.sqlite")
    record = sink.recorder(path)
    assert record([{**ROW, "event_id": "a"}]) == [1]
    os.rename(path, moved)
    assert record([{**ROW, "event_id": "b"}]) == [1]
    found = [sqlite3.connect(name).execute("SELECT event_id FROM events").fetchall() for name in (moved, path)]
    assert found == [[("a",)], [("b",)]]


def test_a_sink_that_was_moved_without_its_journal_is_not_begun_anew_over_it(tmp_path: Path) -> None:
    path, moved = str(tmp_path / "sense.sqlite"), str(tmp_path / "old.sqlite")
    event = dict.fromkeys(sink.COLUMNS, "x")
    kept = sink.recorder(path)
    assert kept([{**event, "event_id": "a"}]) == [1]
    os.rename(path, moved)
    with pytest.raises(sqlite3.OperationalError, match="moved without its journal"):
        sink.recorder(path)([{**event, "event_id": "b"}])
    os.rename(moved, path)
    assert sink.recorder(path)([{**event, "event_id": "a"}]) == [0]


def made_at_once(path: str, name: str, begin: Any, said: Any) -> None:
    begin.wait()
    said.put(sink.recorder(path)([{**ROW, "event_id": name}])[0])


def test_a_sink_that_many_make_at_once_is_one(tmp_path: Path) -> None:
    for turn in range(5):
        begin, said = multiprocessing.Event(), multiprocessing.Queue()
        path = str(tmp_path / f"{turn}.sqlite")
        work = [multiprocessing.Process(target=made_at_once, args=(path, str(n), begin, said)) for n in range(6)]
        for one in work:
            one.start()
        begin.set()
        assert sorted(said.get(timeout=60) for _ in work) == [1, 2, 3, 4, 5, 6]
        for one in work:
            one.join()
