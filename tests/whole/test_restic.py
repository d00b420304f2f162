"""restic over a real repository: its place by a setting, its password by a credential helper."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.whole

PASSWORD = "a made-up phrase"
HELPER = f"""\
#!/usr/bin/env python3
import json, sys
names = json.load(sys.stdin)["secrets"]
print(json.dumps({{name: {PASSWORD!r} for name in names}}))
"""


@pytest.fixture
def backup(run: Any, new: Callable[..., Path], program: Callable[[str], str], home: Path, tmp_path: Path) -> Path:
    restic = program("restic")
    environment = {"RESTIC_REPOSITORY": str(tmp_path / "repository"), "RESTIC_PASSWORD": PASSWORD}
    run(restic, "init", **environment)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "letter.txt").write_text("Dear Ada\n")
    run(restic, "backup", tmp_path / "data", **environment)
    helper = home / "secret"
    helper.write_text(HELPER)
    helper.chmod(0o700)
    pack = new("channel", "backup", "--wrap", "restic")
    face = pack / "bin" / "backup"
    run(face, "--link", f"RESTIC_REPOSITORY={tmp_path / 'repository'}", "--confirm")
    run(face, "--link", f"helper={helper}", "--confirm")
    return pack


def test_the_pack_lints_clean_and_proves_itself(run: Any, backup: Path) -> None:
    run("hcp-author", "lint", "--strict", backup)
    assert "not ok" not in run("python3", backup / "proof.py").stdout
    assert PASSWORD not in "".join(
        file.read_text() for file in backup.rglob("*.*") if file.is_file() and file.suffix != ".pyc"
    )


def test_snapshots_are_read_through_both_faces(both_faces: Any, backup: Path) -> None:
    face = backup / "bin" / "backup"
    snapshots = both_faces(face, "snapshots", [], {})["data"]
    assert len(snapshots) == 1
    listed = both_faces(face, "list", ["snapshots"], {"choice": "snapshots"})
    assert snapshots[0]["id"] in listed["data"]["text"]
    listing = both_faces(face, "ls", ["latest"], {"snapshot_id": "latest"})
    assert "letter.txt" in json.dumps(listing["data"])


def test_a_backup_is_refused_without_confirm_and_done_with_it(run: Any, backup: Path, tmp_path: Path) -> None:
    face = backup / "bin" / "backup"
    refused = run(face, "backup", tmp_path / "data", status=77)
    assert "confirm required" in refused.stderr
    assert len(json.loads(run(face, "snapshots", "--json").stdout)["data"]) == 1
    run(face, "backup", tmp_path / "data", "--confirm")
    assert len(json.loads(run(face, "snapshots", "--json").stdout)["data"]) == 2


def test_without_the_helper_nothing_runs(run: Any, backup: Path, home: Path) -> None:
    (home / "secret").unlink()
    refused = run(backup / "bin" / "backup", "snapshots", "--json", status=77, RESTIC_PASSWORD=PASSWORD)
    assert json.loads(refused.stdout)["error"]["code"] == "mint_failed"
