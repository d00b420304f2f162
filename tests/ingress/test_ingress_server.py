"""The server on loopback, over real sockets: what is let in, what is not, and that 200 means durable."""

from __future__ import annotations

import base64
import contextlib
import hmac
import http.client
import json
import select
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from hcp_author.ingress import inbox
from hcp_author.ingress import server as server_module
from hcp_author.ingress.config import Source
from hcp_author.ingress.desk import Desk
from hcp_author.ingress.server import Server

KEY = "a key of more than sixteen"


@pytest.fixture
def server(desk: Desk, said: list[str]) -> Iterator[Server]:
    sources = {
        "hooks": Source("hooks", "signed", {"one": KEY}),
        "hub": Source("hub", "mapped", {"one": KEY}, map="github"),
    }
    made = Server(0, lambda: sources, desk, said.append)
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
        ("/hooks", EVENT, signed(EVENT), "GET", 405),
        ("/hooks", EVENT, signed(EVENT), "FETCH", 501),
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
        ([b"Content-Length: 2", b"Content-Length: 2"], b"411"),
        ([b"Content-Length: 2", b"Transfer-Encoding: chunked"], b"411"),
        ([b"Content-Length: 2", b"no header at all"], b"401"),
        ([b"x: " + b"y" * 70_000], b"431"),
    ],
)
def test_a_length_that_is_not_told_or_is_a_lie(server: Server, lines: list[bytes], status: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=60) as raw:
        raw.sendall(b"\r\n".join([b"POST /hooks HTTP/1.1", b"Host: x", *lines, b"", b"{}"]))
        assert raw.recv(64).split()[1] == status


def raw(server: Server, lines: list[str], body: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=60) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
        return b"".join(iter(lambda: connection.recv(4096), b""))


@pytest.mark.parametrize(
    ("again", "status"), [("X-Forwarded-For: 10.0.0.1", b"200"), ("webhook-id: m1", b"401"), ("Webhook-Id: m2", b"401")]
)
def test_a_header_given_twice_counts_as_missing_where_it_matters(server: Server, again: str, status: bytes) -> None:
    told = [f"{name}: {value}" for name, value in signed(EVENT).items()]
    lines = ["POST /hooks HTTP/1.1", "X-Forwarded-For: 10.0.0.2", *told, again, f"Content-Length: {len(EVENT)}"]
    assert raw(server, lines, EVENT).split()[1] == status


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_only_posts_are_taken_and_the_answer_is_json(server: Server, said: list[str], method: str) -> None:
    answer = raw(server, [f"{method} /hooks HTTP/1.1", "Host: x"], b"")
    head, _, body = answer.partition(b"\r\n\r\n")
    assert b" 405 " in head.splitlines()[0]
    assert b"allow: POST" in head
    assert body == (b"" if method == "HEAD" else b'{"error": "a source takes POST alone"}\n')
    assert said == ["(no source): 405 a source takes POST alone"]


def test_an_address_that_cannot_be_read_is_a_bad_request(server: Server, said: list[str]) -> None:
    answer = raw(server, ["POST http://[/ HTTP/1.1", "Content-Length: 0"], b"")
    assert answer.split()[1] == b"400"
    assert said == ["(no source): 400 the address cannot be read"]


def test_what_is_no_request_is_answered_in_json(server: Server, said: list[str]) -> None:
    answer = raw(server, ["\x1b[31mPOST  secret"], b"")
    assert json.loads(answer.split(b"\r\n\r\n")[-1]) == {"error": "bad request"}
    assert said == ["(no source): 400 bad request"]


def hub(body: bytes, event: str = "issues") -> dict[str, str]:
    return {
        "x-hub-signature-256": "sha256=" + hmac.new(KEY.encode(), body, sha256).hexdigest(),
        "x-github-event": event,
    }


