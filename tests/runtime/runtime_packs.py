"""A real pack on disk and the two ways to call it; small programs and declarations for the tests of this room."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import hcp_author

SOURCE = Path(hcp_author.__file__).parent
EMPTY: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}


def closed(**properties: Any) -> dict[str, Any]:
    """A closed args schema; a property named with a trailing `_` is required."""
    required = [name[:-1] for name in properties if name.endswith("_")]
    named = {name.rstrip("_"): schema for name, schema in properties.items()}
    return {"type": "object", "properties": named, "required": required, "additionalProperties": False}


def row(operation: str = "read", land: str = "personal", **more: Any) -> dict[str, Any]:
    return {"operation": operation, "privacy": {"land": land}, **more}


def program(path: Path, text: str) -> str:
    """Write a small program for a test; a body without `#!` is python."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text if text.startswith("#!") else f"#!{sys.executable} -I\n{text}")
    path.chmod(stat.S_IRWXU)
    return str(path)


class PackFolder:
    """A pack on disk with a home of its own, and the two faces to call it by."""

    def __init__(self, root: Path, home: Path, cache: Path) -> None:
        self.root = root
        self.home = home
        self.name = root.name
        self.python = sys.executable
        self.env = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "XDG_CACHE_HOME": str(cache)}

    @property
    def words(self) -> list[str]:
        return [self.python, str(self.root / "bin" / self.name)]

    def run(self, *argv: str, stdin: str | bytes = b"", env: Mapping[str, str] | None = None, **more: Any) -> Any:
        more.setdefault("cwd", self.home)
        body = stdin.encode() if isinstance(stdin, str) else stdin
        environ = {**self.env, **(env or {})}
        done = subprocess.run([*self.words, *argv], input=body, capture_output=True, env=environ, timeout=60, **more)
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    def json(self, *argv: str, **more: Any) -> dict[str, Any]:
        done = self.run("--json", *argv, **more)
        assert done.stderr == "", done.stderr
        return {**json.loads(done.stdout), "exit": done.returncode}

    def envelope(self, verb_key: str, args: Any = None, *argv: str, **fields: Any) -> dict[str, Any]:
        more = {name: fields.pop(name) for name in ("env", "cwd") if name in fields}
        asked = {"pack_id": self.name, "verb_key": verb_key, "args": {} if args is None else args, **fields}
        done = self.run("--envelope", "-", *argv, stdin=json.dumps(asked), **more)
        assert done.stderr == "", done.stderr
        return {**json.loads(done.stdout), "exit": done.returncode}

    def configure(self, **facts: Any) -> Path:
        """What the user links: program, settings, helper."""
        path = self.home / ".config" / "hcp" / "packs" / f"{self.name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({os.path.realpath(self.root): facts}))
        path.chmod(0o600)
        return path

    def session(self, **facts: Any) -> str:
        path = self.home / "session.json"
        path.write_text(json.dumps({"format": "session/1", "principal": "alice", "grants": ["execute"], **facts}))
        path.chmod(0o600)
        return str(path)

    def change(self, name: str, edit: Callable[[Any], Any]) -> None:
        value = json.loads((self.root / name).read_text())
        edit(value)
        (self.root / name).write_text(json.dumps(value, indent=2))


ECHO = """
import json, os, sys
open(os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "ran"), "a").write("x")
print(json.dumps({"argv": sys.argv[1:], "cwd": os.getcwd(), "env": dict(os.environ), "stdin": sys.stdin.read()}))
"""


def verb(key: str, argv: list[Any], positionals: list[str] | None = None, **properties: Any) -> dict[str, Any]:
    exec_ = {"argv": argv, "output": "json", **properties.pop("exec", {})}
    return {
        "verb_key": key,
        "summary": f"Do {key}.",
        "positionals": positionals or [],
        "args": closed(**properties),
        "exec": exec_,
    }


def started(pack: PackFolder) -> int:
    """How often the echo program was started (the probe counts too)."""
    ran = pack.root.parent.parent / "tool" / "ran"
    return len(ran.read_text()) if ran.exists() else 0


Tool = Callable[..., PackFolder]
