"""What the user has us run: a pack's own emitter, kept going, and a command for a record, each in its own group."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.runtime import places, strict

SHORTEST, LONGEST = 1.0, 60.0  # seconds between two starts of an emitter that ends
GRACE = 5.0
STEP = 0.1  # seconds at most between two looks at a child of ours


def run(
    source: Source,
    argv: Sequence[str],
    desk: Desk,
    woken: Callable[[int], object],
    say: Callable[[str], object],
    tell: Callable[[str], object],
) -> None:
    """Keep `PACK --emit` going until the desk stops; it announces by itself; `say` hears its line for each event."""
    pause = SHORTEST
    while not desk.stop.is_set():
        began = time.monotonic()
        ended = _once(argv, desk.stop, woken, say)
        if desk.stop.is_set():
            return
        pause = SHORTEST if time.monotonic() - began > LONGEST else pause
        tell(f"source `{source.name}`: the emitter {ended}; it is started again in {pause:g} seconds")
        desk.stop.wait(pause)
        pause = min(2 * pause, LONGEST)


def attend(argv: Sequence[str], seconds: float, stop: threading.Event) -> str:
    """Run a command of the user's to its end, with a clean environment; what went wrong, empty where nothing did.

    It is ended with all that it started after `seconds`, and when `stop` is set; what it leaves running is ended too.
    """
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": places.home(), "LC_ALL": "C.UTF-8"}
    until, pause = time.monotonic() + seconds, STEP / 16
    try:
        child = _started(argv, stdout=sys.stderr, env=environment, cwd="/")
    except OSError as error:
        return f"`{argv[0]}` cannot be started: {error.strerror}"
    with child:
        while not _has_ended(child):
            pause = min(2 * pause, STEP)
            if stop.wait(pause) or time.monotonic() > until:
                end(child)
                return "ended with the listener" if stop.is_set() else f"ended after {seconds:g} seconds"
        end(child)  # before it is waited for: what it left running has its number still
    return f"exit status {child.returncode}" if child.returncode else ""


def end(child: subprocess.Popen[Any]) -> None:
    """End a child with all that it started: asked first, then made to, also where the child itself went at once."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGTERM)
    until = time.monotonic() + GRACE
    while not _has_ended(child) and time.monotonic() < until:
        time.sleep(STEP / 4)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _once(
    argv: Sequence[str], stop: threading.Event, woken: Callable[[int], object], say: Callable[[str], object]
) -> str:
    """Run the emitter to its end, and say how it ended."""
    try:
        child = _started(argv, stdout=subprocess.PIPE, text=True, errors="replace")
    except OSError as error:
        return f"cannot be started: {error.strerror}"
    with child:
        ending = threading.Thread(target=_end_at, args=(stop, child), daemon=True)
        ending.start()
        for line in child.stdout or ():
            _told(line, woken, say)
        ending.join()
    return f"ended with status {child.returncode}"


def _started(argv: Sequence[str], **more: Any) -> subprocess.Popen[Any]:
    return subprocess.Popen(argv, stdin=subprocess.DEVNULL, start_new_session=True, close_fds=True, **more)


def _told(line: str, woken: Callable[[int], object], say: Callable[[str], object]) -> None:
    """Pass on what the emitter says of one event."""
    with contextlib.suppress(ValueError):
        answer = json.loads(line)
        if isinstance(answer, dict):
            say(strict.dumps(answer) + "\n")
            if isinstance(answer.get("record"), int):
                woken(answer["record"])


def _end_at(stop: threading.Event, child: subprocess.Popen[Any]) -> None:
    """End a child when it is told to stop; and what the child left running, which may hold its output, at its end."""
    while not (_has_ended(child) or stop.wait(STEP)):
        pass
    end(child)


def _has_ended(child: subprocess.Popen[Any]) -> bool:
    """Whether a child went; it is left to be waited for, so that its number stays its group's until then."""
    if not hasattr(os, "waitid"):  # macOS before Python 3.13
        return child.poll() is not None
    try:
        return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
    except ChildProcessError:
        return True
