"""Run one peer on one program: its own home, no network, a read-only machine, a limit on time."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from hcp_author.introspect import resolve, sandbox
from hcp_author.introspect.resolve import Found
from peers.install import Installed

GONE = ("/run", "/var/tmp", "/mnt", "/media", "/var/spool")
Tree = dict[str, Any]


def sandboxed(argv: list[str], scratch: str, found: Found, extra: dict[str, str], shown: Path) -> list[str]:
    """The bwrap argv of a peer. It sees the machine read-only, less credentials and sockets; `/tmp` is its own."""
    around = [sandbox.BUBBLEWRAP, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    around += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for place in GONE:
        around += ["--tmpfs", place] if os.path.isdir(place) and not os.path.islink(place) else []
    for place in [os.path.join(home, name) for home in sandbox.homes() for name in sandbox.SECRET]:
        if os.path.lexists(place):
            around += ["--tmpfs", place] if os.path.isdir(place) else ["--ro-bind", os.devnull, place]
    around += ["--bind", scratch, sandbox.INSIDE]
    needed = [
        str(shown),
        str(Path(__file__).resolve().parent),
        os.path.dirname(found.path),
        os.path.dirname(found.real),
    ]
    for place in needed:
        around += ["--ro-bind", place, place] if place.startswith(sandbox.INSIDE + "/") else []
    around += ["--chdir", f"{sandbox.INSIDE}/work", "--clearenv"]
    settings = {**sandbox.environment(sandbox.INSIDE, found), "PYTHONDONTWRITEBYTECODE": "1", **extra}
    settings["PATH"] = os.path.dirname(found.path) + os.pathsep + settings["PATH"]
    for name, value in settings.items():
        around += ["--setenv", name, value]
    return [*around, "--", *argv]


def tree_of(
    score: ModuleType, peer: Installed, path: Path, text: str | None, seconds: float, folder: Path
) -> tuple[Tree | None, float, str]:
    """What a peer makes of a program, its seconds, and why there is nothing. `text`: the help it is given."""
    found = resolve.find(str(path))
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="peer-"))
    try:
        for name in ("home", "work", "tmp"):
            os.mkdir(os.path.join(scratch, name))
        argv = [*peer.argv, found.name]
        if text is not None:
            Path(scratch, "help.txt").write_text(text, "utf-8")
            argv.append(f"{sandbox.INSIDE}/help.txt")
        extra = {"PEER_SCRIPT": peer.script, "PEER_SECONDS": str(seconds), "PEER_BEGAN": str(time.time())}
        around = sandboxed(argv, scratch, found, extra, folder)
        status, out, err, spent = score.run(around, seconds)
        tree, why = read(status, out, err)
        return tree, spent, why
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def read(status: int | None, out: bytes, err: bytes) -> tuple[Tree | None, str]:
    """The tree in the last line of an adapter's output, or why there is none."""
    lines = out.decode("utf-8", "replace").strip().split("\n")
    try:
        document = json.loads(lines[-1])
    except ValueError:
        document = None
    if isinstance(document, dict) and "root" in document:
        return document, ""
    why = "no answer in time" if status is None else err.decode("utf-8", "replace").strip().split("\n")[-1][-160:]
    return None, why or "nothing"


def help_text(score: ModuleType, path: Path, seconds: float, folder: Path) -> str:
    """The help of the program itself, as the peers that run nothing are given it."""
    best = ""
    for form in ("--help", "-h", "help"):
        scratch = os.path.realpath(tempfile.mkdtemp(prefix="peer-"))
        try:
            for name in ("home", "work", "tmp"):
                os.mkdir(os.path.join(scratch, name))
            found = resolve.find(str(path))
            _, out, err, _ = score.run(sandboxed([found.path, form], scratch, found, {}, folder), seconds)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        best = max(best, *(raw[: 1 << 20].decode("utf-8", "replace") for raw in (out, err)), key=len)
        if best.count("\n") > 3:
            break
    return best
