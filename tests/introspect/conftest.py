"""Small programs written for a test, and whether the sandbox works here."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.errors import UserError
from hcp_author.introspect import probe, resolve

Make = Callable[[str, str], Path]


@pytest.fixture
def shell(tmp_path: Path) -> Make:
    """Write a shell program: its name and its lines -> its file."""
    return lambda name, body: _write(tmp_path / "tools" / name, f"#!/bin/sh\n{body}\n")


@pytest.fixture
def python(tmp_path: Path) -> Make:
    """Write a Python program: its name and its lines -> its file."""
    return lambda name, body: _write(tmp_path / "tools" / name, f"#!{sys.executable}\n{body}\n")


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture(scope="session")
def sandbox() -> bool:
    """Whether programs can be run in the sandbox here; tests that need it skip where not."""
    try:
        probe.open_door(resolve.find("/bin/sh"))
    except UserError:
        pytest.skip("no sandbox works here")
    return True
