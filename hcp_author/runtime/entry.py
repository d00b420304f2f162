"""What both loops ask before anything else: no Binding by environment, the right plane, a declared mode."""

from __future__ import annotations

import os

from .fault import Fault
from .kinds import Pack, Session


def no_mock_by_environment(pack: Pack, verb_key: str = "") -> None:
    """Refuse, by name, a variable that tries to choose the Binding (L4); `doctor` reports it instead."""
    if verb_key == "doctor":
        return
    if names := mock_variables(pack):
        message = f"the environment variable `{names[0]}` cannot choose the Binding, and is refused"
        raise Fault("env_mock_refused", message, f"unset {names[0]}; for mock mode say --binding mock")


def mock_variables(pack: Pack) -> list[str]:
    """The variables named like HCP_MOCK or MAIL_BINDING that are set to something, and those set to `mock`."""
    leads = ("HCP_", pack.pack_id.upper().replace("-", "_") + "_")
    found = []
    for name in (one for one in os.environ if one.upper().startswith(leads)):
        named = {"MOCK", "BINDING"} & set(name.upper().split("_"))
        if os.environ[name] and (named or os.environ[name].strip().lower() == "mock"):
            found.append(name)
    return sorted(found)


def plane(pack: Pack, who: Session) -> None:
    """A control-plane pack is for an operator alone (L9)."""
    if pack.plane == "control" and not who.operator:
        message = f"`{pack.pack_id}` is a control plane pack, and this session has no operator grant"
        raise Fault("control_plane", message, 'a host says `"operator": true` in the --session that it hands over')


def binding_declared(pack: Pack, mode: str) -> None:
    """The Binding mode is one that the pack declares."""
    if mode not in pack.modes:
        message = f"mint failed: this pack does not declare the Binding mode {mode[:80]!r}"
        raise Fault("mint_failed", message, f"one of {', '.join(pack.modes)}")
