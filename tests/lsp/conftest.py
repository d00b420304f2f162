"""A whole generated pack, made once, and a copy for who changes it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def mail(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pack, for those who change nothing on the disk."""
    folder = tmp_path_factory.mktemp("lsp")
    command = [sys.executable, "-m", "hcp_author", "new", "channel", "mail", "--yes", "--into", str(folder / "mail")]
    subprocess.run(command, check=True, capture_output=True, cwd=folder)
    return folder / "mail"


@pytest.fixture
def copies(mail: Path, tmp_path: Path) -> Path:
    """A workspace with two packs, and a folder of no pack."""
    for name in ("one/mail", "two/mail"):
        shutil.copytree(mail, tmp_path / name)
    (tmp_path / "docs").mkdir()
    return tmp_path
