"""Reports show what is foreign and obey none of it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hcp_author.lint import engine
from hcp_author.lint.contract import Finding, Report
from hcp_author.report import FORMATS, text

HOSTILE = "x\n::add-mask::on\n::error file=a::forged\x1b]0;t\x07\x7f\x9b2J\u202e\U000e0041"


NOTE = Finding("L6-open-write", "L6", "note", "mail", "mail/policy.json", 3, 5, 3, 8, "/verbs", "no")


def finding(**changes: Any) -> Finding:
    return replace(NOTE, **changes)


@pytest.mark.parametrize("form", sorted(FORMATS))
@pytest.mark.parametrize("field", ["pack", "file", "pointer", "message", "fix", "excerpt"])
def test_no_field_can_steer_a_terminal_or_a_ci(form: str, field: str) -> None:
    said = FORMATS[form](Report((finding(**{field: HOSTILE}),), 1, 1), False)
    assert all(char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co") for char in said)
    assert not any(line.startswith("::") for line in said.splitlines())


def test_json_gives_the_true_name_back() -> None:
    said = FORMATS["json"](Report((finding(file="\udcff\x1b\x7f.json"),), 1, 1), False)
    assert json.loads(said)["findings"][0]["file"] == "\udcff\x1b\x7f.json"


def test_a_pack_id_that_forges(build: Callable[..., Path]) -> None:
    root = build()
    (root / "surface.json").write_text(json.dumps({"pack_id": HOSTILE}))
    said = text.render(engine.run([root]))
    assert "\\x1b" in said
    assert "\\n" in said
    assert all(char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co") for char in said)


@pytest.mark.parametrize(
    ("line", "column", "end", "shown"),
    [
        ("  abc def", 3, 6, ["    3 | abc def", "      | ^^^"]),
        ("\t\tabc def", 7, 10, ["    3 | abc def", "      |     ^^^"]),
        ("日本 def", 4, 7, ["    3 | 日本 def", "      |      ^^^"]),
        ("a\x1bb def", 5, 8, ["    3 | a\\x1bb def", "      |        ^^^"]),
        ("abc", 4, 4, ["    3 | abc", "      |    ^"]),
        ("x" * 300 + "abc", 301, 304, ["    3 | " + "x" * 97 + "abc", "      | " + " " * 97 + "^^^"]),
    ],
)
def test_the_caret_stands_under_what_is_meant(line: str, column: int, end: int, shown: list[str]) -> None:
    assert text.snippet(finding(excerpt=line, column=column, end_column=end, pointer="")) == shown


def test_colour_is_ours_and_only_where_wanted() -> None:
    report = Report((finding(),), 1, 1)
    assert "\x1b" not in text.render(report, False)
    assert text.render(report, True).startswith(
        "\x1b[1mmail/policy.json:3:5:\x1b[0m \x1b[36;1mnote L6-open-write\x1b[0m: no"
    )


def test_counts() -> None:
    findings = (finding(), finding(severity="warning"), finding(severity="error"), finding(severity="error"))
    assert text.summary(Report(findings, 2, 1)) == "2 errors, 1 warning, 1 note in 2 packs"
    assert text.summary(Report((), 1, 1)) == "0 errors, 0 warnings in 1 pack"
