"""What a proposal is, as plain data, and its JSON (`hcp-author/proposal/1`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from hcp_author.introspect.tree import Coverage, Program


@dataclass
class Proposed:
    """One verb as it would stand in surface.json and policy.json, with the evidence and how sure we are (0 to 1).

    `path` is the command's words (or the one mode option of a flat program); `effect` is read, write or
    destructive; `exec` has the form of surface.json's.
    """

    verb_key: str
    path: list[str]
    summary: str
    effect: str
    operation: str
    confirm: bool
    land: str
    why: list[str]
    confidence: float
    args: dict[str, Any]
    positionals: list[str]
    exec: dict[str, Any]


@dataclass
class LeftOut:
    """One command that acts and is not proposed: its effect, why it stays out, and its score (0 to 1)."""

    path: list[str]
    effect: str
    why: list[str]
    score: float


@dataclass
class Proposal:
    """All that is proposed of a program; `few` says why there are fewer than five verbs, else None.

    `binding` and `connect` have the form of surface.json's; `binding_why` is the evidence for the mode.
    """

    program: Program
    verbs: list[Proposed]
    left_out: list[LeftOut]
    few: str | None
    binding: dict[str, Any]
    connect: dict[str, Any] | None
    binding_why: list[str] = field(default_factory=list)
    coverage: Coverage = field(default_factory=Coverage)

    def to_json(self) -> dict[str, Any]:
        """The document of `hcp-author propose --format json`."""
        return {"format": "hcp-author/proposal/1", **asdict(self)}


def synopsis(exec_: Mapping[str, Any]) -> str:
    """An exec's argv as people write one: `list --json [--limit=LIMIT] QUERY`."""
    return " ".join(_element(element) for element in exec_["argv"])


def _element(element: Any) -> str:
    if isinstance(element, str):
        return element
    if "flag" in element:
        return f"[{element['flag']}]"
    if "positional" in element:
        return f"{element.get('prefix', '')}{element['positional'].upper()}{'...' if element.get('each') else ''}"
    join = "=" if element["option"].startswith("--") else " "
    return f"[{element['option']}{join}{element['arg'].upper()}]"
