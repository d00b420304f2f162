"""What a program's answer depends on besides its own file, told cheaply: by sizes and times, nothing is run."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from hcp_author import __version__
from hcp_author.introspect import resolve
from hcp_author.introspect.resolve import Found

# one of them changes whenever the system installs, upgrades or removes a package
_SYSTEM = (
    "/var/lib/dpkg/status",
    "/var/lib/rpm",
    "/usr/lib/sysimage/rpm",
    "/lib/apk/db/installed",
    "/var/lib/pacman/local",
    "/nix/var/nix/profiles",
)
# where a prefix keeps the packages, manuals and completions of its programs: their folders change with every install
_SHARED = (
    "lib/python3*/site-packages",
    "lib/python3*/dist-packages",
    "lib/python3/dist-packages",
    "lib/node_modules",
    "lib/ruby/gems/*/specifications",
    "share/man/man1",
    "share/man/man8",
    "share/bash-completion/completions",
    "share/zsh/site-functions",
    "share/fish/vendor_completions.d",
)
# what tells that a folder is the root of a project, whose sources may be edited in place
_PROJECT = ("package.json", "pyproject.toml", "setup.py", "setup.cfg", "Gemfile", "composer.json", "deno.json")
_SOURCES = (".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".pm", ".php", ".sh", ".json", ".toml", ".lua", ".tcl")
_SKIPPED = frozenset((".git", "node_modules", "__pycache__", ".venv", "venv", "dist-packages", ".tox", ".mypy_cache"))
MAX_FILES = 3000
MAX_BESIDE = 100


def state(found: Found) -> dict[str, Any]:
    """What must be the same for an earlier answer to stand: the program, what runs it, what lies around it, and us."""
    scripts = [path for file in (found.path, found.real) for path in resolve.interpreter(file)]
    places = [found.path, found.real, *scripts, *_folders(found), *_SYSTEM]
    if scripts:
        places += _project(found)
    marks = [mark for place in dict.fromkeys(places) if (mark := _mark(place)) is not None]
    return {
        "path": found.path,
        "real": found.real,
        "sha256": found.sha256,
        "around": hashlib.sha256(repr(marks).encode()).hexdigest(),
        "hcp_author": f"{__version__} {_ours()}",
    }


def _mark(place: str) -> tuple[str, int, int] | None:
    """A place with its size and time; None where there is nothing."""
    try:
        status = os.stat(place)
    except OSError:
        return None
    return place, status.st_size, status.st_mtime_ns


def _folders(found: Found) -> Iterator[str]:
    """The folders that the program lies in, what lies beside it, and the shared folders of its prefixes."""
    for folder in dict.fromkeys((os.path.dirname(found.path), os.path.dirname(found.real))):
        yield folder
        yield from _beside(folder)
        prefix = os.path.dirname(folder)
        for pattern in _SHARED:
            yield from sorted(glob.glob(os.path.join(glob.escape(prefix), pattern)))
        yield from _editable(prefix)
    modules = found.real.split("/node_modules/")[0]
    if modules != found.real:
        yield f"{modules}/node_modules"
        yield f"{modules}/node_modules/.package-lock.json"


def _beside(folder: str) -> list[str]:
    """The files of a small folder: a script may read them."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    return sorted(os.path.join(folder, name) for name in names) if len(names) <= MAX_BESIDE else []


def _editable(prefix: str) -> Iterator[str]:
    """The sources of Python packages that are installed as a link to a folder where somebody works on them."""
    for file in sorted(glob.glob(os.path.join(glob.escape(prefix), "lib/python3*/site-packages/*.pth"))):
        try:
            with open(file, encoding="utf-8", errors="replace") as stream:
                lines = stream.read(10_000).split("\n")
        except OSError:
            continue
        for line in lines:
            if os.path.isabs(line.strip()) and os.path.isdir(line.strip()):
                yield from _sources(line.strip())


def _project(found: Found) -> list[str]:
    """The sources of the project that a script lies in, up to MAX_FILES."""
    folder = os.path.dirname(found.real)
    for _ in range(6):
        if folder in ("/", os.path.expanduser("~")):
            return []
        if any(os.path.isfile(os.path.join(folder, name)) for name in _PROJECT):
            return list(_sources(folder))
        folder = os.path.dirname(folder)
    return []


def _sources(root: str) -> Iterator[str]:
    """The source files below a folder, in order, up to MAX_FILES."""
    taken = 0
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if name not in _SKIPPED)
        for name in sorted(names):
            if name.endswith(_SOURCES):
                yield os.path.join(folder, name)
                taken += 1
                if taken >= MAX_FILES:
                    return


@cache
def _ours() -> str:
    """Our own readers, by size and time: one that is worked on reads anew."""
    marks = [_mark(file) for file in _sources(os.path.dirname(__file__))]
    return hashlib.sha256(repr(marks).encode()).hexdigest()[:16]
