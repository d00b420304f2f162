"""The audit: one line before a call is let through and one after, or one that says it was not; never a value (L11)."""

from __future__ import annotations

import json
import os
import time

from . import places, strict
from .fault import Fault, reason
from .kinds import TYPE_CHECKING, Any, Pack, Session

if TYPE_CHECKING:
    from .gate import Call

KEY_BYTES = 32


class Note:
    """What is noted of one call. A line is appended in one piece, so that a kill at any point leaves whole lines.

    A write that cannot be noted is refused; a read goes on, since there is nothing that would be missed later.
    """

    def __init__(self, pack: Pack, call: Call) -> None:
        row, known = pack.rows.get(call.verb_key), {*pack.verbs, *(["connect"] if pack.connect else [])}
        self.must = row is None or row.operation == "write"
        self.id = os.urandom(8).hex()
        self.facts: dict[str, Any] = {
            "pack": pack.pack_id,
            "verb": call.verb_key if call.verb_key in known else None,  # any other word may be a value
            "class": row.operation if row else None,
            "land": row.land if row else None,
            "binding": call.mode if call.mode in pack.modes else None,
            "confirm": call.confirm is True,
            "principal": None,
            "project": None,
            "args": None,
        }
        self.args = call.args
        self.begun = False
        self.code = "ok"  # how it ended

    def __enter__(self) -> Note:
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        """Close what was begun, or note that the gate said no; an interrupt is an end too."""
        if isinstance(error, Fault):
            self.code = error.code
        elif error:
            self.code = "internal" if isinstance(error, Exception) else "interrupted"
        (self.closed if self.begun else self.refused)(self.code)

    def by(self, who: Session) -> None:
        """Say whose call it is; until then nobody's."""
        self.facts.update(principal=who.principal, project=who.project_id)

    def ready(self) -> None:
        """Refuse a write here where the audit cannot be opened, before a helper or a probe is asked for it."""
        self._append(b"", self.must)

    def allowed(self) -> None:
        """Note that the Adapter runs next; raises Fault `audit_failed` where a write could not be noted."""
        self._append(_line({**self._told(), "decision": "allowed"}), self.must)
        self.begun = True

    def refused(self, code: str) -> None:
        """Note that the gate said no, and why."""
        self._append(_line({**self._told(), "decision": "refused", "code": code}), False)

    def closed(self, code: str) -> None:
        """Note how the call ended; one that was let through and has no such line was cut off."""
        self._append(_line({"call": self.id, "time": time.time(), "ended": code}), False)

    def _told(self) -> dict[str, Any]:
        try:
            self.facts["args"] = digest(self.args)
        except (OSError, ValueError, RecursionError):
            self.facts["args"] = None
        return {"call": self.id, "time": time.time(), **self.facts}

    def _append(self, line: bytes, must: bool) -> None:
        try:
            append(line)
        except (OSError, Fault) as error:
            if must:
                why = reason(error) if isinstance(error, OSError) else error.message
                message = f"the audit cannot be written, so nothing was run: {why}"
                hint = "see that hcp/audit/ in your state folder is yours, and that its disk has room"
                raise Fault("audit_failed", message, hint) from None


def _line(facts: dict[str, Any]) -> bytes:
    return strict.dumps(facts).encode("utf-8", "backslashreplace") + b"\n"


def folder() -> str:
    """Where the audit is kept: a file for each month, `2026-11.jsonl`."""
    return os.path.join(places.folder("STATE"), "audit")


def append(line: bytes) -> None:
    """Append one line in one piece, on a line of its own whatever was torn before it; raises OSError."""
    path = os.path.join(places.private(folder()), time.strftime("%Y-%m.jsonl", time.gmtime()))
    descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        facts = os.fstat(descriptor)
        if facts.st_mode & 0o170022 != 0o100000 or facts.st_uid != os.getuid():
            raise OSError(1, "it is no file of yours alone (chmod 600)", path)
        size = facts.st_size
        torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"  # a full disk cut the last one
        line = b"\n" + line if torn else line
        if os.write(descriptor, line) < len(line):
            raise OSError(28, "no space left on device")
    finally:
        os.close(descriptor)


def digest(args: Any) -> str:
    """A digest of arguments under a key of this user's own: equal calls look equal, and no value can be guessed."""
    try:
        from _blake2 import blake2b  # hashlib would load all of OpenSSL
    except ImportError:
        from hashlib import blake2b
    text = json.dumps(args, sort_keys=True, allow_nan=False)
    return str(blake2b(text.encode(), key=key(), digest_size=16).hexdigest())


def key() -> bytes:
    """The user's key, made at the first call; raises OSError."""
    path = os.path.join(places.private(folder()), "key")
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        mine, made = f"{path}.{os.urandom(8).hex()}", os.urandom(KEY_BYTES // 2).hex()
        places.write(mine, made)
        try:
            os.link(mine, path)
        except FileExistsError:
            pass  # of all who make one at once the first counts
        except OSError:
            places.write(path, made)  # a file system that knows no second name
        finally:
            os.unlink(mine)
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    with open(descriptor, "rb") as stream:
        return stream.read(64)
