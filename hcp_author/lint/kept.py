"""What an earlier run found in packs, most often nothing, kept as long as nothing changed of them, us or Python.

They are kept for one's own account, below $XDG_CACHE_HOME/hcp-author/lint (~/.cache where that is not set), in a
folder for each state of our own code, spread over files by the pack's path. A file or folder that could be another's
work is not read, one that is broken counts for nothing, and none is written within what is linted.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
import sys
import time

from hcp_author import __version__
from hcp_author.lint import places, seen
from hcp_author.lint.contract import Finding, Report
from hcp_author.pack.digests import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    # digest, day, pack_id, plane, the folder as it was named (findings name it so), the values of each finding
    Row = tuple[str, int, str, str, str, list[list[Any]]]

FORMAT = "hcp-author/kept-findings/1"
OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# all that a verdict depends on
CODE = ("lint", "pack", "runtime", "fixed", "schemas")
SHELVES = 64
ROWS = 2000  # of one shelf
FINDINGS = 10  # of one pack; one with more is looked at each time
STATES = 4
BYTES = 4 * 1024 * 1024  # of one shelf
DAYS = 30
DAY = 86400
# of a finding; its edits are worked out later
FIELDS = (
    *("rule", "law", "severity", "pack", "file", "line", "column", "end_line", "end_column", "pointer", "message"),
    *("fix", "safe", "excerpt"),
)


class Kept:
    """What is kept in `folder`, read shelf by shelf as it is asked for; written by `write` alone."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.rules = 0  # how many there were when it was written
        self._today = int(time.time()) // DAY
        self._shelves: dict[int, dict[str, Row]] = {}
        self._changed: set[int] = set()

    def found(self, place: str, digest: bytes) -> tuple[list[Finding], str, str] | None:
        """The findings of the pack in `place`, its pack_id and its plane, where `digest` tells its state as it was."""
        path = os.path.abspath(place)
        row = self._shelf(number(path)).get(path)
        if not row or not digest or row[0] != digest.hex() or (row[5] and row[4] != place):
            return None
        return [Finding(*one) for one in row[5]], row[2], row[3]

    def add(self, place: str, digest: bytes, findings: Sequence[Finding], pack_id: str, plane: str) -> None:
        """Note what was found in the pack in `place` when it was in that state."""
        # who may read what can change without a trace in the pack
        if digest and len(findings) <= FINDINGS and not any(one.rule == "F-unreadable" for one in findings):
            path = os.path.abspath(place)
            rows = self._shelf(number(path))
            rows.pop(path, None)  # the newest stand last
            plain = [[one.__dict__[name] for name in FIELDS] for one in findings]
            rows[path] = (digest.hex(), self._today, pack_id, plane, place, plain)
            self._changed.add(number(path))

    def write(self, rules: int) -> None:
        """Write what is new, each file whole or not at all; in silence where that cannot be done."""
        self.rules = rules
        with contextlib.suppress(OSError):
            if self._changed:
                prepare(self.folder)
            for at in self._changed:
                self._write(at)
        self._changed.clear()

    def _shelf(self, at: int) -> dict[str, Row]:
        if at not in self._shelves:
            rules, rows = read(shelf_file(self.folder, at))
            self.rules = rules or self.rules
            oldest = self._today - DAYS
            self._shelves[at] = {path: row for path, row in rows.items() if oldest <= row[1] <= self._today}
        return self._shelves[at]

    def _write(self, at: int) -> None:
        rows = list(self._shelves[at].items())[-ROWS:]
        data = json.dumps([FORMAT, self.rules, dict(rows)], separators=(",", ":")).encode()
        file = shelf_file(self.folder, at)
        made = f"{file}.{os.getpid()}"
        try:
            with open(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb") as stream:
                stream.write(data)
            os.replace(made, file)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(made)
            raise


def opened(roots: Sequence[Path | str]) -> Kept | None:
    """What is kept for this account, this Python and this state of our code; None where nothing can be.

    `roots` is what is linted: nothing is kept within it.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        home = os.path.expanduser("~")
        base = os.path.join(home, ".cache")
        if not os.path.isabs(home) or not os.path.isdir(home):
            return None
    state = own_state()
    folder = os.path.join(base, "hcp-author", "lint", state)
    real = os.path.realpath(folder)
    within = any(f"{real}/".startswith(f"{os.path.realpath(root).rstrip('/')}/") for root in roots)
    return Kept(folder) if state and not within and places.holding(real) is None else None


def own_state() -> str:
    """A word for all that a verdict depends on besides the pack; empty where it changed just now."""
    looks = [seen.code(os.path.join(OURS, name)) for name in CODE]
    if not all(looks):
        return ""
    parts = [__version__, sys.version, sys.getfilesystemencoding(), OURS, FORMAT, *(look.hex() for look in looks)]
    return blake2b("\0".join(parts).encode("utf-8", "surrogateescape"), digest_size=seen.DIGEST).hexdigest()


def report(kept: Kept, roots: Sequence[Path], changed: bool) -> Report | None:
    """The report where `roots` come to one pack that is known to be clean; None where it must be looked at.

    `changed` is lint's option. None of the rules is imported for it, which is most of what lint costs.
    """
    found = {whole(str(root), changed) for root in roots}
    place = found.pop() if len(found) == 1 else None
    known = kept.found(place, seen.pack(place)) if place is not None else None
    return Report((), 1, kept.rules) if known and not known[0] and kept.rules else None


def whole(root: str, changed: bool) -> str | None:
    """The pack that a path stands for; None where it may be several, or none."""
    if not changed and places.is_pack(root):
        return root
    held = places.holding(root) if changed or os.path.isfile(root) else None
    return held if held is not None else root if places.is_pack(root) else None


def number(path: str) -> int:
    """The shelf of a pack, by its path."""
    return sum(path.encode("utf-8", "surrogatepass")) % SHELVES


def shelf_file(folder: str, at: int) -> str:
    """The file of a shelf."""
    return os.path.join(folder, f"{at:02}.json")


def read(file: str) -> tuple[int, dict[str, Row]]:
    """The number of rules and the rows of a shelf; none where it is missing, broken or not ours alone."""
    try:
        check_folders(os.path.dirname(file))
        with open(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:
            check(os.fstat(stream.fileno()), stat.S_IFREG)
            name, rules, rows = json.loads(stream.read(BYTES + 1))
        good = name == FORMAT and type(rules) is int and type(rows) is dict
        return (rules, {path: tuple(row) for path, row in rows.items() if is_row(row)}) if good else (0, {})
    except (OSError, ValueError, TypeError, RecursionError):
        return 0, {}


def is_row(row: Any) -> bool:
    """Whether a value that was read is a row."""
    kinds = [str, int, str, str, str, list]
    return type(row) is list and list(map(type, row)) == kinds and all(map(is_finding, row[5]))


def is_finding(one: Any) -> bool:
    """Whether a value that was read is that of a finding."""
    kinds = [str] * 5 + [int] * 4 + [str] * 2
    return (
        type(one) is list
        and list(map(type, one[:11])) == kinds
        and list(map(type, one[12:])) == [bool, str]
        and (one[11] is None or type(one[11]) is str)
    )


def check_folders(folder: str) -> None:
    """Raise OSError unless the folder and the two around it are ours alone."""
    for one in (folder, os.path.dirname(folder), os.path.dirname(os.path.dirname(folder))):
        check(os.stat(one, follow_symlinks=False), stat.S_IFDIR)


def check(status: os.stat_result, kind: int) -> None:
    """Raise OSError unless it is of that kind, ours, and writable by nobody else."""
    if stat.S_IFMT(status.st_mode) != kind or status.st_uid != os.geteuid() or status.st_mode & 0o022:
        raise PermissionError("not ours alone")


def prepare(folder: str) -> None:
    """Make the folder where it is missing, and drop those of the oldest states; raises OSError where it is not ours."""
    above = os.path.dirname(folder)
    if not os.path.isdir(folder):
        for one in (os.path.dirname(above), above, folder):
            os.makedirs(one, mode=0o700, exist_ok=True)
        check_folders(folder)
        drop_old(above)
    check_folders(folder)


def drop_old(above: str) -> None:
    """Keep the newest states' folders alone; what is none of ours stays."""
    with os.scandir(above) as found:
        states = [one for one in found if len(one.name) == 2 * seen.DIGEST and one.is_dir(follow_symlinks=False)]
    for one in sorted(states, key=lambda one: one.stat(follow_symlinks=False).st_mtime_ns)[:-STATES]:
        for name in os.listdir(one.path):
            if name[:2].isdigit() and name[2:].startswith(".json"):
                os.unlink(os.path.join(one.path, name))
        with contextlib.suppress(OSError):
            os.rmdir(one.path)
