"""`hcp-author sense listen`: what comes in by each way is told, woken for and kept, whoever reads what it prints."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hcp_author.pack import shape
from hcp_author.runtime import session

HCP = [sys.executable, "-m", "hcp_author"]
ME = session.principal()


def soon(so: Callable[[], Any]) -> None:
    end = time.monotonic() + 60
    while not so():
        assert time.monotonic() < end
        time.sleep(0.02)


class Room:
    """A home of the test's own with a pack, where commands run and listeners are ended."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {"HOME": str(folder / "home"), "PATH": "/usr/bin:/bin"}
        self.listeners: list[subprocess.Popen[str]] = []
        (folder / "home").mkdir()

    def hcp(self, *words: object, status: int = 0, stdin: str = "") -> subprocess.CompletedProcess[str]:
        argv = [*HCP, *map(str, words)]
        more: Any = {"capture_output": True, "text": True, "timeout": 60, "check": False}
        done = subprocess.run(argv, cwd=self.folder, env=self.env, input=stdin, **more)
        assert done.returncode == status, done.stdout + done.stderr
        return done

    def listen(self, pack: str = "mail", *words: str, first: str = "") -> subprocess.Popen[str]:
        """A listener that listens: it said so, or `first`."""
        argv, pipe = [*HCP, "sense", "listen", pack, "--port", "0", *words], subprocess.PIPE
        made = subprocess.Popen(argv, cwd=self.folder, env=self.env, stdout=pipe, stderr=pipe, text=True)
        self.listeners.append(made)
        assert made.stderr
        assert made.stderr.readline().startswith(first)
        return made

    def records(self, pack: str = "mail") -> list[Any]:
        told = json.loads(self.hcp("sense", "inbox", pack, "--json").stdout)
        return list(told["records"])

    def announce(self, name: str, pack: str = "mail") -> None:
        line = json.dumps({"ref": "new_item", "id": name}) + "\n"
        words = [sys.executable, str(self.folder / pack / "bin" / pack), "--announce", "-"]
        subprocess.run(words, env=self.env, input=line, text=True, check=True, capture_output=True, timeout=60)


def ended(listener: subprocess.Popen[str]) -> tuple[str, str]:
    """End a listener; what it printed since."""
    listener.send_signal(signal.SIGINT)
    told = listener.communicate(timeout=60)
    assert listener.returncode == 130
    return told


