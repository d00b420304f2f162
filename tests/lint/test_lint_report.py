"""Reports show what is foreign and obey none of it."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hcp_author.lint import engine
from hcp_author.lint.contract import Finding, Report, Rule
from hcp_author.pack.text import width
from hcp_author.report import FORMATS, text
from hcp_author.report.view import View

HOSTILE = "x\n::add-mask::on\n::error file=a::forged\x1b]0;t\x07\x7f\x9b2J\u202e\U000e0041 ##[error]y ##vso[task]z"


NOTE = Finding("L6-open-write", "L6", "note", "mail", "mail/policy.json", 3, 5, 3, 8, "/verbs", "no")


def finding(**changes: Any) -> Finding:
    return replace(NOTE, **changes)


@pytest.mark.parametrize("form", sorted(FORMATS))
@pytest.mark.parametrize("field", ["pack", "file", "pointer", "message", "fix", "excerpt"])
def test_no_field_can_steer_a_terminal_or_a_ci(form: str, field: str) -> None:
    said = FORMATS[form](Report((finding(**{field: HOSTILE}),), 1, 1), View(hints=True))
    assert all(char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co") for char in said)
    own = r"::(error|warning|notice) [^:]*::[^\n]*" if form == "github" else r"(?!)"
    assert not any(line.lstrip().startswith("::") and not re.fullmatch(own, line) for line in said.splitlines())
    assert "##[" not in said
    assert "##vso[" not in said


def test_json_gives_the_true_name_back() -> None:
    said = FORMATS["json"](Report((finding(file="\udcff\x1b\x7f.json"),), 1, 1))
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


@pytest.mark.parametrize("columns", [20, 28, 40, 60, 80])
@pytest.mark.parametrize(
    "line", ["x" * 300 + "abc" + "y" * 90, "日" * 200 + "abc" + "本" * 99, "\t\x1b" * 100 + "abc  "]
)
def test_a_snippet_fits_the_terminal(columns: int, line: str) -> None:
    start = line.index("abc") + 1
    shown = text.snippet(
        finding(excerpt=line, column=start, end_column=start + 3, pointer="/verbs/0/exec/argv/1"), columns
    )
    assert all(width(each) <= max(columns, 28) for each in shown)
    carets = shown[1].index("^")
    at = next(n for n in range(len(shown[0])) if width(shown[0][:n]) == carets)
    assert shown[0][at : at + 3] == "abc"


def test_packs_stand_apart_and_hints_come_before_the_counts() -> None:
    broken = replace(
        NOTE, severity="error", rule="F-unreadable", pack="post", file="post/a.md", message="may not be read"
    )
    mended = replace(NOTE, severity="error", fix="write it")
    rules = (Rule("L6-open-write", "L6", "error", "0.1.0", "law", "pack", (), lambda pack: iter(())),)
    said = text.render(Report((mended, broken), 2, 1), View(hints=True, rules=rules, fixes={"L6-open-write": "safe"}))
    assert said == (
        "mail/policy.json:3:5: error L6-open-write: no\n  fix: write it\n"
        "\n"
        "post/a.md:3:5: error F-unreadable: may not be read\n"
        "not checked: mail: until the errors in policy.json are mended, nothing that follows from them is looked at: "
        "proof.json, the tables of HARNESS.md, rules that read the broken parts\n"
        "hint: hcp-author lint --fix may mend 1 of these\n"
        "hint: hcp-author rule L6-open-write explains\n"
        "2 errors, 0 warnings in 2 packs\n"
    )


def test_a_path_that_begins_like_a_command() -> None:
    for file in ("::error::x", " ::error::x", "\t::error::x"):
        assert not text.render(Report((finding(file=file),), 1, 1)).lstrip().startswith("::")


def test_colour_is_ours_and_only_where_wanted() -> None:
    report = Report((finding(),), 1, 1)
    assert "\x1b" not in text.render(report)
    assert text.render(report, View(colour=True)).startswith(
        "\x1b[1mmail/policy.json:3:5:\x1b[0m \x1b[36;1mnote L6-open-write\x1b[0m: no"
    )


def test_counts() -> None:
    findings = (finding(), finding(severity="warning"), finding(severity="error"), finding(severity="error"))
    assert text.summary(Report(findings, 2, 1)) == "2 errors, 1 warning, 1 note in 2 packs"
    assert text.summary(Report((), 1, 1)) == "0 errors, 0 warnings in 1 pack"
