"""What an editor is told of a pack: the diagnostics of each of its files, and that one has none any more."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lsprotocol import types

from hcp_author.lint.contract import Finding
from hcp_author.lsp import desk, places
from hcp_author.pack.model import Pack

SOURCE = "hcp-author"
SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}


@dataclass
class Shelf:
    """Of each pack that was looked at, by its folder: what was found, by file; and itself, where one of it is open."""

    found: dict[Path, dict[Path, list[Finding]]] = field(default_factory=dict)
    packs: dict[Path, Pack | None] = field(default_factory=dict)


def look(shelf: Shelf, root: Path, texts: Mapping[Path, str]) -> dict[Path, list[Finding]]:
    """Lint a pack as the editor holds it; by file what is to be told now, an empty list where all was taken back.

    A folder that is a pack no longer has nothing to tell.
    """
    pack = desk.read(root, texts)
    now: dict[Path, list[Finding]] = {}
    for one in desk.findings(pack) if pack else ():
        now.setdefault(Path(os.path.abspath(one.file)), []).append(one)
    before = shelf.found.pop(root, {})
    shelf.packs.pop(root, None)
    if pack:
        shelf.found[root] = now
    if pack and pack.unsaved:
        shelf.packs[root] = pack
    return {**{file: [] for file in before}, **now}


def forget(shelf: Shelf, root: Path) -> dict[Path, list[Finding]]:
    """Take back all that was said of a pack: an empty list for each file."""
    shelf.packs.pop(root, None)
    return {file: [] for file in shelf.found.pop(root, {})}


def diagnostics(found: Sequence[Finding], text: str, encoding: str) -> list[types.Diagnostic]:
    """The findings of one file, whose text is `text`, as an editor shows them."""
    lines = places.lines_of(text)
    return [diagnostic(one, lines, encoding) for one in found]


def diagnostic(one: Finding, lines: Sequence[str], encoding: str) -> types.Diagnostic:
    """A finding as an editor shows it: the message, and under it what to write instead."""
    return types.Diagnostic(
        range=places.span(lines, (one.line, one.column), (one.end_line, one.end_column), encoding),
        message=f"{one.message}\nfix: {one.fix}" if one.fix else one.message,
        severity=SEVERITIES[one.severity],
        code=one.rule,
        source=SOURCE,
    )
