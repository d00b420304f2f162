"""How far a long run is, on one line of standard error, for people who wait for it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

# seconds: before the first line, and between two
PATIENCE, PAUSE = 1.0, 0.2
_CLEAR = "\r\x1b[K"


def counting(what: str) -> Callable[[int, int], None] | None:
    """A function to call with how many are done and how many there are; None where nobody watches a terminal."""
    if not sys.stderr.isatty():
        return None
    last = [time.monotonic() + PATIENCE - PAUSE]
    shown = [False]

    def tell(done: int, total: int) -> None:
        now = time.monotonic()
        if done == total and shown[0]:
            sys.stderr.write(_CLEAR)
        elif done < total and now - last[0] >= PAUSE:
            last[0], shown[0] = now, True
            sys.stderr.write(f"{_CLEAR}{done} of {total} {what}")
        else:
            return
        sys.stderr.flush()

    return tell
