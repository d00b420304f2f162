"""What the user grants on this machine; it stands here so that no pack carries the code that could grant itself."""

from __future__ import annotations

import os
from typing import Any

from hcp_author.errors import FINDINGS, UserError
from hcp_author.runtime import locks, places, strict
from hcp_author.runtime.announce import GRANT
from hcp_author.runtime.session import grants_file


def set_grant(who: str, pack_id: str, root: str, on: bool) -> None:
    """Turn `sense.enable` of a Principal for the pack in one folder on or off in grants.json.

    Raises UserError where what is there cannot be trusted: to write it anew would lose the other grants. OSError.
    """
    with locks.locked(grants_file()):
        kept = _kept()
        packs = kept.setdefault(who, {}).setdefault(os.path.realpath(root), {})
        packs[pack_id] = sorted({*packs.get(pack_id, []), GRANT} if on else {*packs.get(pack_id, [])} - {GRANT})
        places.write(grants_file(), strict.dumps(kept, indent=2) + "\n")


def _kept() -> dict[str, Any]:
    try:
        kept = strict.loads(strict.read_file(grants_file(), closed_to=0o022))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise _untrusted(str(getattr(error, "strerror", None) or error)) from None
    folders = list(kept.values()) if isinstance(kept, dict) else [None]
    packs = [one for folder in folders for one in (folder.values() if isinstance(folder, dict) else [None])]
    held = [one for pack in packs for one in (pack.values() if isinstance(pack, dict) else [None])]
    if not all(isinstance(one, list) and all(isinstance(name, str) for name in one) for one in held):
        raise _untrusted("it must hold lists of grants by Principal, folder and pack")
    return dict(kept)


def _untrusted(why: str) -> UserError:
    return UserError(f"{grants_file()}: {why}", f"chmod 600 {grants_file()}, or mend what it says", FINDINGS)
