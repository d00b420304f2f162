"""`hcp-author lint` as a program: exit statuses, formats, strictness, and what it says to wrong use."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lint_packs import CASES

from hcp_author.lint.laws import RULES
from hcp_author.pack import shape

Build = Callable[..., Path]
EDITS = [
    {
        "file": "mail/policy.json",
        "start_line": 7,
        "start_column": 37,
        "end_line": 7,
        "end_column": 37,
        "text": 'confirm": true, "',
    }
]


def lint(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hcp_author", "lint", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)


def test_a_clean_pack_exits_0(build: Build) -> None:
    done = lint(str(build()))
    assert (done.returncode, done.stdout, done.stderr) == (0, "0 errors, 0 warnings in 1 pack\n", "")


def test_errors_exit_1_and_warnings_only_under_strict(build: Build) -> None:
    root = build("mail", CASES / "L3-too-few" / "four")
    assert lint(str(root)).returncode == 0
    strict = lint(str(root), "--strict")
    assert strict.returncode == 1
    assert "error L3-too-few" in strict.stdout
    assert strict.stdout.endswith("1 error, 0 warnings in 1 pack\n")


def test_notes_are_never_errors(build: Build) -> None:
    done = lint(str(build("mail", CASES / "L3-too-few" / "said-why")), "--strict")
    assert done.returncode == 0
    assert "note L3-too-few" in done.stdout


def test_json_is_one_document_with_all_its_keys(build: Build) -> None:
    root = build("mail", CASES / "L6-ungated-write" / "says-nothing")
    done = lint("--json", root.name)
    document = json.loads(done.stdout)
    assert done.returncode == 1
    assert document == json.loads(lint("--format", "json", root.name).stdout)
    assert document["format"] == "hcp-author/findings/1"
    assert document["findings"] == [
        {
            "rule": "L6-ungated-write",
            "law": "L6",
            "severity": "error",
            "pack": "mail",
            "file": "mail/policy.json",
            "line": 7,
            "column": 12,
            "end_line": 7,
            "end_column": 71,
            "pointer": "/verbs/tag",
            "message": "`tag` writes, and does not say whether it waits for confirm",
            "fix": {"text": 'add "confirm": true (or outright false)', "safe": True, "edits": EDITS},
        }
    ]
    assert shape.check_value(document, "findings") == []
    counts = {"packs": 1, "errors": 1, "warnings": 0, "notes": 0, "fixable": 1, "rules_run": len(RULES)}
    assert document["summary"] == counts


def test_the_current_folder_is_the_default(build: Build) -> None:
    root = build("mail", CASES / "L6-ungated-write" / "says-nothing")
    done = lint(cwd=root)
    assert done.stdout.startswith("policy.json:7:12: error L6-ungated-write")


def test_several_packs_and_one_below_another_folder(build: Build, tmp_path: Path) -> None:
    build("feed")
    (tmp_path / "catalog").mkdir()
    build("fleet").rename(tmp_path / "catalog" / "fleet")
    assert lint("feed", "catalog").stdout == "0 errors, 0 warnings in 2 packs\n"
    assert lint("feed", "feed", ".").stdout == "0 errors, 0 warnings in 2 packs\n"


@pytest.mark.parametrize(
    ("make", "path", "said"),
    [
        (None, "nowhere", "error: there is no folder `nowhere`"),
        ("file", "plain.txt", "error: `plain.txt` lies in no pack: no folder above it has a surface.json"),
        ("folder", "empty", "error: `empty` is no pack and holds none: there is no surface.json"),
    ],
)
def test_what_is_no_pack_exits_2(make: str | None, path: str, said: str, build: Build, tmp_path: Path) -> None:
    if make == "file":
        (tmp_path / path).touch()
    elif make == "folder":
        (tmp_path / path / "inner").mkdir(parents=True)
    done = lint(path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == said
    assert done.stderr.splitlines()[1].startswith("  try: ")


def test_an_empty_path_is_not_the_current_folder(build: Build) -> None:
    done = lint("", cwd=build())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: one of the paths is empty\n  try: hcp-author lint .\n"


def test_a_format_that_does_not_exist(build: Build) -> None:
    done = lint(str(build()), "--format", "xml")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "error: there is no format `xml`")


def test_standing_in_a_hostile_pack_runs_nothing_of_it(build: Build, tmp_path: Path) -> None:
    root = build()
    for name in ("json.py", "sitecustomize.py", "typer.py", "conftest.py"):
        (root / name).write_text(f"open({str(tmp_path / 'probe')!r}, 'w')\n")
    script = Path(sys.executable).with_name("hcp-author")
    subprocess.run([script, "lint", "."], cwd=root, capture_output=True, check=False)
    assert not (tmp_path / "probe").exists()


def test_no_colour_without_a_terminal(build: Build) -> None:
    assert "\x1b" not in lint(str(build("mail", CASES / "L10-missing-skill" / "none"))).stdout
