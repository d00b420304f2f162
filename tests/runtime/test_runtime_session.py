"""Who calls: a session that the host keeps safe, or the system's user; never the environment or the envelope."""

from __future__ import annotations

import json
import os
import pwd
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, started
from test_runtime_audit import lines as audited


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"format": "session/2"}, '`format`: expected the string "session/1", got the string "session/2"'),
        ({"role": "admin"}, "`role` is not a key of it"),
        ({"principal": ""}, "`principal` must be a name"),
        ({"operator": 1}, "`operator`: expected true or false, got the integer 1"),
        ({"principal": "a\nb"}, "`principal` must be a name"),
        ({"grants": "execute"}, '`grants`: expected an array, got the string "execute"'),
        ({"workspace": "relative"}, "`workspace` must be the absolute path of a folder that is there"),
    ],
)
def test_sessions_that_cannot_be_used(echo: PackFolder, facts: dict[str, Any], why: str) -> None:
    answer = echo.json("show", "a", "--session", echo.session(**facts))
    assert answer["error"]["message"] == f"the session cannot be used: {why}"
    assert (answer["error"]["code"], answer["exit"], started(echo)) == ("bad_session", 77, 0)


def test_a_session_others_may_write_or_read(echo: PackFolder) -> None:
    path = echo.session()
    os.chmod(path, 0o640)
    assert echo.json("show", "a", "--session", path)["error"]["message"].endswith(
        "it is not closed to others; chmod 600 it"
    )
    answer = echo.json("show", "a", "--session", str(echo.home / "none.json"))
    assert answer["error"]["message"] == "the session cannot be used: No such file or directory"
    inside = echo.session(workspace=str(echo.home))
    assert "it lies in the workspace" in echo.json("show", "a", "--session", inside)["error"]["message"]


def test_a_session_in_the_workspace_that_a_call_would_use(echo: PackFolder, tmp_path: Path) -> None:
    session = echo.session()
    for argv in ([], ["--workspace", str(echo.home)]):
        answer = echo.json("look", "x", "--session", session, *argv, cwd=echo.home if not argv else tmp_path)
        assert (answer["error"]["code"], answer["exit"], started(echo)) == ("bad_session", 77, 0)
    (tmp_path / "ws").mkdir()
    assert echo.json("look", "x", "--session", session, "--workspace", str(tmp_path / "ws"))["ok"]


def test_a_session_by_descriptor(echo: PackFolder) -> None:
    read, write = os.pipe()
    os.write(write, json.dumps({"format": "session/1", "principal": "bob", "grants": []}).encode())
    os.close(write)
    done = echo.run("show", "a", "--json", "--session", f"fd:{read}", pass_fds=[read])
    os.close(read)
    assert json.loads(done.stdout)["error"]["message"] == "`bob` has no `execute` grant for `echo`"
    assert echo.json("show", "a", "--session", "fd:x")["error"]["code"] == "bad_session"
    assert echo.json("show", "a", "--session", "fd:77")["error"]["code"] == "bad_session"


def test_the_environment_names_no_principal(echo: PackFolder) -> None:
    told = {"USER": "root2", "LOGNAME": "root2", "HCP_PRINCIPAL": "root2", "HCP_PROJECT_ID": "p2", "HCP_PROJECT": "p2"}
    told["HCP_SESSION"] = echo.session(principal="root2")
    assert echo.json("show", "a", env=told)["ok"]
    noted = audited(echo)[0]
    assert (noted["principal"], noted["project"]) == (pwd.getpwuid(os.getuid()).pw_name, None)
