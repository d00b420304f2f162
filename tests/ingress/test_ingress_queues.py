"""Queues hand over at least once; the sink holds each event once; what is no event is set aside, never thrown away."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hcp_author.ingress import inbox, process, spool, stream
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.ingress.wake import Wake

Soon = Callable[[Callable[[], Any]], None]


@pytest.fixture
def queue(tmp_path: Path, path: str) -> tuple[Source, Path]:
    source = Source("queue", "spool", folder=str(tmp_path / "queue"))
    return source, Path(spool.folder(source, "mail", "/packs/mail"))


def going(work: Callable[..., None], *args: Any) -> threading.Thread:
    thread = threading.Thread(target=work, args=args, daemon=True)
    thread.start()
    return thread


def test_a_folder_is_a_queue(queue: tuple[Source, Path], desk: Desk, path: str, said: list[str], soon: Soon) -> None:
    source, base = queue
    for number in range(20):
        (base / "tmp" / f"{number:03}").write_text(json.dumps({"ref": "new_item", "payload": number}))
        os.replace(base / "tmp" / f"{number:03}", base / "new" / f"{number:03}")
    going(spool.run, source, str(base), desk, said.append)
    soon(lambda: not os.listdir(base / "new"))
    assert [row["payload"] for row in inbox.read(path, "mail", "ann")] == list(range(20))
    assert said == []


@pytest.mark.parametrize("text", ["{", "[]", '{"payload": 1}', '{"ref": 1}', '{"ref": "a", "ref": "b"}', "\xff"])
def test_what_is_no_event_is_set_aside(
    queue: tuple[Source, Path], desk: Desk, said: list[str], text: str, path: str
) -> None:
    source, base = queue
    (base / "new" / "torn").write_bytes(text.encode("latin-1"))
    spool.one(source, str(base), "torn", desk, said.append)
    assert [file.name for file in (base / "bad").iterdir()] == ["torn"]
    assert said[0].startswith("source `queue`: 'torn' is set aside in `bad/`: ")
    assert not os.path.exists(path) or not inbox.read(path, "mail", "ann")


def test_a_link_in_the_queue_is_not_followed(
    queue: tuple[Source, Path], desk: Desk, said: list[str], tmp_path: Path
) -> None:
    source, base = queue
    (tmp_path / "outside").write_text('{"ref": "new_item"}')
    (base / "new" / "link").symlink_to(tmp_path / "outside")
    spool.one(source, str(base), "link", desk, said.append)
    assert said[0].startswith("source `queue`: 'link' is set aside in `bad/`: ")
    assert os.path.islink(base / "bad" / "link")


def test_an_event_stays_in_the_queue_while_the_sink_cannot_record(
    queue: tuple[Source, Path], desk: Desk, path: str, said: list[str], soon: Soon
) -> None:
    source, base = queue
    os.makedirs(os.path.dirname(path))
    Path(path).write_text("no database, and long enough to be taken for one of its pages " * 40)
    (base / "new" / "a").write_text('{"ref": "new_item", "id": "a"}')
    going(spool.run, source, str(base), desk, said.append)
    soon(lambda: said)
    assert "it is tried again in" in said[0]
    os.unlink(path)
    soon(lambda: not os.listdir(base / "new"))
    assert [row["event_id"] for row in inbox.read(path, "mail", "ann")] == ["queue:a"]


DELIVER = """
import sys, json
from hcp_author.ingress import spool
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.runtime import announce, sink
sys.path.insert(0, {tests!r})
from conftest import DECLARED, FACTS
record = sink.recorder({path!r})
desk = Desk(lambda one: announce.recorded([announce.routed(one, DECLARED, FACTS)], record)[0], lambda n: None)
spool.run(Source("queue", "spool", folder={base!r}), {base!r}, desk, print)
"""


@pytest.mark.whole
def test_a_reader_that_is_killed_loses_nothing_and_records_nothing_twice(
    queue: tuple[Source, Path], path: str, soon: Soon
) -> None:
    _, base = queue
    for number in range(400):
        (base / "new" / f"{number:04}").write_text(json.dumps({"ref": "new_item", "payload": number}))
    code = DELIVER.format(tests=str(Path(__file__).parent), path=path, base=str(base))
    for _ in range(6):
        left = len(os.listdir(base / "new"))
        child = subprocess.Popen([sys.executable, "-c", code])
        soon(lambda left=left: len(os.listdir(base / "new")) < left - 20 or not os.listdir(base / "new"))
        child.kill()
        child.wait()
    child = subprocess.Popen([sys.executable, "-c", code])
    soon(lambda: not os.listdir(base / "new"))
    child.kill()
    child.wait()
    assert sorted(row["payload"] for row in inbox.read(path, "mail", "ann")) == list(range(400))


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """A real server of the test's own."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(tmp_path), "--save", ""]
    server = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    for _ in range(600):
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield f"redis://127.0.0.1:{port}/0"
    server.kill()
    server.wait()


