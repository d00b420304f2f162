"""Which file a program's name means: looked up once, absolutely, never in the folder we stand in."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass

from hcp_author.errors import UserError

_SHEBANG_LIMIT = 512


@dataclass(frozen=True)
class Found:
    """A program's plain name, its absolute path as found, the file behind the links, and that file's sha256."""

    name: str
    path: str
    real: str
    sha256: str


def find(program: str) -> Found:
    """Resolve a name through PATH, or a path against the current folder.

    Raises UserError (status 2) that tells where was looked: not there, a folder, not executable.
    """
    if not program or "\0" in program:
        raise UserError(f"`{program}` is no program's name", "hcp-author introspect PROGRAM")
    path = _whole(program) if "/" in program or program in (".", "..") else _on_path(program)
    _check(path, program)
    real = os.path.realpath(path)
    return Found(os.path.basename(path), path, real, _digest(real))


def on_path(name: str) -> str | None:
    """The absolute file that `name` means on the caller's PATH, or None; empty and relative entries are skipped."""
    for folder in path_folders():
        candidate = os.path.join(folder, name)
        if os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    return None


def path_folders() -> list[str]:
    """The absolute folders of the caller's PATH, in order, each once."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return list(dict.fromkeys(folder for folder in folders if os.path.isabs(folder)))


def interpreter(path: str) -> list[str]:
    """The files that a script's `#!` line names: the interpreter, and what `env` would look up. Empty for no script."""
    found = [on_path(word) if "/" not in word else word for word in _named(path)]
    return [file for file in found if file is not None and os.path.isabs(file)]


def _named(path: str) -> list[str]:
    """The interpreter that a script's `#!` line names, and the program that it gives to `env`; empty for no script."""
    try:
        with open(path, "rb") as file:
            head = file.read(_SHEBANG_LIMIT)
    except OSError:
        return []
    if not head.startswith(b"#!"):
        return []
    words = head[2:].split(b"\n", 1)[0].decode("utf-8", "replace").split()
    if words and os.path.basename(words[0]) == "env":
        return words[:1] + [w for w in words[1:] if not w.startswith("-") and "=" not in w][:1]
    return words[:1]


def _whole(program: str) -> str:
    """The absolute path of a path as it was given."""
    try:
        return os.path.abspath(os.path.expanduser(program))
    except FileNotFoundError:
        raise UserError(
            f"`{program}` cannot be looked up: the folder that you stand in is no longer there",
            "go to a folder that is there, or give an absolute path",
        ) from None


def _on_path(name: str) -> str:
    found = on_path(name)
    if found is None:
        near = f"./{name}" if os.path.isfile(name) else "give its absolute path"
        looked = ", ".join(path_folders()) or "nowhere: PATH has no absolute folder"
        raise UserError(f"`{name}` is not on PATH (looked in {looked})", near)
    return found


def _check(path: str, given: str) -> None:
    """Refuse what cannot be run, each with its own reason."""
    try:
        status = os.stat(path)
    except OSError as error:
        looked = "" if given == path else f" (looked at {path})"
        raise UserError(
            f"`{given}` cannot be read: {error.strerror}{looked}", "give a program's path, or its name if it is on PATH"
        ) from None
    if stat.S_ISDIR(status.st_mode):
        raise UserError(f"`{path}` is a folder, not a program", "give the program's own file")
    if not stat.S_ISREG(status.st_mode):
        raise UserError(f"`{path}` is no regular file", "give the program's own file")
    if not os.access(path, os.X_OK):
        raise UserError(f"`{path}` is not executable", f"chmod +x {path}")
    if not status.st_size:
        raise UserError(f"`{path}` is an empty file, not a program", "give the program's own file")
    for word in _named(path):
        there = os.path.exists(word) if "/" in word else on_path(word)
        if not there:
            raise UserError(f"`{path}` cannot be run: `{word}`, which its first line names, is not there", "install it")


def _digest(path: str) -> str:
    """The sha256 of a file in hex, or "" where it may be run but not read."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    except OSError:
        return ""
    return digest.hexdigest()