def test_a_provider_s_body_may_be_large_and_what_is_kept_of_it_small(
    server: Server, path: str, said: list[str]
) -> None:
    issue: dict[str, Any] = {
        "action": "opened",
        "repository": {"full_name": "a/b"},
        "issue": {"number": 7, "title": "x"},
    }
    body = json.dumps({**issue, "diff": "y" * 3_000_000}).encode()
    assert post(server, "/hub", body, hub(body))[0] == 200
    assert inbox.read(path, "mail", "ann")[0]["payload"]["number"] == 7
    issue["issue"]["title"] = "z" * 300_000
    body = json.dumps(issue).encode()
    assert post(server, "/hub", body, hub(body)) == (400, {"error": "the payload is larger than 262,144 characters"})
    body = b" " * (5 << 20)
    assert post(server, "/hub", body, hub(body))[0] == 413
    assert [line.split(" ")[1] for line in said] == ["400", "413"]


def test_what_is_refused_or_not_mapped_is_told_without_a_value(server: Server, said: list[str]) -> None:
    post(server, "/hooks?token=hush", EVENT, {**signed(EVENT), "webhook-signature": "v1,hush"})
    post(server, "/hush?token=hush", EVENT, signed(EVENT))
    body = b'{"zen": "hush"}'
    assert post(server, "/hub", body, hub(body, "ping"))[0] == 200
    body = b'{"hush": 1e999}'
    assert "1e999" in post(server, "/hub", body, hub(body))[1]["error"]
    body = b'{"hush": 12345678901234567890}'
    assert "1234567890" in post(server, "/hooks", body, signed(body))[1]["error"]
    body = b'{"a": [{"hush": 1, "hush": 2}]}'
    assert post(server, "/hub", body, hub(body))[0] == 400
    beyond = "line 1, column 10: a number is beyond 2^53, which parsers round; use a string"
    assert said == [
        "hooks: 401 no signature is right for any of the keys",
        "(no source): 404 there is no source of this name",
        "hub: 200 dropped: no rule of the map fits",
        "hub: 400 the body is not JSON (line 1, column 10: a number is too large)",
        f"hooks: 400 the body is not JSON ({beyond})",
        "hub: 400 the body is not JSON (line 1, column 20: a key is given twice)",
    ]


def test_a_provider_s_large_integer_is_kept_as_its_text(server: Server, path: str) -> None:
    body = b'{"action": "opened", "issue": {"id": 12345678901234567890, "number": 98765432109876543210}}'
    assert post(server, "/hub", body, hub(body))[0] == 200
    assert inbox.read(path, "mail", "ann")[0]["payload"] == {"kind": "issue", "number": "98765432109876543210"}


def test_what_nobody_foresaw_is_answered_and_told(
    server: Server, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"hooks": Source("hooks", "mapped", {"one": KEY}, map="/no/such/map.json")}
    monkeypatch.setattr(server, "sources", lambda: found)
    status, told = post(server, "/hooks", EVENT, signed(EVENT))
    assert (status, told) == (500, {"error": "something went wrong here; the listener says what"})
    assert len(said) == 1
    assert said[0].startswith("hooks: 500 something went wrong here; the listener says what (FileNotFoundError, ")


def test_a_client_that_comes_drop_by_drop_has_one_deadline(
    server: Server, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "SECONDS", 0.5)
    with socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=60) as slow:
        slow.sendall(b"POST /hooks HTTP/1.1\r\nContent-Length: 100000\r\n\r\n")
        with contextlib.suppress(OSError):
            for _ in range(600):
                slow.sendall(b"x")
                if select.select([slow], [], [], 0.1)[0]:
                    break
            assert b" 408 " in slow.recv(64)
    assert said == ["hooks: 408 the request did not end in time"]


def test_many_slow_clients_keep_nobody_out_for_long(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "SECONDS", 1.0)
    with contextlib.ExitStack() as stack:
        for _ in range(server_module.CONNECTIONS + 20):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", server.server_address[1]), timeout=60))
            one.sendall(b"POST /hooks HTTP/1.1\r\nX-Drop: ")
        assert post(server, "/hooks", EVENT, signed(EVENT))[0] in (200, 401)


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
