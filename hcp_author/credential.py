"""A credential helper over the desktop's keyring: `get` reads what is asked for as JSON, and prints the secrets.

A pack's user names it: `mail --link 'helper=["/path/of/hcp-author-keyring"]'`, and keeps each secret with
`keyring set hcp/PACK/MODE/PRINCIPAL NAME`. It knows no pack and no runtime: only the helper's protocol.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

KEYS = {"pack_id", "binding", "principal", "secrets"}


def main() -> int:
    """Answer one request; exit status 1 where a secret is not there or cannot be had, 2 for wrong use."""
    if sys.argv[1:] != ["get"]:
        print("usage: hcp-author-keyring get < REQUEST", file=sys.stderr)
        return 2
    try:
        asked = json.load(sys.stdin)
        names, kept = list(asked["secrets"]), service(asked)
    except (ValueError, KeyError, TypeError):
        print(f"error: the request must be a JSON object with {', '.join(sorted(KEYS))}", file=sys.stderr)
        return 2
    try:
        found = secrets(names, kept)
    except Exception as error:  # each backend has errors of its own
        print(f"error: the keyring cannot be read: {error}", file=sys.stderr)
        return 1
    if lacking := [name for name, secret in found.items() if not secret]:
        print(f"error: not in the keyring; try: keyring set {kept} {lacking[0]}", file=sys.stderr)
        return 1
    print(json.dumps(found))
    return 0


def service(asked: dict[str, Any]) -> str:
    """What the secrets of one pack, Binding mode and Principal are kept under."""
    return f"hcp/{asked['pack_id']}/{asked['binding']}/{asked['principal']}"


def secrets(names: list[str], kept: str) -> dict[str, str | None]:
    """Each secret by name, None where the keyring has none; raises what its backend raises."""
    bus = f"/run/user/{os.getuid()}/bus"  # we are started with a clean environment, and the desktop's keyring is there
    if os.path.exists(bus):
        os.environ.setdefault("DBUS_SESSION_BUS_ADDRESS", f"unix:path={bus}")
    import keyring

    return {name: keyring.get_password(kept, name) for name in names}


if __name__ == "__main__":
    sys.exit(main())
