"""Each format over one report with ordinary and hostile findings: its exact text, and what its readers make of it."""

from __future__ import annotations

import json
import os
import re
import time
import unicodedata
import xml.etree.ElementTree as Xml
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from markdown_it import MarkdownIt

from hcp_author.lint import engine
from hcp_author.lint.contract import Edit, Finding, Hit, Report, Rule
from hcp_author.lint.laws import RULES
from hcp_author.pack import shape
from hcp_author.report import FORMATS, markdown, unchecked
from hcp_author.report import json as json_report
from hcp_author.report.view import View

HERE = Path(__file__).parent
HOSTILE = "a\n::stop-commands::x\x1b[2J\u202e|`<b>@all</b>`](https://x.example) ##[error]%0A,:\udcff'\"&]]>"


def _gate(pack: object) -> Iterator[Hit]:
    """A write is open.

    Why: somebody has to say yes (L6).
    Fix: `"confirm": true`.
    Bad: policy.json /verbs/send/confirm
        false
    Good: policy.json /verbs/send/confirm
        true
    """
    return iter(())


RULE = Rule("L6-ungated-write", "L6", "error", "0.1.0", "law", "pack", (), _gate)
PLAIN = Finding(
    rule="L6-ungated-write",
    law="L6",
    severity="error",
    pack="mail",
    file="mail/policy.json",
    line=7,
    column=12,
    end_line=7,
    end_column=19,
    pointer="/verbs/tag",
    message="`tag` writes, and does not say whether it waits for confirm",
    fix='add "confirm": true (or outright false)',
    safe=True,
    excerpt='    "tag": { "on": 1 }',
    edits=(Edit("mail/policy.json", 7, 19, 7, 19, ', "confirm": true'),),
)
UNMENDED = replace(PLAIN, edits=())
REPORT = Report(
    (
        PLAIN,
        replace(UNMENDED, line=9, end_line=11),
        replace(UNMENDED, rule="L6-open-write", severity="note", fix=None, safe=False, message="it is open"),
        replace(UNMENDED, pack="日本 a|b", file="日本/a b#%?.json", severity="warning", message="`ключ` is no word"),
        replace(
            UNMENDED,
            pack=HOSTILE,
            file=f"x/{HOSTILE}/policy.json",
            pointer=HOSTILE,
            message=HOSTILE,
            fix=HOSTILE,
        ),
        replace(
            UNMENDED,
            rule="F-not-checked",
            safe=False,
            severity="warning",
            pack="feed",
            file="/nowhere/feed/notes.txt",
            message="`notes.txt` is beyond the budget",
            fix=None,
            excerpt="",
            pointer="",
        ),
    ),
    4,
    105,
)
ENDINGS = {"sarif": "sarif", "json": "json", "gitlab": "json", "junit": "xml", "markdown": "md"}


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Each format's text, from a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return {form: render(REPORT, View(rules=(RULE,), hints=form == "text")) for form, render in FORMATS.items()}


@pytest.mark.parametrize("form", FORMATS)
def test_the_exact_text(form: str, said: dict[str, str], rewrite: bool) -> None:
    golden = HERE / "golden" / f"{form}.{ENDINGS.get(form, 'txt')}"
    if rewrite:
        golden.write_text(said[form])
    assert said[form] == golden.read_text()


@pytest.mark.parametrize("form", FORMATS)
def test_what_was_not_checked_is_said(form: str, said: dict[str, str]) -> None:
    assert "beyond the budget" in said[form]
    assert "until the errors in policy.json are mended" in said[form]


@pytest.mark.parametrize("form", FORMATS)
def test_a_clean_run_says_so(form: str) -> None:
    told = FORMATS[form](Report((), 3, 105), View())
    assert told.endswith("\n")
    assert form in ("sarif", "gitlab") or "3" in told


@pytest.mark.parametrize("form", FORMATS)
def test_a_big_report_is_linear(form: str) -> None:
    def seconds(count: int) -> float:
        found = tuple(replace(PLAIN, line=n, file=f"p{n % 97}/policy.json", pack=f"p{n % 97}") for n in range(count))
        report, start = Report(found, 97, 105), time.process_time()
        FORMATS[form](report, View(rules=(RULE,), hints=True))
        return time.process_time() - start

    def best(count: int) -> float:
        # the collector may come in the middle of one run
        return min(seconds(count) for _ in range(3))

    assert best(4000) / max(best(400), 0.001) < 40


def test_json_is_its_schema_and_comes_back(said: dict[str, str]) -> None:
    document = json.loads(said["json"])
    assert shape.check_value(document, "findings") == []
    back = [json_report.from_data(one) for one in document["findings"]]
    assert back == [replace(one, excerpt="") for one in REPORT.findings]
    assert document["unchecked"][0]["file"] == "/nowhere/feed/notes.txt"


