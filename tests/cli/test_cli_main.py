"""The one error boundary: what goes wrong is told in one line, with the right exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hcp_author.cli import main

HCP = [sys.executable, "-m", "hcp_author"]


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = line.replace("hcp-author", f"'{sys.executable}' -m hcp_author")
    return subprocess.run(["bash", "-c", command], cwd=cwd, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("argv", "status", "text"),
    [
        (["lnit"], 2, "error: there is no command 'lnit'\n  try: hcp-author lint\n"),
        (["\x1b[31m"], 2, "error: there is no command '\\x1b[31m'\n  try: hcp-author --help\n"),
        (
            ["show", "nowhere"],
            2,
            "error: there is no folder `nowhere`\n  try: give the folder that holds surface.json\n",
        ),
        (["schema", "polcy"], 2, None),
        (["sense", "maybe", "x"], 2, "error: there is no command 'maybe'\n  try: hcp-author sense --help\n"),
    ],
)
def test_wrong_use_has_exact_words(
    argv: list[str], status: int, text: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(argv) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert text is None or told.err == text
    assert "Traceback" not in told.err


def test_an_error_is_data_where_json_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["show", "nowhere", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)
    assert error["format"] == "hcp-author/error/1"
    assert error["error"]["message"] == "there is no folder `nowhere`"


def test_a_folder_named_json_does_not_ask_for_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["show", "json"]) == 2
    assert capsys.readouterr().out == ""


def test_without_a_command_the_page_is_shown_and_the_use_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run([]) == 2
    assert "Commands:" in capsys.readouterr().out


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_no_fault_of_ours(tmp_path: Path) -> None:
    done = shell("hcp-author schema surface > /dev/full", tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "error: cannot write the output: No space left on device\n"
        "  try: make room, or see who may read and write there\n"
    )


def test_a_closed_output_is_told(tmp_path: Path) -> None:
    done = shell("hcp-author schema surface >&-", tmp_path)
    assert done.returncode == 1
    assert (
        done.stderr == "error: cannot write the output: standard output is closed\n  try: send it to a file: > FILE\n"
    )
    assert shell("hcp-author nope >&-", tmp_path).returncode == 2


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "utf-16"])
def test_what_an_output_cannot_hold_is_escaped(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "page").write_text("usage: tide [-q]\n\n  --size   \U0001f600 € ö “\n", "utf-8")
    words = [*HCP, "introspect", "--from", "help", "page"]
    around = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([*words, "--json"], cwd=tmp_path, capture_output=True, env=around, check=True)
    assert json.loads(done.stdout.decode(encoding))["root"]["options"][0]["summary"] == "\U0001f600 € ö “"
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, env=around, check=True)
    shown = done.stdout.decode(encoding)
    assert ("€" if "utf" in encoding else r"\ud83d\ude00 \u20ac") in shown


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    done = shell("set -o pipefail; hcp-author schema surface | head -1", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_version_is_answered_before_anything_is_imported(tmp_path: Path) -> None:
    done = shell("hcp-author --version", tmp_path)
    assert done.stdout.startswith("hcp-author 0.")


def test_a_fault_of_ours_is_confessed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(main.COMMANDS, "broken", "imports a module that is not there")
    assert main.run(["broken"]) == 3
    assert "this is a fault of hcp-author, not yours" in capsys.readouterr().err


def test_the_current_folder_s_modules_are_not_ours(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("open('probe', 'w')\n")
    done = shell("hcp-author schema surface", tmp_path)
    assert done.returncode == 0
    assert not (tmp_path / "probe").exists()
