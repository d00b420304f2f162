"""Whole programs, end to end: the installed command, real programs, a HOME of the test's own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def run(home: Path, tmp_path: Path) -> Run:
    """Run a program as a person would, with HOME in the test's own folder; hcp-author is on PATH."""
    path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/local/bin", "/usr/bin", "/bin"])
    environment = {"HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    # what was read of a program is kept for all tests of this run
    environment["XDG_CACHE_HOME"] = os.environ["XDG_CACHE_HOME"]

    def call(*argv: object, status: int | None = 0, cwd: Path | None = None, stdin: str = "", **env: str) -> Any:
        done = subprocess.run(
            [str(word) for word in argv],
            input=stdin,
            cwd=cwd or tmp_path,
            env={**environment, **env},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert status is None or done.returncode == status, f"{argv}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done

    return call


@pytest.fixture
def program() -> Callable[[str], str]:
    """The path of a real program; in CI it must be there, elsewhere the test is skipped."""

    def find(name: str) -> str:
        found = shutil.which(name, path="/usr/bin:/bin:/usr/local/bin")
        if found is None and os.environ.get("CI"):
            pytest.fail(f"{name} is not installed, and CI installs it")
        if found is None:
            pytest.skip(f"{name} is not installed")
        return found

    return find


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where packs that several tests want stand, each made once."""
    return tmp_path_factory.mktemp("shelf")


@pytest.fixture
def new(run: Run, shelf: Path, tmp_path: Path) -> Callable[..., Path]:
    """`hcp-author new KIND NAME …`: made once for all tests that ask for the same, and a copy for each."""

    def make(kind: str, name: str, *flags: str) -> Path:
        first = shelf / "-".join([kind, name, *(flag.strip("-").replace("/", "_") for flag in flags)])
        if not first.exists():
            run("hcp-author", "new", kind, name, *flags, "--yes", "--into", first)
        return Path(shutil.copytree(first, tmp_path / name))

    return make


@pytest.fixture
def both_faces(run: Run) -> Callable[..., Any]:
    """Call a verb on both faces, hold the two envelopes equal, and give one back (L2)."""

    def call(face: Path, verb: str, argv: list[str], args: dict[str, Any], cwd: Path | None = None) -> Any:
        typed = json.loads(run(face, verb, *argv, "--json", cwd=cwd).stdout)
        envelope = {"pack_id": face.name, "verb_key": verb, "args": args}
        sent = json.loads(run(face, "--envelope", "-", stdin=json.dumps(envelope), cwd=cwd).stdout)
        assert typed == sent
        assert typed["ok"] is True
        return typed

    return call
