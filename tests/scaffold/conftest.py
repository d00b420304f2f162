"""What the tests of this room share: a place of one's own, and the command in one process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from scaffold_programs import BOX, script

from hcp_author.cli.main import run as run_command

Told = tuple[int, str, str]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, with HOME and its kin elsewhere; nothing is a terminal."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("CONFIG", "STATE", "CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    return here


@pytest.fixture
def new(capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """Run `hcp-author new …` in this process: exit status, standard output, standard error."""

    def call(*words: object) -> Told:
        status = run_command(["new", *map(str, words)])
        told = capsys.readouterr()
        return status, told.out, told.err

    return call


@pytest.fixture(scope="session")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program in a private place."""
    return script(tmp_path_factory.mktemp("programs") / "box", BOX)
