"""Where the user's own files are: configuration, state and cache (XDG), made private when they are made."""

from __future__ import annotations

import os

from .fault import Fault, reason

_HOMES = {"CONFIG": ".config", "STATE": ".local/state", "CACHE": ".cache"}


def home() -> str:
    """The user's home folder: HOME where it is absolute, else the password file's."""
    told = os.environ.get("HOME", "")
    if told.startswith("/"):
        return told
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        raise Fault("mint_failed", "this user has no home folder", "set HOME to a folder of yours") from None


def folder(which: str) -> str:
    """Our folder under XDG_CONFIG_HOME, XDG_STATE_HOME or XDG_CACHE_HOME; `which` is CONFIG, STATE or CACHE."""
    told = os.environ.get(f"XDG_{which}_HOME", "")
    base = told if told.startswith("/") else os.path.join(home(), _HOMES[which])
    return os.path.join(base, "hcp")


def config_file(pack_id: str) -> str:
    """The user's own configuration for packs of this id."""
    return os.path.join(folder("CONFIG"), "packs", f"{pack_id}.json")


def name(pack_id: str, root: str) -> str:
    """The name of what is kept for one pack, by its id and folder: a stranger of the same id finds nothing."""
    from hashlib import sha256

    return f"{pack_id}-{sha256(os.fsencode(os.path.realpath(root))).hexdigest()[:16]}"


def state_folder(pack_id: str, root: str) -> str:
    """The pack's own state folder (0700), made where it is not there; raises Fault `mint_failed`: there is no home."""
    try:
        return private(os.path.join(folder("STATE"), "packs", name(pack_id, root)))
    except OSError as error:
        message = f"the pack's state folder cannot be made: {reason(error)}"
        raise Fault("mint_failed", message, "set HOME or XDG_STATE_HOME to a folder that you can write") from None


def private(path: str) -> str:
    """Make a folder that only this user may enter, and those above it that are not there, and say its path."""
    above = os.path.dirname(path)
    if not os.path.isdir(above) and above != path:
        private(above)
    try:
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):
            raise
    return path


def open_to_all(path: str) -> bool:
    """Whether everybody can change a file, or put another in its place."""
    real = os.path.realpath(path)
    folders = {os.path.dirname(path), os.path.dirname(real)}
    return bool(os.stat(real).st_mode & 0o002) or any(os.stat(one).st_mode & 0o1002 == 0o002 for one in folders)


def write(path: str, text: str) -> None:
    """Write one private file (0600) whole or not at all."""
    private(os.path.dirname(path))
    beside = f"{path}.{os.getpid()}.{os.urandom(4).hex()}"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise
