"""`lint --output FORMAT=FILE`: several reports at once, each whole or not at all, refused before the work begins."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as Xml
from collections.abc import Callable
from pathlib import Path

import pytest
from lint_packs import CASES
from on_terminal import on_terminal

from hcp_author.cli import _output
from hcp_author.errors import UserError
from hcp_author.report import FORMATS

Build = Callable[..., Path]
BROKEN = CASES / "L6-ungated-write" / "says-nothing"


@pytest.fixture(autouse=True)
def no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests run where a CI may run them."""
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "GITHUB_STEP_SUMMARY", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def lint(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hcp_author", "lint", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})


def test_all_formats_at_once(build: Build, tmp_path: Path) -> None:
    root = build("mail", BROKEN)
    done = lint(root.name, *(f"--output={form}={form}.out" for form in FORMATS))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (tmp_path / "text.out").read_text()
    assert json.loads((tmp_path / "sarif.out").read_text())["version"] == "2.1.0"
    assert json.loads((tmp_path / "json.out").read_text())["summary"]["errors"] == 1
    assert json.loads((tmp_path / "gitlab.out").read_text())[0]["check_name"] == "L6-ungated-write"
    assert Xml.parse(tmp_path / "junit.out").getroot().get("failures") == "1"
    assert (tmp_path / "github.out").read_text().startswith("::error file=mail/policy.json,line=7,")
    assert (tmp_path / "markdown.out").read_text().startswith("## hcp-author lint: 1 error")
    assert not list(tmp_path.glob(".*"))


@pytest.mark.parametrize("form", FORMATS)
def test_each_format_on_standard_output(form: str, build: Build) -> None:
    root = build("mail", BROKEN)
    done = lint(root.name, "--format", form)
    assert (done.returncode, done.stderr) == (1, "")
    assert lint(root.name, "--output", f"{form}=-").stdout == done.stdout
    assert done.stdout


def test_the_paths_are_those_of_the_checkout(build: Build, tmp_path: Path) -> None:
    root = build("mail", BROKEN)
    where = {"GITHUB_WORKSPACE": str(tmp_path.parent), "CI_PROJECT_DIR": str(tmp_path.parent)}
    wanted = f"{tmp_path.name}/mail/policy.json"
    assert f"file={wanted},".replace(":", "%3A") in lint(root.name, "--format", "github", **where).stdout
    assert json.loads(lint(root.name, "--format", "gitlab", **where).stdout)[0]["location"]["path"] == wanted
    [run] = json.loads(lint(root.name, "--format", "sarif", **where).stdout)["runs"]
    place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": wanted, "uriBaseId": "SRCROOT"}


def test_a_job_s_summary_is_added_to(build: Build, tmp_path: Path) -> None:
    root, page = build(), tmp_path / "summary.md"
    page.write_text("before\n")
    lint(root.name, "--output", f"markdown={page}", GITHUB_STEP_SUMMARY=str(page))
    assert page.read_text() == "before\n## hcp-author lint: 0 errors, 0 warnings in 1 pack\n"
    lint(root.name, "--output", f"markdown={page}")
    assert page.read_text().startswith("## hcp-author lint")


def test_a_link_is_written_through_and_a_device_is_no_file_to_replace(build: Build, tmp_path: Path) -> None:
    root = build()
    (tmp_path / "there.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("there.txt")
    assert lint(root.name, "--output=text=link.txt", "--output=json=/dev/null").returncode == 0
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "there.txt").read_text() == "0 errors, 0 warnings in 1 pack\n"
    assert not os.path.isfile("/dev/null")


def test_wrong_use_is_told_before_anything_is_looked_at(build: Build, tmp_path: Path) -> None:
    done = lint("no-such-pack", "--output", "sarif=nowhere/x.sarif")
    assert done.returncode == 2
    assert done.stderr == (
        f"error: there is no folder `{tmp_path}/nowhere` to write `nowhere/x.sarif` in\n"
        f"  try: mkdir -p {tmp_path}/nowhere\n"
    )


@pytest.mark.parametrize(
    ("format_", "as_json", "outputs", "said"),
    [
        ("", False, ["sarif"], "`--output sarif` is no FORMAT=FILE"),
        ("", False, ["sarif="], "`--output sarif=` is no FORMAT=FILE"),
        ("", False, ["srif=x"], "there is no format `srif`"),
        ("SARIF", False, [], "there is no format `SARIF`"),
        ("json", False, ["text=-"], "two reports would go to standard output"),
        ("", False, ["json=x", "text=./x"], "two reports would go to `./x`"),
        ("", False, ["json=."], "`.` is a folder, and a report is a file"),
        ("text", True, [], "--json and --format text are two formats for one output"),
    ],
)
def test_what_cannot_be_done(format_: str, as_json: bool, outputs: list[str], said: str) -> None:
    with pytest.raises(UserError) as told:
        _output.plan(format_, as_json, outputs)
    assert told.value.message == said
    assert told.value.fix


def test_no_report_takes_the_place_of_a_packs_file(build: Callable[..., Path]) -> None:
    mail = build("mail")
    with pytest.raises(UserError, match="is a pack's own file"):
        _output.plan("", False, [f"json={mail}/surface.json"])
    assert _output.plan("", False, [f"json={mail}/lint.json"])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UserError, match="cannot be written to"):
        _output.plan("", False, [f"json={tmp_path}/x"])


def test_the_nearest_format_is_named() -> None:
    with pytest.raises(UserError) as told:
        _output.plan("markdow", False, [])
    assert told.value.fix == "hcp-author lint --format markdown"


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"CLICOLOR_FORCE": "1"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_colour_where_it_is_asked_for_and_no_color_has_the_last_word(
    environment: dict[str, str], coloured: bool, build: Build
) -> None:
    root = build("mail", BROKEN)
    assert ("\x1b[" in lint(root.name, "--output", "text=x.txt", **environment).stdout) is coloured
    assert "\x1b" not in Path("x.txt").read_text()


def test_a_person_is_told_what_to_type_next(build: Build) -> None:
    lines = lint(build("mail", BROKEN).name).stdout.splitlines()
    assert lines[-4].startswith("not checked: mail: until the errors in policy.json are mended")
    assert lines[-3:] == [
        "hint: hcp-author lint --fix may mend 1 of these",
        "hint: hcp-author rule L6-ungated-write explains",
        "1 error, 0 warnings in 1 pack",
    ]


def test_a_terminal_gets_colour_and_no_line_wider_than_itself(build: Build) -> None:
    root = build("mail", BROKEN)
    words = [sys.executable, "-m", "hcp_author", "lint", root.name]
    status, said = on_terminal(words, env={**os.environ, "COLUMNS": "40"})
    assert status == 1
    assert "\x1b[31;1merror L6-ungated-write\x1b[0m" in said
    plain = re.sub(r"\x1b\[[0-9;]*m", "", said)
    assert all(len(line) <= 40 for line in plain.splitlines() if " | " in line[:9])
    assert "\x1b" not in on_terminal(words, env={**os.environ, "NO_COLOR": "1"})[1]
