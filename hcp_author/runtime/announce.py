"""Sense: an announced event is checked, routed and recorded; it cannot run, mint or spend (L7, L8)."""

from __future__ import annotations

import os

from . import sink, strict
from .kinds import Any, Callable, Iterator

LINE_LIMIT = 262_144  # bytes of one event
ID_LIMIT = 256
USER_FACING = ("new_item", "item.updated", "binding.degraded")
GRANT = "sense.enable"
_KEYS = {"ref", "payload", "id"}


def deliver(
    event: Any, declared: dict[str, str], facts: dict[str, Any], record: Callable[[dict[str, Any]], int]
) -> dict[str, Any]:
    """Take one event in: ref declared? → sense.enable? → route → sink.

    `declared` is each declared ref that has a policy row, with its land; `facts` are pack, its root, principal,
    binding, granted (of `sense.enable`) and project (that the session is a member of, else empty).
    Returns {"ref", "id", "route": inbox|silent|drop, "recorded", "reason"}, with the number of a new "record"; a drop
    is acknowledged, not an error.
    Raises ValueError for what is no event at all, and what `record` raises: then nothing was recorded.
    """
    ref, name, payload = _parts(event)
    if ref not in declared:
        return _said(ref, name, "drop", f"unknown ref: `{facts['pack']}` does not declare it with a policy row")
    if unknown := sorted(event.keys() - _KEYS):
        return _said(ref, name, "drop", f"unknown key `{unknown[0]}`: an event is ref, payload and id")
    if not facts["granted"]:
        return _said(ref, name, "drop", f"{GRANT} is off for `{facts['principal']}` and `{facts['pack']}`")
    land = declared[ref]
    project = facts["project"] if land == "brain" else ""
    route = resolve_route(ref, land != "brain" or project != "")
    attributes = {"ref": ref, "land": land, "project": project}
    attributes |= {key: facts[key] for key in ("pack", "root", "principal", "binding")}
    number = record({**attributes, "event_id": name, "payload": payload, "route": route})
    if not number:
        return _said(ref, name, route, "recorded before")
    return {**_said(ref, name, route, ""), "recorded": True, "record": number}


def resolve_route(ref: str, surfaced: bool = True) -> str:
    """`inbox` for what a user wants to see, `silent` for what is only recorded (spec: Sense delivery)."""
    return "inbox" if ref in USER_FACING and surfaced else "silent"


def lines(stream: Any) -> Iterator[bytes | None]:
    """The lines of a byte stream; None for one beyond LINE_LIMIT, which is passed over without being held."""
    while line := stream.readline(LINE_LIMIT + 1):
        if len(line) <= LINE_LIMIT or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LINE_LIMIT)
        yield None


def parse(line: bytes) -> Any:
    """The event in one line of JSON; raises ValueError."""
    return strict.loads(strict.decode(line, LINE_LIMIT + 1))


def too_large() -> dict[str, Any]:
    """What is said of a line that `lines` passed over."""
    return {**_said("", "", "drop", f"larger than {LINE_LIMIT:,} bytes"), "ref": None, "id": None}


def user_sink() -> Callable[[dict[str, Any]], int]:
    """The user's own sink, opened once."""
    return sink.recorder(sink.default())


def _parts(event: Any) -> tuple[str, str, Any]:
    if not isinstance(event, dict) or not isinstance(event.get("ref"), str):
        raise ValueError("an event is an object with a `ref`")
    name = event.get("id", "")
    if not isinstance(name, str) or len(name) > ID_LIMIT or not name.isprintable():
        raise ValueError(f"`id` must be a string of at most {ID_LIMIT} characters, all printable")
    payload = event.get("payload")
    if len(strict.dumps(payload)) > LINE_LIMIT:
        raise ValueError(f"the payload is larger than {LINE_LIMIT:,} characters")
    return event["ref"], name or _made_name(event), payload


def _made_name(event: dict[str, Any]) -> str:
    import time
    from hashlib import sha256

    seed = f"{time.time_ns()} {os.getpid()} {strict.dumps(event)}"
    return sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _said(ref: str, name: str, route: str, reason: str) -> dict[str, Any]:
    return {"ref": ref, "id": name, "route": route, "recorded": False, "reason": reason}
