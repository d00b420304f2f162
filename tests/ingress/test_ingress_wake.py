"""A wake: what runs is ended with the listener, the rest is told, and a sink that fails is looked at again."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hcp_author.ingress import process
from hcp_author.ingress import wake as wake_module
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.ingress.wake import Wake

Soon = Callable[[Callable[[], Any]], None]


def test_a_wake_that_runs_is_ended_with_all_it_started_and_the_rest_is_told(
    tmp_path: Path, said: list[str], soon: Soon, path: str
) -> None:
    script, child = tmp_path / "wake", tmp_path / "child"
    script.write_text(
        f"#!/bin/sh\n(trap '' TERM; echo $$ > {child}.part; mv {child}.part {child}; sleep 600) &\nwait\n"
    )
    script.chmod(0o755)
    wake = Wake([str(script)], 0, lambda after: [n for n in range(1, 6) if n > after], said.append)
    soon(child.exists)
    wake.end()
    assert said == ["wake: record 1: ended with the listener", "wake: nothing was woken for 4 records, 2 to 5"]
    soon(lambda: not running(int(child.read_text())))


def test_what_a_wake_leaves_running_ends_with_it(tmp_path: Path, said: list[str], soon: Soon, path: str) -> None:
    script, child = tmp_path / "wake", tmp_path / "child"
    script.write_text(f"#!/bin/sh\nsleep 600 > /dev/null 2>&1 &\necho $! > {child}\nexit ${{1#1}}\n")
    script.chmod(0o755)
    assert process.attend([str(script), "10"], 60, threading.Event()) == ""
    soon(lambda: not running(int(child.read_text())))
    assert process.attend([str(script), "15"], 60, threading.Event()) == "exit status 5"
    soon(lambda: not running(int(child.read_text())))


def test_what_an_emitter_leaves_running_ends_with_it(
    desk: Desk, tmp_path: Path, said: list[str], woken: list[Any], soon: Soon
) -> None:
    script, child = tmp_path / "emit", tmp_path / "child"
    script.write_text(f"#!/bin/sh\nsleep 600 &\necho $! > {child}\necho '{{\"record\": 7}}'\nexit 5\n")
    script.chmod(0o755)
    args = (Source("own", "process"), [str(script)], desk, woken.append, woken.append, said.append)
    thread = threading.Thread(target=process.run, args=args, daemon=True)
    thread.start()
    soon(lambda: said)
    assert said == ["source `own`: the emitter ended with status 5; it is started again in 1 seconds"]
    soon(lambda: not running(int(child.read_text())))
    desk.stop.set()
    thread.join(60)
    assert woken == ['{"record": 7}\n', 7]


def running(number: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{number}/stat").read_text().split()[2] not in "ZX"
    return False


def test_a_sink_that_cannot_be_read_is_told_once_and_looked_at_again(
    said: list[str], soon: Soon, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wake_module, "PAUSE", 0.01)
    looks: list[int] = []

    def after(last: int) -> list[int]:
        looks.append(last)
        if len(looks) < 4:
            raise sqlite3.OperationalError("disk I/O error")
        return [1] if last < 1 else []

    wake = Wake(["/bin/false"], 0, after, said.append)
    soon(lambda: len(said) == 2)
    wake.end()
    assert said[0] == "wake: the sink cannot be read: disk I/O error; it is tried again"
    assert said[1:] == ["wake: record 1: exit status 1"]
