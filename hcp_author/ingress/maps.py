"""From a provider's payload to a ref of the pack: declarative maps, ours as data, the user's own by path."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from hcp_author.ingress import map_form
from hcp_author.ingress.body import bare, vendors
from hcp_author.ingress.request import MISSING, Refused, Request, part
from hcp_author.ingress.signature import is_signed
from hcp_author.runtime import strict

FOLDER = os.path.join(os.path.dirname(__file__), "maps")


def names() -> list[str]:
    """The maps that come with us."""
    return sorted(name.removesuffix(".json") for name in os.listdir(FOLDER) if name.endswith(".json"))


def trouble(name: Any) -> str:
    """What is wrong with a map that a source names; empty where nothing is."""
    if not isinstance(name, str) or not (name.startswith("/") or name in names()):
        return f"`map` must be one of {', '.join(names())}, or the absolute path of your own"
    try:
        load(name)
    except (OSError, ValueError) as error:
        return f"the map `{name}`: {getattr(error, 'strerror', None) or error}"
    return ""


@lru_cache(maxsize=32)
def load(name: str) -> Mapping[str, Any]:
    """A map by name or absolute path; raises OSError, or ValueError for what is none."""
    path = name if name.startswith("/") else os.path.join(FOLDER, f"{name}.json")
    value = strict.loads(strict.read_file(path))
    if why := map_form.wrong(value):
        raise ValueError(why)
    return map_form.lowered(value)


def by_token(name: str) -> bool:
    """Whether the map with this name takes a token, where a provider signs nothing; False for what is no map."""
    return not trouble(name) and "token" in load(name)["signature"]


def event(scheme: Mapping[str, Any], request: Request) -> dict[str, Any] | None:
    """The event that a verified request stands for, without an id where none is signed; None where no rule fits."""
    request = unpacked(scheme, request)
    for rule in scheme["rules"]:
        if all(_fits(part(request, name), wanted) for name, wanted in rule.get("when", {}).items()):
            made: dict[str, Any] = {"ref": rule["ref"], "payload": _payload(request, rule.get("payload", {}))}
            told = part(request, scheme["id"]) if is_signed(scheme["signature"], scheme.get("id", "")) else MISSING
            good = isinstance(told, (str, int)) and not isinstance(told, bool) and told != ""
            return {**made, "id": str(told)} if good else made
    return None


def unpacked(scheme: Mapping[str, Any], request: Request) -> Request:
    """The request with the JSON that its body holds in base64, where the map says where; raises Refused (400)."""
    if "unpack" not in scheme:
        return request
    told, why = part(request, scheme["unpack"]), f"`{scheme['unpack']}` holds no JSON in base64"
    if not isinstance(told, str):
        raise Refused(400, why, "it is missing" if told is MISSING else "it is no text")
    try:
        data = vendors(strict.decode(base64.b64decode(told.replace("-", "+").replace("_", "/") + "==")))
    except ValueError as error:  # binascii's too
        raise Refused(400, why, bare(str(error)), f"{why}: {error}") from None
    return replace(request, data=data)


def _payload(request: Request, wanted: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: one["const"] if isinstance(one, dict) else part(request, one) for key, one in wanted.items()}
    return {key: value for key, value in found.items() if value is not MISSING}


def _fits(value: Any, wanted: Any) -> bool:
    """Whether a part is the wanted value, one of a list of them, or with `true` there at all."""
    if wanted is True:
        return value is not MISSING
    each = wanted if isinstance(wanted, list) else [wanted]
    return any(type(value) is type(one) and value == one for one in each)  # in JSON, true is not 1
