"""Every rule over files that a user could have written, with the exact text of the report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lint_packs import CASES

from hcp_author.lint import engine
from hcp_author.lint.laws import RULES
from hcp_author.report import text

FOLDERS = sorted(folder for folder in CASES.glob("*/*") if folder.parent.name != "clean")


@pytest.mark.parametrize("case", FOLDERS, ids=[f"{case.parent.name}/{case.name}" for case in FOLDERS])
def test_a_case_gives_its_expected_text(case: Path, build: Callable[..., Path], rewrite: bool) -> None:
    base = case / "base.txt"
    root = build(base.read_text().strip() if base.exists() else "mail", case)
    report = engine.run([root])
    said = text.render(report)
    expected = case / "expected.txt"
    if rewrite:
        expected.write_text(said)
    assert said == expected.read_text()
    # one mistake, one finding; where a note stands beside it, the case is about both
    assert {finding.rule for finding in report.findings if finding.severity != "note"} <= {case.parent.name}
    assert case.parent.name in {finding.rule for finding in report.findings}


@pytest.mark.parametrize("base", ["mail", "fleet", "feed"])
def test_a_clean_pack_is_clean_under_strict(base: str, build: Callable[..., Path]) -> None:
    assert text.render(engine.run([build(base)], strict=True)) == "0 errors, 0 warnings in 1 pack\n"


def test_every_rule_has_a_case() -> None:
    # what no file in a repository can be stands in test_lint_files.py, and what a scanner would stop in _secrets.py
    elsewhere = {
        "F-not-regular",
        "F-unreadable",
        "F-too-large",
        "F-too-many-files",
        "F-not-checked",
        "F-link-outside",
        "F-link",
    }
    # and what would be no Python to the linters of this repository, in _adapter.py
    elsewhere |= {"L1-not-executable", "L4-secret-in-pack", "L2-adapter-syntax"}
    # nor a mode that git does not keep, in _files.py
    elsewhere |= {"L11-open-file"}
    # nor what some file systems cannot hold, in _unread.py
    elsewhere |= {"F-code-not-read", "F-colliding-files"}
    # nor what one pack alone cannot show, in _catalog.py and _suppress.py
    elsewhere |= {rule.id for rule in RULES if rule.over == "catalog"}
    shown = {case.parent.name for case in FOLDERS}
    assert shown | elsewhere == {rule.id for rule in RULES}
