"""What a map must look like: whatever is wrong in one is said with its place, so that no broken map is listened by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

FORMAT = "sense-map/1"
_TOP = {"format", "summary", "signature", "id", "unpack", "rules"}
_RULE = {"when", "ref", "payload"}
_SIGNED = {"header", "between", "form", "over", "time"}
_TEXT = ("header", "query", "field")  # parts that are always strings
_WORD = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_POINTER = re.compile(r"(?:/(?:[^/~]|~[01])*)+")
_PART_LIKE = re.compile(r"[A-Za-z]+:.")
PARTS = "header:NAME, query:NAME, field:NAME, body:/POINTER or data:/POINTER"


def wrong(value: Any) -> str:
    """The first thing that is wrong with a map, with where it stands; empty where nothing is."""
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        return f'it must be an object with `"format": "{FORMAT}"`'
    return next(_flaws(value), "")


def lowered(value: Mapping[str, Any]) -> dict[str, Any]:
    """A map that is right, with the names of headers in lower case, as they are looked up."""
    made, signature = dict(value), dict(value["signature"])
    if "header" in signature:
        signature["header"] = signature["header"].lower()
        signature["over"] = [lower(name) for name in signature["over"]]
    for holder, key in ((signature, "time"), (signature, "token"), (made, "id"), (made, "unpack")):
        if key in holder:
            holder[key] = lower(holder[key])
    return {**made, "signature": signature}


def lower(name: str) -> str:
    """The name of a part, a header's in lower case."""
    return name.lower() if name.startswith("header:") else name


def kind(name: Any, known: tuple[str, ...] = (*_TEXT, "body", "data")) -> str:
    """Which kind of part a name means: one of `known`, or empty where it is the name of none."""
    if not isinstance(name, str):
        return ""
    word, _, rest = name.partition(":")
    form = {"header": _WORD, "body": _POINTER, "data": _POINTER}.get(word)
    good = bool(form.fullmatch(rest)) if form else rest != ""
    return word if word in known and good else ""


def _flaws(value: dict[str, Any]) -> Iterator[str]:
    if unknown := sorted(value.keys() - _TOP):
        yield f"`{unknown[0]}` is no key of a map; it has {', '.join(sorted(_TOP))}"
    if not isinstance(value.get("summary", ""), str):
        yield "`summary` must be text"
    yield from _signature(value.get("signature"))
    if "unpack" in value:
        yield from _part("unpack", value["unpack"], (*_TEXT, "body"))
        yield from _unsigned(value.get("signature"), value["unpack"])
    if "id" in value:
        yield from _part("id", value["id"], _known(value))
    rules = value.get("rules")
    if not isinstance(rules, list) or not rules:
        yield "`rules` must be a list of one rule or more"
        return
    for number, rule in enumerate(rules):
        yield from _rule(f"rules[{number}]", rule, _known(value))


def _unsigned(signature: Any, name: Any) -> Iterator[str]:
    over = signature.get("over", ()) if isinstance(signature, dict) else ()
    if over and kind(name) in _TEXT and lower(name) not in map(lower, over):
        yield "`unpack` must be in the body or in `signature.over`: else who replays a request could change the event"


def _known(value: dict[str, Any]) -> tuple[str, ...]:
    return (*_TEXT, "body", "data") if "unpack" in value else (*_TEXT, "body")


def _part(where: str, name: Any, known: tuple[str, ...]) -> Iterator[str]:
    if kind(name, known):
        return
    if isinstance(name, str) and kind(name) == "data":
        yield f"`{where}`: `{name}` stands for what `unpack` finds; this map has nothing unpacked there"
    elif isinstance(name, str):
        yield f"`{where}`: `{name}` names no part of a request; write {PARTS}"
    else:
        yield f"`{where}` must name a part of a request, as text: {PARTS}"


def _signature(value: Any) -> Iterator[str]:
    if not isinstance(value, dict) or not ("token" in value or {"header", "form", "over"} <= value.keys()):
        yield "`signature` must say `header`, `form` and `over`, or `token`"
        return
    if unknown := sorted(value.keys() - ({"token"} if "token" in value else _SIGNED)):
        beside = " beside `token`" if "token" in value and unknown[0] in _SIGNED else ""
        yield f"`signature.{unknown[0]}` is no key of a signature{beside}"
    elif "token" in value:
        if not kind(value["token"], ("header", "query")):
            yield "`signature.token` must name the part that holds the token: header:NAME or query:NAME"
    else:
        yield from _scheme(value)


def _scheme(value: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a signature over a request: any of these would let in what nobody signed, or nothing."""
    if not isinstance(value["header"], str) or not _WORD.fullmatch(value["header"]):
        yield "`signature.header` must be the name of a header"
    if not isinstance(value.get("between", ","), str) or not value.get("between", ","):
        yield "`signature.between` must be the text that stands between two signatures"
    form = value["form"]
    if not isinstance(form, str) or form.count("{hex}") + form.count("{base64}") != 1:
        yield "`signature.form` must hold exactly one of `{hex}` and `{base64}`"
    over = value["over"]
    if not isinstance(over, list) or not over or not all(isinstance(one, str) and one for one in over):
        yield "`signature.over` must be a list of texts"
        return
    if "body" not in over:
        yield "`signature.over` must hold `body`: else the body could be changed"
    for number, name in enumerate(over):
        if name != "body" and _PART_LIKE.match(name) and not kind(name, _TEXT):
            yield f"`signature.over[{number}]`: `{name}` is not `body`, header:NAME, query:NAME or field:NAME"
    if "time" in value and not (kind(value["time"], _TEXT) and lower(value["time"]) in map(lower, over)):
        yield "`signature.time` must be one of the parts in `over`: else the time could be changed"


def _rule(where: str, rule: Any, known: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(rule, dict) or not isinstance(rule.get("ref"), str) or not rule["ref"]:
        yield f"`{where}` must be an object with a `ref`"
        return
    if unknown := sorted(rule.keys() - _RULE):
        yield f"`{where}.{unknown[0]}` is no key of a rule"
    for key in ("when", "payload"):
        if not isinstance(rule.get(key, {}), dict):
            yield f"`{where}.{key}` must be an object"
            return
    for name, wanted in rule.get("when", {}).items():
        yield from _part(f"{where}.when", name, known)
        yield from _wanted(f"{where}.when.{name}", kind(name), wanted)
    for name, told in rule.get("payload", {}).items():
        if not (isinstance(told, dict) and told.keys() == {"const"}):
            yield from _part(f"{where}.payload.{name}", told, known)


def _wanted(where: str, of: str, wanted: Any) -> Iterator[str]:
    """What a part is held against: `true`, or one value or a list of them that the part could be."""
    each = wanted if isinstance(wanted, list) else [wanted]
    if wanted is True or (each and all(isinstance(one, str) for one in each)):
        return
    if of in _TEXT:
        yield f"`{where}` must be text, a list of texts, or true: that part is always text"
    elif not each or any(isinstance(one, (dict, list)) for one in each):
        yield f"`{where}` must be one value, a list of values, or true"
