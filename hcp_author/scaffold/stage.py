"""A whole pack is made beside its place and swapped in; a fault or a signal on the way leaves nothing."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from hcp_author.errors import FINDINGS, UserError
from hcp_author.pack.text import clean

# each file of a pack by its path in it, with `/`: its bytes and its mode (0o644 or 0o755, less the umask)
Files = Mapping[str, tuple[bytes, int]]
SHOWN = 10
# a fresh repository is a fine place for a pack
WELCOME = frozenset({".git"})
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def check_free(into: Path) -> None:
    """Refuse a place where something stands already, or where nothing can be written; touches nothing.

    Fine are a path that is not there, an empty folder, and a folder that holds `.git` alone.
    """
    try:
        _check_free(into)
    except OSError as error:
        raise _refused(into, error) from None


def _check_free(into: Path) -> None:
    shown = clean(str(into))
    if into.is_symlink():
        raise _taken(f"`{shown}` is already there: a link to `{clean(os.readlink(into))}`")
    if into.exists() and not into.is_dir():
        raise _taken(f"`{shown}` is already there, and it is no folder")
    if into.is_dir():
        there = sorted(set(os.listdir(into)) - WELCOME)
        if there:
            raise _taken(f"`{shown}` is already there, and not empty: {_conflicts(into, there)}")
    _check_writable(into if into.is_dir() else _nearest(into.parent))


def write(into: Path, files: Files) -> None:
    """Make the folder `into` with all of `files`, or nothing at all; UserError where the system says no."""
    check_free(into)
    try:
        with held() as stop_if_told:
            if into.is_dir():
                _fill(into, files, stop_if_told)
            else:
                _make(into, files, stop_if_told)
    except OSError as error:
        raise _refused(into, error) from None


@contextmanager
def held() -> Iterator[Callable[[], None]]:
    """Hold signals back; the function that it yields raises where one came, at a point where that does no harm."""
    came: list[int] = []

    def stop_if_told() -> None:
        if came:
            raise KeyboardInterrupt if came[0] == signal.SIGINT else SystemExit(128 + came[0])

    if threading.current_thread() is not threading.main_thread():
        yield stop_if_told
        return
    # one that is ignored (nohup) stays ignored
    before = {signum: signal.getsignal(signum) for signum in SIGNALS if signal.getsignal(signum) != signal.SIG_IGN}
    for signum in before:
        signal.signal(signum, lambda number, frame: came.append(number))
    try:
        yield stop_if_told
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


def _make(into: Path, files: Files, stop_if_told: Callable[[], None]) -> None:
    """Stage beside `into` and rename once: nobody ever sees half a pack."""
    parents = _make_parents(into.parent)
    stage = into.parent / _stage_name(into)
    try:
        _put_all(stage, files, stop_if_told)
        # fails, and so overwrites nothing, where something that is not empty has come there meanwhile
        os.rename(stage, into)
    except BaseException:
        shutil.rmtree(stage, ignore_errors=True)
        for parent in reversed(parents):
            with suppress(OSError):
                parent.rmdir()
        raise


def _fill(into: Path, files: Files, stop_if_told: Callable[[], None]) -> None:
    """Stage inside a folder that is there (it may be a mount, or where somebody stands) and move everything up."""
    target = os.open(into, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    stage = into / _stage_name(into)
    moved: list[str] = []
    try:
        _put_all(stage, files, stop_if_told)
        for name in sorted(os.listdir(stage)):
            _move_up(stage / name, name, target)
            moved.append(name)
    except BaseException:
        for name in moved:
            _remove(into / name)
        raise
    finally:
        os.close(target)
        shutil.rmtree(stage, ignore_errors=True)


def _put_all(stage: Path, files: Files, stop_if_told: Callable[[], None]) -> None:
    """Write every file under a new folder."""
    os.mkdir(stage)
    for name, (data, mode) in files.items():
        stop_if_told()
        path = stage / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # the mode is ours alone, and the umask takes from it what the user does not want to give
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
    stop_if_told()


def _move_up(source: Path, name: str, target: int) -> None:
    """Move one entry into the folder `target`; never over a file that is there."""
    if source.is_dir():
        os.rename(source, name, dst_dir_fd=target)
    else:
        # unlike rename, link fails where the name is taken
        os.link(source, name, dst_dir_fd=target, follow_symlinks=False)


def _remove(path: Path) -> None:
    """Take back an entry that we moved in."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _make_parents(folder: Path) -> list[Path]:
    """Make the folders that lead to the pack, and say which were made, the outermost first."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    missing.reverse()
    for path in missing:
        path.mkdir()
    return missing


def _stage_name(into: Path) -> str:
    return f".{into.name or 'pack'}.{secrets.token_hex(4)}.new"


def _nearest(folder: Path) -> Path:
    """The folder itself, or the nearest above it that is there."""
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder


def _check_writable(folder: Path) -> None:
    shown = clean(str(folder))
    if not folder.is_dir():
        raise UserError(f"`{shown}` is no folder, so no pack can be made in it", "--into DIR, inside a folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(f"you may not write in `{shown}`", "--into DIR, inside a folder of your own", FINDINGS)


def _conflicts(into: Path, names: list[str]) -> str:
    """The names that stand in the way, links with their target."""
    shown = [
        f"{clean(name)} (a link to {clean(os.readlink(into / name))})" if (into / name).is_symlink() else clean(name)
        for name in names[:SHOWN]
    ]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(shown) + more


def _taken(message: str) -> UserError:
    return UserError(message, "--into DIR, where there is nothing yet: nothing is ever overwritten", FINDINGS)


def _refused(into: Path, error: OSError) -> UserError:
    reason = error.strerror or type(error).__name__
    fix = "--into DIR, in a place where there is room and you may write"
    return UserError(f"cannot write `{clean(str(into))}`: {reason}; nothing was written", fix, FINDINGS)
