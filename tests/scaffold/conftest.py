"""What the tests of this room share: a place of one's own, and the command in one process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from own_place import Told, settle, told
from scaffold_programs import BOX, script


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, with HOME and its kin elsewhere; nothing is a terminal."""
    return settle(tmp_path, monkeypatch, "CONFIG", "STATE", "CACHE", "DATA")


@pytest.fixture
def new(capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """Run `hcp-author new …` in this process: exit status, standard output, standard error."""

    def call(*words: object) -> Told:
        return told(capsys, "new", *words)

    return call


@pytest.fixture(scope="session")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program in a private place."""
    return script(tmp_path_factory.mktemp("programs") / "box", BOX)
