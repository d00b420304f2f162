"""The server on loopback, over real sockets: what is let in, what is not, and that 200 means durable."""

from __future__ import annotations

import base64
import hmac
import http.client
import json
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from hcp_author.ingress import inbox
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.ingress.server import Server

KEY = "a key of more than sixteen"


@pytest.fixture
def server(desk: Desk) -> Iterator[Server]:
    sources = {
        "hooks": Source("hooks", "signed", {"one": KEY}),
        "hub": Source("hub", "mapped", {"one": KEY}, map="github"),
    }
    made = Server(0, sources, desk)
    thread = threading.Thread(target=made.serve_forever, daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()


def signed(body: bytes, name: str = "m1", at: float | None = None) -> dict[str, str]:
    stamp = str(int(time.time() if at is None else at))
    right = hmac.new(KEY.encode(), f"{name}.{stamp}.".encode() + body, sha256).digest()
    told = "v1," + base64.b64encode(right).decode()
    return {"webhook-id": name, "webhook-timestamp": stamp, "webhook-signature": told}


def post(server: Server, path: str, body: bytes, headers: dict[str, str], method: str = "POST") -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, json.loads(data) if data.startswith(b"{") else data


EVENT = json.dumps({"ref": "new_item", "payload": {"n": 1}}).encode()


def test_a_signed_event_is_durable_before_it_is_acknowledged(server: Server, path: str, woken: list[int]) -> None:
    status, told = post(server, "/hooks", EVENT, signed(EVENT))
    assert (status, told) == (200, {"route": "inbox", "recorded": True, "reason": ""})
    rows = inbox.read(path, "mail", "ann")
    assert [(row["event_id"], row["payload"]) for row in rows] == [("hooks:m1", {"n": 1})]
    assert woken == [1]


def test_a_replay_is_refused_and_a_retry_is_recorded_once(server: Server, path: str) -> None:
    headers = signed(EVENT)
    assert post(server, "/hooks", EVENT, headers)[0] == 200
    assert post(server, "/hooks", EVENT, headers)[0] == 409
    again = post(server, "/hooks", EVENT, signed(EVENT, at=time.time() + 1))
    assert again == (200, {"route": "inbox", "recorded": False, "reason": "recorded before"})
    assert len(inbox.read(path, "mail", "ann")) == 1


def test_a_replay_under_another_name_that_nobody_signed_is_recorded_once(server: Server, path: str) -> None:
    issue = {"action": "opened", "repository": {"full_name": "a/b"}, "issue": {"number": 7, "title": "x"}}
    body = json.dumps(issue).encode()
    right = "sha256=" + hmac.new(KEY.encode(), body, sha256).hexdigest()
    for name in ("d-1", "d-2"):
        headers = {"x-hub-signature-256": right, "x-github-event": "issues", "x-github-delivery": name}
        assert post(server, "/hub", body, headers)[0] == 200
    assert len(inbox.read(path, "mail", "ann")) == 1


@pytest.mark.parametrize(
    ("path_", "body", "headers", "method", "status"),
    [
        ("/hooks", EVENT, {}, "POST", 401),
        ("/hooks", EVENT, signed(EVENT, at=0), "POST", 401),
        ("/nope", EVENT, signed(EVENT), "POST", 404),
        ("/hooks/../hooks", EVENT, signed(EVENT), "POST", 404),
        ("/hooks", EVENT, signed(EVENT), "GET", 501),
        ("/hooks", b"{", None, "POST", 400),
        ("/hooks", b'{"ref": "new_item", "ref": "x"}', None, "POST", 400),
        ("/hooks", b'{"payload": 1}', None, "POST", 400),
        ("/hooks", b'{"ref": "new_item", "principal": "bob"}', None, "POST", 400),
        ("/hooks", b'{"ref": "new_item", "id": "mine"}', None, "POST", 400),
        ("/hooks", b"[" * 5000, None, "POST", 400),
    ],
)
def test_what_is_not_let_in(
    server: Server, path: str, path_: str, body: bytes, headers: dict[str, str] | None, method: str, status: int
) -> None:
    assert post(server, path_, body, signed(body) if headers is None else headers, method)[0] == status
    assert inbox.read(path, "mail", "ann") == []


def test_an_unknown_ref_is_acknowledged_and_dropped(server: Server) -> None:
    body = b'{"ref": "please_send"}'
    status, told = post(server, "/hooks", body, signed(body))
    assert (status, told["route"], told["recorded"]) == (200, "drop", False)


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([b"Content-Length: 999999999"], b"413"),
        ([b"Content-Length: -1"], b"411"),
        ([b"Transfer-Encoding: chunked"], b"411"),
        ([], b"411"),
        ([b"Content-Length: 2", b"webhook-id: a", b"webhook-id: b"], b"400"),
    ],
)
def test_a_length_that_is_not_told_or_is_a_lie(server: Server, lines: list[bytes], status: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=60) as raw:
        raw.sendall(b"\r\n".join([b"POST /hooks HTTP/1.1", b"Host: x", *lines, b"", b"{}"]))
        assert raw.recv(64).split()[1] == status


def test_a_slow_client_holds_nobody_up(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.server_address[1])) as slow:
        slow.sendall(b"POST /hooks HTTP/1.1\r\nContent-Length: 5\r\n\r\n{")
        assert post(server, "/hooks", EVENT, signed(EVENT))[0] == 200


def test_what_cannot_be_recorded_is_not_acknowledged(server: Server, path: str) -> None:
    post(server, "/hooks", EVENT, signed(EVENT))
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE events")
    connection.close()
    status, told = post(server, "/hooks", EVENT, signed(EVENT, "m2"))
    assert (status, told) == (503, {"error": "it could not be recorded; send it again"})


def test_it_listens_on_loopback_alone(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
