"""What the tests of this room share: a maker of packs, and a HOME of the test's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from proof_packs import Maker

from hcp_author.cli import main


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    maker = Maker(tmp_path)
    monkeypatch.setenv("HOME", str(maker.home))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return maker


@pytest.fixture
def call(make: Maker, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run `hcp-author prove` in this process: exit status, standard output, standard error."""
    for name, value in make.environment().items():
        monkeypatch.setenv(name, value)

    def run(*words: object) -> tuple[int, str, str]:
        status = main.run(["prove", *map(str, words)])
        return (status, *capsys.readouterr())

    return run
