"""`hcp-author/findings/1`: the findings as one JSON document."""

from __future__ import annotations

import json
from typing import Any

from hcp_author.lint.contract import Finding, Report

PLACE = ("line", "column", "end_line", "end_column")


def render(report: Report, colour: bool = False) -> str:
    """The whole document and a newline. ASCII only, so that nothing in it can act on a terminal."""
    document = {
        "format": "hcp-author/findings/1",
        "findings": [as_data(finding) for finding in report.findings],
        "summary": {
            "packs": report.packs,
            "errors": report.count("error"),
            "warnings": report.count("warning"),
            "notes": report.count("note"),
            "fixable": sum(1 for finding in report.findings if finding.fix),
            "rules_run": report.rules_run,
        },
    }
    # json leaves DEL alone, and some terminals do not
    return json.dumps(document, indent=2).replace("\x7f", "\\u007f") + "\n"


def from_data(data: dict[str, Any]) -> Finding:
    """The finding that `as_data` gave; raises an Exception where it is none."""
    fix = data["fix"] or {}
    own: dict[str, Any] = {key: int(one) if key in PLACE else str(one) for key, one in data.items() if key != "fix"}
    return Finding(**own, fix=fix.get("text"), safe=bool(fix.get("safe")))


def as_data(finding: Finding) -> dict[str, Any]:
    """One finding, its keys in the published order."""
    return {
        "rule": finding.rule,
        "law": finding.law,
        "severity": finding.severity,
        "pack": finding.pack,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "pointer": finding.pointer,
        "message": finding.message,
        "fix": {"text": finding.fix, "safe": finding.safe} if finding.fix else None,
    }
