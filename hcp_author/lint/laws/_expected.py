"""Whether proof.json tells that a verb's row is not what was promised, for the laws that only suspect it (L12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hcp_author.pack.model import Pack, PolicyRow


def disagrees(pack: Pack, row: PolicyRow) -> bool:
    """Whether proof.json expects another class or gate of a verb: L12-proof-disagrees says so, and is sure."""
    verbs = _object(_object(pack.proof.value).get("verbs"))
    said = verbs.get(row.name)
    return isinstance(said, Mapping) and (said.get("operation"), said.get("confirm")) != (row.operation, row.confirm)


def other_land(pack: Pack, row: PolicyRow) -> bool:
    """Whether proof.json expects another land of a trigger: L12-proof-disagrees says so."""
    said = _object(_object(pack.proof.value).get("stimuli")).get(row.name)
    return isinstance(said, Mapping) and said.get("land") != row.land


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
