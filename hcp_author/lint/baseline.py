"""A baseline: the findings that a catalog was taken in with; known by content, so that no moved line wakes one."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hcp_author.errors import UserError
from hcp_author.lint.contract import Finding
from hcp_author.lint.settings import shown
from hcp_author.lint.suppress import place

FORMAT = "hcp-author/baseline/1"
SIZE_LIMIT = 64 * 1024 * 1024  # bytes
FIELDS = ("rule", "pack", "file", "pointer", "text")
_SPACE = re.compile(r"\s+")

# rule, pack, file in the pack, pointer with `*` for each place in a list, message (and line, outside JSON)
Key = tuple[str, ...]


@dataclass(frozen=True)
class Sifted:
    """What is left of findings, how many the baseline holds, and how many of its own are there no more."""

    kept: tuple[Finding, ...]
    known: int
    gone: int


def key(finding: Finding) -> Key:
    """What a finding is known by, wherever it stands."""
    _, name = place(finding.file)
    pointer = "/".join("*" if part.isdigit() else part for part in finding.pointer.split("/"))
    text = finding.message if finding.pointer else f"{finding.message} {finding.excerpt}"
    return finding.rule, finding.pack, name, pointer, _SPACE.sub(" ", text).strip()


def take(findings: Iterable[Finding]) -> str:
    """The baseline of findings, as the text of its file: sorted, so that a diff of two shows what changed."""
    counted = Counter(map(key, findings))
    entries = [{**dict(zip(FIELDS, one, strict=True)), "count": counted[one]} for one in sorted(counted)]
    return json.dumps({"format": FORMAT, "findings": entries}, indent=2).replace("\x7f", "\\u007f") + "\n"


def read(file: Path) -> Counter[Key]:
    """How often the baseline holds each finding; UserError (2) where the file is none."""
    again = f"hcp-author lint --baseline {shown(file)} --write-baseline"
    try:
        if not file.is_file():
            raise UserError(f"there is no baseline `{shown(file)}`", again)
        data = file.read_bytes()
    except OSError as error:
        why = error.strerror or "it cannot be read"
        raise UserError(f"`{shown(file)}`: {why}", "make it readable, or leave it out") from None
    document = load(data)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise UserError(f"`{shown(file)}` is no baseline ({FORMAT})", again)
    entries = document.get("findings")
    if not isinstance(entries, list) or not all(map(is_entry, entries)):
        raise UserError(f"`{shown(file)}`: its findings are not as they were written", again)
    found: Counter[Key] = Counter()
    for one in entries:
        found[tuple(one[name] for name in FIELDS)] += one["count"]
    return found


def load(data: bytes) -> object:
    """The value of a JSON file, or None; it is ours, and may be larger than a pack's."""
    if len(data) > SIZE_LIMIT:
        return None
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def is_entry(value: object) -> bool:
    """Whether a value is one entry of a baseline."""
    if not isinstance(value, dict) or not all(isinstance(value.get(name), str) for name in FIELDS):
        return False
    count = value.get("count")
    return isinstance(count, int) and not isinstance(count, bool) and count > 0


def sift(findings: Sequence[Finding], known: Counter[Key]) -> Sifted:
    """Leave out what the baseline holds, as often as it holds it: one more of the same is a new one."""
    left = Counter(known)
    kept = []
    for finding in findings:
        own = key(finding)
        if left[own] > 0:
            left[own] -= 1
        else:
            kept.append(finding)
    return Sifted(tuple(kept), len(findings) - len(kept), sum(left.values()))
