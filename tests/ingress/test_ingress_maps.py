"""Maps: a provider's payload to a ref and a small payload, as data; what fits no rule is dropped."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from hcp_author.ingress import maps
from hcp_author.ingress.request import Refused, Request


def request(value: Any, **headers: str) -> Request:
    named = {name.replace("_", "-"): told for name, told in headers.items()}
    return Request(named, {}, json.dumps(value).encode(), value=value)


ISSUE = {"action": "opened", "repository": {"full_name": "a/b"}, "issue": {"number": 7, "title": "It broke"}}


def test_an_opened_issue_is_a_new_item_and_brings_what_the_rule_names_alone() -> None:
    made = maps.event(maps.load("github"), request({**ISSUE, "sender": {"login": "x"}}, x_github_event="issues"))
    payload = {"kind": "issue", "repository": "a/b", "number": 7, "title": "It broke"}
    assert made == {"ref": "new_item", "payload": payload}


@pytest.mark.parametrize("event", ["ping", "star", ""])
def test_what_fits_no_rule_is_no_event(event: str) -> None:
    assert maps.event(maps.load("github"), request(ISSUE, x_github_event=event)) is None


def test_a_payment_is_named_by_its_signed_id() -> None:
    paid = {
        "id": "evt_1",
        "type": "charge.succeeded",
        "data": {"object": {"id": "ch_1", "amount": 5, "currency": "eur"}},
    }
    made = maps.event(maps.load("payments"), request(paid))
    assert made is not None
    assert (made["ref"], made["id"], made["payload"]["amount"]) == ("settlement.posted", "evt_1", 5)


def test_a_push_is_unpacked() -> None:
    inner = base64.urlsafe_b64encode(json.dumps({"emailAddress": "a@b", "historyId": 9}).encode()).decode().rstrip("=")
    pushed = {"message": {"data": inner, "messageId": "m9"}}
    made = maps.event(maps.load("mail-push"), request(pushed))
    assert made == {"ref": "new_item", "id": "m9", "payload": {"mailbox": "a@b", "history": 9}}


@pytest.mark.parametrize("data", ["", "!!!", "bm90IGpzb24=", None, {"a": 1}])
def test_what_cannot_be_unpacked_is_a_bad_request(data: Any) -> None:
    with pytest.raises(Refused) as refused:
        maps.event(maps.load("mail-push"), request({"message": {"data": data}}))
    assert refused.value.status == 400


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"format": "x"}, '"format": "sense-map/1"'),
        ({"run": "rm"}, "`run` is no key of a map"),
        ({"signature": {}}, "`signature` must say"),
        ({"rules": []}, "`rules` must be a list"),
        ({"rules": [{"when": {}}]}, "`rules` must be a list"),
        ({"rules": [{"ref": "a", "verb": "send"}]}, "`rules` must be a list"),
        ({"rules": [{"ref": "a", "payload": {"x": "env:HOME"}}]}, "`env:HOME` names no part of a request"),
        ({"id": "file:/etc/passwd"}, "`file:/etc/passwd` names no part"),
    ],
)
def test_a_map_of_ones_own_is_held_to_the_form(tmp_path: Path, changed: dict[str, Any], why: str) -> None:
    own = {**json.loads((Path(maps.FOLDER) / "github.json").read_text()), **changed}
    file = tmp_path / "own.json"
    file.write_text(json.dumps(own))
    assert why in maps.trouble(str(file))


def test_each_map_that_comes_with_us_is_right() -> None:
    assert maps.names() == ["github", "mail-push", "payments"]
    assert not any(maps.trouble(name) for name in maps.names())
    assert "one of github, mail-push, payments" in maps.trouble("nope")
    assert "No such file" in maps.trouble("/nowhere/map.json")
