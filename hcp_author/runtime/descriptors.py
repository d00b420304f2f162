"""Hands a child a secret at a file descriptor: no other program can read it there, and its own children need not."""

from __future__ import annotations

import os
from contextlib import contextmanager
from fcntl import F_DUPFD_CLOEXEC, fcntl

from .fault import Fault
from .kinds import Iterator

_ABOVE = 10  # a pack may name 3 to 9


@contextmanager
def held(handed: dict[int, str]) -> Iterator[None]:
    """Have each text readable once at its number while a child is started; what stood there is put back after."""
    former: dict[int, int | None] = {}
    try:
        for number, text in handed.items():
            former[number] = _aside(number)
            _put(number, text.encode())
        yield
    finally:
        for number, kept in former.items():
            if kept is None:
                os.close(number)
            else:
                os.dup2(kept, number, inheritable=False)
                os.close(kept)


def _put(number: int, data: bytes) -> None:
    source, sink = (_moved(end) for end in os.pipe())
    try:
        os.set_blocking(sink, False)  # nobody reads yet: what does not fit now never will
        os.dup2(source, number)
        if os.write(sink, data) < len(data):
            raise BlockingIOError
    except BlockingIOError:
        raise Fault("mint_failed", "mint failed: a secret is too long for a file descriptor") from None
    finally:
        os.close(source)
        os.close(sink)


def _moved(end: int) -> int:
    """The same end of a pipe at a number that no pack names."""
    try:
        return fcntl(end, F_DUPFD_CLOEXEC, _ABOVE)
    finally:
        os.close(end)


def _aside(number: int) -> int | None:
    try:
        return fcntl(number, F_DUPFD_CLOEXEC, _ABOVE)
    except OSError:
        return None
