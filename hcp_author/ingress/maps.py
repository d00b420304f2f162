"""From a provider's payload to a ref of the pack: declarative maps, ours as data, the user's own by path."""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from hcp_author.ingress.request import MISSING, Refused, Request, part
from hcp_author.ingress.signature import is_signed
from hcp_author.runtime import strict

FOLDER = os.path.join(os.path.dirname(__file__), "maps")
FORMAT = "sense-map/1"
_TOP = {"format", "summary", "signature", "id", "unpack", "rules"}
_RULE = {"when", "ref", "payload"}
_KINDS = ("header", "query", "field", "body", "data")


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
    if why := _wrong(value):
        raise ValueError(why)
    return dict(value)


def event(scheme: Mapping[str, Any], request: Request) -> dict[str, Any] | None:
    """The event that a verified request stands for, without an id where none is signed; None where no rule fits."""
    request = unpacked(scheme, request)
    for rule in scheme["rules"]:
        if all(_fits(part(request, name), wanted) for name, wanted in rule.get("when", {}).items()):
            made: dict[str, Any] = {"ref": rule["ref"], "payload": _payload(request, rule.get("payload", {}))}
            told = part(request, scheme["id"]) if is_signed(scheme["signature"], scheme.get("id", "")) else MISSING
            return {**made, "id": str(told)} if isinstance(told, (str, int)) and told != "" else made
    return None


def unpacked(scheme: Mapping[str, Any], request: Request) -> Request:
    """The request with the JSON that its body holds in base64, where the map says where; raises Refused (400)."""
    if "unpack" not in scheme:
        return request
    told = part(request, scheme["unpack"])
    try:
        data = strict.loads(strict.decode(base64.b64decode(str(told).replace("-", "+").replace("_", "/") + "==")))
    except (ValueError, binascii.Error):
        raise Refused(400, f"`{scheme['unpack']}` holds no JSON in base64") from None
    return replace(request, data=data)


def _payload(request: Request, wanted: Mapping[str, Any]) -> dict[str, Any]:
    found = {key: one["const"] if isinstance(one, dict) else part(request, one) for key, one in wanted.items()}
    return {key: value for key, value in found.items() if value is not MISSING}


def _fits(value: Any, wanted: Any) -> bool:
    """Whether a part is the wanted value, one of a list of them, or with `true` there at all."""
    if wanted is True:
        return value is not MISSING
    return value in wanted if isinstance(wanted, list) else bool(value == wanted)


def _wrong(value: Any) -> str:
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return f'it must be an object with `"format": "{FORMAT}"`'
    if unknown := sorted(value.keys() - _TOP):
        return f"`{unknown[0]}` is no key of a map"
    signature, rules = value.get("signature"), value.get("rules")
    if not isinstance(signature, dict) or not ("token" in signature or {"header", "form", "over"} <= signature.keys()):
        return "`signature` must say `header`, `form` and `over`, or `token`"
    if not isinstance(rules, list) or not rules or not all(_is_rule(rule) for rule in rules):
        return "`rules` must be a list of objects with a `ref`, and at most `when` and `payload`"
    named = [name for rule in rules for name in [*rule.get("when", {}), *rule.get("payload", {}).values()]]
    named += [value[key] for key in ("id", "unpack") if key in value]
    strange = [name for name in named if isinstance(name, str) and name.partition(":")[0] not in _KINDS]
    return f"`{strange[0]}` names no part of a request" if strange else ""


def _is_rule(rule: Any) -> bool:
    if not isinstance(rule, dict) or not isinstance(rule.get("ref"), str) or rule.keys() - _RULE:
        return False
    return all(isinstance(rule.get(key, {}), dict) for key in ("when", "payload"))
