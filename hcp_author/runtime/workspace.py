"""Where a program runs and what it is told of the world: a folder, a clean environment, paths kept inside."""

from __future__ import annotations

import os

from . import argv, places, variables
from .fault import Fault
from .kinds import Iterator, Session
from .session import inside, kept_out, settled

SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
QUIET = {"TERM": "dumb", "NO_COLOR": "1", "CLICOLOR": "0", "GIT_TERMINAL_PROMPT": "0"}
QUIET |= {"DEBIAN_FRONTEND": "noninteractive"}
QUIET |= dict.fromkeys(("PAGER", "MANPAGER", "GIT_PAGER", "SYSTEMD_PAGER"), "cat")
_LOCALE = (
    *("LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE"),
    *("LC_MESSAGES", "LC_MONETARY", "LC_NUMERIC", "LC_TIME"),
)


def choose(session: Session, asked: str | None) -> str:
    """The workspace, resolved: the session's (or a folder in it), else the one asked for, else the current one."""
    try:
        path = os.path.realpath(asked or session.workspace or os.getcwd())
    except FileNotFoundError:
        raise Fault("outside_workspace", "the current folder is not there any more", "cd to one that is") from None
    if session.workspace and not (settled(path) and inside(path, os.path.realpath(session.workspace))):
        raise Fault("outside_workspace", f"`{asked}` is not in the session's workspace")
    if not os.path.isdir(path):
        raise Fault("outside_workspace", f"`{asked}` is no folder", "--workspace DIR")
    kept_out(session, path)
    return path


def keep_inside(folder: str, value: str) -> str:
    """A path in the workspace, relative to it, links resolved; raises Fault `outside_workspace`."""
    real = os.path.realpath(os.path.join(folder, value)) if value and "\0" not in value else ""
    if not (inside(real, folder) and settled(real)):
        raise Fault("outside_workspace", f"the path {value[:80]!r} is outside the workspace", "give a path inside it")
    relative = os.path.relpath(real, folder)
    # `@x` and the like mean something else to many programs, and `host:x` is a file of another machine
    plain = (relative[0].isalnum() or relative[0] in "._") and ":" not in relative
    return relative if plain and not argv.option_like(relative) else f"./{relative}"


def no_file_outside(folder: str, name: str, value: str, made: bool) -> None:
    """Refuse a value that, whatever it is meant as, names what lies outside: a program may take it for a file.

    With `made` also one that names nothing yet, but could be made where it points.
    """
    if _leads_out(folder, value, made):
        message = f"`{name}` names a file outside the workspace: {value[:80]!r}"
        raise Fault("outside_workspace", message, "give what lies inside it")


def _leads_out(folder: str, value: str, made: bool) -> bool:
    """Whether it holds a file's address, climbs out of any folder, or names what is outside."""
    # an address without a host is of this machine, however its `file` is spelt; programs know ranges and lists of them
    lower = value.lower()
    address = lower.startswith("file:/") or any(mark + "file:/" in lower for mark in "{[,= ")
    if "\0" in value or os.path.normpath(value).split("/")[0] == ".." or address or ":///" in value:
        return True
    home = os.path.expanduser(value) if "/" in value else value
    path = os.path.join(folder, home)
    there = home != value or os.path.lexists(path) or (made and os.path.lexists(os.path.dirname(path.rstrip("/"))))
    return there and not inside(os.path.realpath(path), folder)


def environment(home: str, scratch: str, program: str | None, told: dict[str, str]) -> dict[str, str]:
    """A child's whole environment: locale, a quiet terminal, the system's PATH, and what it is `told`.

    `program`'s own folder comes last on PATH. `told` (exec.env, settings, secrets) cannot move PATH, HOME or the
    loader; raises Fault `bad_pack`.
    """
    path = SYSTEM_PATH if program is None else f"{SYSTEM_PATH}:{os.path.dirname(program)}"
    made = {"PATH": path, "HOME": home, "TMPDIR": scratch, **QUIET, **dict(_locale())}
    for name, value in told.items():
        if not isinstance(value, str) or "\0" in value or value.startswith("()") or variables.refused(name):
            raise Fault("bad_pack", f"surface.json: a pack cannot set `{name[:80]}`")
        made[name] = value
    return made


def _locale() -> Iterator[tuple[str, str]]:
    """The caller's locale and time zone, where they are mere names; UTF-8 where there is no locale."""
    told = {name: os.environ.get(name, "") for name in (*_LOCALE, "TZ")}
    kept = {name: value for name, value in told.items() if value and _is_name(value)}
    if not kept.keys() & {"LANG", "LC_ALL", "LC_CTYPE"}:
        yield "LC_ALL", "C.UTF-8"
    yield from kept.items()


def _is_name(value: str) -> bool:
    plain = value[0].isalnum() and value.isascii() and ".." not in value
    return plain and all(mark.isalnum() or mark in "_.@-+/:" for mark in value)


class Scratch:
    """An empty private folder that is gone afterwards: `work` to run in, `home` and `tmp` beside it."""

    def __init__(self) -> None:
        base = os.environ.get("TMPDIR", "")
        self.root = os.path.join(base if base.startswith("/") else "/tmp", f"hcp-{os.urandom(8).hex()}")  # noqa: S108
        self.work, self.home, self.tmp = (os.path.join(self.root, name) for name in ("work", "home", "tmp"))

    def __enter__(self) -> Scratch:
        try:
            for path in (self.root, self.work, self.home, self.tmp):
                os.mkdir(path, 0o700)
        except OSError as error:
            message = f"no private folder can be made: {error.strerror}: `{error.filename}`"
            raise Fault("adapter_failed", message, "set TMPDIR to a folder of yours") from None
        return self

    def __exit__(self, *_: object) -> None:
        import shutil

        shutil.rmtree(self.root, ignore_errors=True)


def home_for(mode: str, scratch: Scratch) -> str:
    """The real home for the Bindings that live in it (`user`, `local`), a fresh one for all others."""
    return places.home() if mode in ("user", "local") else scratch.home
