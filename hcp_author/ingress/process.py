"""What the user has us run: a pack's own emitter, kept going, and a command that a new record wakes."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.runtime import places

SHORTEST, LONGEST = 1.0, 60.0  # seconds between two starts of an emitter that ends
WAKE_SECONDS = 60.0  # that a woken command may take
GRACE = 5.0


def run(
    source: Source, argv: Sequence[str], desk: Desk, woken: Callable[[int], object], tell: Callable[[str], object]
) -> None:
    """Keep `PACK --emit` going until the desk stops; it announces by itself, and says a line for each event."""
    pause = SHORTEST
    while not desk.stop.is_set():
        began = time.monotonic()
        with _started(argv, stdout=subprocess.PIPE, text=True, errors="replace") as child:
            ender = threading.Thread(target=_end_at, args=(desk.stop, child), daemon=True)
            ender.start()
            for line in child.stdout or ():
                _told(line, woken)
            status = child.wait()
        if desk.stop.is_set():
            return
        pause = SHORTEST if time.monotonic() - began > LONGEST else pause
        tell(
            f"source `{source.name}`: the emitter ended with status {status}; it is started again in {pause:g} seconds"
        )
        desk.stop.wait(pause)
        pause = min(2 * pause, LONGEST)


class Wake:
    """Runs the user's command once for each record, one at a time; it is given the record's number and nothing else."""

    def __init__(self, argv: Sequence[str] | None, tell: Callable[[str], object]) -> None:
        self._argv, self._tell = argv, tell
        self._waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        if argv:
            threading.Thread(target=self._run, name="wake", daemon=True).start()

    def __call__(self, number: int) -> None:
        """Have the command run for the record with this number, which is durable."""
        if self._argv:
            self._waiting.put(number)

    def _run(self) -> None:
        while True:
            number = self._waiting.get()
            try:
                self._once([*(self._argv or ()), str(number)], number)
            except OSError as error:
                self._tell(f"wake: `{(self._argv or ('',))[0]}` cannot be started: {error.strerror}")

    def _once(self, argv: list[str], number: int) -> None:
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": places.home(), "LC_ALL": "C.UTF-8"}
        with _started(argv, stdout=sys.stderr, env=environment, cwd="/") as child:
            try:
                status = child.wait(WAKE_SECONDS)
            except subprocess.TimeoutExpired:
                _end(child)
                self._tell(f"wake: record {number}: ended after {WAKE_SECONDS:g} seconds")
                return
        if status:
            self._tell(f"wake: record {number}: exit status {status}")


def _started(argv: Sequence[str], **more: Any) -> subprocess.Popen[Any]:
    return subprocess.Popen(argv, stdin=subprocess.DEVNULL, start_new_session=True, close_fds=True, **more)


def _told(line: str, woken: Callable[[int], object]) -> None:
    with contextlib.suppress(ValueError):
        answer = json.loads(line)
        if isinstance(answer, dict) and isinstance(answer.get("record"), int):
            woken(answer["record"])


def _end_at(stop: threading.Event, child: subprocess.Popen[Any]) -> None:
    while child.poll() is None:
        if stop.wait(0.2):
            _end(child)
            return


def _end(child: subprocess.Popen[Any]) -> None:
    """End a child with all that it started: asked first, then made to."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(GRACE)
            return
