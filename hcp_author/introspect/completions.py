"""Completion files that lie beside a program: found by its name in its own prefix or package, read as files."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator

from hcp_author.introspect.manpages import prefixes
from hcp_author.introspect.resolve import Found

MAX_BYTES = 1 << 20
MAX_FOLDERS, MAX_DEPTH = 400, 4
MAX_FILES = 12
# below a prefix: the folders that the three shells' packages agree on; zsh's and fish's tell most
_PLACES = (
    "share/zsh/site-functions",
    "share/zsh/vendor-completions",
    "share/fish/vendor_completions.d",
    "share/fish/completions",
    "share/bash-completion/completions",
    "etc/bash_completion.d",
)
_OWN = ("completions", "completion", "complete", "autocomplete", "contrib/completion", "contrib/completions")
_ENDS = ("", ".bash", ".sh", ".zsh", ".fish", ".bash-completion", ".bash_completion")
_TAILS = ("", "-completion", "_completion", "-completions", "_completions", "-autocomplete", ".completion")
_SHARED = frozenset(("bin", "sbin", "games", "libexec"))
_IMPORTED = re.compile(r"^from ([A-Za-z_]\w*)[\w.]* import ", re.MULTILINE)
_NOT_IN = frozenset(("node_modules", "test", "tests", "__pycache__", "doc", "docs"))


def beside(found: Found, package: str = "") -> list[str]:
    """The completion files of a program, best first, at most MAX_FILES; `package` is the folder of its own package.

    Only the prefix that the program lies in is looked at, so that a file about another program of the same name
    is not taken for its own.
    """
    names = _names(found.name) | _names(os.path.basename(found.real))
    files: list[str] = []
    for folder in [*_folders(found), *_below(package)]:
        try:
            there = sorted(names.intersection(os.listdir(folder)))
        except OSError:
            continue
        files += [os.path.join(folder, name) for name in there]
    return list(dict.fromkeys(os.path.realpath(f) for f in files if os.path.isfile(f)))[:MAX_FILES]


def source(path: str) -> bytes:
    """What a file holds; nothing where it cannot be read or is larger than MAX_BYTES."""
    try:
        if os.path.getsize(path) > MAX_BYTES:
            return b""
        with open(path, "rb") as file:
            return file.read(MAX_BYTES)
    except OSError:
        return b""


def _names(program: str) -> set[str]:
    """The file names that a completion for a program can have."""
    stem = re.sub(r"\.(?:js|py|sh|rb|pl|cjs|mjs)$", "", program)
    return {
        lead + stem + tail + end for stem in (program, stem) for lead in ("_", "") for tail in _TAILS for end in _ENDS
    }


def _folders(found: Found) -> Iterator[str]:
    """The folders of the prefixes, and those of a program that was unpacked with its files around it."""
    for prefix in prefixes(found):
        yield from (os.path.join(prefix, place) for place in _PLACES)
        if prefix == "/usr":
            yield "/etc/bash_completion.d"
        yield os.path.join(prefix, "share", found.name, "completions")
        yield os.path.join(prefix, "share", found.name, "completion")
        yield from (os.path.join(prefix, place) for place in _OWN)
    for path in dict.fromkeys((found.path, found.real)):
        folder = os.path.dirname(path)
        if os.path.basename(folder) not in _SHARED and not os.path.basename(folder).startswith("."):
            yield from (os.path.join(folder, place) for place in _OWN)


def _below(package: str) -> Iterator[str]:
    """The folders in a package whose name says completion, and what lies in them; a bounded look."""
    pending = [(package, 0)] if package else []
    looked = 0
    while pending and looked < MAX_FOLDERS:
        folder, depth = pending.pop(0)
        looked += 1
        try:
            with os.scandir(folder) as inside:
                below = sorted(e.path for e in inside if e.is_dir(follow_symlinks=False) and _looked(e.name))
        except OSError:
            continue
        if "complet" in folder[len(package) :].lower():
            yield folder
        if depth < MAX_DEPTH:
            pending += [(path, depth + 1) for path in below]


def _looked(name: str) -> bool:
    return not name.startswith(".") and name not in _NOT_IN


def python_package(found: Found) -> str:
    """The folder of the package that an installed Python script starts, or ""."""
    head = source(found.real)[:4096]
    if not head.startswith(b"#!"):
        return ""
    for name in _IMPORTED.findall(head.decode("utf-8", "replace")):
        for prefix in prefixes(found):
            for folder in sorted(glob.glob(os.path.join(glob.escape(prefix), "lib", "python3*", "*-packages", name))):
                if os.path.isdir(folder):
                    return folder
    return ""
