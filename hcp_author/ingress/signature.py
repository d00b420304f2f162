"""Whether a request was signed by who holds the key: HMAC-SHA256 over the raw body, with a time where there is one."""

from __future__ import annotations

import base64
import binascii
import contextlib
import hmac
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from hcp_author.ingress.request import MISSING, Refused, Request, part

# the scheme of webhook-id, webhook-timestamp and webhook-signature headers (standardwebhooks.com)
STANDARD: dict[str, Any] = {
    "header": "webhook-signature",
    "between": " ",
    "form": "v1,{base64}",
    "over": ["header:webhook-id", ".", "header:webhook-timestamp", ".", "body"],
    "time": "header:webhook-timestamp",
}
SHORTEST = 16  # bytes of a key
MOST = 16  # signatures that one request may bring


def verify(scheme: Mapping[str, Any], request: Request, keys: Mapping[str, str], window: int, now: float) -> str:
    """The digest of the signature that is right; raises Refused (401) where none is, or its time is too far off.

    A `scheme` with `token` takes a shared secret as it stands, for vendors that sign nothing. `window` is in seconds.
    """
    if "token" in scheme:
        return _token(part(request, scheme["token"]), keys)
    given, request = _given(scheme, request), opened(scheme, request)
    if not given:
        raise Refused(401, f"the header `{scheme['header']}` is missing")
    if "time" in scheme:
        _in_time(part(request, scheme["time"]), window, now)
    signed = b"".join(_signed(request, one) for one in scheme["over"])
    for key in [key for secret in keys.values() for key in keys_of(secret)]:
        wanted = _wanted(scheme["form"], hmac.new(key, signed, sha256).digest())
        for word in given:
            if hmac.compare_digest(word.encode(), wanted.encode()):
                return sha256(word.encode()).hexdigest()
    raise Refused(401, "no signature is right for any of the keys")


def opened(scheme: Mapping[str, Any], request: Request) -> Request:
    """The request with the fields of its signature header, `NAME=VALUE` each; of two with one name the first counts."""
    if "token" in scheme:
        return request
    return replace(request, fields=dict(word.partition("=")[::2] for word in reversed(_given(scheme, request))))


def keys_of(secret: str) -> list[bytes]:
    """What a secret may stand for: its text, as most vendors take it, and behind `whsec_` what its base64 holds."""
    kept, text = [secret.encode()], secret.removeprefix("whsec_")
    if text != secret and text.isascii():
        with contextlib.suppress(binascii.Error):
            kept.append(base64.b64decode(text, validate=True))
    return [key for key in kept if len(key) >= SHORTEST]


def is_signed(scheme: Mapping[str, Any], name: str) -> bool:
    """Whether a part of the request is covered by its signature; what is not can be changed by who replays it."""
    return name.startswith(("body", "data")) or name in scheme.get("over", ())


def _given(scheme: Mapping[str, Any], request: Request) -> list[str]:
    """What stands in the signature header, as much of it as is looked at."""
    words = request.headers.get(scheme["header"], "").split(scheme.get("between", ","))
    return [word.strip() for word in words if word.strip()][:MOST]


def _token(given: Any, keys: Mapping[str, str]) -> str:
    told = given.encode() if isinstance(given, str) else b""
    if not any(hmac.compare_digest(told, secret.encode()) for secret in keys.values()):
        raise Refused(401, "the token is missing or wrong")
    return ""


def _in_time(told: Any, window: int, now: float) -> None:
    if not isinstance(told, str) or not (told.isascii() and told.isdecimal()) or len(told) > 12:
        raise Refused(401, "the signature has no time that can be read")
    if abs(now - int(told)) > window:
        raise Refused(401, "the signature is too old, or from the future; look at both clocks")


def _signed(request: Request, name: str) -> bytes:
    if name != "body" and name.partition(":")[0] not in ("header", "query", "field"):
        return name.encode()
    value = part(request, name)
    if value is MISSING:
        raise Refused(401, "a part that must be signed is missing")
    return value if isinstance(value, bytes) else str(value).encode()


def _wanted(form: str, digest: bytes) -> str:
    return form.replace("{hex}", digest.hex()).replace("{base64}", base64.b64encode(digest).decode())
