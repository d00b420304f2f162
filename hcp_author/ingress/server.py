"""A small server on loopback: signed requests and vendors' pushes are acknowledged once they are durable."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from hcp_author.ingress import maps
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.ingress.request import Refused, Request
from hcp_author.ingress.signature import STANDARD, verify
from hcp_author.runtime import announce, strict

HOST = "127.0.0.1"
SECONDS = 10.0  # that a client may keep us waiting
AT_ONCE = 64  # requests that are read at one time


class Replays:
    """The signatures that were acknowledged, for as long as their time lets them in."""

    def __init__(self) -> None:
        self._until: dict[tuple[str, str], float] = {}
        self._lock = threading.Lock()

    def known(self, source: str, digest: str, now: float) -> bool:
        """Whether this very signature was acknowledged before."""
        with self._lock:
            return self._until.get((source, digest), 0) > now

    def note(self, source: str, digest: str, until: float, now: float) -> None:
        """Remember a signature; those that are too old to be let in are forgotten."""
        with self._lock:
            self._until = {key: kept for key, kept in self._until.items() if kept > now}
            self._until[source, digest] = until


def accept(source: Source, request: Request, desk: Desk, replays: Replays, now: float) -> dict[str, Any]:
    """What becomes of one request: verified, mapped, delivered; raises Refused."""
    scheme = maps.load(source.map) if source.way == "mapped" else {"signature": STANDARD}
    digest = verify(scheme["signature"], request, source.keys, source.window, now)
    timed = "time" in scheme["signature"]
    if timed and replays.known(source.name, digest, now):
        raise Refused(409, "this very request was acknowledged before")
    request = replace(request, value=body(request))
    event = maps.event(scheme, request) if source.way == "mapped" else own_event(request)
    if event is None:
        return {"route": "drop", "recorded": False, "reason": "no rule of the map fits"}
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


def body(request: Request) -> Any:
    """The body as strict JSON; raises Refused (400)."""
    try:
        return strict.loads(strict.decode(request.body, announce.LINE_LIMIT))
    except ValueError as error:
        raise Refused(400, f"the body is not JSON: {error}") from None


def delivered(desk: Desk, event: dict[str, Any]) -> dict[str, Any]:
    """The sink's answer; raises Refused: 400 for what is no event, 503 where nothing could be recorded."""
    try:
        return desk.deliver(event)
    except ValueError as error:
        raise Refused(400, str(error)) from None
    except Exception:
        raise Refused(503, "it could not be recorded; send it again") from None


class Server(ThreadingHTTPServer):
    """The sources by name, each at `/NAME`; bound to loopback alone."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int, sources: Mapping[str, Source], desk: Desk) -> None:
        super().__init__((HOST, port), Handler)
        self.sources, self.desk, self.replays = sources, desk, Replays()
        self.room = threading.BoundedSemaphore(AT_ONCE)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing: a client that went away is no fault of ours, and its request may hold a token."""


class Handler(BaseHTTPRequestHandler):
    """One request: POST /SOURCE with a body of a known length."""

    server: Server
    timeout = SECONDS
    server_version, sys_version = "hcp-author", ""

    def do_POST(self) -> None:
        """Answer 200 with what became of the event, or say why it was not let in."""
        with self.server.room:
            try:
                source, request = self._read()
                self._say(200, accept(source, request, self.server.desk, self.server.replays, time.time()))
            except Refused as refused:
                self._say(refused.status, {"error": refused.why})
            except (TimeoutError, ConnectionError):
                self.close_connection = True

    def _read(self) -> tuple[Source, Request]:
        address = urlsplit(self.path)
        source = self.server.sources.get(address.path.strip("/"))
        length = self.headers.get("content-length", "")
        if source is None:
            raise Refused(404, "there is no source of this name")
        if not (length.isascii() and length.isdecimal()):
            raise Refused(411, "the request says no content-length")
        if len(length) > 9 or int(length) > announce.LINE_LIMIT:
            raise Refused(413, f"the body is larger than {announce.LINE_LIMIT:,} bytes")
        data = self.rfile.read(int(length))
        if len(data) < int(length):
            raise Refused(400, "the body ended too early")
        headers = {name.lower(): value for name, value in self.headers.items()}
        if len(headers) < len(self.headers.items()):
            raise Refused(400, "a header is given twice")
        return source, Request(headers, dict(parse_qsl(address.query)), data)

    def _say(self, status: int, told: dict[str, Any]) -> None:
        text = json.dumps(told).encode() + b"\n"
        self.close_connection = self.close_connection or status != 200
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  http.server's own name
        """Write nothing: a request line may hold a token."""
