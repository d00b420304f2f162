"""`hcp-author lint` with settings, suppressions, baselines and fixes, as a program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lint_packs import CASES

from hcp_author.pack import shape

Build = Callable[..., Path]
Done = subprocess.CompletedProcess[str]


def lint(*arguments: str, cwd: Path | None = None, **variables: str) -> Done:
    command = [sys.executable, "-m", "hcp_author", "lint", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=cwd, env={**os.environ, **variables}
    )


@pytest.fixture
def mail(build: Build) -> Path:
    return build("mail", CASES / "L6-ungated-write" / "says-nothing")


def told(done: Done) -> list[str]:
    return [one["rule"] for one in json.loads(done.stdout)["findings"]]


def test_select_and_ignore(mail: Path) -> None:
    assert told(lint("--json", "mail")) == ["L6-ungated-write"]
    assert told(lint("--json", "mail", "--select", "S,T")) == []
    assert told(lint("--json", "mail", "--select", "L6")) == ["L6-ungated-write"]
    done = lint("mail", "--ignore", "L6-ungated-write")
    assert done.returncode == 0
    assert done.stdout.endswith("0 errors, 0 warnings in 1 pack\n")
    # what an ignored error holds back is said all the same
    assert "not checked: mail: until the errors in policy.json are mended" in done.stdout
    wrong = lint("mail", "--select", "L6-ungated-wirte")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.splitlines() == [
        "error: --select: there is no rule and no law `L6-ungated-wirte`",
        "  try: did you mean `L6-ungated-write`?",
    ]


@pytest.mark.parametrize("option", ["--select", "--ignore", "--config", "--suppressions", "--baseline"])
def test_an_empty_value_is_no_value(option: str, mail: Path) -> None:
    done = lint("mail", option, "")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {option}")


def test_the_settings_of_the_catalog(mail: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.hcp-author]\nignore = ["L6"]\n')
    assert lint("mail").returncode == 0
    assert lint(cwd=mail).returncode == 0
    assert lint("mail", "--isolated").returncode == 1
    assert lint("mail", "--ignore", "S").returncode == 1
    (tmp_path / "other.toml").write_text("strict = true\n")
    assert lint("mail", "--config", "other.toml").returncode == 1
    (tmp_path / "pyproject.toml").write_text("[tool.hcp-author]\nignored = []\n")
    done = lint("mail")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == ("error: pyproject.toml: `ignored`: there is no such key\n  try: did you mean `ignore`?\n")


def test_a_pack_that_would_silence_itself(mail: Path) -> None:
    for name in ("hcp-author.toml", "pyproject.toml"):
        (mail / name).write_text('[tool.hcp-author]\nignore = ["L6", "F"]\n')
    (mail / "hcp-author-suppressions.toml").write_text(
        '[[suppress]]\nrule = "L6-ungated-write"\npack = "."\nreason = "x"\n'
    )
    for done in (lint("--json", "mail"), lint("--json", cwd=mail)):
        assert done.returncode == 1
        assert "L6-ungated-write" in told(done)
        assert "F-config-ignored" in told(done)
    named = lint("mail", "--config", "mail/hcp-author.toml")
    assert named.returncode == 2
    assert "no pack decides what it is judged by" in named.stderr


def test_excluded_packs(mail: Path, tmp_path: Path) -> None:
    (tmp_path / "hcp-author.toml").write_text('exclude = ["old/**"]\n')
    shutil.copytree(mail, tmp_path / "old" / "mail")
    document = json.loads(lint("--json").stdout)
    assert document["summary"]["packs"] == 1
    assert lint("old/mail").returncode == 1
    (tmp_path / "hcp-author.toml").write_text('exclude = ["*"]\n')
    done = lint()
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        2,
        "error: every pack in `.` is excluded by hcp-author.toml",
    )


def test_suppressions(mail: Path, tmp_path: Path) -> None:
    text = '[[suppress]]\nrule = "L6-ungated-write"\npack = "mail"\nreason = "seen by two"\n'
    (tmp_path / "hcp-author-suppressions.toml").write_text(text)
    assert lint("mail", "--isolated").returncode == 1
    done = lint("mail")
    assert done.returncode == 0
    assert done.stdout.endswith("0 errors, 0 warnings, 1 suppressed in 1 pack\n")
    assert json.loads(lint("--json", "mail").stdout)["summary"]["suppressed"] == 1
    (tmp_path / "s.toml").write_text(text.replace("ungated", "open") + "expires = 2020-01-31\n" + text + text)
    done = lint("mail", "--suppressions", "s.toml")
    assert done.returncode == 1
    assert "s.toml:1:1: error F-expired-suppression: this suppression of `L6-open-write` expired on 2020-01-31" in (
        done.stdout
    )
    (tmp_path / "s.toml").write_text(text + text.replace("mail", "post"))
    done = lint(".", "--suppressions", "s.toml", "--strict")
    assert done.returncode == 1
    assert "s.toml:5:1: error F-unused-suppression" in done.stdout


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit", "github", "gitlab", "markdown"])
def test_every_format_tells_of_suppressions(form: str, mail: Path, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text('[[suppress]]\nrule = "L6-open-write"\npack = "*"\nreason = "no"\n')
    done = lint("--format", form, ".", "--suppressions", "s.toml")
    assert done.returncode == 1
    assert "suppresses nothing" in done.stdout
    assert done.stderr == ""


def test_a_baseline(mail: Path, tmp_path: Path) -> None:
    done = lint("mail", "--write-baseline")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "error: --write-baseline does not know where to")
    done = lint("mail", "--baseline", "b.json")
    assert done.returncode == 2
    assert done.stderr.splitlines()[1] == "  try: hcp-author lint --baseline b.json --write-baseline"
    done = lint("mail", "--baseline", "b.json", "--write-baseline")
    assert (done.returncode, done.stderr) == (0, "b.json: 1 finding written\n")
    assert done.stdout.endswith("0 errors, 0 warnings, 1 in the baseline in 1 pack\n")
    (tmp_path / "hcp-author.toml").write_text('baseline = "b.json"\n')
    assert lint("mail").returncode == 0
    text = (mail / "policy.json").read_text()
    (mail / "policy.json").write_text(text.replace('"land": "personal"', '"land": "global"', 1))
    assert told(lint("--json", "mail")) == ["L5-unknown-land"]
    (mail / "policy.json").write_text(text.replace('"operation": "write", ', '"operation": "write", "confirm": true, '))
    assert lint("mail").stderr == ""  # what else the baseline is about was not looked at
    assert lint(".").stderr == "note: b.json holds 1 finding no more there; --write-baseline drops them\n"


def test_fix(mail: Path) -> None:
    done = lint("mail", "--fix")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "mail/policy.json:7:12: fixed L6-ungated-write: `tag` writes, and does not say whether it waits for confirm\n"
        "0 errors, 0 warnings, 1 fixed in 1 pack\n"
    )
    assert '"tag": { "operation": "write", "confirm": true, ' in (mail / "policy.json").read_text()
    assert lint("mail", "--fix").stdout == "0 errors, 0 warnings in 1 pack\n"


def test_fix_as_json(mail: Path) -> None:
    document = json.loads(lint("mail", "--fix", "--json").stdout)
    assert shape.check_value(document, "findings") == []
    assert document["format"] == "hcp-author/findings/1"
    assert document["findings"] == []
    assert [one["rule"] for one in document["fixed"]] == ["L6-ungated-write"]
    assert (document["unfixed"], "diff" in document) == ([], False)


def test_diff_writes_nothing_and_can_be_applied(mail: Path, tmp_path: Path) -> None:
    (mail / "bin" / "mail").chmod(0o644)
    before = (mail / "policy.json").read_bytes()
    done = lint("mail", "--diff")
    assert done.returncode == 1
    assert (mail / "policy.json").read_bytes() == before
    assert done.stderr == "2 findings would be fixed; nothing was written\n"
    assert json.loads(lint("mail", "--diff", "--json").stdout)["diff"] == done.stdout
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "apply"], input=done.stdout, text=True, cwd=tmp_path, check=True)
    done = lint("mail", "--diff")
    assert (done.returncode, done.stdout) == (0, "")
    assert lint("mail").returncode == 0


def test_suggestions_are_asked_for(build: Build) -> None:
    root = build("mail", CASES / "L5-unknown-land" / "global")
    done = lint("mail", "--suggested")
    assert (done.returncode, done.stdout) == (2, "")
    assert lint("mail", "--fix").returncode == 1
    assert lint("mail", "--fix", "--suggested").returncode == 0
    assert "global" not in (root / "policy.json").read_text()


def test_what_is_left_out_is_not_fixed(mail: Path, tmp_path: Path) -> None:
    before = (mail / "policy.json").read_bytes()
    lint("mail", "--fix", "--ignore", "L6")
    (tmp_path / "s.toml").write_text('[[suppress]]\nrule = "L6-ungated-write"\npack = "mail"\nreason = "no"\n')
    lint("mail", "--fix", "--suppressions", "s.toml")
    assert (mail / "policy.json").read_bytes() == before
    assert lint("mail", "--fix", "--baseline", "b.json", "--write-baseline").returncode == 2


def test_one_pack_that_cannot_be_written_stops_no_other(mail: Path, tmp_path: Path) -> None:
    shutil.copytree(mail, tmp_path / "post")
    (tmp_path / "post" / "policy.json").rename(tmp_path / "post" / "real.json")
    (tmp_path / "post" / "policy.json").symlink_to("real.json")
    done = lint("post", "mail", "--fix")
    assert done.returncode == 1
    assert "post/policy.json:7:12: not fixed L6-ungated-write: a link, or no regular file, stands there" in done.stdout
    assert "mail/policy.json:7:12: fixed L6-ungated-write" in done.stdout
    assert '"operation": "write", "privacy"' in (tmp_path / "post" / "real.json").read_text()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_folder_that_may_not_be_written_to(mail: Path) -> None:
    before = (mail / "policy.json").read_bytes()
    mail.chmod(0o500)
    try:
        done = lint("mail", "--fix")
    finally:
        mail.chmod(0o700)
    assert done.returncode == 1
    assert "not fixed L6-ungated-write: cannot write" in done.stdout
    assert (mail / "policy.json").read_bytes() == before


def test_nothing_is_left_beside_the_files(mail: Path) -> None:
    names = sorted(os.listdir(mail))
    lint("mail", "--fix", "--suggested")
    assert sorted(os.listdir(mail)) == names


def test_the_examples_of_the_help_work(mail: Path) -> None:
    page = lint("--help").stdout
    examples = [line.split("Example: hcp-author lint ")[1] for line in page.splitlines() if "Example:" in line]
    assert len(examples) >= 2
    for example in examples:
        assert lint(*example.split()).returncode == 1
        assert "error:" not in lint(*example.split()).stderr


def test_colour_where_it_is_asked_for(mail: Path) -> None:
    assert "\x1b[" in lint("mail", FORCE_COLOR="1").stdout
    assert "\x1b[" not in lint("mail", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert "\x1b[" in lint("mail", "--select", "L6", FORCE_COLOR="1").stdout
