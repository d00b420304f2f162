"""A queue that is a folder: whatever is renamed into `new/` is one event, gone once it is in the sink."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.runtime import announce, places, strict

PAUSE = 0.2  # seconds between two looks at this user's own folder
_NO_FILE = (errno.EISDIR, errno.ELOOP, errno.EACCES, errno.ENXIO)  # a folder, a link, one that cannot be read
LONGEST = 30.0  # seconds between two tries while the sink cannot record


def folder(source: Source, pack_id: str, root: str) -> str:
    """The queue's folder, with `tmp/` to write in, `new/` to hand over and `bad/` for what is no event."""
    base = source.folder or os.path.join(places.folder("STATE"), "spool", places.name(pack_id, root), source.name)
    for name in ("tmp", "new", "bad"):
        places.private(os.path.join(base, name))
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
    """Deliver the event in one file; what holds none goes to `bad/`, and is never thrown away."""
    path = os.path.join(base, "new", name)
    try:
        event = strict.loads(strict.read_file(path, announce.LINE_LIMIT))
        if not isinstance(event, dict):
            raise ValueError("an event is an object with a `ref`")
        # the queue hands over at least once; the name makes it once
        desk.deliver({**event, "id": f"{source.name}:{event.get('id') or name}"})
    except FileNotFoundError:
        return
    except (ValueError, OSError) as error:
        if isinstance(error, OSError) and error.errno not in _NO_FILE:
            raise
        os.rename(path, _free(os.path.join(base, "bad", name)))
        tell(f"source `{source.name}`: {name!r} is set aside in `bad/`: {error}")
    else:
        os.unlink(path)


def _free(path: str) -> str:
    """The path, or beside it one that nothing has yet: what was set aside before stays."""
    found, number = path, 1
    while os.path.lexists(found):
        found, number = f"{path}.{number}", number + 1
    return found
