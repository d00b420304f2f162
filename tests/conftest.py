"""What every room's tests share: the flag that writes expected texts anew."""

from __future__ import annotations

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write the expected texts anew; review the diff")


@pytest.fixture(autouse=True)
def kept_trees(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What introspection keeps goes to a folder of this run alone, never to the developer's own.

    All workers of the run share it, so that git and the like are read once.
    """
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    monkeypatch.setenv("XDG_CACHE_HOME", str(run / "cache"))


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--rewrite"))
