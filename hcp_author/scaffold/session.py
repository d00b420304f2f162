"""The session with which a person tries a pack alone that their own session may not call (pack-format, Session)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def command(kind: str, answers: Mapping[str, Any]) -> str:
    """The shell command that prints such a session; empty where the user's own, without a host, will do.

    An operator's is needed on the control plane, and one in a project where the land is `brain`.
    """
    brain = answers["land"] == "brain"
    if kind == "sense_only" or not (brain or kind == "control"):
        return ""
    facts: dict[str, Any] = {"format": "session/1", "principal": "%s"}
    if kind == "control":
        facts["operator"] = True
    if brain:
        facts |= {"project_id": "demo", "projects": ["demo"]}
    facts["grants"] = ["execute", "sense.enable"] if answers["triggers"] else ["execute"]
    return f"printf '{json.dumps(facts)}\\n' \"$(id -un)\""
