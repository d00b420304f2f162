"""A probe is believed for what it was asked of and no longer; a secret that no child can be handed is none."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, program, started
from test_runtime_hub import helper, leaky

__all__ = ["leaky"]  # a fixture of that module's


def asked(echo: PackFolder, *words: str, **more: Any) -> bool:
    """Whether a call asked the probe, besides running its verb."""
    before = started(echo)
    assert echo.json(*(words or ("show", "a")), **more)["ok"]
    return started(echo) - before == 2


def test_a_probe_of_one_mode_is_none_of_another(echo: PackFolder) -> None:
    calls = [(), ("show", "a", "--binding", "local")] * 2
    assert [asked(echo, *words) for words in calls] == [True, True, False, False]


CHANGES: dict[str, Callable[[PackFolder, Path], object]] = {
    "the settings": lambda echo, _: echo.configure(settings={"ACME_REGION": "north"}),
    "the program": lambda _, tool: os.utime(tool, ns=(1, 1)),
    "the probe": lambda echo, _: echo.change("surface.json", lambda one: one["binding"].update(probe=["whoami"])),
    "the home": lambda echo, _: echo.env.update(HOME=str(echo.home), XDG_STATE_HOME=str(echo.home / ".local/state")),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_probe_is_asked_anew_where_what_it_depends_on_changed(echo: PackFolder, tmp_path: Path, what: str) -> None:
    assert [asked(echo), asked(echo)] == [True, False]
    CHANGES[what](echo, tmp_path / "tool" / "echo")
    if what == "the home":  # the state stays, so that the note is there still
        (echo.home / "other").mkdir()
        echo.env["HOME"] = str(echo.home / "other")
    assert [asked(echo), asked(echo)] == [True, False]


def test_a_probe_in_a_workspace_is_asked_at_every_call(echo: PackFolder, tmp_path: Path) -> None:
    # the folder itself may say whose login counts there
    (tmp_path / "ws").mkdir()
    assert [asked(echo, "look", "x", cwd=tmp_path / "ws") for _ in range(3)] == [True] * 3


def test_a_probe_from_the_future_is_not_believed(echo: PackFolder) -> None:
    assert asked(echo)
    (note,) = (echo.home / ".local/state/hcp/probe").iterdir()
    later = time.time() + 3600  # as after a clock that was set back
    os.utime(note, (later, later))
    assert [asked(echo), asked(echo)] == [True, False]


def test_a_probe_that_fails_takes_back_what_was_believed(echo: PackFolder, tmp_path: Path) -> None:
    assert asked(echo)
    tool = tmp_path / "tool" / "echo"
    facts, good = tool.stat(), tool.read_text()
    program(tool, "#!/bin/sh\nexit 7\n")
    os.utime(tool, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert echo.json("doctor")["exit"] == 1
    program(tool, good)
    os.utime(tool, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert asked(echo)


@pytest.mark.parametrize(
    "secret", ["", "   ", "\t\n", "a\0b", "() { :; }; echo", "()", "\ud800", "a\udfffb", None, True, 5, ["x"], {}]
)
def test_a_secret_that_no_child_can_be_handed_is_none(leaky: PackFolder, secret: Any) -> None:
    helper(leaky, f"#!/bin/sh\ncat <<'END'\n{json.dumps({'ACME_TOKEN': secret})}\nEND\n")
    for answer in (leaky.json("go"), leaky.envelope("go")):
        assert (answer["error"]["code"], answer["exit"]) == ("mint_failed", 77)
    known = ("must give ACME_TOKEN, and nothing else", "gave no answer that can be read")
    assert answer["error"]["message"].endswith(known)
