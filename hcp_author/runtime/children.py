"""Ends a child with all that it started, those included that left its process group (Linux; elsewhere the group)."""

from __future__ import annotations

import os
import signal
import threading
import time

from .kinds import Any

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: orphans of our children become our own children, where we can find them
_LOCK = threading.Lock()
_calls = [0]  # that want them, of a host's several threads
GRACE = 2.0  # seconds between SIGTERM and SIGKILL


def adopt(on: bool = True) -> set[int]:
    """Have orphans handed to us, or no longer once the last call says so; and say which children we have now."""
    with _LOCK:
        _calls[0] += 1 if on else -1
        if os.path.isdir("/proc/self/task"):
            import ctypes

            ctypes.CDLL(None).prctl(_SUBREAPER, int(_calls[0] > 0), 0, 0, 0)
    return _ours()


def done(child: Any) -> bool:
    """Whether the child has ended; where the system can, without reaping it, so that its id stays its own."""
    if not hasattr(os, "waitid"):
        return child.poll() is not None
    try:
        return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def end(child: Any, before: set[int], mark: str, gently: bool = False) -> None:
    """End the child's whole tree: the group, then whoever became our child since `before`.

    A host's other threads may have started children too: beside them only what has `mark` in its environment is ours.
    """
    if gently and not done(child):
        _signal_group(child.pid, signal.SIGTERM)
        until = time.monotonic() + GRACE
        while not done(child) and time.monotonic() < until:
            time.sleep(0.01)
    _signal_group(child.pid, signal.SIGKILL)
    until = time.monotonic() + GRACE
    while not done(child) and time.monotonic() < until:  # its orphans come to us once it is gone, and not before
        time.sleep(0.001)
    strays: set[int] = set()
    while (strays := _strays(_ours() - before - {child.pid}, strays, mark, child.pid)) and time.monotonic() < until:
        for pid in strays:
            _kill(pid)
        time.sleep(0.001)


def _strays(pids: set[int], known: set[int], mark: str, session: int) -> set[int]:
    """Those that are ours; one that is gone has no environment any more, and still has to be waited for."""
    if threading.active_count() == 1:
        return pids
    return {pid for pid in pids if pid in known or _session(pid) == session or mark.encode() in _environment(pid)}


def _session(pid: int) -> int:
    try:
        return os.getsid(pid)
    except OSError:
        return 0


def _environment(pid: int) -> bytes:
    try:
        with open(f"/proc/{pid}/environ", "rb") as stream:
            return stream.read()
    except OSError:
        return b""


def _signal_group(group: int, number: int) -> None:
    try:
        os.killpg(group, number)
    except (ProcessLookupError, PermissionError):
        return


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, os.WNOHANG)
    except (ProcessLookupError, ChildProcessError, PermissionError):
        return


def _ours() -> set[int]:
    """The ids of our direct children; none where the system does not tell."""
    found: set[int] = set()
    try:
        for task in os.listdir("/proc/self/task"):
            with open(f"/proc/self/task/{task}/children", "rb") as stream:
                found.update(map(int, stream.read().split()))
    except OSError:
        pass  # no such system, or a thread that ended meanwhile
    return found
