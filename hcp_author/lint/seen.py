"""What the file system tells of a folder and all below it, in one digest: two that are equal mean that nothing changed.

Of each entry: its path, kind, mode, size, number and device, and when its content and when it itself last changed. The
last of these nobody sets at will, so that a changed file of the same size with its old time put back is noticed too.
"""

from __future__ import annotations

import os
import stat
import struct
import time

from hcp_author.lint.places import SURFACE
from hcp_author.pack.digests import blake2b
from hcp_author.pack.limits import ENTRY_LIMIT, SKIPPED, UNTOLD

DIGEST = 16  # bytes
# an entry that changed so lately may change again, and its times stay the same where the clock is coarse
SETTLED = 2_000_000_000  # nanoseconds
_NUMBERS = struct.Struct("=IqqqQQ").pack
_NOTHING = bytes(1 + struct.calcsize("=IqqqQQ"))
_UNTOLD = frozenset(map(os.fsencode, UNTOLD))
_SKIPPED = frozenset(map(os.fsencode, SKIPPED))
_COMPILED = frozenset((b"__pycache__",))
_REGULAR, _FOLDER = stat.S_IFREG, stat.S_IFDIR


def pack(folder: str) -> bytes:
    """The digest of a pack's folder.

    Empty where it says too little: a link or a pipe is in it, something cannot be looked at, something changed in the
    last two seconds, or there is too much.
    """
    return look(folder, _UNTOLD, _SKIPPED) if os.path.lexists(folder + SURFACE) else b""


def code(folder: str) -> bytes:
    """The digest of a folder of our own, compiled files aside; empty as `pack`'s."""
    return look(folder, _COMPILED, _COMPILED)


def look(folder: str, untold: frozenset[bytes], closed: frozenset[bytes]) -> bytes:
    """The digest; of what `untold` names only that it is there counts, and of what `closed` names not what is in it."""
    try:
        parts, newest = entries(folder, untold, closed)
    except (OSError, struct.error):
        return b""
    if not parts or newest >= time.time_ns() - SETTLED:
        return b""
    parts.sort()  # the order of a folder's entries is nobody's promise
    return blake2b(b"".join(parts), digest_size=DIGEST).digest()


def entries(folder: str, untold: frozenset[bytes], closed: frozenset[bytes]) -> tuple[list[bytes], int]:
    """Each entry as bytes, and when the newest changed, in nanoseconds; none where there is a link or too much."""
    top = os.stat(folder)
    newest = max(top.st_mtime_ns, top.st_ctime_ns)
    parts = [b"\0" + _NUMBERS(top.st_mode, top.st_size, top.st_mtime_ns, top.st_ctime_ns, top.st_ino, top.st_dev)]
    waiting = [(os.fsencode(folder), b"")]
    while waiting:
        place, below = waiting.pop()
        with os.scandir(place) as found:
            for entry in found:
                name = below + entry.name
                one = entry.stat(follow_symlinks=False)
                kind, changed, touched = one.st_mode & 0o170000, one.st_ctime_ns, one.st_mtime_ns
                if kind == _FOLDER and entry.name in untold:
                    parts.append(name + _NOTHING)
                    continue
                if kind == _FOLDER and entry.name not in closed:
                    waiting.append((entry.path, name + b"/"))
                elif kind != _REGULAR and kind != _FOLDER:
                    return [], 0
                if changed > newest or touched > newest:
                    newest = max(changed, touched)
                numbers = _NUMBERS(one.st_mode, one.st_size, touched, changed, one.st_ino, one.st_dev)
                parts.append(name + b"\0" + numbers)
        if len(parts) > ENTRY_LIMIT:
            return [], 0
    return parts, newest