@pytest.fixture(scope="module")
def packs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack with an adapter, and one that is an emitter alone; copied for each test."""
    folder = tmp_path_factory.mktemp("packs")
    for kind, name in (("channel", "mail"), ("sense_only", "feed")):
        words = [*HCP, "new", kind, name, "--yes", "--trigger", "new_item"]
        subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=60)
    return folder


@pytest.fixture
def room(tmp_path: Path, packs: Path) -> Iterator[Room]:
    for name in ("mail", "feed"):
        shutil.copytree(packs / name, tmp_path / name)
    made = Room(tmp_path)
    yield made
    for one in made.listeners:
        if one.poll() is None:
            one.kill()
        one.communicate()


def queue(room: Room) -> Path:
    """A queue of the pack, with Sense on."""
    room.hcp("sense", "on", "mail")
    room.hcp("sense", "source", "mail", "queue", "--way", "spool", "--folder", room.folder / "queue")
    return room.folder / "queue"


def put(folder: Path, name: str, event: Any = None) -> None:
    (folder / "tmp" / name).write_text(json.dumps(event or {"ref": "new_item", "id": name}))
    os.rename(folder / "tmp" / name, folder / "new" / name)


def test_who_reads_no_more_stops_no_delivery(room: Room) -> None:
    folder = queue(room)
    listener = room.listen()
    assert listener.stdout
    assert listener.stderr
    put(folder, "a")
    assert json.loads(listener.stdout.readline())["id"] == "queue:a"
    listener.stdout.close()
    for name in "bcd":
        put(folder, name)
    soon(lambda: not os.listdir(folder / "new"))
    assert listener.stderr.readline() == "standard output is gone (Broken pipe); events are still taken in\n"
    listener.send_signal(signal.SIGINT)
    assert listener.wait(60) == 130
    assert listener.stderr.read() == "interrupted\n"
    assert os.listdir(folder / "bad") == []
    assert [row["event_id"] for row in room.records()] == [f"queue:{name}" for name in "abcd"]


def test_what_is_refused_is_told_on_standard_error(room: Room) -> None:
    room.hcp("sense", "on", "mail")
    room.hcp("sense", "source", "mail", "hub", "--way", "mapped", "--map", "github", "--key-file", "-", stdin="k" * 20)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    listener = room.listen("mail", "--port", str(port), first=f"hub: POST http://127.0.0.1:{port}/hub\n")
    assert listener.stderr
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(b"POST /hub?token=hush HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}")
        assert b" 401 " in client.recv(64)
    assert listener.stderr.readline() == "hub: 401 the header `x-hub-signature-256` is missing\n"


def test_every_record_wakes_once_however_it_came(room: Room) -> None:
    folder = queue(room)
    room.announce("before")
    script, seen = room.folder / "wake", room.folder / "seen"
    script.write_text(f'#!/bin/sh\necho "$1" >> {seen}\n')
    script.chmod(0o755)
    room.hcp("sense", "wake", "mail", "--", script)
    listener = room.listen()
    room.announce("by-the-face")
    put(folder, "by-the-queue")
    room.announce("again")
    soon(lambda: seen.exists() and len(seen.read_text().split()) >= 3)
    assert ended(listener)[1].endswith("interrupted\n")  # where the last wake was still ending, that is told too
    assert seen.read_text().split() == ["2", "3", "4"]


def test_what_is_woken_is_ended_and_the_rest_is_told(room: Room) -> None:
    queue(room)
    script, seen = room.folder / "wake", room.folder / "seen"
    script.write_text(f"#!/bin/sh\necho $$ > {seen}.part\nmv {seen}.part {seen}\nexec sleep 600\n")
    script.chmod(0o755)
    room.hcp("sense", "wake", "mail", "--", script)
    listener = room.listen()
    for name in "abc":
        room.announce(name)
    soon(seen.exists)
    told = ended(listener)[1]
    assert "wake: record 1: ended with the listener\n" in told
    assert "wake: nothing was woken for 2 records, 2 to 3\n" in told
    assert not Path(f"/proc/{seen.read_text().strip()}").exists()


EMITTER = """
def emit(ctx):
    yield {"ref": "new_item", "id": "e-1", "payload": {"n": 1}}
    import time
    time.sleep(600)
