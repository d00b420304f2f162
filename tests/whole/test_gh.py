"""gh without a login: the pack is made and proved, and every call fails closed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.whole


@pytest.fixture
def hub(new: Callable[..., Path], program: Callable[[str], str]) -> Path:
    program("gh")
    return new("channel", "hub", "--wrap", "gh")


def test_the_pack_lints_clean_and_proves_itself(run: Any, hub: Path) -> None:
    run("hcp-author", "lint", "--strict", hub)
    assert "not ok" not in run("python3", hub / "proof.py").stdout


def test_a_read_without_a_login_mints_nothing(run: Any, hub: Path) -> None:
    surface = json.loads((hub / "surface.json").read_text())
    assert surface["binding"]["default"] == "user"
    read = next(v["verb_key"] for v in surface["verbs"] if not v.get("builtin") and not v["args"].get("required"))
    refused = run(hub / "bin" / "hub", read, "--json", status=77, GH_TOKEN="made-up")
    assert json.loads(refused.stdout)["error"]["code"] == "mint_failed"
