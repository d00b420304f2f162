"""A small server on loopback: signed requests and vendors' pushes are acknowledged once they are durable."""

from __future__ import annotations

import contextlib
import io
import json
import socket
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from hcp_author.errors import UserError
from hcp_author.ingress.accept import UNMAPPED, Replays, accept, limit
from hcp_author.ingress.config import KEYED, Source
from hcp_author.ingress.desk import Desk
from hcp_author.ingress.request import Refused, Request

HOST = "127.0.0.1"
SECONDS = 10.0  # that one connection may take to say all of its request, and to read the answer
AT_ONCE = 8  # requests that are verified and mapped at one time
CONNECTIONS = 128  # that are open at one time; the next ones wait for room, at most SECONDS
PASSED_OVER = 16 << 20  # bytes of a body that is too large, read so that the client sees our answer


class Server(ThreadingHTTPServer):
    """The sources by name, each at `/NAME`; bound to loopback alone.

    `sources` is asked for each request, so that a key counts from when it is named, and no longer than it is. `tell`
    hears of what was refused, a line each.
    """

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = CONNECTIONS

    def __init__(
        self,
        port: int,
        sources: Callable[[], Mapping[str, Source]],
        desk: Desk,
        tell: Callable[[str], object] = lambda line: None,
    ) -> None:
        super().__init__((HOST, port), Handler)
        self.sources, self.desk, self.tell, self.replays = sources, desk, tell, Replays()
        self.room = threading.BoundedSemaphore(AT_ONCE)
        self._seats = threading.BoundedSemaphore(CONNECTIONS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Give a connection a thread as soon as there is room; each gives its room back by its deadline."""
        while not self._seats.acquire(timeout=0.2):
            if self.desk.stop.is_set():
                self.shutdown_request(request)
                return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # the system gives no thread more
            self._seats.release()
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer one connection, and make room for the next."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._seats.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print nothing: a client that went away is no fault of ours, and its request may hold a token."""


class Deadline(io.RawIOBase):
    """What one connection sends, until its time is over: TimeoutError then, however it comes drop by drop."""

    def __init__(self, connection: socket.socket, end: float) -> None:
        self._connection, self._end = connection, end

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """The next bytes that came."""
        hurry(self._connection, self._end)
        return self._connection.recv_into(buffer)


def hurry(connection: socket.socket, end: float) -> None:
    """Let the next step on a connection take no longer than until `end`; raises TimeoutError where that is past."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    connection.settimeout(left)


class Handler(BaseHTTPRequestHandler):
    """One connection, one request: POST /SOURCE with a body of a known length."""

    server: Server
    server_version, sys_version = "hcp-author", ""
    named = "(no source)"  # which source is asked, once that is known

    def setup(self) -> None:
        """Read and answer under one deadline."""
        super().setup()
        self.end = time.monotonic() + SECONDS
        self.rfile = io.BufferedReader(Deadline(self.connection, self.end))

    def do_POST(self) -> None:
        """Answer 200 with what became of the event, or say why it was not let in."""
        try:
            source, request = self._read()
            with self.server.room:
                told = accept(source, request, self.server.desk, self.server.replays, time.time())
            if told["reason"] == UNMAPPED:  # what became of an event is said where all of them are
                self.server.tell(f"{self.named}: 200 dropped: {UNMAPPED}")
            self._say(200, told)
        except Refused as refused:
            self._refuse(refused.status, refused.why, refused.detail, refused.answer)
        except TimeoutError:
            self._refuse(408, "the request did not end in time")
        except ConnectionError:
            self.server.tell(f"{self.named}: the client went away")
        except Exception as error:
            self._refuse(500, "something went wrong here; the listener says what", _where(error))

    def _not_post(self) -> None:
        self._refuse(405, "a source takes POST alone")

    do_GET = do_HEAD = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _not_post  # noqa: N815  http.server's own names

    def _read(self) -> tuple[Source, Request]:
        try:
            address = urlsplit(self.path)
        except ValueError:
            raise Refused(400, "the address cannot be read") from None
        try:
            source = self.server.sources().get(address.path.strip("/"))
        except UserError as error:
            raise Refused(503, "the listener cannot read its configuration", error.message) from None
        if source is None or source.way not in KEYED:
            raise Refused(404, "there is no source of this name")
        self.named = source.name
        headers = _single((name.lower(), value) for name, value in self.headers.items())
        data = self._body(headers, limit(source))
        return source, Request(headers, _single(parse_qsl(address.query)), data)

    def _body(self, headers: Mapping[str, str], most: int) -> bytes:
        length = headers.get("content-length", "")
        if "transfer-encoding" in self.headers or not (length.isascii() and length.isdecimal()):
            raise Refused(411, "the request says no content-length")
        if len(length) > 9 or int(length) > most:
            self._pass_over(length)
            raise Refused(413, f"the body is larger than {most:,} bytes")
        data = self.rfile.read(int(length))
        if len(data) < int(length):
            raise Refused(400, "the body ended too early")
        return data

    def _pass_over(self, length: str) -> None:
        """Read a body that is too large: a connection that is closed before loses our answer on its way."""
        left = int(length[:9]) if len(length) < 9 else 0
        with contextlib.suppress(OSError):
            while 0 < left <= PASSED_OVER and (piece := self.rfile.read1(65_536)):
                left -= len(piece)

    def _refuse(self, status: int, why: str, detail: str = "", answer: str = "") -> None:
        self.server.tell(f"{self.named}: {status} {why}" + (f" ({detail})" if detail else ""))
        self._say(status, {"error": answer or why})

    def _say(self, status: int, told: dict[str, Any]) -> None:
        text = json.dumps(told).encode() + b"\n"
        self.close_connection = True
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(text)))
        if status == 405:
            self.send_header("allow", "POST")
        with contextlib.suppress(OSError):  # who went away gets no answer; what was recorded stays so
            self.connection.settimeout(max(0.1, self.end - time.monotonic()))
            self.end_headers()
            self.wfile.write(text if self.command != "HEAD" else b"")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no request that can be read, as JSON; nothing of it is repeated."""
        self._refuse(code, HTTPStatus(code).phrase.lower())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  http.server's own name
        """Write nothing: a request line may hold a token."""


def _single(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What is given once; of what is given twice nobody could say which counts."""
    given = list(pairs)
    many = Counter(name for name, _ in given)
    return {name: value for name, value in given if many[name] == 1}


def _where(error: Exception) -> str:
    """What kind of error it was and where in our code: without its words, which could hold a value."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}, {last.filename.rpartition('/')[2]} line {last.lineno}"
