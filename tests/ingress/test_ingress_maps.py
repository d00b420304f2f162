"""Maps: a provider's payload to a ref and a small payload, as data; what fits no rule is dropped."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from hcp_author.ingress import body, map_form, maps
from hcp_author.ingress.request import Refused, Request
from hcp_author.pack import shape
from hcp_author.runtime import strict


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


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        ("", "line 1, column 1: Expecting value"),
        ("!!!", "line 1, column 1: Expecting value"),
        ("bm90IGpzb24=", "line 1, column 1: Expecting value"),
        ("YWJjZ", "Invalid base64-encoded string: number of data characters (5) cannot be 1 more than a multiple of 4"),
        (base64.b64encode(b'{"hush": 1, "hush": 1}').decode(), "line 1, column 13: a key is given twice"),
        (None, "it is no text"),
        ({"a": 1}, "it is no text"),
    ],
)
def test_what_cannot_be_unpacked_is_a_bad_request_and_the_user_is_told_why(data: Any, detail: str) -> None:
    with pytest.raises(Refused) as refused:
        maps.event(maps.load("mail-push"), request({"message": {"data": data}}))
    assert (refused.value.status, refused.value.detail) == (400, detail)


BIG = 12345678901234567890


def test_a_large_integer_is_its_text_wherever_a_map_takes_it() -> None:
    inner = base64.b64encode(b'{"emailAddress": "a", "historyId": %d}' % BIG).decode()
    made = maps.event(maps.load("mail-push"), request({"message": {"data": inner}}))
    assert made == {"ref": "new_item", "payload": {"mailbox": "a", "history": str(BIG)}}
    scheme = {
        "signature": {"token": "query:t"},
        "id": "body:/id",
        "rules": [{"ref": "a", "when": {"body:/id": str(BIG)}, "payload": {"all": "body:/all"}}],
    }
    value = body.vendors(f'{{"id": {BIG}, "all": [{{"deep": {BIG}, "least": -9007199254740993, "small": 7}}]}}')
    kept = {"all": [{"deep": str(BIG), "least": "-9007199254740993", "small": 7}]}
    assert maps.event(scheme, request(value)) == {"ref": "a", "id": str(BIG), "payload": kept}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"a": NaN}', "line 1, column 7: NaN or Infinity is not a JSON number"),
        ('{"a": 1e999}', "line 1, column 7: a number is too large"),
        (f'{{"a": {BIG}, "b": 1, "b": 2}}', "a key is given twice"),
        (f"[{BIG}, 1e999]", "a number is too large"),
        ('{"the key": 1, "the key": 2}', "line 1, column 16: a key is given twice"),
        ("{", "line 1, column 2: Expecting property name enclosed in double quotes"),
        ("[" * 1000, "nested too deeply"),
        ("1" * 5000, "a number is too large"),
    ],
)
def test_a_vendor_s_body_is_refused_for_all_else_and_the_reason_repeats_nothing(text: str, why: str) -> None:
    with pytest.raises(strict.NotStrict) as refused:
        body.vendors(text)
    assert body.bare(str(refused.value)) == why


def ruled(**rule: Any) -> dict[str, Any]:
    return {"rules": [{"ref": "a", **rule}]}


def by(**changed: Any) -> dict[str, Any]:
    return {"signature": {"header": "x-sig", "form": "{hex}", "over": ["body"], **changed}}


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"format": "x"}, '"format": "sense-map/1"'),
        ({"run": "rm"}, "`run` is no key of a map"),
        ({"signature": {}}, "`signature` must say"),
        ({"rules": []}, "`rules` must be a list"),
        ({"rules": [{"when": {}}]}, "`rules[0]` must be an object with a `ref`"),
        ({"rules": [{"ref": 5}]}, "`rules[0]` must be an object with a `ref`"),
        ({"rules": [{"ref": "a"}, {"ref": "a", "verb": "send"}]}, "`rules[1].verb` is no key of a rule"),
        ({"rules": [{"ref": "a", "when": []}]}, "`rules[0].when` must be an object"),
        (
            ruled(payload={"x": "env:HOME"}),
            "`rules[0].payload.x`: `env:HOME` names no part of a request; write header:",
        ),
        (ruled(payload={"x": "body"}), "`rules[0].payload.x`: `body` names no part"),
        (ruled(payload={"x": "body:action"}), "`body:action` names no part"),
        (ruled(payload={"x": "body:/a~2"}), "`body:/a~2` names no part"),
        (ruled(payload={"x": "header:"}), "`header:` names no part"),
        (ruled(payload={"x": "header:a b"}), "`header:a b` names no part"),
        (ruled(payload={"x": 5}), "`rules[0].payload.x` must name a part of a request, as text"),
        (ruled(payload={"x": {"const": 1, "more": 2}}), "`rules[0].payload.x` must name a part"),
        (ruled(payload={"x": "data:/a"}), "`data:/a` stands for what `unpack` finds; this map has nothing unpacked"),
        (ruled(when={"action": "opened"}), "`rules[0].when`: `action` names no part"),
        (ruled(when={"header:x": 5}), "`rules[0].when.header:x` must be text, a list of texts, or true"),
        (ruled(when={"header:x": []}), "`rules[0].when.header:x` must be text"),
        (ruled(when={"body:/x": {"a": 1}}), "`rules[0].when.body:/x` must be one value, a list of values, or true"),
        ({"id": "file:/etc/passwd"}, "`file:/etc/passwd` names no part"),
        ({"id": "body"}, "`id`: `body` names no part"),
        ({"id": 5}, "`id` must name a part of a request, as text"),
        ({"unpack": "data:/x"}, "`unpack`: `data:/x` stands for what `unpack` finds"),
        ({"summary": 5}, "`summary` must be text"),
        (by(form="v1"), "`signature.form` must hold exactly one of `{hex}` and `{base64}`"),
        (by(form="{hex}{base64}"), "`signature.form` must hold exactly one"),
        (by(form=5), "`signature.form` must hold exactly one"),
        (by(over=[]), "`signature.over` must be a list of texts"),
        (by(over="body"), "`signature.over` must be a list of texts"),
        (by(over=["body", 5]), "`signature.over` must be a list of texts"),
        (by(over=["body", ""]), "`signature.over` must be a list of texts"),
        (by(over=["header:x"]), "`signature.over` must hold `body`"),
        (by(over=["body", "body:/a"]), "`signature.over[1]`: `body:/a` is not `body`, header:NAME"),
        (by(over=["haeder:x", "body"]), "`signature.over[0]`: `haeder:x` is not `body`"),
        (by(time="header:x"), "`signature.time` must be one of the parts in `over`"),
        (by(time=5), "`signature.time` must be one of the parts"),
        (by(between=""), "`signature.between` must be the text"),
        (by(between=5), "`signature.between` must be the text"),
        (by(header=5), "`signature.header` must be the name of a header"),
        (by(header="a b"), "`signature.header` must be the name of a header"),
        (by(algorithm="md5"), "`signature.algorithm` is no key of a signature"),
        ({"signature": {"token": "body:/token"}}, "`signature.token` must name the part that holds the token"),
        ({"signature": {"token": "token"}}, "`signature.token` must name the part"),
        ({"signature": {"token": 5}}, "`signature.token` must name the part"),
        (
            {"signature": {"token": "query:t", "header": "x"}},
            "`signature.header` is no key of a signature beside `token`",
        ),
    ],
)
def test_a_map_of_ones_own_is_held_to_the_form(tmp_path: Path, changed: dict[str, Any], why: str) -> None:
    own = {**json.loads((Path(maps.FOLDER) / "github.json").read_text()), **changed}
    file = tmp_path / "own.json"
    file.write_text(json.dumps(own))
    assert why in maps.trouble(str(file))
    assert len(maps.trouble(str(file)).splitlines()) == 1
    # the schema tells shapes, not what hangs together
    together = ("data:", "must hold `body`", "`signature.over[", "parts in `over`", "header:x` must be text, a")
    assert any(part in why for part in together) or shape.check_value(own, "sense-map")


def test_each_map_that_comes_with_us_is_right() -> None:
    assert maps.names() == ["github", "mail-push", "payments"]
    assert not any(maps.trouble(name) for name in maps.names())
    assert "one of github, mail-push, payments" in maps.trouble("nope")
    assert "No such file" in maps.trouble("/nowhere/map.json")


OWN = {
    "format": "sense-map/1",
    "signature": {
        "header": "X-Sig",
        "form": "v0={hex}",
        "over": ["v0:", "header:X-Time", ":", "body"],
        "time": "header:x-time",
    },
    "id": "header:X-Id",
    "rules": [{"when": {"header:X-Kind": ["a", "b"], "body:/n": 1}, "ref": "a", "payload": {"kind": "header:X-Kind"}}],
}


def test_headers_are_found_however_a_map_spells_them(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps(OWN))
    assert maps.trouble(str(file)) == ""
    assert not shape.check_value(OWN, "sense-map")
    scheme = maps.load(str(file))
    assert scheme["signature"]["header"] == "x-sig"
    assert scheme["signature"]["over"] == ["v0:", "header:x-time", ":", "body"]
    assert maps.event(scheme, request({"n": 1}, x_kind="b")) == {"ref": "a", "payload": {"kind": "b"}}


def test_true_is_not_one_and_a_number_is_no_text(tmp_path: Path) -> None:
    scheme = {"signature": {"token": "query:t"}, "rules": [{"when": {"body:/n": 1}, "ref": "a"}]}
    assert maps.event(scheme, request({"n": 1}))
    assert maps.event(scheme, request({"n": True})) is None
    assert maps.event(scheme, request({"n": "1"})) is None


def test_a_pointer_that_leads_nowhere_is_no_trouble() -> None:
    scheme = {"signature": {"token": "query:t"}, "rules": [{"ref": "a", "payload": {"x": "body:/" + "9" * 5000}}]}
    assert maps.event(scheme, request([1, 2])) == {"ref": "a", "payload": {}}


@pytest.mark.parametrize("name", maps.names())
def test_each_map_is_right_by_the_published_schema(name: str) -> None:
    assert not shape.check_value(json.loads((Path(maps.FOLDER) / f"{name}.json").read_text()), "sense-map")


def test_what_is_unpacked_is_signed() -> None:
    signature = {"header": "x-sig", "form": "{hex}", "over": ["body", "header:X-Data"]}
    scheme = {
        "format": "sense-map/1",
        "signature": signature,
        "unpack": "header:x-data",
        "rules": [{"ref": "new_item"}],
    }
    assert map_form.wrong(scheme) == ""
    assert "`unpack` must be in the body" in map_form.wrong({**scheme, "unpack": "header:x-other"})