"""


def test_the_process_s_own_answers_are_printed_too(room: Room) -> None:
    (room.folder / "feed/adapter.py").write_text(EMITTER)
    room.hcp("sense", "on", "feed")
    room.hcp("sense", "source", "feed", "own", "--way", "process")
    listener = room.listen("feed", first="own: process")
    assert listener.stdout
    told = json.loads(listener.stdout.readline())
    assert (told["ref"], told["id"], told["recorded"]) == ("new_item", "e-1", True)
    ended(listener)


def test_a_process_cannot_share_a_descriptor(room: Room) -> None:
    room.hcp("sense", "source", "feed", "own", "--way", "process")
    told = room.hcp("sense", "listen", "feed", "--session", "fd:0", status=2).stderr
    assert told == (
        "error: `own` is a process of its own, which cannot read the session from `fd:0`\n"
        "  try: hcp-author sense listen feed --session FILE\n"
    )


def test_a_wrap_has_no_process(room: Room) -> None:
    surface = json.loads((room.folder / "mail/surface.json").read_text())
    surface["wrap"] = {"bin": "true", "paths": ["/bin/true"]}
    (room.folder / "mail/surface.json").write_text(json.dumps(surface))
    told = room.hcp("sense", "source", "mail", "own", "--way", "process", status=1).stderr
    assert told.startswith(
        "error: `mail` wraps a program, so it has no emitter that the source `own` could keep going\n"
    )


def test_it_says_at_its_start_that_sense_is_off(room: Room) -> None:
    queue(room)
    room.hcp("sense", "off", "mail")
    listener = room.listen(first=f"Sense is off for {ME} on mail: hcp-author sense on mail\n")
    put(room.folder / "queue", "a")
    assert listener.stdout
    assert json.loads(listener.stdout.readline())["route"] == "drop"


def test_what_cannot_be_listened_on_is_one_error(room: Room) -> None:
    folder = queue(room)
    shutil.rmtree(folder)
    folder.write_text("in the way")
    told = room.hcp("sense", "listen", "mail", status=1).stderr
    assert told.startswith(f"error: the folder `{folder}` of source `queue` cannot be made: ")
    assert "Traceback" not in told


def test_a_port_that_is_taken_is_told_with_the_pack_s_own_path(room: Room) -> None:
    room.hcp("sense", "source", "mail", "hooks", "--way", "signed")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = room.hcp("sense", "listen", "mail", "--port", port, status=1).stderr
    assert f"error: cannot listen on 127.0.0.1:{port}: " in told
    assert told.endswith("try: hcp-author sense listen mail --port 0\n")


def test_a_pack_that_was_moved_is_told_where_its_sources_are(room: Room) -> None:
    room.hcp("sense", "source", "mail", "hooks", "--way", "signed")
    os.rename(room.folder / "mail", room.folder / "moved")
    hint = f"there are some for `{room.folder}/mail`: sources belong to a folder"
    assert hint in room.hcp("sense", "listen", "moved", status=1).stderr
    assert hint in room.hcp("sense", "source", "moved").stdout


def test_a_key_for_a_vendor_is_plain_text_and_called_by_what_it_is(room: Room) -> None:
    for name, word in (("mail-push", "token"), ("github", "signing key")):
        said = room.hcp("sense", "source", "mail", name, "--way", "mapped", "--map", name).stdout
        made = said.rpartition(f"its {word}, shown this once: ")[2].strip()
        assert len(made) >= 43
        assert made.replace("-", "").replace("_", "").isalnum()
    second = json.loads(room.hcp("sense", "source", "mail", "github", "--key", "second", "--json").stdout)["key"]
    assert not second.startswith("whsec_")
    said = room.hcp("sense", "source", "mail", "hooks", "--way", "signed").stdout
    assert "its signing key, shown this once: whsec_" in said


def test_a_password_is_never_shown(room: Room) -> None:
    kept = room.folder / "bus"
    kept.write_text("redis://ann:hush@127.0.0.1:1/0\n")
    words = ("sense", "source", "mail", "bus", "--way", "redis", "--url-file", kept, "--stream", "mail")
    told = [room.hcp(*words).stdout, room.hcp("sense", "source", "mail").stdout]
    as_json = room.hcp("sense", "source", "mail", "--json").stdout
    assert shape.check_value(json.loads(as_json), "sense") == []
    assert json.loads(as_json)["sources"][0]["url"] == "redis://***@127.0.0.1:1/0"
    heard = room.hcp("sense", "listen", "mail", "--for", "0.5").stderr
    assert "bus: redis mail of redis://***@127.0.0.1:1/0\n" in heard
    assert "hush" not in "".join([*told, as_json, heard])


def test_a_source_says_which_folder_is_its_own(room: Room) -> None:
    said = room.hcp("sense", "source", "mail", "queue", "--way", "spool").stdout
    folder = said.rpartition("is renamed into ")[2].removesuffix("/new is one event\n")
    assert sorted(os.listdir(folder)) == ["bad", "new", "tmp"]
    told = json.loads(room.hcp("sense", "source", "mail", "--json").stdout)
    assert told["sources"][0]["folder"] == folder
    assert folder in room.hcp("sense", "source", "mail").stdout
