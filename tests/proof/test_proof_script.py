"""proof.py as a program: its options, its TAP, its lint step, and what it leaves when it is interrupted."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from proof_packs import DENY, FIXTURES, LINT, LIVE, Maker, put

from hcp_author.fixed import proof


def tap_points(text: str) -> list[tuple[bool, int, str]]:
    found = re.findall(r"^(not )?ok (\d+) - (.*)$", text, re.MULTILINE)
    return [(not wrong, int(number), name) for wrong, number, name in found]


def test_a_skip_is_told_as_tap_has_it(make: Maker) -> None:
    done = make.run(make.control(), "--without-lint")
    lines = done.stdout.splitlines()
    assert "ok 1 - lint # SKIP lint: --without-lint" in lines
    never = "live: a control pack is never proved live; its proof's session mints nothing but mock"
    assert f"ok 12 - one live read # SKIP {never}" in lines
    done = make.run(make.folder / "fleet", "--without-lint", "--live")
    assert f'not ok 12 - one live read\n  ---\n  reason: "{never}"\n' in done.stdout


def test_a_failure_is_told_with_what_was_sent_expected_and_came_back(make: Maker) -> None:
    pack = make.wrap()
    value = json.loads((pack / "proof.json").read_text())
    value["verbs"]["add"]["argv"] = ["add", "--", "coffee"]
    put(pack / "proof.json", value)
    done = make.run(pack, "--without-lint")
    assert done.returncode == 1
    _, _, block = done.stdout.partition("not ok 5 - one gated write with confirm\n")
    lines = block.splitlines()
    assert lines[0] == "  ---"
    assert lines[1] == '  reason: "the program was not called as expected"'
    assert lines[2] == '  sent: ["box", "add", "--json", "--confirm", "tea"]'
    assert lines[3].startswith('  expected: {"call": ["add", "--", "coffee"], ')
    assert lines[4].startswith('  came_back: {"exit": 0, ')
    assert lines[4].endswith('"started": [["list"], ["add", "--", "tea"]]}')
    assert lines[5] == "  ..."


def test_under_json_one_document_says_the_same(make: Maker) -> None:
    pack = make.sense_only()
    done = make.run(pack, "--json")
    document = json.loads(done.stdout)
    assert done.stdout.count("\n") == 1
    assert [(step["ok"], step["name"]) for step in document["steps"]] == [
        (ok, name) for ok, _, name in tap_points(make.run(pack).stdout)
    ]
    assert {key: document[key] for key in ("format", "pack_id", "ok")} == {
        "format": "hcp-author/proof/1",
        "pack_id": "bell",
        "ok": True,
    }


def test_a_finding_fails_the_lint_step(make: Maker) -> None:
    pack = make.sense_only()
    (pack / "HARNESS.md").unlink()
    done = make.run(pack)
    assert done.returncode == 1
    assert "not ok 1 - lint\n" in done.stdout
    assert "missing HARNESS.md" in done.stdout


def test_what_lint_warns_of_is_told_and_fails_nothing(make: Maker) -> None:
    pack = make.sense_only()
    for number in range(7):
        (pack / f"more-{number}").symlink_to("HARNESS.md")
    done = make.run(pack)
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[2]) == (0, "ok 1 - lint"), done.stdout
    told = list(itertools.takewhile(lambda line: line.startswith("# "), lines[3:]))
    assert len(told) == 6, told
    assert all(re.fullmatch(r"# warning more-\d:\d+: .* \(F-link\)", line) for line in told[:5]), told
    assert re.fullmatch(rf"# and \d+ more: hcp-author lint {re.escape(str(pack))}", told[5])
    document = json.loads(make.run(pack, "--json").stdout)
    assert len(document["steps"][0]["came_back"]) == 5 + int(told[5].split()[2])


def test_a_finding_is_told_on_one_line_of_plain_letters() -> None:
    facts = {
        "severity": "warning",
        "file": "a\nnot ok 2",
        "line": 1,
        "message": "\x1b[31m\u202e" + "x" * 999,
        "rule": "T",
    }
    told = proof.lint_lines([{**facts, "severity": "note"}, facts, "odd", {}])
    assert [line.split()[1] for line in told] == ["None", "warning", "note"]
    assert all(line.isascii() and line.isprintable() and len(line) < 500 for line in told)
    assert proof.lint_lines({"packs": 1}) == proof.lint_lines(None) == []


def test_an_edited_runtime_that_proof_json_agrees_with_is_found_by_lint(make: Maker) -> None:
    pack = make.sense_only()
    with (pack / "bin" / "hcp_runtime" / "gate.py").open("a") as file:
        file.write("\n")
    assert "L11-runtime-modified" in make.run(pack).stdout


def test_where_hcp_author_is_absent_the_lint_step_fails_and_says_what_to_do(make: Maker) -> None:
    bare_python = os.path.realpath(sys.executable)
    script = [bare_python, "-S", str(make.sense_only() / "proof.py")]
    around = {**make.environment(), "PATH": "/usr/bin:/bin"}
    if shutil.which("hcp-author", path=around["PATH"]):
        pytest.skip("hcp-author is installed for everybody here")
    done = subprocess.run(script, env=around, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "not ok 1 - lint\n" in done.stdout
    assert "hcp-author is not installed here: pip install hcp-author, or leave it out: --without-lint" in done.stdout
    done = subprocess.run(
        [*script, "--without-lint"], env=around, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0


def test_hcp_author_is_never_looked_for_in_the_pack_or_by_a_relative_path(make: Maker) -> None:
    pack = make.sense_only()
    for name in ("hcp_author/__main__.py", "hcp_author/__init__.py", "json.py", "argparse.py", "hcp-author"):
        (pack / name).parent.mkdir(exist_ok=True)
        (pack / name).write_text(f"#!/bin/sh\nopen({str(make.folder / 'started')!r}, 'w')\n")
        (pack / name).chmod(0o755)
    bare_python = os.path.realpath(sys.executable)
    argv = [bare_python, "-S", "proof.py"]
    around = {**make.environment(), "PATH": f".:{pack.name}::/usr/bin:/bin"}
    done = subprocess.run(argv, env=around, cwd=pack, capture_output=True, text=True, timeout=60, check=False)
    assert "hcp-author is not installed here" in done.stdout
    assert not (make.folder / "started").exists()


@pytest.mark.parametrize("options", [["--lvie"], ["--with"], ["pack"], ["--live=yes"]])
def test_wrong_use_exits_2(make: Maker, options: list[str]) -> None:
    done = make.run(make.sense_only(), *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: proof.py" in done.stderr


def test_help_names_every_option(make: Maker) -> None:
    done = make.run(make.sense_only(), "--help")
    assert done.returncode == 0
    assert all(option in done.stdout for option in ("--json", "--without-lint", "--live"))


@pytest.mark.parametrize("evil", ["../../escaped", "a/b", "\u001b[31mred", "x\nok 99 - all is well", "", 7])
def test_names_that_would_leave_the_lab_or_the_line_are_refused(make: Maker, evil: object) -> None:
    pack = make.sense_only()
    for name in ("surface.json", "proof.json"):
        value = json.loads((pack / name).read_text())
        put(pack / name, {**value, "pack_id": evil})
    done = make.run(pack, "--without-lint")
    assert done.returncode == 1
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
    assert tap_points(done.stdout)[-1][1] == 2
    assert not list(make.folder.rglob("*escaped*"))


def test_what_is_printed_is_ascii_whatever_the_pack_says(make: Maker) -> None:
    pack = make.wrap()
    surface = json.loads((pack / "surface.json").read_text())
    surface["stimulusTriggers"].append({"ref": "\u001b]0;title\u0007\u202e\nok 77 - x"})
    put(pack / "surface.json", surface)
    done = make.run(pack, "--without-lint")
    assert done.stdout.isascii()
    assert "\x1b" not in done.stdout
    assert 77 not in [number for _, number, _ in tap_points(done.stdout)]


def slow_pack(make: Maker) -> tuple[Path, Path]:
    """A pack whose live read hangs, and the file in which its program tells its own process id."""
    pack, told = make.wrap(), make.folder / "program-id"
    program = make.folder / "programs" / "slow"
    program.write_text(f"#!/bin/sh\necho $$ > {told}.new && mv {told}.new {told}\nexec sleep 60\n")
    program.chmod(0o755)
    make.link(pack, {"program": str(program)})
    return pack, told


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_proof_ends_what_it_started_and_leaves_nothing(make: Maker, number: int) -> None:
    pack, told = slow_pack(make)
    argv = [sys.executable, str(pack / "proof.py"), "--without-lint"]
    pipe = subprocess.PIPE
    child = subprocess.Popen(argv, env=make.environment(), stdout=pipe, stderr=pipe, text=True)
    until = time.monotonic() + 60
    while not told.exists() and time.monotonic() < until:
        time.sleep(0.02)
    child.send_signal(number)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, err) == (130, "interrupted\n")
    assert [name for _, _, name in tap_points(out)][-1] == FIXTURES
    assert not list(make.folder.glob("hcp-*"))
    with pytest.raises(ProcessLookupError):
        os.kill(int(told.read_text()), 0)


def test_a_reader_that_goes_away_is_no_error(make: Maker) -> None:
    argv = f"'{sys.executable}' '{make.control() / 'proof.py'}' --without-lint | head -n 1"
    done = subprocess.run(
        ["sh", "-c", argv], env=make.environment(), capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("TAP version 13\n", "")
    assert not list(make.folder.glob("hcp-proof-*"))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("options", ["", "--json"])
def test_a_full_disk_behind_the_output_is_told_without_a_traceback(make: Maker, options: str) -> None:
    line = f"'{sys.executable}' '{make.sense_only() / 'proof.py'}' --without-lint {options} > /dev/full"
    done = subprocess.run(["sh", "-c", line], env=make.environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        1,
        "error: the proof was not carried through: No space left on device\n",
    )
    assert not list(make.folder.glob("hcp-proof-*"))


def test_without_any_environment_python_is_still_found(make: Maker) -> None:
    pack = make.sense_only()
    done = subprocess.run(
        ["python3", str(pack / "proof.py"), "--without-lint"],
        executable=os.path.realpath(sys.executable),
        env={},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "not ok" not in done.stdout


def test_the_callers_variables_do_not_reach_the_lab(make: Maker) -> None:
    document = json.loads(make.run(make.wrap(), "--json", "--without-lint", HCP_MOCK="1", PYTHONPATH="/nowhere").stdout)
    steps = {step["name"]: step for step in document["steps"]}
    assert document["ok"]
    assert steps[LINT]["skipped"]
    assert steps[DENY]["ok"]
    assert "`HCP_MOCK` cannot choose the Binding" in steps[LIVE]["reason"]


@pytest.mark.whole
@pytest.mark.parametrize("version", ["3.10", "3.11", "3.12", "3.13"])
@pytest.mark.parametrize("kind", ["wrap", "adapter"])
def test_it_runs_isolated_on_every_python(make: Maker, version: str, kind: str) -> None:
    told = ["sh", "-c", f"python{version} -c 'import sys; print(sys.executable)'"]  # a shim that stands for none fails
    found = subprocess.run(told, capture_output=True, text=True, check=False).stdout.strip()
    if not found:
        pytest.skip(f"python{version} is not installed")
    pack = getattr(make, kind)()
    argv = [found, "-I", "-W", "error", str(pack / "proof.py"), "--without-lint", "--without-live"]
    env = make.environment()
    done = subprocess.run(argv, env=env, cwd=make.folder, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "not ok" not in done.stdout
