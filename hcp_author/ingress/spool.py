"""A queue that is a folder: whatever is renamed into `new/` is one event, gone once it is in the sink."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from hashlib import sha256

from hcp_author.errors import FINDINGS, UserError
from hcp_author.ingress.body import bare
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk, named
from hcp_author.runtime import announce, places, strict

PAUSE = 0.2  # seconds between two looks at this user's own folder
LONGEST = 30.0  # seconds between two tries while the sink cannot record
_NO_FILE = (errno.EISDIR, errno.ELOOP, errno.EACCES, errno.ENXIO)  # a folder, a link, one that cannot be read
_NAME = 100  # characters of a file's name that may stand in an id


def place(source: Source, pack_id: str, root: str) -> str:
    """Where the queue's folder is: the user's own, or one in the state folder."""
    return source.folder or os.path.join(places.folder("STATE"), "spool", places.name(pack_id, root), source.name)


def folder(source: Source, pack_id: str, root: str) -> str:
    """The queue's folder, made with `tmp/` to write in, `new/` to hand over and `bad/` for what is no event.

    Raises UserError where it cannot be made or written in.
    """
    base = place(source, pack_id, root)
    try:
        for name in ("tmp", "new", "bad"):
            if not os.access(places.private(os.path.join(base, name)), os.R_OK | os.W_OK | os.X_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        why = f"the folder `{base}` of source `{source.name}` cannot be made: {error.strerror}"
        raise UserError(why, "--folder DIR, a folder of yours", FINDINGS) from None
    return base


def run(source: Source, base: str, desk: Desk, tell: Callable[[str], object]) -> None:
    """Deliver what lies in the queue and what comes, until the desk stops; a sink that fails is tried again."""
    pause = PAUSE
    while not desk.stop.wait(pause):
        try:
            for name in sorted(os.listdir(os.path.join(base, "new"))):
                if not desk.stop.is_set():
                    one(source, base, name, desk, tell)
            pause = PAUSE
        except Exception as error:
            pause = min(2 * pause, LONGEST)
            tell(f"source `{source.name}`: {error}; it is tried again in {pause:g} seconds")


def one(source: Source, base: str, name: str, desk: Desk, tell: Callable[[str], object]) -> None:
    """Deliver the event in one file; what holds none goes to `bad/`, and is never thrown away.

    Raises what the sink raises, and OSError for a disk that fails: the file stays where it is.
    """
    path = os.path.join(base, "new", name)
    try:
        text = strict.read_file(path, announce.LINE_LIMIT)
    except FileNotFoundError:
        return
    except (ValueError, OSError) as error:
        if isinstance(error, OSError) and error.errno not in _NO_FILE:
            raise
        _set_aside(source, base, name, error, tell)
        return
    try:
        desk.deliver(named(source.name, strict.loads(text), _file_name(name, text)))
    except ValueError as error:
        _set_aside(source, base, name, error, tell)
    else:
        os.unlink(path)


def _file_name(name: str, text: str) -> str:
    """What an event without an id is called: by its file, and by what is in it, for a name may be used again."""
    plain = name if name.isprintable() and len(name) <= _NAME else sha256(os.fsencode(name)).hexdigest()[:16]
    return f"{plain}-{sha256(text.encode()).hexdigest()[:16]}"


def _set_aside(source: Source, base: str, name: str, error: Exception, tell: Callable[[str], object]) -> None:
    os.rename(os.path.join(base, "new", name), _free(os.path.join(base, "bad", name)))
    why = getattr(error, "strerror", None) or bare(str(error))
    tell(f"source `{source.name}`: {name!r} is set aside in `bad/`: {why}")


def _free(path: str) -> str:
    """The path, or beside it one that nothing has yet: what was set aside before stays."""
    found, number = path, 1
    while os.path.lexists(found):
        found, number = f"{path}.{number}", number + 1
    return found
