"""One change of a file at a time, whoever makes it: what one of two wrote must not be lost to the other."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager

from . import places
from .kinds import Iterator


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Keep others from reading and changing a file of the user's own meanwhile; they wait for us."""
    places.private(os.path.dirname(path))
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
