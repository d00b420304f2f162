"""A place of a test's own, and the command run in it in this process; several rooms' fixtures are made of these."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcp_author.cli.main import run as run_command

Told = tuple[int, str, str]


def settle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *kinds: str) -> Path:
    """An empty folder to stand in, with HOME and these kinds of XDG folders elsewhere."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for kind in kinds:
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    return here


def told(capsys: pytest.CaptureFixture[str], *words: object) -> Told:
    """Run `hcp-author WORDS…`: exit status, standard output, standard error."""
    capsys.readouterr()
    status = run_command([str(word) for word in words])
    said = capsys.readouterr()
    return status, said.out, said.err
