"""`hcp-author rule`: every rule explained, offline."""

from __future__ import annotations

import json

import pytest

from hcp_author.cli import main
from hcp_author.lint import mendable
from hcp_author.lint.fixes import FIXES
from hcp_author.lint.laws import RULES
from hcp_author.lint.laws.sentences import SENTENCES
from hcp_author.pack import shape


def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    assert main.run(["rule", *words]) == status
    out, error = capsys.readouterr()
    return out if status == 0 else error


def test_all_rules_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys).splitlines()
    assert [line.split()[:3] for line in lines] == [[rule.id, rule.severity, rule.law] for rule in RULES]


def test_a_page_tells_all(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "l6-UNGATED-write")
    assert said.startswith("L6-ungated-write: error, law L6, since 0.1.0\n\n")
    assert "\n\nWhy: " in said
    assert "\n\nFix: " in said
    assert "\n\nMended by: hcp-author lint --fix\n" in said
    assert said == told(capsys, "L6-ungated-write")


def test_several_and_a_law(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "L6-ungated-write", "F-bom", "f-bom")
    assert [line.split(":")[0] for line in said.splitlines() if ", law " in line] == ["L6-ungated-write", "F-bom"]
    assert {line.split()[2] for line in told(capsys, "l6").splitlines()} == {"L6"}


@pytest.mark.parametrize("rule", RULES, ids=[rule.id for rule in RULES])
def test_every_rule_has_a_page_that_fits(rule: object, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, rule.id)  # type: ignore[attr-defined]
    assert said.isprintable() or all(line.isprintable() for line in said.splitlines())
    prose = said.partition("\nBad: ")[0]
    assert all(len(line) <= 100 for line in prose.splitlines())


def test_what_is_no_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "L6-ungated-wriet", status=2) == (
        "error: there is no rule `L6-ungated-wriet`\n  try: hcp-author rule L6-ungated-write\n"
    )
    assert "try: hcp-author rule L6-ungated-write" in told(capsys, "ungated-write", status=2)
    assert told(capsys, "\x1b[31m", status=2) == "error: there is no rule `\\x1b[31m`\n  try: hcp-author rule\n"


def test_json_is_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(told(capsys, "--json"))
    assert shape.check_value(document, "rules") == []
    assert [rule["id"] for rule in document["rules"]] == [rule.id for rule in RULES]
    one = json.loads(told(capsys, "L6-ungated-write", "--json"))["rules"]
    assert [(rule["id"], rule["fixable"]) for rule in one] == [("L6-ungated-write", "safe")]


def test_the_sentences_of_the_laws(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "--laws")
    assert all(sentence.id in said for sentence in SENTENCES)
    document = json.loads(told(capsys, "--laws", "--json"))
    assert shape.check_value(document, "rules") == []
    assert [one["id"] for one in document["laws"]] == [one.id for one in SENTENCES]
    assert "there is no law `L13`" in told(capsys, "--laws", "L13", status=2)


def test_the_names_of_what_can_be_mended_are_those_of_the_register() -> None:
    safe = {name for name, fix in FIXES.items() if fix.safe or fix.executable}
    assert safe == mendable.SAFE, "lint/mendable.py names the rules of lint/fixes/register.py"
    assert set(FIXES) - safe == mendable.SUGGESTED
    assert mendable.kind("L6-open-write") is None
