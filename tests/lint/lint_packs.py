"""Packs for the tests: a clean one, with the files of a case folder over it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection
from pathlib import Path

from hcp_author import harness_md, prove
from hcp_author.errors import UserError
from hcp_author.lint.laws import _runtime
from hcp_author.pack import files

CASES = Path(__file__).parent / "cases"
# of a case folder, what is no file of the pack
ASIDE = ("expected.txt", "base.txt", "absent.txt")


def make(base: str = "mail", case: Path | None = None) -> Path:
    root = Path(base)
    shutil.copytree(CASES / "clean" / base, root)
    add_fixed_files(root)
    if case:
        shutil.copytree(case, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*ASIDE), symlinks=True)
        for name in lines(case / "absent.txt"):
            target = root / name
            shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
    settle(root, case)
    return root


def lines(file: Path) -> list[str]:
    return file.read_text().split() if file.exists() else []


def add_fixed_files(root: Path) -> None:
    """The runtime and the proof script, as every pack has them, from where lint itself reads them."""
    (root / "bin" / "hcp_runtime").mkdir(parents=True)
    for name, data in _runtime.our_runtime().items():
        (root / "bin" / (root.name if name == "launcher" else name)).write_bytes(data)
    (root / "bin" / root.name).chmod(0o755)
    (root / "proof.py").write_bytes(_runtime.our_file("fixed/proof.py"))


def settle(root: Path, case: Path | None) -> None:
    """Draw the tables and write proof.json, as the author would, unless the case is about them."""
    draw(root, {file.name for file in case.iterdir()} | set(lines(case / "absent.txt")) if case else set())


def draw(root: Path, brought: Collection[str] = ()) -> None:
    """Draw the tables and write proof.json, but for what is brought."""
    try:
        pack = files.read(root)
        if "HARNESS.md" not in brought:
            (root / "HARNESS.md").write_text(harness_md.draw(pack, pack.harness))
        if "proof.json" not in brought:
            fixtures = {name: document.value["cases"] for name, document in pack.fixtures.items()}
            (root / "proof.json").write_text(json.dumps(prove.expectations(pack, fixtures), indent=2))
    except (UserError, KeyError, TypeError, AttributeError, OSError):
        # what is too broken to be drawn is what the case is about; lint holds back what follows from it
        (root / "proof.json").exists() or (root / "proof.json").write_text("{}")
