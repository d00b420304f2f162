"""`lint --fix`: packs mended one by one, each whole or not at all; under `--diff` nothing is written."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hcp_author.errors import UserError
from hcp_author.lint import engine, fixes
from hcp_author.lint.contract import Finding


@dataclass
class Work:
    """What came of it: findings mended and not mended, and under `--diff` the changes as a unified diff."""

    fixed: list[Finding] = field(default_factory=list)
    unfixed: list[tuple[Finding, str]] = field(default_factory=list)
    diff: str = ""
    changes: int = 0


def work(places: Sequence[Path], suggested: bool, wanted: Callable[[Finding], bool], write: bool) -> Work:
    """Mend the packs in `places`, or with `write` off say what would be changed; what cannot be written is told."""
    done = Work()
    for place in places:
        if engine.shut(place):
            continue
        mended = fixes.mend(place, suggested, wanted)
        done.unfixed += [(one.finding, one.why) for one in mended.refused]
        try:
            if write:
                put(mended)
            else:
                done.diff += diff_of(mended)
        except UserError as error:
            done.unfixed += [(one, error.message) for one in mended.fixed]
            continue
        done.fixed += mended.fixed
        done.changes += len(mended.after) + len(mended.executable)
    return done


def put(mended: fixes.Mended) -> None:
    """Write one pack's changes, all or none; UserError where a file was changed meanwhile, or cannot be written."""
    from hcp_author.promotion import stage

    if mended.after:
        stage.swap(mended.root, mended.after, mended.before)
    for name in mended.executable:
        start(mended.root / name)


def start(path: Path) -> None:
    """Give a file its executable bits, for those who may read it; never through a link."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            mode = stat.S_IMODE(os.fstat(handle).st_mode)
            os.fchmod(handle, mode | (mode & 0o444) >> 2)
        finally:
            os.close(handle)
    except OSError as error:
        raise UserError(f"`{path}`: {error.strerror or 'it cannot be changed'}") from None


def diff_of(mended: fixes.Mended) -> str:
    """One pack's changes as a unified diff, files named as the working folder names them."""
    from hcp_author.scaffold import change

    names = {name: shown(mended.root / name) for name in (*mended.after, *mended.executable)}
    before = {names[name]: data for name, data in mended.before.items()}
    modes = "".join(mode_of(mended.root / name, names[name]) for name in mended.executable)
    return change.diff_of(before, {names[name]: data for name, data in mended.after.items()}) + modes


def shown(path: Path) -> str:
    """A path for a diff: relative to the working folder where it lies in it."""
    return os.path.relpath(path).replace(os.sep, "/")


def mode_of(path: Path, name: str) -> str:
    """The head of a diff that gives a file its executable bits, as git writes it."""
    return f"diff --git a/{name} b/{name}\nold mode 100{os.lstat(path).st_mode & 0o644:o}\nnew mode 100755\n"
