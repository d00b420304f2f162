"""Who is calling: a `session/1` that the host hands over, or alone on one's own machine the system's user."""

from __future__ import annotations

import os

from . import args as arguments
from . import places, strict
from .fault import Fault
from .kinds import Any

LIMIT = 65_536
_NAMES = {"type": "array", "items": {"type": "string"}}
_SHAPE = {
    "type": "object",
    "properties": {
        "format": {"const": "session/1"},
        "principal": {"type": "string", "maxLength": 256},
        "operator": {"type": "boolean"},
        "project_id": {"type": "string"},
        "workspace": {"type": "string"},
        "projects": _NAMES,
        "grants": _NAMES,
    },
    "required": ["format", "principal"],
    "additionalProperties": False,
}


class Session:
    """The Principal with what it may do; `host` is True when a host handed it over."""

    def __init__(self, facts: dict[str, Any], host: bool) -> None:
        self.host = host
        self.source: str | None = None  # the file it came from, links resolved
        self.principal: str = facts["principal"]
        self.operator: bool = facts.get("operator", False)
        self.project_id: str | None = facts.get("project_id")
        self.projects: list[str] = facts.get("projects", [])
        self.workspace: str | None = facts.get("workspace")
        self.grants: list[str] = facts.get("grants", [])

    def holds(self, grant: str, pack_id: str) -> bool:
        """Whether a grant is held, for every pack (`execute`) or for this one (`execute:mail`)."""
        return grant in self.grants or f"{grant}:{pack_id}" in self.grants

    def project(self) -> str:
        """The project that the session is in, where it is a member of it, else an empty string (L5)."""
        return self.project_id if self.project_id and self.project_id in self.projects else ""


def open_(source: str | None, pack_root: str) -> Session:
    """The session from FILE or `fd:N`, or the user's own where there is no source; raises Fault `bad_session`."""
    if source is None:
        return alone(pack_root)
    try:
        by_number = source.startswith("fd:")
        facts = strict.loads(_from_descriptor(source[3:]) if by_number else strict.read_file(source, LIMIT, 0o077))
    except (OSError, ValueError, OverflowError) as error:
        raise _bad(str(getattr(error, "strerror", None) or error)) from None
    session = Session(_checked(facts), host=True)
    if not by_number:
        session.source = os.path.realpath(source)
        for folder in filter(None, (session.workspace, pack_root)):
            kept_out(session, os.path.realpath(folder))
    return session


def kept_out(session: Session, folder: str) -> None:
    """Refuse a session from a file in a folder (resolved) that others work in; raises Fault `bad_session`."""
    if session.source and inside(session.source, folder):
        raise _bad("it lies in the workspace or the pack, where it could be written")


def alone(pack_root: str) -> Session:
    """The operating system's user: Execute on runtime-plane packs, no project, Sense where it was turned on.

    A grant is for the pack in one folder: another of the same id has none.
    """
    who = principal()
    try:
        packs = grants()[who][os.path.realpath(pack_root)]
        held = [f"{grant}:{pack}" for pack in packs for grant in packs[pack]]
    except (KeyError, TypeError):
        held = []
    return Session({"principal": who, "grants": ["execute", *held]}, host=False)


def principal() -> str:
    """The name of the operating system's user, never what the environment says."""
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid-{os.getuid()}"


def inside(path: str, folder: str) -> bool:
    """Whether a resolved path is a resolved folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def settled(path: str) -> bool:
    """Whether a resolved path is resolved indeed: behind a link to itself, realpath follows no other."""
    return os.path.realpath(path) == path


def grants_file() -> str:
    """Where the user's own grants stand; `hcp-author sense on` writes it, and no pack can."""
    return os.path.join(places.folder("STATE"), "grants.json")


def grants() -> dict[str, Any]:
    """grants.json: by Principal, folder and pack; nothing at all where it cannot be trusted."""
    try:
        value = strict.loads(strict.read_file(grants_file(), closed_to=0o022))
    except (OSError, ValueError, Fault):
        return {}
    return value if isinstance(value, dict) else {}


def _from_descriptor(number: str) -> str:
    if not number.isdecimal() or not number.isascii():
        raise ValueError(f"`fd:{number}` names no file descriptor")
    data = b""
    while len(data) <= LIMIT and (more := os.read(int(number), LIMIT)):
        data += more
    return strict.decode(data, LIMIT)


def _checked(facts: Any) -> dict[str, Any]:
    """What a session says, without its nulls; raises Fault `bad_session`."""
    known = {key: one for key, one in facts.items() if one is not None} if isinstance(facts, dict) else facts
    for pointer, message in arguments.check(_SHAPE, known):
        raise _bad(arguments.sentence(pointer, message, "it").replace("an argument", "a key of it"))
    name = known["principal"]
    if not name.isprintable() or not name.strip():
        raise _bad("`principal` must be a name")
    workspace = known.get("workspace", "/")
    if not (workspace.startswith("/") and os.path.isdir(workspace)):
        raise _bad("`workspace` must be the absolute path of a folder that is there")
    return dict(known)


def _bad(why: str) -> Fault:
    hint = "the host writes it, --session FILE or fd:N; hcp-author schema session says what it holds"
    return Fault("bad_session", f"the session cannot be used: {why}", hint)
