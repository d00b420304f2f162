"""What a look at a changed program finds, as plain data, and its JSON (`hcp-author/drift/1`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

KINDS = ("broken", "changed", "danger", "effect", "unread")


@dataclass(frozen=True)
class Finding:
    """One difference: `kind` is one of KINDS, `code` says which (`option-gone`), the place is where one would mend it.

    `verb` is a verb_key, `connect`, or `binding.probe`; `file` is relative to the pack; lines and columns count from 1,
    the end exclusive.
    """

    kind: str
    code: str
    verb: str
    message: str
    fix: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    pointer: str


@dataclass(frozen=True)
class Newcomer:
    """A command that was not there when the program was wrapped, and that would be proposed today."""

    path: list[str]
    verb_key: str
    summary: str
    effect: str
    why: list[str]


@dataclass
class Drift:
    """All that was found. `same_file`: whether the program is the very file that was wrapped; None: nobody knows."""

    pack: str
    program: str
    path: str
    version_then: str
    version_now: str
    same_file: bool | None
    verbs: int
    findings: list[Finding] = field(default_factory=list)
    new: list[Newcomer] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def of(self, kind: str) -> list[Finding]:
        """The findings of one kind, in the pack's order."""
        return [one for one in self.findings if one.kind == kind]

    def to_json(self) -> dict[str, Any]:
        """The document of `hcp-author drift --json`."""
        version = {"then": self.version_then, "now": self.version_now}
        counts = {kind: len(self.of(kind)) for kind in KINDS}
        return {
            "format": "hcp-author/drift/1",
            "pack": self.pack,
            "program": {"name": self.program, "path": self.path, "version": version, "same_file": self.same_file},
            "findings": [asdict(one) for one in self.findings],
            "new": [asdict(one) for one in self.new],
            "summary": {"verbs": self.verbs, **counts, "new": len(self.new)},
            "notes": self.notes,
        }
