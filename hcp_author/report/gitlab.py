"""GitLab's code quality report: one JSON list, which the merge request shows beside the lines."""

from __future__ import annotations

from typing import Any

from hcp_author.lint.contract import Finding, Report
from hcp_author.report import unchecked
from hcp_author.report.fingerprint import digest, fingerprints
from hcp_author.report.view import PLAIN, View, document, place, shown

SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(report: Report, view: View = PLAIN) -> str:
    """The list and a newline; what is held back stands at its end, as information."""
    known = fingerprints(report, view.folder)
    entries = [entry(finding, mark, view.folder) for finding, mark in zip(report.findings, known, strict=True)]
    entries += [not_checked(gap, view.folder) for gap in unchecked.held(report, view.rules)]
    return document(entries)


def entry(finding: Finding, fingerprint: str, folder: str) -> dict[str, Any]:
    """One finding, by the keys that GitLab reads; it takes the description for text."""
    return {
        "description": shown(finding.message + (f" (fix: {finding.fix})" if finding.fix else "")),
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": SEVERITIES[finding.severity],
        "location": {
            "path": place(finding.file, folder),
            "lines": {"begin": finding.line, "end": max(finding.end_line, finding.line)},
        },
    }


def not_checked(gap: unchecked.Gap, folder: str) -> dict[str, Any]:
    """What was not checked, as an entry of its own."""
    path = place(gap.file, folder)
    return {
        "description": shown(f"not checked: {gap.text}"),
        "check_name": "not-checked",
        "fingerprint": digest(f"not-checked\0{gap.pack}\0{path}\0{gap.text}"),
        "severity": "info",
        "location": {"path": path, "lines": {"begin": gap.line}},
    }
