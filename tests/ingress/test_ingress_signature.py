"""Signatures: over the raw body, in time, by any of several keys, and never by who has none."""

from __future__ import annotations

import base64
import hmac
from hashlib import sha256
from typing import Any

import pytest

from hcp_author.ingress import maps
from hcp_author.ingress.request import Refused, Request
from hcp_author.ingress.signature import STANDARD, is_signed, keys_of, opened, verify

NOW = 1_800_000_000.0
KEYS = {"old": "an old key of sixteen", "new": "whsec_" + base64.b64encode(b"k" * 32).decode()}
BODY = b'{"ref": "new_item"}'


def standard(body: bytes = BODY, *, at: float = NOW, key: str = "new", name: str = "m1", **changed: str) -> Request:
    stamp = str(int(at))
    signed = f"{name}.{stamp}.".encode() + body
    right = base64.b64encode(hmac.new(keys_of(KEYS[key])[-1], signed, sha256).digest()).decode()
    headers = {"webhook-id": name, "webhook-timestamp": stamp, "webhook-signature": f"v1,{right}"}
    return Request({**headers, **{one.replace("_", "-"): value for one, value in changed.items()}}, {}, body)


@pytest.mark.parametrize("key", ["old", "new"])
def test_a_signature_by_any_of_the_keys_is_right(key: str) -> None:
    assert len(verify(STANDARD, standard(key=key), KEYS, 300, NOW)) == 64


def test_the_published_example_of_the_scheme_is_right() -> None:
    # the worked example of the scheme's own specification
    keys = {"one": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    assert verify(STANDARD, Request(headers, {}, b'{"test": 2432232314}'), keys, 300, 1614265330)


@pytest.mark.parametrize("off", [-301, 301, -86400, 10**9])
def test_a_time_outside_the_window_is_refused(off: int) -> None:
    with pytest.raises(Refused, match="too old, or from the future"):
        verify(STANDARD, standard(at=NOW + off), KEYS, 300, NOW)


@pytest.mark.parametrize(
    "changed",
    [
        {"webhook_signature": ""},
        {"webhook_signature": "v1,"},
        {"webhook_signature": "v1a,xxxx"},
        {"webhook_signature": "v1," + "A" * 44},
        {"webhook_id": "m2"},
        {"webhook_timestamp": str(int(NOW) + 1)},
        {"webhook_timestamp": "١٨٠٠٠٠٠٠٠٠"},
        {"webhook_timestamp": "1e9"},
        {"webhook_timestamp": ""},
    ],
)
def test_whatever_was_changed_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(Refused) as refused:
        verify(STANDARD, standard(**changed), KEYS, 300, NOW)
    assert refused.value.status == 401


def test_one_byte_of_the_body_is_enough() -> None:
    good = standard()
    for index in range(len(BODY)):
        torn = BODY[:index] + bytes([BODY[index] ^ 1]) + BODY[index + 1 :]
        with pytest.raises(Refused):
            verify(STANDARD, Request(good.headers, {}, torn), KEYS, 300, NOW)


def test_a_right_signature_among_wrong_ones_counts_and_too_many_do_not() -> None:
    good = standard().headers["webhook-signature"]
    wrong = "v1," + "A" * 44
    assert verify(STANDARD, standard(webhook_signature=f"{wrong} {good}"), KEYS, 300, NOW)
    with pytest.raises(Refused):
        verify(STANDARD, standard(webhook_signature=" ".join([*[wrong] * 16, good])), KEYS, 300, NOW)


def test_no_word_of_a_refusal_gives_a_secret_away() -> None:
    with pytest.raises(Refused) as refused:
        verify(STANDARD, standard(webhook_signature="v1,x"), KEYS, 300, NOW)
    assert not any(secret in refused.value.why for secret in KEYS.values())


def hub(body: bytes, secret: str) -> dict[str, str]:
    return {"x-hub-signature-256": "sha256=" + hmac.new(secret.encode(), body, sha256).hexdigest()}


def paid(body: bytes, secret: str, at: int) -> dict[str, str]:
    right = hmac.new(secret.encode(), f"{at}.".encode() + body, sha256).hexdigest()
    return {"stripe-signature": f"t={at},v0=old,v1={'0' * 64},v1={right}"}


@pytest.mark.parametrize("name", ["github", "payments"])
def test_the_vendors_own_schemes(name: str) -> None:
    scheme: Any = maps.load(name)["signature"]
    headers = hub(BODY, KEYS["old"]) if name == "github" else paid(BODY, KEYS["old"], int(NOW))
    assert verify(scheme, Request(headers, {}, BODY), KEYS, 300, NOW)
    with pytest.raises(Refused):
        verify(scheme, Request(headers, {}, BODY + b" "), KEYS, 300, NOW)
    with pytest.raises(Refused):
        verify(scheme, Request(headers, {}, BODY), {"other": "another key of sixteen"}, 300, NOW)


def test_a_token_stands_where_a_vendor_signs_nothing() -> None:
    scheme: Any = maps.load("mail-push")["signature"]
    assert verify(scheme, Request({}, {"token": KEYS["old"]}, BODY), KEYS, 300, NOW) == ""
    for query in ({}, {"token": ""}, {"token": "no"}):
        with pytest.raises(Refused, match="token"):
            verify(scheme, Request({}, query, BODY), KEYS, 300, NOW)


def test_what_is_not_signed_names_no_event() -> None:
    github: Any = maps.load("github")["signature"]
    assert not is_signed(github, "header:x-github-delivery")
    assert is_signed(STANDARD, "header:webhook-id")
    assert is_signed(github, "body:/id")


def test_a_vendor_keys_with_the_text_that_it_was_given() -> None:
    secret = "whsec_" + base64.b64encode(b"k" * 32).decode()
    assert keys_of(secret) == [secret.encode(), b"k" * 32]
    assert keys_of("whsec_AAAAAAAA==") == [b"whsec_AAAAAAAA=="]  # six bytes are no key
    assert keys_of("whsec_" + "\u00e9" * 16) == [("whsec_" + "\u00e9" * 16).encode()]


def test_a_key_that_begins_like_no_standard_one_counts_as_its_text_alone() -> None:
    assert keys_of("a-key_of-more-than-sixteen") == [b"a-key_of-more-than-sixteen"]
    assert keys_of(base64.b64encode(b"k" * 32).decode()) == [base64.b64encode(b"k" * 32)]


def test_a_time_that_is_signed_as_text_between_colons_is_held() -> None:
    scheme = {"header": "x-sig", "form": "v0={hex}", "over": ["v0:", "header:x-time", ":", "body"]}
    right = hmac.new(KEYS["old"].encode(), b"v0:" + str(int(NOW)).encode() + b":" + BODY, sha256).hexdigest()
    headers = {"x-sig": f"v0={right}", "x-time": str(int(NOW))}
    assert verify({**scheme, "time": "header:x-time"}, Request(headers, {}, BODY), KEYS, 300, NOW)


def test_the_fields_of_a_signature_are_parts_for_a_map() -> None:
    scheme: Any = maps.load("payments")["signature"]
    request = opened(scheme, Request({"stripe-signature": "t=5,v1=aa,t=6"}, {}, BODY))
    assert request.fields == {"t": "5", "v1": "aa"}
