"""What the user grants on this machine; it stands here so that no pack carries the code that could grant itself."""

from __future__ import annotations

import os

from hcp_author.runtime import locks, places, strict
from hcp_author.runtime.announce import GRANT
from hcp_author.runtime.session import grants, grants_file


def set_grant(who: str, pack_id: str, root: str, on: bool) -> None:
    """Turn `sense.enable` of a Principal for the pack in one folder on or off in grants.json; raises OSError."""
    with locks.locked(grants_file()):
        kept = grants()
        packs = kept.setdefault(who, {}).setdefault(os.path.realpath(root), {})
        packs[pack_id] = sorted({*packs.get(pack_id, []), GRANT} if on else {*packs.get(pack_id, [])} - {GRANT})
        places.write(grants_file(), strict.dumps(kept, indent=2) + "\n")
