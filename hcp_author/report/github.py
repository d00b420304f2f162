"""GitHub's workflow commands: each finding becomes an annotation of the line in the pull request."""

from __future__ import annotations

from collections import Counter

from hcp_author.lint.contract import Finding, Report
from hcp_author.report import text, unchecked
from hcp_author.report.view import PLAIN, View, place, shown

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}
# GitHub shows so many of each level for one step; the rest stands in the log alone
SHOWN = 10


def render(report: Report, view: View = PLAIN) -> str:
    """One line for each finding, then what is held back, what GitHub will not show, and the counts."""
    lines = [annotation(finding, view.folder) for finding in report.findings]
    lines += [command("notice", {"title": "not checked"}, said(gap)) for gap in unchecked.held(report, view.rules)]
    lines += beyond(report)
    return "".join(f"{line}\n" for line in [*lines, text.summary(report)])


def annotation(finding: Finding, folder: str) -> str:
    """`::error file=mail/policy.json,line=7,…::message`; the end's column only where it is on the same line."""
    where = {
        "file": place(finding.file, folder),
        "line": str(finding.line),
        "endLine": str(finding.end_line),
        "col": str(finding.column),
        # GitHub counts the last column in
        "endColumn": str(max(finding.end_column - 1, finding.column)),
        "title": f"{finding.rule} ({finding.law})",
    }
    if finding.end_line != finding.line:
        del where["endColumn"]
    message = finding.message + (f"\nfix: {finding.fix}" if finding.fix else "")
    return command(LEVELS[finding.severity], where, message)


def command(level: str, properties: dict[str, str], message: str) -> str:
    """One workflow command, everything in it escaped."""
    told = ",".join(f"{key}={escaped(value, within=True)}" for key, value in properties.items())
    return f"::{level} {told}::{escaped(message)}"


def escaped(text: str, within: bool = False) -> str:
    """Text as a command carries it; `within` a property, `:` and `,` are escaped too."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    if within:
        text = text.replace(":", "%3A").replace(",", "%2C")
    return shown(text)


def said(gap: unchecked.Gap) -> str:
    """What was not checked, in one line."""
    return f"{gap.file}: {gap.text}"


def beyond(report: Report) -> list[str]:
    """What GitHub leaves out of its page, where there is more than it shows."""
    counts = Counter(LEVELS[finding.severity] for finding in report.findings)
    many = [text.counted(count, level) for level, count in counts.items() if count > SHOWN]
    return [f"GitHub shows {SHOWN} of each level; of {', '.join(many)} the rest stands above only"] if many else []
