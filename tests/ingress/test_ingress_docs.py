"""SENSE.md: its examples work as they are typed, against a real `listen`."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hcp_author.ingress import map_form
from hcp_author.pack import shape

PAGE = (Path(__file__).parents[2] / "SENSE.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
LISTEN = "hcp-author sense listen mail\n"
TYPED = ["Signed requests", "GitHub", "Payments", "Mail push", "A folder"]


def blocks(text: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)


@pytest.fixture
def typed(tmp_path: Path) -> Any:
    """Run what is typed in a shell whose `hcp-author` is this checkout's."""
    program = tmp_path / "bin" / "hcp-author"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hcp_author "$@"\n')
    program.chmod(0o755)
    home = tmp_path / "home"
    home.mkdir()
    env = {"HOME": str(home), "PATH": f"{program.parent}:/usr/bin:/bin"}

    def run(text: str, **more: Any) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        argv = ["bash", "-euc", text]
        return subprocess.Popen(argv, cwd=tmp_path, env=env, stdout=pipe, stderr=pipe, text=True, **more)

    return run


def done(child: subprocess.Popen[str]) -> str:
    out, err = child.communicate(timeout=60)
    assert child.returncode == 0, out + err
    return out


@pytest.mark.whole
@pytest.mark.parametrize("name", TYPED)
def test_what_is_typed_is_recorded(typed: Any, name: str) -> None:
    for tool in ("curl", "openssl"):
        if name != "A folder" and shutil.which(tool, path="/usr/bin:/bin") is None:
            pytest.skip(f"{tool} is not installed")
    first, second = blocks(SECTIONS[name])[0].split(LISTEN)
    done(typed(blocks(PAGE)[0] + first))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    listener = typed(f"exec hcp-author sense listen mail --port {port}")
    try:
        assert listener.stderr.readline()  # it listens
        told = done(typed(second.replace("8808", str(port))))
        assert json.loads(listener.stdout.readline())["recorded"] is True
        assert not told or json.loads(told) == {"route": "inbox", "recorded": True, "reason": ""}
    finally:
        os.kill(listener.pid, signal.SIGINT)
        _, err = listener.communicate(timeout=60)
    assert listener.returncode == 130
    assert err == "interrupted\n"


def test_each_key_of_a_map_is_told() -> None:
    told = set(re.findall(r"^\| `([a-z.\[\]]+)` \|", SECTIONS["A map of your own"], re.M))
    signature = {f"signature.{key}" for key in [*map_form._SIGNED, "token"]}
    rules = {f"rules[].{key}" for key in map_form._RULE}
    assert told == (map_form._TOP - {"signature"}) | signature | rules
    assert set(shape.load("sense-map")["properties"]) == map_form._TOP


def test_the_page_is_short() -> None:
    assert len(PAGE.splitlines()) <= 180
