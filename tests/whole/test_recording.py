"""`prove --record` over a real program: git answers in a repository of the test's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.whole


def test_what_git_really_answers_becomes_the_fixtures(
    run: Any, new: Callable[..., Path], program: Callable[[str], str], home: Path, tmp_path: Path
) -> None:
    git, pack, folder = program("git"), new("read_only", "repo", "--wrap", "git"), tmp_path / "work"
    folder.mkdir()
    (home / ".gitconfig").write_text("[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n")
    run(git, "init", "-q", cwd=folder)
    (folder / "a.txt").write_text("one\n")
    run(git, "add", "a.txt", cwd=folder)
    run(git, "commit", "-q", "-m", "the first of all", cwd=folder)
    done = run("hcp-author", "prove", pack, "--record", "--dry-run", "--json", cwd=folder)
    told = json.loads(done.stdout)
    assert told["dry_run"] is True
    assert "the first of all" in told["diff"]
    run("hcp-author", "prove", pack, "--record", "--yes", cwd=folder)
    cases = [case for name in told["changed"] for case in json.loads((pack / name).read_text())["cases"]]
    assert any("the first of all" in json.dumps(case["data"]) and "invented" not in case for case in cases)
    run("hcp-author", "lint", "--strict", pack)
    assert "proves itself" in run("hcp-author", "prove", pack, cwd=folder).stdout
    assert run(git, "status", "--porcelain", cwd=folder).stdout == ""
