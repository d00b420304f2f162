"""Files opened below a folder, without following a link and without touching what is no regular file."""

from __future__ import annotations

import errno
import os
import stat
import time
from pathlib import Path

from hcp_author.pack.source import START, Problem, too_large
from hcp_author.pack.text import visible

_READ = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
_ROOT = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


# files with several names, by what tells that they are unchanged: many packs may share one
_SHARED: dict[tuple[int, ...], bytes] = {}
_SHARES, _SHARED_SIZE = 128, 64 * 1024
# one that changed so lately may change again with the same times
_SETTLED = 2_000_000_000


def open_folder(root: Path, name: str) -> int:
    """The folder that holds the file, opened; no link is followed on the way from `root`."""
    folder = os.open(root, _ROOT)
    for part in name.split("/")[:-1]:
        try:
            inner = os.open(part, _FOLDER, dir_fd=folder)
        finally:
            os.close(folder)
        folder = inner
    return folder


def read_in(folder: int, last: str, name: str, limit: int) -> bytes | Problem:
    """The bytes of the regular file `last` in an open folder, at most `limit`; OSError ELOOP where it is a link."""
    # looked at before it is opened: opening a device can already do something
    seen = os.stat(last, dir_fd=folder, follow_symlinks=False)
    mode = seen.st_mode
    if stat.S_ISLNK(mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if not stat.S_ISREG(mode):
        return not_regular(name)
    key = (seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns) if seen.st_nlink > 1 else ()
    if key in _SHARED and seen.st_size <= limit:
        return _SHARED[key]
    before = time.time_ns() - _SETTLED
    file = os.open(last, _READ, dir_fd=folder)
    try:
        found = _read_open(file, name, limit)
    finally:
        os.close(file)
    if (
        key
        and isinstance(found, bytes)
        and len(found) <= _SHARED_SIZE
        and max(seen.st_mtime_ns, seen.st_ctime_ns) < before
    ):
        if len(_SHARED) >= _SHARES:
            _SHARED.clear()
        _SHARED[key] = found
    return found


def _read_open(file: int, name: str, limit: int) -> bytes | Problem:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode):
        return not_regular(name)
    if status.st_size > limit:
        return too_large(visible(name), status.st_size, limit)
    data = os.read(file, status.st_size + 1)
    if len(data) != status.st_size:  # it is written to at this moment, or the system gives less at once
        while len(data) <= limit and (more := os.read(file, limit + 1 - len(data))):
            data += more
    return data


def not_regular(name: str) -> Problem:
    """The problem of what is no file to be read."""
    return Problem("F-not-regular", f"`{visible(name)}` is not a regular file", START, "", "remove it")
