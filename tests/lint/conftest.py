"""`pytest tests/lint --rewrite` writes the expected texts anew; `build` makes packs in a folder of their own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import lint_packs
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write the expected texts anew; review the diff")


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--rewrite", default=False))


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Make a pack below the current folder: a clean one, with the files of a case folder over it."""
    monkeypatch.chdir(tmp_path)
    return lint_packs.make
