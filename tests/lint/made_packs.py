"""Packs as `hcp-author new` makes them: all kinds, and real programs wrapped; each made once for a whole run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hcp_author.cli.main import run

KINDS = ("channel", "read_only", "control", "sense_only")
# program -> what it is asked for besides
WRAPS: dict[str, tuple[str, ...]] = {"git": (), "notmuch": ("--trigger", "new_item"), "restic": ()}


def make(place: Path) -> dict[str, Path]:
    """Name -> folder of each; a program that is not installed is left out."""
    made = {f"my-{kind.replace('_', '-')}": ("new", kind) for kind in KINDS}
    wraps = {name: more for name, more in WRAPS.items() if shutil.which(name, path="/usr/bin:/bin:/usr/local/bin")}
    calls = {name: (*words, name) for name, words in made.items()}
    calls |= {f"a-{name}": ("new", "channel", f"a-{name}", "--wrap", name, *more) for name, more in wraps.items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(place / "home"))
        for kind in ("CONFIG", "STATE", "CACHE", "DATA"):
            patch.setenv(f"XDG_{kind}_HOME", str(place / kind.lower()))
        patch.chdir(place)
        for name, words in calls.items():
            assert run([*words, "--yes", "--into", str(place / name)]) == 0, name
    return {name: place / name for name in calls}
