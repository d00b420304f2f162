"""Who is calling: a `session/1` that the host hands over, or alone on one's own machine the system's user."""

from __future__ import annotations

import os

from . import places, strict
from .fault import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LIMIT = 65_536
_KEYS = {"format", "principal", "operator", "project_id", "projects", "workspace", "grants"}


class Session:
    """The Principal with what it may do; `host` is True when a host handed it over."""

    __slots__ = ("grants", "host", "operator", "principal", "project_id", "projects", "source", "workspace")

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

    def member(self) -> bool:
        """Whether the session is in a project that it is a member of (L5)."""
        return bool(self.project_id) and self.project_id in self.projects


def open_(source: str | None, pack_root: str) -> Session:
    """The session from FILE or `fd:N`, or the user's own where there is no source; raises Fault `bad_session`."""
    if source is None:
        return alone()
    try:
        by_number = source.startswith("fd:")
        facts = strict.loads(_from_descriptor(source[3:]) if by_number else strict.read_file(source, LIMIT, 0o077))
    except (OSError, ValueError) as error:
        raise _bad(str(getattr(error, "strerror", None) or error)) from None
    _check(facts)
    session = Session(facts, host=True)
    if not by_number:
        session.source = os.path.realpath(source)
        for folder in filter(None, (session.workspace, pack_root)):
            kept_out(session, os.path.realpath(folder))
    return session


def kept_out(session: Session, folder: str) -> None:
    """Refuse a session from a file in a folder (resolved) that others work in; raises Fault `bad_session`."""
    if session.source and inside(session.source, folder):
        raise _bad("it lies in the workspace or the pack, where it could be written")


def alone() -> Session:
    """The operating system's user: Execute on runtime-plane packs, Sense where it was turned on, no project."""
    name = principal()
    sense = [f"sense.enable:{pack}" for pack, grants in _grants().get(name, {}).items() if "sense.enable" in grants]
    return Session({"principal": name, "grants": ["execute", *sense]}, host=False)


def principal() -> str:
    """The name of the operating system's user, never what the environment says."""
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid-{os.getuid()}"


def set_grant(who: str, pack_id: str, grant: str, on: bool) -> None:
    """Turn a grant of a Principal for one pack on or off in grants.json (`hcp-author sense on|off`)."""
    grants = _grants()
    packs = grants.setdefault(who, {})
    packs[pack_id] = sorted({*packs.get(pack_id, []), grant} if on else {*packs.get(pack_id, [])} - {grant})
    places.write(_grants_file(), strict.dumps(grants, indent=2) + "\n")


def inside(path: str, folder: str) -> bool:
    """Whether a resolved path is a resolved folder or lies in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _grants_file() -> str:
    return os.path.join(places.folder("STATE"), "grants.json")


def _grants() -> dict[str, dict[str, list[str]]]:
    """grants.json, or nothing at all where it is not what it should be: no grant then."""
    try:
        value = strict.loads(strict.read_file(_grants_file(), closed_to=0o022))
        return {who: {pack: list(map(str, held)) for pack, held in packs.items()} for who, packs in value.items()}
    except (OSError, ValueError, TypeError, AttributeError, Fault):
        return {}


def _from_descriptor(number: str) -> str:
    if not number.isdecimal() or not number.isascii():
        raise ValueError(f"`fd:{number}` names no file descriptor")
    data = b""
    while len(data) <= LIMIT and (more := os.read(int(number), LIMIT)):
        data += more
    return strict.decode(data, LIMIT)


def _check(facts: Any) -> None:
    if not isinstance(facts, dict) or facts.get("format") != "session/1":
        raise _bad("its `format` must be `session/1`")
    if unknown := sorted(facts.keys() - _KEYS):
        raise _bad(f"it has an unknown key `{unknown[0]}`")
    name = facts.get("principal")
    if not isinstance(name, str) or not name.isprintable() or not name.strip() or len(name) > 256:
        raise _bad("`principal` must be a name")
    if not isinstance(facts.get("operator", False), bool):
        raise _bad("`operator` must be true or false")
    for key in ("project_id", "workspace"):
        if not isinstance(facts.get(key), (str, type(None))):
            raise _bad(f"`{key}` must be a string or null")
    for key in ("projects", "grants"):
        held = facts.get(key, [])
        if not isinstance(held, list) or not all(isinstance(one, str) for one in held):
            raise _bad(f"`{key}` must be a list of strings")
    workspace = facts.get("workspace")
    if workspace is not None and not (workspace.startswith("/") and os.path.isdir(workspace)):
        raise _bad("`workspace` must be the absolute path of a folder")


def _bad(why: str) -> Fault:
    return Fault("bad_session", f"the session cannot be used: {why}", "the host writes it: --session FILE or fd:N")
