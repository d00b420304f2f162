"""What becomes of one request that was read whole: verified, mapped, named and delivered, or refused."""

from __future__ import annotations

import threading
from dataclasses import replace
from hashlib import sha256
from typing import Any

from hcp_author.ingress import maps
from hcp_author.ingress.body import bare, vendors
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.ingress.request import Refused, Request
from hcp_author.ingress.signature import STANDARD, opened, verify
from hcp_author.runtime import announce, strict

LARGEST = 4 << 20  # bytes of a provider's body; what a map keeps of it is held to announce.LINE_LIMIT
UNMAPPED = "no rule of the map fits"


class Replays:
    """The signatures that were acknowledged, for as long as their time lets them in."""

    def __init__(self) -> None:
        self._until: dict[tuple[str, str], float] = {}
        self._lock = threading.Lock()

    def known(self, source: str, digest: str, now: float) -> bool:
        """Whether this very signature was acknowledged before."""
        with self._lock:
            return self._until.get((source, digest), now - 1) >= now

    def note(self, source: str, digest: str, until: float, now: float) -> None:
        """Remember a signature; those that are too old to be let in are forgotten."""
        with self._lock:
            self._until = {key: kept for key, kept in self._until.items() if kept >= now}
            self._until[source, digest] = until


def limit(source: Source) -> int:
    """How many bytes a body may have."""
    return LARGEST if source.way == "mapped" else announce.LINE_LIMIT


def accept(source: Source, request: Request, desk: Desk, replays: Replays, now: float) -> dict[str, Any]:
    """What becomes of one request: verified, mapped, delivered; raises Refused."""
    scheme = maps.load(source.map) if source.way == "mapped" else {"signature": STANDARD}
    request = opened(scheme["signature"], request)
    digest = verify(scheme["signature"], request, source.keys, source.window, now)
    timed = "time" in scheme["signature"]
    if timed and replays.known(source.name, digest, now):
        raise Refused(409, "this very request was acknowledged before")
    request = replace(request, value=body(request, source))
    event = maps.event(scheme, request) if source.way == "mapped" else own_event(request)
    if event is None:
        return {"route": "drop", "recorded": False, "reason": UNMAPPED}
    # a name that nobody signed could be changed by who replays it: then the body is its own name
    name = event.get("id") or sha256(request.body).hexdigest()[:32]
    answer = delivered(desk, {**event, "id": f"{source.name}:{name}"})
    if timed:
        replays.note(source.name, digest, now + 2 * source.window, now)
    return {key: answer[key] for key in ("route", "recorded", "reason")}


def own_event(request: Request) -> dict[str, Any]:
    """The event in a signed request: `ref` and `payload` as `--announce` takes them, named by `webhook-id`."""
    event = request.value
    if not isinstance(event, dict) or event.keys() - {"ref", "payload"}:
        raise Refused(400, "the body must be an object of `ref` and `payload`; the header `webhook-id` names it")
    return {**event, "id": request.headers.get("webhook-id", "")}


def body(request: Request, source: Source) -> Any:
    """The body as JSON, an event of ours strictly; raises Refused (400), which tells the user no value of it."""
    try:
        text = strict.decode(request.body, limit(source))
        return vendors(text) if source.way == "mapped" else strict.loads(text)
    except ValueError as error:
        why = "the body is not JSON"
        raise Refused(400, why, bare(str(error)), f"{why}: {error}") from None


def delivered(desk: Desk, event: dict[str, Any]) -> dict[str, Any]:
    """The sink's answer; raises Refused: 400 for what is no event, 503 where nothing could be recorded."""
    try:
        return desk.deliver(event)
    except ValueError as error:
        raise Refused(400, str(error)) from None
    except Exception as error:
        raise Refused(503, "it could not be recorded; send it again", str(error)) from None
