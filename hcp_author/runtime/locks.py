"""One change of a file at a time, whoever makes it: what one of two wrote must not be lost to the other."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from contextlib import contextmanager

from . import places
from .kinds import Any, Callable, Iterator

SECONDS = 10.0  # that one waits for another


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep others from reading and changing a file of the user's own meanwhile; they wait for us.

    Raises OSError where another does not let go of it, or the file system knows no locks.
    """
    places.private(os.path.dirname(path))
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        _wait(lock, path)
        yield
    finally:
        os.close(lock)


def _wait(lock: int, path: str) -> None:
    try:
        patiently(lambda: fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB), lambda error: error.errno == errno.EAGAIN)
    except BlockingIOError:
        raise OSError(errno.EBUSY, "another process holds its lock", path) from None
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from None


def patiently(attempt: Callable[[], object], busy: Callable[[Any], bool]) -> None:
    """Attempt it until it is done, for as long as what it raises says that another process is busy with it."""
    until = time.monotonic() + SECONDS
    while True:
        try:
            attempt()
            return
        except Exception as error:
            if not busy(error) or time.monotonic() > until:
                raise
        time.sleep(0.01)