@pytest.mark.parametrize("form", FORMATS)
def test_names_of_files_that_forge(form: str, build: Callable[..., Path]) -> None:
    root = build()
    names = (
        b"a.json\n::stop-commands::x",
        b"\x1b[2K\x1b[1G[ok] 0 problems\x1b[0m.json",
        b"msg forged\r[ok].md",
        b"\xff.json",
    )
    for name in names:
        (root / os.fsdecode(name)).symlink_to("/nowhere")
    said = FORMATS[form](engine.run([root]), View(rules=RULES, hints=True))
    assert all(char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co") for char in said)
    assert sum(line.lstrip().startswith("::") for line in said.splitlines()) == (form == "github") * len(names)
    if form == "json":
        files = {one["file"] for one in json.loads(said)["findings"]}
        assert {f"mail/{os.fsdecode(name)}" for name in names} <= files
    elif form == "sarif":
        check_sarif(said)
    elif form == "junit":
        Xml.fromstring(said)
    elif form == "text":
        assert "\\x1b" in said
        assert "\\n" in said


# SARIF


def check_sarif(text: str) -> dict[str, Any]:
    """The log, held against the published schema."""
    log: dict[str, Any] = json.loads(text)
    schema = json.loads((HERE / "sarif" / "sarif-2.1.0-rtm.5.json").read_text())
    checker = jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())
    assert [f"{error.json_path}: {error.message}" for error in checker.iter_errors(log)] == []
    return log


def test_sarif_is_its_published_schema(said: dict[str, str]) -> None:
    [run] = check_sarif(said["sarif"])["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    marks = [result["partialFingerprints"]["hcpAuthorFinding/v1"] for result in run["results"]]
    assert len(set(marks)) == len(marks)


def test_sarif_of_all_rules_is_valid_too() -> None:
    [run] = check_sarif(FORMATS["sarif"](Report((), 1, 1), View(rules=RULES, version="0.1.0")))["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [one["id"] for one in rules] == [rule.id for rule in RULES]
    assert all(one["help"]["markdown"] and one["shortDescription"]["text"] for one in rules)


def test_sarif_uris_are_relative_and_escaped(said: dict[str, str]) -> None:
    [run] = json.loads(said["sarif"])["runs"]
    places = [one["locations"][0]["physicalLocation"]["artifactLocation"] for one in run["results"]]
    assert places[0] == {"uri": "mail/policy.json", "uriBaseId": "SRCROOT"}
    assert places[3]["uri"] == "%E6%97%A5%E6%9C%AC/a%20b%23%25%3F.json"
    assert re.fullmatch(r"[A-Za-z0-9%/._~-]+", places[4]["uri"])
    assert "%FF" in places[4]["uri"]
    assert places[5] == {"uri": "file:///nowhere/feed/notes.txt"}


def test_sarif_carries_the_edits_and_no_links(said: dict[str, str]) -> None:
    [run] = json.loads(said["sarif"])["runs"]
    [fix] = run["results"][0]["fixes"]
    [change] = fix["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 7, "startColumn": 19, "endLine": 7, "endColumn": 19},
            "insertedContent": {"text": ', "confirm": true'},
        }
    ]
    assert all("](" not in result["message"]["text"] for result in run["results"])


def test_sarif_tells_of_the_run(said: dict[str, str]) -> None:
    [run] = json.loads(said["sarif"])["runs"]
    [invocation] = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (True, 1)
    assert "beyond the budget" in invocation["toolExecutionNotifications"][0]["message"]["text"]


def test_a_fingerprint_stays_where_lines_and_neighbours_move() -> None:
    def mark(**changes: Any) -> str:
        log = json.loads(FORMATS["sarif"](Report((replace(PLAIN, **changes),), 1, 1), View()))
        found: str = log["runs"][0]["results"][0]["partialFingerprints"]["hcpAuthorFinding/v1"]
        return found

    assert mark() == mark(line=70, end_line=71, column=1, excerpt=' "tag":   { "on": 1 }  ', severity="warning")
    assert mark(pointer="/verbs/3/exec", message="twice; first on line 7") == mark(
        pointer="/verbs/4/exec", message="twice; first on line 9"
    )
    assert len({mark(), mark(rule="L6-x"), mark(pointer="/verbs/a"), mark(message="m"), mark(file="b/c.json")}) == 5


# JUnit


def test_junit_is_xml_and_its_sums_are_right(said: dict[str, str]) -> None:
    assert said["junit"].isascii()
    suites = Xml.fromstring(said["junit"])  # our own output
    assert suites[0].get("name") == "mail"
    assert len(suites.findall("./testsuite/testcase")) == int(suites.get("tests", ""))
    assert len(suites.findall("./testsuite/testcase/failure")) == int(suites.get("failures", "")) == 3
    assert len(suites.findall("./testsuite/testcase/skipped")) == int(suites.get("skipped", ""))
    for suite in suites:
        assert len(suite.findall("testcase")) == int(suite.get("tests", ""))
        assert len(suite.findall("testcase/failure")) == int(suite.get("failures", ""))
    assert suites[1][0].get("file") == "日本/a b#%?.json"


# GitHub


def test_github_commands_are_ours_alone(said: dict[str, str]) -> None:
    lines = said["github"].splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == len(REPORT.findings) + 2
    for line in commands:
        match = re.fullmatch(r"::(error|warning|notice) ((?:[a-zA-Z]+=[^:,]*,?)+)::(.*)", line)
        assert match, line
    assert commands[0].startswith("::error file=mail/policy.json,line=7,endLine=7,col=12,endColumn=18,title=L6-ungated")
    assert "endColumn" not in commands[1]
    assert lines[-1] == "3 errors, 2 warnings, 1 note in 4 packs"


def test_github_paths_are_told_from_the_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "sub")
    monkeypatch.chdir(tmp_path / "sub")
    for folder in (tmp_path, tmp_path / "sub", tmp_path / "link"):
        told = FORMATS["github"](Report((PLAIN,), 1, 1), View(folder=str(folder)))
        below = os.path.relpath(tmp_path / "sub", os.path.realpath(folder))
        assert f"file={os.path.normpath(os.path.join(below, 'mail/policy.json'))}," in told


