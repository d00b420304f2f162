"""A pack of a small program, made by `hcp-author new`; and the command in one process."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from drift_programs import version
from own_place import Told, settle, told

from hcp_author.cli.main import run as run_command
from hcp_author.pack import shape
from hcp_author.runtime import link


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in, with HOME and its kin elsewhere."""
    return settle(tmp_path, monkeypatch, "CONFIG", "STATE", "CACHE", "DATA")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Told]:
    """Run `hcp-author …` in this process: exit status, standard output, standard error."""

    def call(*words: object) -> Told:
        return told(capsys, *words)

    return call


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return version(tmp_path / "tools" / "box")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack that wraps the first version, made once: what a test changes is a copy."""
    folder = tmp_path_factory.mktemp("made")
    program = version(folder / "tools" / "box")
    words = [
        "new",
        "channel",
        "boxes",
        "--wrap",
        str(program),
        "--into",
        str(folder / "boxes"),
        "--yes",
        "--no-sandbox",
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        assert run_command(words) == 0
    return folder / "boxes"


@pytest.fixture
def boxes(made: Path, program: Path, place: Path) -> Path:
    """The pack in the test's own place, linked to the test's own program."""
    shutil.copytree(made, place / "boxes")
    link.change("boxes", str(place / "boxes"), "program", str(program))
    return place / "boxes"


@pytest.fixture
def drift(run: Callable[..., Told]) -> Callable[..., dict[str, Any]]:
    """`hcp-author drift boxes --json`: the document, checked against its schema, with the exit status as `status`."""

    def call(*words: object, status: int = 0) -> dict[str, Any]:
        got, out, error = run("drift", "boxes", "--json", "--no-sandbox", *words)
        assert got == status, (out, error)
        document: dict[str, Any] = json.loads(out)
        assert shape.check_value(document, "drift") == []
        return document

    return call
