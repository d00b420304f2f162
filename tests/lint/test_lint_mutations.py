"""Every kind of damage, on every pack that `new` makes and that it can be done to: caught, and nothing else said."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path

import made_packs
import pytest

from hcp_author.damage import KINDS, NotHereError, links
from hcp_author.damage.copy import Copy
from hcp_author.damage.trial import Trial, tried
from hcp_author.lint.laws import RULES

# rules of severity error that no damage to one generated pack can break, with the reason
ELSEWHERE = {
    "F-unreadable": "who runs the tests as root may read everything",
    "F-expired-suppression": "of a catalog's own settings",
    "L2-duplicate-pack-id": "of two packs",
    "L9-control-pack-name": "of two packs",
}


def state(pack: Path) -> dict[str, tuple[str, int]]:
    """Every entry of a folder: what it is, or holds, and its mode."""
    found = {}
    for path in pack.rglob("*"):
        said = os.readlink(path) if path.is_symlink() else "" if path.is_dir() else path.read_bytes().hex()
        found[str(path.relative_to(pack))] = (said, path.lstat().st_mode)
    return found


@pytest.fixture(scope="module")
def as_made(made: dict[str, Path]) -> dict[str, dict[str, tuple[str, int]]]:
    return {name: state(pack) for name, pack in made.items()}


@pytest.fixture(scope="module")
def trials(made: dict[str, Path], as_made: object, tmp_path_factory: pytest.TempPathFactory) -> list[Trial]:
    """All kinds on the four templates, one at a time; on a wrap each third, and what was done to none before.

    benchmarks/mutations.py does all of them to every wrap.
    """
    scratch = tmp_path_factory.mktemp("damaged")
    trials: list[Trial] = []
    for number, pack in enumerate(made.values()):
        done = {trial.damage.name for trial in trials}
        few = [kind for at, kind in enumerate(KINDS) if at % 3 == 0 or kind.name not in done]
        trials += tried(pack, KINDS if number < len(made_packs.KINDS) else few, scratch)
    return trials


def test_each_damage_is_caught_and_nothing_else_is_said(trials: list[Trial]) -> None:
    assert [str(trial) for trial in trials if not trial.right] == []


def test_no_damage_to_a_copy_reaches_the_pack(
    trials: list[Trial], made: dict[str, Path], as_made: dict[str, dict[str, tuple[str, int]]]
) -> None:
    assert trials
    assert {name: state(pack) for name, pack in made.items()} == as_made


@pytest.mark.parametrize("linked", [True, False])
def test_a_copy_is_the_pack_again_whatever_was_done_to_it(
    made: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: bool
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError

    if not linked:
        monkeypatch.setattr(os, "link", refuse)  # as on a file system without hard links
    pack, copy = made["my-channel"], Copy(tmp_path / "my-channel")
    links.restore(str(pack), str(copy.root))
    assert state(copy.root) == state(pack)
    copy.write("policy.json", "{}")
    copy.write("more/of/it.md", "more")
    (copy.root / "HARNESS.md").unlink()
    (copy.root / "HARNESS.md").mkdir()
    (copy.root / "proof.py").unlink()
    (copy.root / "proof.py").symlink_to("/dev/null")
    shutil.rmtree(copy.root / "bin")
    (copy.root / "bin").symlink_to("/etc")
    shutil.rmtree(copy.root / "fixtures")
    links.restore(str(pack), str(copy.root))
    assert state(copy.root) == state(pack)
    assert (copy.root / "proof.py").samefile(pack / "proof.py") == linked


def test_each_kind_can_be_done_to_some_pack(trials: list[Trial], made: dict[str, Path]) -> None:
    if len(made) < len(made_packs.KINDS) + len(made_packs.WRAPS):
        pytest.skip("not every program to wrap is installed")
    done = {trial.damage.name for trial in trials}
    assert [kind.name for kind in KINDS if kind.name not in done] == []


def test_each_error_is_brought_about_by_some_kind(trials: list[Trial], made: dict[str, Path]) -> None:
    if len(made) < len(made_packs.KINDS) + len(made_packs.WRAPS):
        pytest.skip("not every program to wrap is installed")
    hit = {trial.by for trial in trials}
    errors = [rule.id for rule in RULES if rule.severity == "error"]
    assert [rule for rule in errors if rule not in hit] == [rule for rule in errors if rule in ELSEWHERE]


def test_kinds_are_many_and_told_apart() -> None:
    assert len(KINDS) >= 400
    assert [name for name, count in Counter(kind.name for kind in KINDS).items() if count > 1] == []
    known = {rule.id for rule in RULES}
    assert {rule for kind in KINDS for rule in (*kind.rules, *kind.also)} <= known


def test_a_trial_leaves_the_pack_as_it_was(made: dict[str, Path], tmp_path: Path) -> None:
    pack = made["my-channel"]
    before = {path: (path.read_bytes(), path.stat().st_mode) for path in pack.rglob("*") if path.is_file()}
    assert list(tried(pack, KINDS[::9], tmp_path))
    assert {path: (path.read_bytes(), path.stat().st_mode) for path in pack.rglob("*") if path.is_file()} == before
    assert list(tmp_path.iterdir()) == []


def test_what_a_pack_has_not_cannot_be_damaged(tmp_path: Path) -> None:
    for name in ("surface.json", "policy.json"):
        (tmp_path / name).write_text("{}")
    copy = Copy(tmp_path)
    for do in (
        lambda: copy.text("HARNESS.md"),
        lambda: copy.drop("surface.json", "/wrap"),
        lambda: copy.swap("policy.json", "verbs", "rows"),
        lambda: copy.verb(lambda _: True),
        lambda: copy.row("read"),
        lambda: copy.code("pass"),
    ):
        with pytest.raises(NotHereError):
            do()