def test_github_tells_what_its_page_leaves_out() -> None:
    found = tuple(replace(PLAIN, line=n, file="a.json") for n in range(1, 12))
    told = FORMATS["github"](Report(found, 1, 1), View()).splitlines()
    assert told[-2] == "GitHub shows 10 of each level; of 11 errors the rest stands above only"


# GitLab


def test_gitlab_reads_it(said: dict[str, str]) -> None:
    entries = json.loads(said["gitlab"])
    assert {entry["severity"] for entry in entries} == {"major", "minor", "info"}
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)
    for entry in entries:
        assert entry["location"]["lines"]["begin"] >= 1
        assert not entry["location"]["path"].startswith("./")


# Markdown


def test_nothing_foreign_is_markup(said: dict[str, str]) -> None:
    drawn = MarkdownIt("gfm-like", {"linkify": False, "html": True}).render(said["markdown"])
    tags = set(re.findall(r"</?([a-z0-9]+)", drawn))
    assert tags <= {"h2", "h3", "table", "thead", "tbody", "tr", "th", "td", "code", "p", "ul", "li"}
    plain = re.sub(r"<code>.*?</code>", "", drawn)
    assert "@" not in plain
    assert "http" not in plain
    rows = [line for line in drawn.splitlines() if line == "<tr>"]
    heads = said["markdown"].count("### ")
    assert len(rows) == len(REPORT.findings) + heads
    cells = re.findall(r"<tr>(.*?)</tr>", drawn, re.DOTALL)
    assert all(len(re.findall(r"<t[dh]", row)) == 5 for row in cells)


@pytest.mark.parametrize(
    "words",
    ["", "plain words", "`a` b", "a `b", "``", "@ada", "www.x.example", "a|b", "*a*", "#12", "a\\", "`|`", "![x](y)"],
)
def test_words_in_markdown_are_themselves(words: str) -> None:
    drawn = MarkdownIt("gfm-like", {"linkify": False}).render(f"| x |\n| --- |\n| {markdown.prose(words)} |\n")
    cell = re.findall(r"<td>(.*?)</td>", drawn)[-1]
    assert re.sub(r"</?code>", "", cell).strip() in (words.strip(), words.replace("`", "").strip())
    assert "<a" not in drawn
    assert "<em" not in drawn


def test_a_job_s_page_has_room_for_it() -> None:
    wide = tuple(replace(PLAIN, line=n, message="x" * 5000, file="y" * 3000) for n in range(1, 3000))
    told = FORMATS["markdown"](Report(wide, 1, 1), View())
    assert len(told.encode()) < 1_000_000
    assert "more: `hcp-author lint` tells all of them" in told


# what was not checked


def test_a_gap_for_each_pack_whose_sources_have_errors() -> None:
    found = (
        replace(PLAIN, file="a/surface.json"),
        replace(PLAIN, file="a/fixtures/list.json"),
        replace(PLAIN, file="b/HARNESS.md"),
        replace(PLAIN, file="c/policy.json", severity="warning"),
        replace(PLAIN, file="policy.json"),
    )
    assert [gap.file for gap in unchecked.gaps(Report(found, 4, 1))] == ["a", "."]
    assert "fixtures, surface.json" in unchecked.gaps(Report(found, 4, 1))[0].text
    mild = replace(RULE, severity="warning")
    assert unchecked.gaps(Report(found, 4, 1), (mild,)) == []


def test_the_rules_that_say_it_exist() -> None:
    assert {rule.id for rule in RULES} >= unchecked.NOT_READ
