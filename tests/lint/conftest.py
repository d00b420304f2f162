"""`build` makes packs in a folder of their own; `made` are those that `hcp-author new` makes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import lint_packs
import made_packs
import pytest


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Make a pack below the current folder: a clean one, with the files of a case folder over it."""
    monkeypatch.chdir(tmp_path)
    return lint_packs.make


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Every kind of pack, and real programs wrapped; not to be written to."""
    return made_packs.make(tmp_path_factory.mktemp("made"))
