"""Fixes as edits of lines and columns, as an editor or SARIF takes them; the smallest that turn old into new."""

from __future__ import annotations

import difflib
import io
import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from hcp_author.errors import UserError
from hcp_author.lint.contract import Edit, Finding, Report, line_and_column
from hcp_author.lint.fixes.overlay import Texts, text_of
from hcp_author.lint.fixes.register import FIXES, choose
from hcp_author.pack import files
from hcp_author.pack.model import Pack

# beyond this many lines of both texts the comparison costs more than it is worth: one edit from the first change on
COMPARED = 4000


def with_edits(report: Report, read_before: Mapping[Path, Pack] | None = None) -> Report:
    """The report with the edits that mend each finding, of those that can be mended; files are read, never written.

    Each finding's edits stand for themselves: they are of the files as they are, and `safe` says what they are.
    `read_before` are packs that are not read again, by their folders.
    """
    packs: dict[Path, Pack | None] = dict(read_before or {})
    findings = tuple(edited(one, packs) for one in report.findings)
    return replace(report, findings=findings)


def edited(finding: Finding, packs: dict[Path, Pack | None]) -> Finding:
    """The finding with its edits."""
    if finding.rule not in FIXES:
        return finding
    root = root_of(finding.file)
    if root is not None and root not in packs:
        packs.clear()  # a report goes pack by pack, and ten thousand are too many to keep
        packs[root] = read(root)
    pack = packs.get(root) if root is not None else None
    texts, safe = choose(pack, finding, suggested=True) if pack else ({}, False)
    return replace(finding, edits=tuple(edits(pack, texts)), safe=safe) if pack and texts else finding


def read(root: Path) -> Pack | None:
    """The pack, or None where it is gone meanwhile."""
    try:
        return files.read(root)
    except (UserError, OSError):
        return None


def root_of(file: str) -> Path | None:
    """The pack that a finding's file lies in: the nearest folder above it that has a surface.json."""
    for folder in (Path(file).parent, *Path(file).parent.parents):
        if os.path.lexists(folder / "surface.json"):
            return folder
    return None


def edits(pack: Pack, texts: Texts) -> Iterator[Edit]:
    """The edits that make the new texts, file by file, from the first place to the last."""
    for name, new in texts.items():
        old = text_of(pack, name) or ""
        for start, end, text in spans(old, new):
            file = os.path.normpath(os.path.join(pack.root, name))
            yield Edit(file, *line_and_column(old, start), *line_and_column(old, end), text)


def spans(old: str, new: str) -> list[tuple[int, int, str]]:
    """The stretches of `old` to replace, as (start, end, text), in order and apart from each other."""
    before, after = (list(io.StringIO(text, newline="\n")) for text in (old, new))
    if len(before) + len(after) > COMPARED:
        return [trimmed(old, 0, len(old), new)]
    starts = [0]
    for line in before:
        starts.append(starts[-1] + len(line))
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    return [
        trimmed(old, starts[first], starts[last], "".join(after[left:right]))
        for kind, first, last, left, right in matcher.get_opcodes()
        if kind != "equal"
    ]


def trimmed(old: str, start: int, end: int, text: str) -> tuple[int, int, str]:
    """One replacement without what is equal at its beginning and at its end."""
    first = shared(old[start:end], text)
    rest, left = old[start + first : end], text[first:]
    last = shared(rest[::-1], left[::-1])
    # a line end of two characters is one: never cut it in half
    if rest[len(rest) - last :].startswith("\n") and rest[: len(rest) - last].endswith("\r"):
        last -= 1
    if old[start : start + first].endswith("\r"):
        first -= 1
    return start + first, end - last, text[first : len(text) - last]


def shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))
