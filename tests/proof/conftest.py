"""What the tests of this room share: a maker of packs, and a HOME of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from proof_packs import Maker


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    maker = Maker(tmp_path)
    monkeypatch.setenv("HOME", str(maker.home))
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    return maker
