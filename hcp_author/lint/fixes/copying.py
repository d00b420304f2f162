"""A copy of a pack in a private folder, so that fixes are tried before anything of the author's is touched."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from hcp_author.pack import files
from hcp_author.pack.model import Pack


def copy(pack: Pack, target: Path) -> dict[str, bytes]:
    """Copy what lint looks at: regular files with their modes, links as links; what cannot be read is left out.

    Gives the bytes of each regular file by its name: what the work begins with.
    """
    target.mkdir()
    copied: dict[str, bytes] = {}
    for name in pack.files:
        source, place = pack.root / name, target / name
        place.parent.mkdir(parents=True, exist_ok=True)
        held = name in pack.unsaved
        if os.path.islink(source) and not held:
            os.symlink(os.readlink(source), place)
            continue
        data = files.content(pack, name)
        if isinstance(data, bytes):
            place.write_bytes(data)
            copied[name] = data
            if not held or os.path.isfile(source):
                os.chmod(place, stat.S_IMODE(os.stat(source).st_mode) | stat.S_IRUSR | stat.S_IWUSR)
    return copied
