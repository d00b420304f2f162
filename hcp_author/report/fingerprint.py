"""What a finding is known by from one run to the next: its content, never the line it stands on."""

from __future__ import annotations

import hashlib
import re
from collections import Counter

from hcp_author.lint.contract import Finding, Report
from hcp_author.report.view import place

# what changes when something else is put before it
_NUMBER = re.compile(r"(?<=/)\d+(?=/|\Z)|\blines? \d+")


def fingerprints(report: Report, folder: str = "") -> list[str]:
    """One for each finding, 64 hexadecimal digits, all different: the second of two alike is counted."""
    seen: Counter[str] = Counter()
    told: list[str] = []
    for finding in report.findings:
        content = known_by(finding, folder)
        seen[content] += 1
        told.append(digest(f"{content}\0{seen[content]}"))
    return told


def known_by(finding: Finding, folder: str) -> str:
    """Rule, pack, file, pointer without indices, message without line numbers, and the words of the line."""
    parts = (
        finding.rule,
        finding.pack,
        place(finding.file, folder),
        _NUMBER.sub("*", finding.pointer),
        _NUMBER.sub("*", finding.message),
        " ".join(finding.excerpt.split()),
    )
    return "\0".join(parts)


def digest(text: str) -> str:
    """SHA-256, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
