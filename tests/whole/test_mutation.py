"""Whole packs, damaged in each way that the laws name: what `new` makes of every kind, and wraps of real programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author import mutation
from hcp_author.damage import KINDS

pytestmark = pytest.mark.whole

TEMPLATES = {"channel": 300, "read_only": 250, "control": 250, "sense_only": 180}
WRAPS = {"git": ("read_only", "repo"), "notmuch": ("channel", "mail"), "gh": ("channel", "forge")}


def noticed(pack: Path) -> Counter[str]:
    """How many kinds of damage each step notices; nothing may go unnoticed."""
    outcomes = list(mutation.run(pack))
    assert [f"{one.law}: {one.name}" for one in outcomes if one.noticed is None] == []
    return Counter(str(one.noticed) for one in outcomes)


@pytest.fixture(autouse=True)
def short(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lint tells of is noticed; whether another step fails too is asked of one kind alone: it takes minutes."""
    if "sense_only" not in request.node.name:
        monkeypatch.setattr(mutation, "matters", lambda *_: False)


@pytest.mark.parametrize("kind", TEMPLATES)
def test_all_damage_to_what_new_makes_is_noticed(new: Callable[..., Path], kind: str) -> None:
    counts = noticed(new(kind, f"my-{kind.replace('_', '-')}"))
    assert counts.total() >= TEMPLATES[kind]
    assert counts["lint"] > 0.75 * counts.total()


@pytest.mark.parametrize("name", WRAPS)
def test_all_damage_to_a_wrap_is_noticed(new: Callable[..., Path], program: Callable[[str], str], name: str) -> None:
    program(name)
    kind, pack_id = WRAPS[name]
    counts = noticed(new(kind, pack_id, "--wrap", name))
    assert counts.total() >= 250
    assert counts["lint"] > 0.8 * counts.total()


def test_the_kinds_reach_every_law() -> None:
    # L7 and L8 are Sense's, and so is the damage that breaks them
    laws = {f"L{number}" for number in range(1, 13) if number not in (7, 8)} | {"S", "N", "F", "T"}
    assert {kind.law for kind in KINDS} == laws
