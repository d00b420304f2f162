"""`hcp-author new` as a whole: what it prints, what it leaves, and what it does not touch."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hcp_author.pack.model import KINDS

New = Callable[..., tuple[int, str, str]]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_says_what_was_made_and_what_to_type_next(new: New, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = place.parent / "tools" / "hcp-author"
    tool.parent.mkdir()
    tool.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", f"{tool.parent}:/usr/bin:/bin")
    status, out, err = new("channel", "my-mail", "--yes")
    assert (status, err) == (0, "")
    count = len(contents(place / "my-mail"))
    assert out == (
        f"made the pack my-mail (channel) in ./my-mail: {count} files\n"
        "next:\n  my-mail/bin/my-mail list\n  hcp-author show my-mail\n  hcp-author prove my-mail\n"
    )


@pytest.mark.parametrize("land", ["personal", "brain"])
@pytest.mark.parametrize(
    ("kind", "into"), [*((kind, "pack") for kind in KINDS), ("channel", "-my pack"), ("channel", ".")]
)
def test_the_next_three_things_work_as_typed(new: New, place: Path, kind: str, into: str, land: str) -> None:
    status, out, err = new(kind, "things", f"--into={into}", "--land", land, "--yes", "--json")
    assert status == 0, err
    steps = json.loads(out)["next"]
    assert len(steps) == 3
    for step in steps:
        if step.endswith("--emit") or " prove " in step:  # one never ends, and one has a test of its own
            assert (
                step.split()[0].rpartition("/")[2] in ("things", "hcp-author", Path(sys.executable).name) or "'" in step
            )
            continue
        done = subprocess.run(["/bin/sh", "-c", step], capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{step}: {done.stderr}"


def test_a_pack_on_brain_says_that_it_needs_a_project(new: New) -> None:
    note = "note: its land is brain, so each call needs a session in a project: --session FILE, see README.md\n"
    for kind in KINDS:
        out = new(kind, "things", "--into", kind, "--land", "brain", "--yes")[1]
        assert (note in out) == (kind != "sense_only")


def test_json_is_one_document_of_what_was_created(new: New, place: Path) -> None:
    status, out, err = new("read_only", "terms", "--yes", "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert (told["format"], told["pack"], told["dry_run"]) == ("hcp-author/change/1", "terms", False)
    assert sorted(told["created"]) == sorted(contents(place / "terms"))
    assert (told["changed"], told["kept"], told["refused"], told["notes"]) == ([], [], [], [])
    assert "diff" not in told


def test_the_format_is_text_or_json(new: New, place: Path) -> None:
    assert json.loads(new("channel", "mail", "--yes", "--dry-run", "--format", "json")[1])["pack"] == "mail"
    status, _, err = new("channel", "mail", "--yes", "--format", "yaml")
    assert (status, err) == (2, "error: `yaml` is no format\n  try: --format text, or --format json\n")
    assert list(place.iterdir()) == []


def test_an_error_is_a_document_too(new: New) -> None:
    status, out, _ = new("channel", "My Mail!", "--json")
    assert status == 2
    assert json.loads(out)["error"]["fix"] == "hcp-author new channel my-mail"


@pytest.mark.parametrize("kind", KINDS)
def test_a_dry_run_writes_nothing_and_its_diff_makes_the_very_pack(new: New, place: Path, kind: str) -> None:
    status, out, err = new(kind, "things", "--yes", "--dry-run", "--json")
    assert (status, err) == (0, "")
    assert list(place.iterdir()) == []
    told = json.loads(out)
    assert told["dry_run"] is True
    (place / "patched").mkdir()
    subprocess.run(["git", "apply", "-"], input=told["diff"].encode(), cwd=place / "patched", check=True)
    assert new(kind, "things", "--yes")[0] == 0
    assert contents(place / "patched") == contents(place / "things")
    for path in (place / "things").rglob("*"):
        other = place / "patched" / path.relative_to(place / "things")
        assert path.stat().st_mode == other.stat().st_mode


def test_a_dry_run_shows_the_tree_and_the_author_s_files(new: New, place: Path) -> None:
    status, out, err = new("channel", "mail", "--yes", "--dry-run")
    assert (status, err) == (0, "")
    assert out.startswith("mail/\n  .github/\n    workflows/\n      proof.yml\n  .hcp/\n")
    assert "\n  bin/\n    hcp_runtime/\n" in out
    assert "+++ b/adapter.py\n" in out
    assert "+++ b/surface.json\n" in out
    assert "+++ b/proof.py\n" not in out
    assert "+++ b/.hcp/surface.schema.json\n" not in out
    assert out.splitlines()[-1].endswith(
        "files are the same in every pack and not shown: bin/, proof.py and the schemas in .hcp/ (--json has them)"
    )
    assert "+++ b/.hcp/answers.json\n" in out
    assert list(place.iterdir()) == []


def test_two_runs_make_the_same_bytes(new: New, place: Path) -> None:
    for into in ("one", "two"):
        assert new("channel", "mail", "--into", into, "--yes")[0] == 0
    assert contents(place / "one") == contents(place / "two")


def test_a_second_run_touches_nothing(new: New, place: Path) -> None:
    assert new("channel", "mail", "--yes")[0] == 0
    (place / "mail" / "adapter.py").write_text("# mine\n")
    before = contents(place / "mail")
    status, _, err = new("channel", "mail", "--yes")
    assert status == 1
    assert err.startswith("error: `mail` is already there, and not empty: .github, .gitignore, .hcp, HARNESS.md, ")
    assert contents(place / "mail") == before


def test_help_shows_an_example(new: New) -> None:
    status, out, _ = new("--help")
    assert status == 0
    assert "Example: hcp-author new channel mail --wrap notmuch --trigger new_item --yes" in " ".join(out.split())


def test_without_git_the_same_pack_comes_out(place: Path, tmp_path: Path) -> None:
    """copier asks for git where it finds it; here it must not matter whether it does."""
    env = {**os.environ, "PATH": str(tmp_path)}
    words = [sys.executable, "-m", "hcp_author", "new", "channel", "mail", "--yes"]
    subprocess.run([*words, "--into", "without"], env=env, check=True, capture_output=True)
    subprocess.run([*words, "--into", "with"], check=True, capture_output=True)
    assert contents(place / "without") == contents(place / "with")


@pytest.mark.parametrize(("signum", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_while_it_is_generated_leaves_nothing(
    place: Path, tmp_path: Path, signum: signal.Signals, status: int
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    env = {**os.environ, "TMPDIR": str(temporary)}
    words = [sys.executable, "-m", "hcp_author", "new", "channel", "mail", "--yes"]
    with subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
        until = time.monotonic() + 30
        while not list(temporary.iterdir()) and child.poll() is None:  # it has begun to generate
            assert time.monotonic() < until
            time.sleep(0.001)
        child.send_signal(signum)
        assert child.wait(30) == status
    assert list(place.iterdir()) == []
    assert list(temporary.iterdir()) == []


def pythons() -> list[str]:
    """This interpreter, and others that run when they are called by their name (a shim names the one behind it)."""
    found = [sys.executable]
    for minor in range(10, 14):
        path = shutil.which(f"python3.{minor}")
        where = [path, "-c", "import sys; print(sys.executable)"]
        if path and (told := subprocess.run(where, capture_output=True, text=True, check=False).stdout.strip()):
            found.append(told)
    return found


@pytest.mark.whole
@pytest.mark.parametrize("kind", KINDS)
def test_one_of_each_kind_as_a_whole_process(place: Path, kind: str) -> None:
    tools = Path(sys.executable).parent
    env = {**os.environ, "PATH": f"{tools}:/usr/bin:/bin"}

    def run(*words: Any) -> str:
        done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(tools / "hcp-author", "new", kind, "things", "--yes")
    run(tools / "hcp-author", "lint", "--strict", "things")
    run(tools / "hcp-author", "harness", "--check", "things")
    for python in pythons():
        assert "\nnot ok" not in run(python, "things/proof.py")
