"""`hcp-author/findings/1`: the findings as one JSON document."""

from __future__ import annotations

from typing import Any

from hcp_author.lint.contract import Edit, Finding, Report
from hcp_author.report import unchecked
from hcp_author.report.view import PLAIN, View, document

PLACE = ("line", "column", "end_line", "end_column")
EDIT = ("file", "start_line", "start_column", "end_line", "end_column", "text")
GAP = ("pack", "file", "line", "text")


def render(report: Report, view: View = PLAIN) -> str:
    """The whole document and a newline. ASCII only, so that nothing in it can act on a terminal."""
    told = {
        "format": "hcp-author/findings/1",
        "findings": [as_data(finding) for finding in report.findings],
        "unchecked": [{key: getattr(gap, key) for key in GAP} for gap in unchecked.gaps(report, view.rules)],
        "summary": {
            "packs": report.packs,
            "errors": report.count("error"),
            "warnings": report.count("warning"),
            "notes": report.count("note"),
            "fixable": sum(1 for finding in report.findings if finding.fix),
            "rules_run": report.rules_run,
            **left_out(report),
        },
        **mended(report),
    }
    return document(told)


def left_out(report: Report) -> dict[str, int]:
    """How many findings were left out by suppressions and by a baseline, where there are any."""
    counts = {"suppressed": report.suppressed, "baselined": report.baselined}
    return {name: count for name, count in counts.items() if count}


def mended(report: Report) -> dict[str, Any]:
    """What `--fix` mended and could not mend, and the diff where nothing was to be written; where it was asked for."""
    if report.fixed is None:
        return {}
    unfixed = [{**as_data(finding), "why": why} for finding, why in report.unfixed]
    diff = {} if report.diff is None else {"diff": report.diff}
    return {"fixed": [as_data(finding) for finding in report.fixed], "unfixed": unfixed, **diff}


def from_data(data: dict[str, Any]) -> Finding:
    """The finding that `as_data` gave; raises an Exception where it is none."""
    fix = data["fix"] or {}
    own: dict[str, Any] = {key: int(one) if key in PLACE else str(one) for key, one in data.items() if key != "fix"}
    edits = tuple(Edit(**{key: one[key] for key in EDIT}) for one in fix.get("edits", ()))
    return Finding(**own, fix=fix.get("text"), safe=bool(fix.get("safe")), edits=edits)


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
        "fix": mending(finding),
    }


def mending(finding: Finding) -> dict[str, Any] | None:
    """What to type, whether a program may do it unasked, and where asked for, the very edits; None without a fix."""
    if not finding.fix and not finding.edits:
        return None
    edits = {"edits": [{key: getattr(edit, key) for key in EDIT} for edit in finding.edits]} if finding.edits else {}
    return {"text": finding.fix or "", "safe": finding.safe, **edits}
