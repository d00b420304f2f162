"""The guard over safe fixes: nothing that the gate goes by is wider afterwards (L6, L9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hcp_author.pack.model import Pack, PolicyRow

_SURFACE_MAY_CHANGE = frozenset(("stimulusTriggers", "plane"))


def widened(before: Pack, after: Pack) -> str | None:
    """What `after` allows more than `before`, or says otherwise that decides who may do what; None where nothing.

    A file that could not be read before allowed nothing, so there is nothing to compare it with.
    """
    if before.surface.value is not None and frame(before.surface.value) != frame(after.surface.value):
        return "it changes what surface.json declares"
    if before.plane != after.plane and after.plane != "control":
        return "it takes the pack off the control plane"
    if before.policy.value is None:
        return None
    builtins = {verb.verb_key for verb in after.verbs if verb.builtin}
    for name, row in after.rows.items():
        if not holds(before.rows.get(name), row, name in builtins):
            return f"it would allow more of `{name}`"
    for name, row in after.stimuli.items():
        old = before.stimuli.get(name)
        if old and (old.operation, old.land) != (row.operation, row.land):
            return f"it changes the row of `{name}`"
    return None


def holds(old: PolicyRow | None, new: PolicyRow, builtin: bool) -> bool:
    """Whether a row allows no more than it did; a new one is a gated write, or a read of the runtime's own."""
    if old is None:
        return (new.operation, new.confirm) == ("write", True) or (builtin and new.operation == "read")
    gated = (new.operation, new.confirm) == ("write", True)
    return new.land == old.land and (gated or (new.operation, new.confirm) == (old.operation, old.confirm))


def frame(value: Any) -> Any:
    """surface.json's value without what a safe fix may change: triggers, the plane, closing an object of `args`."""
    if not isinstance(value, Mapping):
        return value
    return {key: closed(inner) for key, inner in value.items() if key not in _SURFACE_MAY_CHANGE}


def closed(value: Any) -> Any:
    """The value with each object that has properties closed."""
    if isinstance(value, list):
        return [closed(inner) for inner in value]
    if not isinstance(value, Mapping):
        return value
    found = {key: closed(inner) for key, inner in value.items()}
    if found.get("type") == "object" and isinstance(found.get("properties"), dict):
        found["additionalProperties"] = False
    return found