@pytest.mark.whole
def test_a_stream_is_a_queue(redis_url: str, desk: Desk, path: str, said: list[str], soon: Soon) -> None:
    source = Source("bus", "redis", url=redis_url, stream="mail")
    server = stream.connect(source)
    for number in range(30):
        server.xadd("mail", {"event": json.dumps({"ref": "new_item", "payload": number})})
    server.xadd("mail", {"event": "{"})
    server.xadd("mail", {"hush": "field"})
    server.xadd("mail", {"event": '{"ref": "new_item", "id": 5}'})
    thread = going(stream.run, source, desk, said.append, "one")
    soon(lambda: server.exists("mail:bad") and server.xlen("mail:bad") == 3)
    soon(lambda: len(inbox.read(path, "mail", "ann")) == 30)
    soon(lambda: server.xpending("mail", stream.GROUP)["pending"] == 0)
    desk.stop.set()
    thread.join(60)
    assert len(said) == 3
    assert said[1].endswith(" is set aside in `mail:bad`: the field `event` is missing")
    assert "hush" not in "".join(said)


@pytest.mark.whole
def test_what_a_dead_reader_took_is_delivered_by_another(
    redis_url: str, desk: Desk, path: str, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "CLAIM_MS", 0)
    source = Source("bus", "redis", url=redis_url, stream="mail")
    server = stream.connect(source)
    server.xgroup_create("mail", stream.GROUP, id="0", mkstream=True)
    server.xadd("mail", {"event": '{"ref": "new_item", "payload": 1}'})
    server.xreadgroup(stream.GROUP, "dead", {"mail": ">"})
    stream.once(source, server, desk, said.append, "living")
    stream.once(source, server, desk, said.append, "living")
    assert [row["payload"] for row in inbox.read(path, "mail", "ann")] == [1]
    assert server.xpending("mail", stream.GROUP)["pending"] == 0


@pytest.mark.whole
def test_a_server_that_is_away_is_tried_again(desk: Desk, said: list[str], soon: Soon) -> None:
    source = Source("bus", "redis", url="redis://:hidden@127.0.0.1:1/0", stream="mail")
    going(stream.run, source, desk, said.append, "one")
    soon(lambda: len(said) >= 2)
    assert "it is tried again in" in said[0]
    assert "hidden" not in "".join(said)


def test_an_emitter_is_kept_going_and_ended_with_all_it_started(
    desk: Desk, said: list[str], woken: list[int], tmp_path: Path, soon: Soon, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "SHORTEST", 0.05)
    script = tmp_path / "emit"
    count = tmp_path / "count"
    script.write_text(
        f"#!/bin/sh\necho run >> {count}\necho '{{\"record\": 7}}'\n[ $(wc -l < {count}) -lt 3 ] && exit 5\nsleep 600\n"
    )
    script.chmod(0o755)
    heard: list[str] = []
    script_ = [str(script)]
    thread = going(process.run, Source("own", "process"), script_, desk, woken.append, heard.append, said.append)
    soon(lambda: len(woken) == 3)
    assert [line.split("status ")[1][0] for line in said] == ["5", "5"]
    desk.stop.set()
    thread.join(60)
    assert not thread.is_alive()
    assert heard == ['{"record": 7}\n'] * 3


def test_a_wake_gets_the_number_and_no_power(tmp_path: Path, said: list[str], soon: Soon, path: str) -> None:
    seen = tmp_path / "seen"
    script = tmp_path / "wake"
    script.write_text(
        f'#!/bin/sh\n{{ echo "$@"; env | cut -d= -f1 | tr "\\n" " "; cat; }} > {seen}.part\nmv {seen}.part {seen}\n'
    )
    script.chmod(0o755)
    os.environ["HCP_TEST_SECRET"] = "x"
    try:
        made = Wake([str(script), "inbox"], 0, lambda after: [12] if after < 12 else [], said.append)
        made(12)
        soon(seen.exists)
        made.end()
    finally:
        del os.environ["HCP_TEST_SECRET"]
    words, names = seen.read_text().splitlines()
    assert words == "inbox 12"
    assert set(names.split()) <= {"HOME", "LC_ALL", "PATH", "PWD", "SHLVL", "_", "OLDPWD"}


def test_a_wake_that_fails_is_told_and_stops_nothing(said: list[str], soon: Soon, path: str) -> None:
    wake = Wake(["/bin/false"], 0, lambda after: [n for n in (1, 2) if n > after], said.append)
    soon(lambda: len(said) == 2)
    assert said == ["wake: record 1: exit status 1", "wake: record 2: exit status 1"]
    wake.end()
    other = Wake(["/no/such/program"], 2, lambda after: [3] if after < 3 else [], said.append)
    soon(lambda: len(said) == 3)
    assert said[2] == "wake: record 3: `/no/such/program` cannot be started: No such file or directory"
    other.end()
    assert len(said) == 3


def test_records_of_a_shared_project_come_to_its_members_alone(path: str) -> None:
    from hcp_author.runtime import sink

    record = sink.recorder(path)
    row: dict[str, Any] = {**dict.fromkeys(sink.COLUMNS, "x"), "pack": "mail", "principal": "ann"}
    for name, land, project in (("1", "brain", "p1"), ("2", "personal", ""), ("3", "brain", ""), ("1", "brain", "p2")):
        record([{**row, "event_id": name, "land": land, "project": project}])

    def seen(project: str, who: str = "ann") -> list[int]:
        return [one["n"] for one in inbox.read(path, "mail", who, project=project)]

    assert [seen(""), seen("p1"), seen("p2"), seen("p3"), seen("p1", "bob")] == [[2], [1, 2, 3], [2, 3, 4], [2, 3], []]
    assert inbox.set_aside(path, "mail", "ann", [1, 2, 3, 4], "p2") == [2, 3, 4]
    assert [seen("p1"), seen("p2")] == [[1], []]
