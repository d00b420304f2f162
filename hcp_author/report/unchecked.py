"""What could not be checked: it is said in every format, and never passes for clean."""

from __future__ import annotations

import os

from hcp_author.lint.contract import Finding, Report, Rule
from hcp_author.pack.record import record

# the findings which say that something was not read, or not to its end
NOT_READ = frozenset(
    (
        "F-missing-policy",
        "F-not-json",
        "F-not-utf8",
        "F-too-deep",
        "F-too-large",
        "F-too-many-files",
        "F-not-checked",
        "F-not-regular",
        "F-link-outside",
        "F-unreadable",
        "L2-adapter-syntax",
    )
)
# the tables and proof.json are drawn from these, so they are looked at only once these are in order
SOURCES = ("surface.json", "policy.json")


@record(frozen=True)
class Gap:
    """One thing that was not checked: the file or folder, the line, and what about it."""

    pack: str
    file: str
    line: int
    text: str


def gaps(report: Report, rules: tuple[Rule, ...] = ()) -> list[Gap]:
    """Every gap of a report: what its findings say was not read, then what is held back."""
    told = (*report.findings, *report.hidden)
    unread = [Gap(one.pack, one.file, one.line, one.message) for one in told if one.rule in NOT_READ]
    return unread + held(report, rules)


def held(report: Report, rules: tuple[Rule, ...] = ()) -> list[Gap]:
    """What no finding says: what is held back; `rules` tell what was an error before `--strict`.

    What a baseline or a suppression hides holds back all the same.
    """
    mild = {rule.id for rule in rules if rule.severity != "error"}
    found: dict[tuple[str, str], set[str]] = {}
    for finding in (*report.findings, *report.hidden):
        if finding.severity == "error" and finding.rule not in mild:
            root, name = source(finding)
            if name:
                found.setdefault((finding.pack, root), set()).add(name)
    return [Gap(pack, root, 1, held_back(names)) for (pack, root), names in found.items()]


def source(finding: Finding) -> tuple[str, str]:
    """The pack's folder and the name of the file, where others are drawn from it; two empty texts elsewhere."""
    folder, name = os.path.split(finding.file)
    if name in SOURCES:
        return folder or os.curdir, name
    above, last = os.path.split(folder)
    return (above or os.curdir, "fixtures") if last == "fixtures" else ("", "")


def held_back(names: set[str]) -> str:
    """What is held back while these files have errors."""
    return (
        f"until the errors in {', '.join(sorted(names))} are mended, nothing that follows from them is looked at: "
        "proof.json, the tables of HARNESS.md, rules that read the broken parts"
    )
