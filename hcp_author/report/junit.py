"""JUnit XML: a suite for each pack, a case for each finding; errors fail, all else is said."""

from __future__ import annotations

import html
from collections.abc import Mapping
from itertools import groupby

from hcp_author.lint.contract import Finding, Report
from hcp_author.report import text, unchecked
from hcp_author.report.view import PLAIN, View, shown


def render(report: Report, view: View = PLAIN) -> str:
    """The whole document, in ASCII: every other character is a reference, so that no encoding can spoil it."""
    suites = [suite(pack, list(found)) for pack, found in groupby(report.findings, key=lambda one: one.pack)]
    gaps = unchecked.held(report, view.rules)
    suites.append(whole_run(report, gaps))
    failures = sum(failing(finding) for finding in report.findings)
    sums = {"tests": len(report.findings) + 1 + len(gaps), "failures": failures, "errors": 0, "skipped": len(gaps)}
    told = element("testsuites", {"name": "hcp-author lint", **sums}, "\n" + "".join(suites))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{told}'


def suite(pack: str, findings: list[Finding]) -> str:
    """The suite of one pack."""
    sums = {"tests": len(findings), "failures": sum(map(failing, findings)), "errors": 0, "skipped": 0}
    return element("testsuite", {"name": pack, **sums}, "\n" + "".join(map(case, findings)))


def case(finding: Finding) -> str:
    """One finding: a failure, or what is said on the way."""
    where = f"{finding.file}:{finding.line}:{finding.column}"
    lines = [shown(f"{where}: {finding.message}"), *text.snippet(finding)]
    if finding.fix:
        lines.append(shown(f"fix: {finding.fix}"))
    body = escaped("\n".join(lines))
    if failing(finding):
        inner = element("failure", {"message": finding.message, "type": f"{finding.severity} {finding.rule}"}, body)
    else:
        inner = element("system-out", {}, body)
    names = {"name": f"{finding.rule} {where}", "classname": finding.pack, "file": finding.file, "line": finding.line}
    return element("testcase", names, "\n" + inner)


def whole_run(report: Report, gaps: list[unchecked.Gap]) -> str:
    """The suite that is always there: one case that tells what was looked at, one skipped for each gap."""
    sums = {"tests": 1 + len(gaps), "failures": 0, "errors": 0, "skipped": len(gaps)}
    looked = f"{text.counted(report.packs, 'pack')}, {text.counted(report.rules_run, 'rule')}"
    counts = element("system-out", {}, escaped(text.summary(report)))
    cases = [element("testcase", {"name": looked, "classname": "hcp-author lint"}, "\n" + counts)]
    for gap in gaps:
        skipped = element("skipped", {"message": gap.text}, "")
        names = {"name": f"not checked: {gap.file}", "classname": gap.pack}
        cases.append(element("testcase", names, "\n" + skipped))
    return element("testsuite", {"name": "hcp-author lint", **sums}, "\n" + "".join(cases))


def failing(finding: Finding) -> bool:
    """What fails the run fails here; under `--strict` a warning is an error."""
    return finding.severity == "error"


def element(name: str, attributes: Mapping[str, object], body: str) -> str:
    """One element; the body is XML already."""
    told = "".join(f' {key}="{escaped(shown(str(value)))}"' for key, value in attributes.items())
    return f"<{name}{told}>{body}</{name}>\n" if body else f"<{name}{told}/>\n"


def escaped(text: str) -> str:
    """Text within XML, in ASCII; nothing hidden may be left in it, for XML 1.0 has no way to write a control code."""
    return html.escape(text).encode("ascii", "xmlcharrefreplace").decode("ascii")
