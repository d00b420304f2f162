"""What people really call: calls of a program counted in files, read here and now, nothing run, kept or shown."""

from __future__ import annotations

import contextlib
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hcp_author.errors import UserError
from hcp_author.introspect.tree import Tree
from hcp_author.pack.limits import SKIPPED
from hcp_author.pack.text import clean, visible
from hcp_author.propose import calls, scripts, tldr
from hcp_author.propose.calls import Path

MOST_FILES = 20_000
MOST_BYTES = 64 << 20
FILE_BYTES = 4 << 20  # of a longer file the end is read: a history's newest part
DEEPEST = 24
NOT_OURS = SKIPPED | {"site-packages", ".tox", ".nox", ".cache", ".terraform", "__pypackages__"}


@dataclass(frozen=True)
class Source:
    """One place in which use was seen: how often each command path was called there.

    `told` says it to a person, `{times}` in it being `once` or `12 times`; `weight` is the name of its weight
    (rank.json: evidence).
    """

    calls: Mapping[Path, int]
    told: str = "called {times}"
    weight: str = "called"

    def say(self, path: Path) -> str:
        """Tell how often the command was called here."""
        times = self.calls[path]
        return self.told.replace("{times}", "once" if times == 1 else f"{times} times")


Evidence = Mapping[Path, int] | Sequence[Source]


@dataclass
class Gathered:
    """What was found, and what a person should know of the search."""

    sources: list[Source] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class _Left:
    """How much of one path may still be read."""

    files: int
    bytes: int


def sources(evidence: Evidence | None) -> list[Source]:
    """Evidence in either form as a list; plain counts are told as `called 12 times`."""
    if isinstance(evidence, Mapping):
        return [Source(evidence)] if evidence else []
    return list(evidence or ())


def check(paths: Iterable[str]) -> None:
    """Refuse a path that is neither a file nor a folder, before a program is read; raises UserError (2)."""
    for path in paths:
        shown = visible(path)
        try:
            mode = os.stat(os.path.expanduser(path)).st_mode
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "no path"
            raise UserError(f"cannot read `{shown}`: {why}", "--evidence ~/.bash_history") from None
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise UserError(f"`{shown}` is neither a file nor a folder", "--evidence FILE, or --evidence FOLDER")


def gather(tree: Tree, paths: Sequence[str] = ()) -> Gathered:
    """Count the calls of the tree's program in these files and folders, and in the tldr pages of this machine.

    Each is read within limits of files, bytes and depth; no link in a folder is followed. Raises UserError as `check`.
    """
    check(paths)
    program = calls.known(tree)
    found = Gathered()
    for path in dict.fromkeys(paths):
        left = _Left(MOST_FILES, MOST_BYTES)
        counted, files = _count(os.path.expanduser(path), program, left)
        shown = clean(path, 80).replace("{", "(")
        if counted:
            found.sources.append(Source(counted, f"called {{times}} in {shown}"))
        else:
            read = f"{files} file{'s' if files != 1 else ''}"
            found.notes.append(f"{shown}: no call of `{clean(program.name)}` in {read}")
        if left.files <= 0 or left.bytes <= 0:
            most = f"{MOST_FILES} files or {MOST_BYTES >> 20} MiB"
            found.notes.append(f"{shown}: too much to read whole; only the first {most} were")
    found.sources += [Source(*told) for told in tldr.counts(tree.program.name, program)]
    return found


def informed(
    propose: Callable[..., Any], paths: Sequence[str], tell: Callable[[str], None] = lambda note: None
) -> Callable[..., Any]:
    """`propose` or `consider` with the evidence of these paths beside what it is given; `tell` gets the notes.

    A tree's calls are gathered once, however often it is proposed of.
    """
    known: list[tuple[Tree, list[Source]]] = []

    def call(tree: Tree, *, evidence: Evidence | None = None, **how: Any) -> Any:
        if not known or known[0][0] is not tree:
            found = gather(tree, paths)
            known[:] = [(tree, found.sources)]
            for note in found.notes:
                tell(note)
        return propose(tree, evidence=[*sources(evidence), *known[0][1]], **how)

    return call


def _count(path: str, program: calls.Known, left: _Left) -> tuple[dict[Path, int], int]:
    """The calls in one file, or in all files of a folder, and how many files were read."""
    counted: Counter[Path] = Counter()
    files = 0
    needle = program.name.encode("utf-8", "replace")
    given = not os.path.isdir(path)
    for name, data in _contents(path, left):
        files += 1
        if needle in data:
            for text in scripts.texts(name, data.decode("utf-8", "replace"), given=given):
                counted.update(calls.called(text, program))
    return dict(counted), files


def _contents(path: str, left: _Left) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of the file, or of each file below the folder in which shell may stand."""
    if os.path.isdir(path):
        for file in _walk(path, 0, left):
            if (data := _read(file, left)) is not None:
                yield os.path.basename(file), data
    elif (data := _read(path, left)) is not None:
        yield os.path.basename(path), data


def _walk(folder: str, level: int, left: _Left) -> Iterator[str]:
    """The files below a folder, in order: no links, no virtual environments, nothing that is other people's."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        return
    if level and any(entry.name == "pyvenv.cfg" for entry in entries):
        return
    for entry in entries:
        if left.files <= 0 or left.bytes <= 0:
            return
        with contextlib.suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                if level < DEEPEST and entry.name not in NOT_OURS:
                    yield from _walk(entry.path, level + 1, left)
            elif entry.is_file(follow_symlinks=False) and scripts.known_name(entry.name):
                yield entry.path


def _read(path: str, left: _Left) -> bytes | None:
    """The end of a regular file, at most FILE_BYTES of it; None for what cannot be read or is no text."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            file.seek(max(size - FILE_BYTES - 1, 0))
            data = file.read(FILE_BYTES + 1)
    except OSError:
        return None
    left.files -= 1
    left.bytes -= len(data)
    if b"\0" in data[:8192]:
        return None
    return data.partition(b"\n")[2] if size > FILE_BYTES else data
