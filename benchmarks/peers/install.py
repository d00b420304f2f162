"""Install a peer as a user would, into a folder of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from peers.shelf import Peer

INSIDE = Path(__file__).resolve().parent / "inside"


@dataclass(frozen=True)
class Installed:
    """How to run a peer's adapter: the argv before the program's name, the file that it is about, its version."""

    argv: list[str]
    script: str
    version: str


def install(peer: Peer, folder: Path) -> Installed:
    """Install a peer once (a mark in the folder says so). Raises subprocess.CalledProcessError, OSError."""
    place = folder / "installed" / peer.name
    step = {"pip": _pip, "npm": _npm, "apt": _apt}[peer.kind]
    mark = place / ".version"
    if not mark.exists():
        place.mkdir(parents=True, exist_ok=True)
        mark.write_text(step(peer, place), "utf-8")
    adapter = str(INSIDE / peer.script)
    runner = {
        "pip": str(place / "bin" / "python"),
        "npm": "node",
        "apt": shutil.which("python3", path="/usr/bin:/bin") or "python3",
    }[peer.kind]
    return Installed([runner, adapter], str(place / peer.entry), mark.read_text("utf-8"))


def _run(argv: list[str], cwd: Path) -> str:
    return subprocess.run(argv, cwd=cwd, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout


def _pip(peer: Peer, place: Path) -> str:
    """A virtual environment with the package and what it needs."""
    _run([sys.executable, "-m", "venv", str(place)], place)
    pip = [str(place / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    _run([*pip, "install", "--quiet", *peer.packages], place)
    rows = json.loads(_run([*pip, "list", "--format", "json"], place))
    return next(str(row["version"]) for row in rows if row["name"].replace("_", "-").lower() == peer.packages[0])


def _npm(peer: Peer, place: Path) -> str:
    """A prefix with the package; install scripts do not run."""
    _run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", *peer.packages], place)
    package = place / "node_modules" / peer.packages[0] / "package.json"
    return str(json.loads(package.read_text("utf-8"))["version"])


def _apt(peer: Peer, place: Path) -> str:
    """The Debian package, unpacked and not installed."""
    _run(["apt-get", "download", *peer.packages], place)
    for package in sorted(place.glob("*.deb")):
        _run(["dpkg", "-x", str(package), str(place)], place)
        version = _run(["dpkg-deb", "-f", str(package), "Version"], place).strip()
        os.unlink(package)
    return version
