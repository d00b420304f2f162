"""Lays out real packs in temporary folders: launcher, a copy of the runtime, and the test's own declarations."""

from __future__ import annotations

import json
import py_compile
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import ECHO, SOURCE, PackFolder, Tool, closed, program, row, verb


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for compiled files that all tests share."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The runtime and its compiled files, to be copied: compiling it anew in every test would take a minute."""
    folder = tmp_path_factory.mktemp("runtime") / "hcp_runtime"
    shutil.copytree(SOURCE / "runtime", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for source in folder.glob("*.py"):
        py_compile.compile(str(source), cfile=str(folder / "pyc" / f"{source.stem}.{sys.implementation.cache_tag}.pyc"))
    return folder


@pytest.fixture
def new_pack(tmp_path: Path, cache: Path, compiled: Path) -> Callable[..., PackFolder]:
    """Make a pack: `new_pack(surface, policy, files, name="mail")`."""

    def make(surface: dict[str, Any], policy: dict[str, Any], files: Any = None, name: str = "mail") -> PackFolder:
        root, home = tmp_path / "packs" / name, tmp_path / "home"
        home.mkdir(exist_ok=True)
        (root / "bin").mkdir(parents=True)
        shutil.copy(SOURCE / "fixed" / "launcher.py", root / "bin" / name)
        shutil.copytree(compiled, root / "bin" / "hcp_runtime", ignore=shutil.ignore_patterns("pyc"))
        prefix = cache / "hcp" / "pycache" / str(root.resolve()).lstrip("/")
        shutil.copytree(compiled / "pyc", prefix / "bin" / "hcp_runtime")
        (root / "surface.json").write_text(json.dumps({"hcp": "1", "pack_id": name, **surface}, indent=2))
        (root / "policy.json").write_text(json.dumps({"pack_id": name, **policy}, indent=2))
        for path, text in (files or {}).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return PackFolder(root, home, cache)

    return make


@pytest.fixture
def echo(tmp_path: Path, new_pack: Callable[..., PackFolder]) -> PackFolder:
    """A pack over a program that prints what it was given, and notes in the file `ran` that it was started."""
    path = program(tmp_path / "tool" / "echo", ECHO)
    text, texts = {"type": "string"}, {"type": "array", "items": {"type": "string"}}
    verbs = [
        verb("show", ["show", {"positional": "ref"}], ["ref"], ref_=text),
        verb(
            "note",
            ["note", {"option": "--text", "arg": "text"}, {"option": "--offset", "arg": "offset"}],
            text=text,
            offset={"type": "integer"},
        ),
        verb("add", ["add", "--", {"positional": "paths", "each": True}], ["paths"], paths_=texts),
        verb(
            "flags",
            [
                {"flag": "--all", "arg": "all"},
                {"option": "-n", "arg": "n"},
                {"option": "-m", "arg": "m", "join": "none"},
                {"option": "--tag", "arg": "tags"},
                {"positional": "plus", "prefix": "+", "each": True},
            ],
            all={"type": "boolean"},
            n={"type": "integer"},
            m=text,
            tags=texts,
            plus=texts,
        ),
        verb("dashed", [{"positional": "ref", "dash": "ok"}], ["ref"], ref_=text),
        verb("feed", ["feed"], body=text, exec={"stdin": "body", "env": {"FIXED": "yes"}}),
        verb("wipe", ["wipe"]),
        verb("open-write", ["open"]),
        verb("look", ["look", {"positional": "path"}], ["path"], path={"type": "string", "format": "path"}),
        verb("shared", ["shared"]),
        {"verb_key": "doctor", "summary": "Tell whether this pack can work here.", "builtin": True},
    ]
    surface = {
        "kind": "channel",
        "summary": "Echo what it is given.",
        "binding": {
            "default": "user",
            "modes": ["user", "public", "local", "mock"],
            "probe": ["probe"],
            "settings": ["ACME_REGION"],
            "secrets": [],
        },
        "wrap": {"bin": "echo", "paths": [path]},
        "verbs": verbs,
    }
    rows = {one["verb_key"]: row() for one in verbs}
    rows |= {"wipe": row("write", confirm=True), "open-write": row("write", confirm=False)}
    rows |= {"look": row(land="local"), "shared": row(land="brain")}
    fixtures = {"fixtures/show.json": json.dumps({"cases": [{"args": {"ref": "a"}, "data": [{"id": 1}]}]})}
    fixtures |= {"fixtures/wipe.json": json.dumps({"cases": [{"args": {}, "data": "wiped"}]})}
    return new_pack(surface, {"verbs": rows}, fixtures, name="echo")


@pytest.fixture
def tool(tmp_path: Path, new_pack: Any) -> Iterator[Tool]:
    """A pack with the one verb `go` over a program of the test's own."""

    def make(text: str, mode: str = "public", verb: Any = None, **exec_: Any) -> PackFolder:
        path = program(tmp_path / "tool" / "tool", text)
        go = {"verb_key": "go", "summary": "Go.", "args": closed(), "exec": {"argv": [], **exec_}, **(verb or {})}
        binding = {"default": mode, "modes": [mode], "settings": ["ACME_REGION"]}
        surface = {"kind": "read_only", "summary": "Go.", "binding": binding, "wrap": {"bin": "tool", "paths": [path]}}
        pack: PackFolder = new_pack({**surface, "verbs": [go]}, {"verbs": {"go": row()}}, name="tool")
        return pack

    yield make
    for line in subprocess.run(
        ["ps", "-eo", "pid,args"], capture_output=True, text=True, check=False
    ).stdout.splitlines():
        assert str(tmp_path) not in line, f"left running: {line}"
