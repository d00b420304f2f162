"""`build` makes packs in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import lint_packs
import pytest


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Make a pack below the current folder: a clean one, with the files of a case folder over it."""
    monkeypatch.chdir(tmp_path)
    return lint_packs.make
