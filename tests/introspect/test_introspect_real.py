"""Real programs, where they are installed: what must be found in them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hcp_author.introspect.crawl import introspect
from hcp_author.introspect.tree import Command, Tree


def tree(program: str, request: pytest.FixtureRequest) -> Tree:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    request.getfixturevalue("sandbox")
    return introspect(program)


def named(commands: list[Command]) -> dict[str, Command]:
    return {command.name: command for command in commands}


def longs(command: Command) -> set[str]:
    return {option.long for option in command.options if option.long}


def test_notmuch(request: pytest.FixtureRequest) -> None:
    found = tree("notmuch", request)
    commands = named(found.root.commands)
    assert {"new", "search", "show", "count", "tag", "reply", "dump", "config"} <= set(commands)
    assert "search-terms" not in commands  # a help topic
    assert "NOTMUCH_CONFIG" in found.env
    assert set(named(commands["config"].commands)) >= {"get", "set", "list"}
    if "notmuch search" in " ".join(commands["search"].examples) or longs(commands["search"]):
        assert {"--format", "--limit", "--sort"} <= longs(commands["search"])
        form = next(option for option in commands["search"].options if option.long == "--format")
        assert form.value is not None
        assert form.value.choices is not None
        assert "json" in form.value.choices
        assert commands["tag"].arguments[0].prefixes[:1] == ["+"]


@pytest.mark.whole
def test_git(request: pytest.FixtureRequest) -> None:
    found = tree("git", request)
    commands = named(found.root.commands)
    assert {"log", "status", "diff", "show", "branch", "commit", "clone", "blame", "ls-files", "rev-parse"} <= set(
        commands
    )
    assert len(commands) > 100
    assert "show" in named(commands["remote"].commands)
    assert "--short" in longs(commands["status"])
    # an option in brackets is no operand, and a branch need not be named
    assert not commands["branch"].arguments[0].required
    assert not any(note.problem.startswith("out of time") for note in found.notes)
    assert all(
        arguments[-1] in ("--help", "-h", "--version", "-a") or arguments[0].startswith(("help", "--list-cmds="))
        for arguments in found.asked
    )


def test_gh(request: pytest.FixtureRequest) -> None:
    found = tree("gh", request)
    commands = named(found.root.commands)
    assert {"pr", "issue", "repo", "release", "api"} <= set(commands)
    assert "environment" not in commands  # a help topic
    assert commands["pr"].group
    listing = named(commands["pr"].commands)["list"]
    assert {"--limit", "--state", "--json"} <= longs(listing)
    state = next(option for option in listing.options if option.long == "--state")
    assert state.value is not None
    assert state.value.choices is not None
    assert "open" in state.value.choices


def test_restic(request: pytest.FixtureRequest) -> None:
    found = tree("restic", request)
    commands = named(found.root.commands)
    assert {"backup", "snapshots", "ls", "restore", "forget", "check"} <= set(commands)
    assert {"--repo", "--password-file", "--json"} <= longs(found.root)
    assert {"RESTIC_REPOSITORY", "RESTIC_PASSWORD_FILE"} <= set(found.env)
    assert not found.notes
    assert "--json" not in longs(commands["snapshots"])  # the root's own option is not told twice


def test_git_in_a_hostile_repository_runs_nothing(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    request.getfixturevalue("sandbox")
    repo = tmp_path / "repo"
    subprocess.run(["git", "init", "-q", str(repo)], check=True, env={**os.environ, "HOME": str(tmp_path)})
    with (repo / ".git" / "config").open("a") as config:
        config.write(
            f'[core]\n\tfsmonitor = "touch {tmp_path}/probe"\n\tpager = "touch {tmp_path}/probe"\n'
            f'[alias]\n\tplan = "!touch {tmp_path}/probe"\n'
            f'[man]\n\tviewer = probe\n[man "probe"]\n\tcmd = "touch {tmp_path}/probe; true"\n'
        )
    monkeypatch.chdir(repo)
    found = introspect("git", depth=0)
    assert found.root.commands
    assert not (tmp_path / "probe").exists()
