"""How much memory and how many processes a probe has taken, read from /proc while it runs."""

from __future__ import annotations

import os
import time

MAX_BYTES = 1 << 30
MAX_PROCESSES = 500
EVERY = 0.1
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Watch:
    """Watches the processes below one; where there is no /proc, it sees nothing and ends nothing."""

    def __init__(self, pid: int) -> None:
        self._pid, self._next = pid, time.monotonic() + EVERY

    def grown(self) -> str:
        """What the processes have taken too much of, in words; "" where nothing, or where it is not time to look."""
        now = time.monotonic()
        if now < self._next:
            return ""
        pids = below(self._pid)
        # looking costs time of its own where there is much to see
        self._next = now + max(EVERY, 5 * (time.monotonic() - now))
        if len(pids) > MAX_PROCESSES:
            return f"started more than {MAX_PROCESSES} processes"
        if sum(map(_resident, pids)) > MAX_BYTES:
            return f"took more than {MAX_BYTES >> 20} MiB of memory"
        return ""


def below(pid: int) -> list[int]:
    """A process and those below it, up to a few more than may be."""
    found, at = [pid], 0
    while at < len(found) <= MAX_PROCESSES:
        found += _children(found[at])
        at += 1
    return found


def _children(pid: int) -> list[int]:
    """The direct children of all threads of a process."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as stream:
                found += map(int, stream.read().split())
    except OSError:
        pass
    return found


def _resident(pid: int) -> int:
    """The bytes of memory that a process holds at the moment."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as stream:
            return int(stream.read().split()[1]) * _PAGE
    except (OSError, IndexError, ValueError):
        return 0
