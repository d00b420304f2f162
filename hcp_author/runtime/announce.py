"""Sense: an announced event is checked, routed and recorded; it cannot run, mint or spend (L7, L8)."""

from __future__ import annotations

import os

from . import strict
from .kinds import TYPE_CHECKING, Any, Callable, Iterator

if TYPE_CHECKING:
    Answer = dict[str, Any]
    Record = Callable[[list[dict[str, Any]]], list[int]]

LINE_LIMIT = 262_144  # bytes of one event
ID_LIMIT = 256
USER_FACING = ("new_item", "item.updated", "binding.degraded")
GRANT = "sense.enable"
_KEYS = {"ref", "payload", "id"}


def routed(event: Any, declared: dict[str, str], facts: dict[str, Any]) -> tuple[Answer, dict[str, Any] | None]:
    """Take one event in: ref declared? → sense.enable? → route; then `recorded` puts it into the sink.

    Returns what is said of it, and its row for the sink: None for a drop, which is acknowledged and no error.
    `declared` is each declared ref that has a policy row, with its land; `facts` are pack, its root, principal,
    binding, granted (of `sense.enable`) and project (that the session is a member of, else empty).
    Says {"ref", "id", "route": inbox|silent|drop, "recorded", "reason"}; raises ValueError for what is no event at all.
    """
    ref, name, payload = _parts(event)
    if ref not in declared:
        why = f"unknown ref: `{facts['pack']}` does not declare it with a policy row"
        return _said(ref, name, "drop", why), None
    if unknown := sorted(event.keys() - _KEYS):
        return _said(ref, name, "drop", f"unknown key `{unknown[0]}`: an event is ref, payload and id"), None
    if not facts["granted"]:
        return _said(ref, name, "drop", f"{GRANT} is off for `{facts['principal']}` and `{facts['pack']}`"), None
    land = declared[ref]
    project = facts["project"] if land == "brain" else ""
    route = resolve_route(ref, land != "brain" or project != "")
    row = {"ref": ref, "land": land, "project": project, "event_id": name, "payload": payload, "route": route}
    return _said(ref, name, route, ""), row | {key: facts[key] for key in ("pack", "root", "principal", "binding")}


def recorded(routes: list[tuple[Answer, dict[str, Any] | None]], record: Record) -> list[Answer]:
    """The answers, once all that has a row is in the sink: with the number of a new "record".

    Raises what `record` raises: then nothing was recorded.
    """
    rows = [row for _, row in routes if row]
    numbers = iter(record(rows) if rows else [])
    return [_kept(answer, next(numbers)) if row else answer for answer, row in routes]


def _kept(answer: Answer, number: int) -> Answer:
    return {**answer, "recorded": True, "record": number} if number else {**answer, "reason": "recorded before"}


def resolve_route(ref: str, surfaced: bool = True) -> str:
    """`inbox` for what a user wants to see, `silent` for what is only recorded (spec: Sense delivery)."""
    return "inbox" if ref in USER_FACING and surfaced else "silent"


def batches(stream: Any) -> Iterator[list[bytes | None]]:
    """The lines of a byte stream, those together that are there already; it never waits for one more.

    None is a line beyond LINE_LIMIT, which is passed over without being held.
    """
    rest, beyond = b"", False
    while chunk := stream.read1(LINE_LIMIT // 4):
        *ended, rest = (rest + chunk).split(b"\n")
        if ended:
            within = [None if len(line) > LINE_LIMIT else line for line in ended]
            yield [None, *within[1:]] if beyond else within
            beyond = False
        if len(rest) > LINE_LIMIT:
            rest, beyond = b"", True
    if rest or beyond:
        yield [None if beyond else rest]


def parse(line: bytes) -> Any:
    """The event in one line of JSON; raises ValueError."""
    return strict.loads(strict.decode(line, LINE_LIMIT + 1))


def too_large() -> Answer:
    """What is said of a line that `batches` passed over."""
    return {**_said("", "", "drop", f"larger than {LINE_LIMIT:,} bytes"), "ref": None, "id": None}


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


def _said(ref: str, name: str, route: str, reason: str) -> Answer:
    return {"ref": ref, "id": name, "route": route, "recorded": False, "reason": reason}
