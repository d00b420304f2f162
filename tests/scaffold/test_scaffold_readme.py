"""What a generated README tells a host to type is typed, and works."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from own_place import Told


@pytest.mark.parametrize("kind", ["channel", "read_only", "wrap"])
def test_a_hosts_session_can_be_tried(place: Path, new: Callable[..., Told], box: Path, kind: str) -> None:
    words = ["read_only", "things", "--wrap", box] if kind == "wrap" else [kind, "things"]
    assert new(*words, "--yes")[0] == 0
    Path(os.environ["HOME"]).mkdir(exist_ok=True)
    text = Path("things/README.md").read_text()
    _, _, section = text.partition("\n## A host's session\n")
    block = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert block is not None, text
    assert "`hcp-author schema session`" in section
    lines = block[1].splitlines()
    done = subprocess.run(
        ["sh", "-ec", block[1]], cwd="things", env=os.environ, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 2), done.stdout + done.stderr  # doctor warns where nobody logged in
    file = Path(os.environ["HOME"], "things-session.json")
    assert file.stat().st_mode & 0o777 == 0o600
    assert json.loads(file.read_text())["principal"] == "ann"
    audit = next(Path(os.environ["XDG_STATE_HOME"], "hcp", "audit").glob("*.jsonl")).read_text()
    assert '"principal": "ann"' in audit or '"principal":"ann"' in audit
    assert lines[1].startswith("bin/things doctor --session ")


@pytest.mark.parametrize("kind", ["channel", "read_only", "control", "sense_only"])
def test_the_audit_and_streaming_are_told_where_there_are_verbs(
    place: Path, new: Callable[..., Told], kind: str
) -> None:
    assert new(kind, "things", "--yes")[0] == 0
    text = Path("things/README.md").read_text()
    assert ("`~/.local/state/hcp/audit/`" in text) == (kind != "sense_only")
    assert ("`--stream`" in text) == (kind != "sense_only")
    assert ("`hcp-author schema session`" in text) == (kind != "sense_only")
    assert "\n\n\n" not in text
