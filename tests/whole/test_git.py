"""git in a real repository: reads on Binding `local`, in the workspace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.whole


@pytest.fixture
def repository(run: Any, program: Callable[[str], str], home: Path, tmp_path: Path) -> Path:
    git = program("git")
    folder = tmp_path / "work"
    folder.mkdir()
    (home / ".gitconfig").write_text("[user]\nname = Ada\nemail = ada@example.org\n[init]\ndefaultBranch = main\n")
    run(git, "init", "-q", cwd=folder)
    (folder / "a.txt").write_text("one\n")
    run(git, "add", "a.txt", cwd=folder)
    run(git, "commit", "-q", "-m", "first", cwd=folder)
    return folder


@pytest.fixture
def repo(new: Callable[..., Path], repository: Path) -> Path:
    return new("read_only", "repo", "--wrap", "git")


def test_the_pack_is_local_lints_clean_and_proves_itself(run: Any, repo: Path) -> None:
    surface = json.loads((repo / "surface.json").read_text())
    assert surface["binding"]["default"] == "local"
    policy = json.loads((repo / "policy.json").read_text())
    assert {row["operation"] for row in policy["verbs"].values()} == {"read"}
    run("hcp-author", "lint", "--strict", repo)
    assert "not ok" not in run("python3", repo / "proof.py").stdout


def test_the_log_reads_the_workspace_on_both_faces(both_faces: Any, repo: Path, repository: Path) -> None:
    log = both_faces(repo / "bin" / "repo", "log", [], {}, cwd=repository)
    assert "first" in log["data"]["text"]


def test_a_workspace_can_be_named(run: Any, repo: Path, repository: Path) -> None:
    done = run(repo / "bin" / "repo", "log", "--workspace", repository)
    assert "first" in done.stdout


def test_an_option_in_an_argument_is_refused(run: Any, repo: Path, repository: Path, tmp_path: Path) -> None:
    refused = run(repo / "bin" / "repo", "log", "--", f"--output={tmp_path}/probe", cwd=repository, status=64)
    assert "starts with '-'" in refused.stderr
    assert not (tmp_path / "probe").exists()
