"""Earlier answers: a tree is kept for as long as nothing changed that it was read from, in a private folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
import time
from typing import Any

from hcp_author.errors import UserError
from hcp_author.introspect import BUDGET_SECONDS, crawl, resolve, saved, surroundings
from hcp_author.introspect.asking import Progress
from hcp_author.introspect.tree import Tree

FORMAT = "hcp-author/kept-tree/2"
MAX_ENTRIES = 200
# what is whole lives for a month; what a lack of time or a probe that was ended left out, for as long as one works on
WHOLE_SECONDS, PARTIAL_SECONDS = 30 * 86400.0, 600.0


def introspect(
    program: str,
    *,
    depth: int = 2,
    budget_seconds: float = BUDGET_SECONDS,
    sandbox: bool = True,
    progress: Progress | None = None,
    refresh: bool = False,
) -> Tree:
    """As crawl.introspect; an earlier answer is given (`coverage.cached`) where all that it was read from is the same.

    `refresh` asks again. A folder that cannot be written to, or that others may write to, keeps nothing.
    """
    found = resolve.find(program)
    key = {"depth": depth, "sandbox": sandbox, **surroundings.state(found)}
    kept = None if refresh else load(key, budget_seconds)
    if kept is not None:
        return kept
    tree = crawl.introspect(program, depth=depth, budget_seconds=budget_seconds, sandbox=sandbox, progress=progress)
    keep(key, tree, budget_seconds)
    return tree


def load(key: dict[str, Any], budget_seconds: float) -> Tree | None:
    """The tree that is kept for `key`, marked as such; None where there is none, or none that can be trusted."""
    try:
        entry = saved.values(_read(_file(key)), "a kept tree")
        age = time.time() - float(entry["made"])
        if entry["format"] != FORMAT or entry["key"] != json.loads(json.dumps(key)) or age < 0:
            return None
        if age > (PARTIAL_SECONDS if entry["partial"] else WHOLE_SECONDS):
            return None
        if entry["partial"] and float(entry["budget"]) < budget_seconds:
            return None
        tree = saved.from_json(entry["tree"], "a kept tree")
    except (OSError, UserError, LookupError, TypeError, ValueError):
        return None
    tree.coverage.cached = True
    return tree


def keep(key: dict[str, Any], tree: Tree, budget_seconds: float) -> None:
    """Keep a tree under `key`; in silence where that cannot be done."""
    entry = {"format": FORMAT, "made": time.time(), "partial": tree.coverage.partial, "budget": budget_seconds}
    entry["key"] = key
    text = json.dumps(entry | {"tree": tree.to_json()}, ensure_ascii=False)
    # a file's name that is no UTF-8 cannot be kept in JSON (UnicodeEncodeError)
    with contextlib.suppress(OSError, UnicodeEncodeError):
        _write(_file(key), text.encode())
        _drop_old()


def folder() -> str:
    """The folder of kept trees: $XDG_CACHE_HOME/hcp-author/trees; raises OSError where there is none of our own."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        home = os.path.expanduser("~")
        if not os.path.isabs(home) or not os.path.isdir(home):
            raise FileNotFoundError("no home to keep anything in")
        base = os.path.join(home, ".cache")
    return os.path.join(base, "hcp-author", "trees")


def _file(key: dict[str, Any]) -> str:
    digest = hashlib.sha256(json.dumps(key, sort_keys=True).encode()).hexdigest()
    return os.path.join(folder(), f"{digest}.json")


def _read(file: str) -> bytes:
    """An entry's bytes; raises OSError where it, or its folder, could be another's work."""
    _check_folders(os.path.dirname(file))
    with open(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:
        _check(os.fstat(stream.fileno()), stat.S_IFREG)
        return stream.read(saved.MAX_BYTES + 1)


def _check_folders(place: str) -> None:
    """Raise OSError unless the folder and the one around it are ours alone."""
    for one in (os.path.dirname(place), place):
        _check(os.stat(one, follow_symlinks=False), stat.S_IFDIR)


def _check(status: os.stat_result, kind: int) -> None:
    """Raise OSError unless it is of that kind, ours, and writable by nobody else."""
    if stat.S_IFMT(status.st_mode) != kind or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise PermissionError("not ours alone")


def _write(file: str, data: bytes) -> None:
    """Write an entry whole or not at all, readable by us alone."""
    place = os.path.dirname(file)
    for one in (os.path.dirname(place), place):
        os.makedirs(one, mode=0o700, exist_ok=True)
    _check_folders(place)
    descriptor, made = tempfile.mkstemp(prefix=".new-", dir=place)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(data)
        os.replace(made, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(made)
        raise


def _drop_old() -> None:
    """Keep the newest MAX_ENTRIES entries."""
    with os.scandir(folder()) as entries:
        ages = sorted(((entry.stat(follow_symlinks=False).st_mtime, entry.path) for entry in entries), reverse=True)
    for _, path in ages[MAX_ENTRIES:]:
        with contextlib.suppress(OSError):
            os.unlink(path)
