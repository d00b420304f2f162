"""What a verb's `args` may say: the closed part of JSON Schema, names that are not free, and sample values."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.source import pointer
from hcp_author.pack.text import hidden_characters
from hcp_author.runtime.args import check, check_schema, map_paths

__all__ = ["RESERVED", "check", "check_schema", "flaws", "forbidden_names", "identity", "map_paths", "sample"]
__all__ += ["sample_args"]

# The face's own options: never the name of an argument (pack-format, The two faces).
RESERVED = frozenset(
    (
        "help",
        "json",
        "confirm",
        "apply",
        "binding",
        "session",
        "workspace",
        "envelope",
        "announce",
        "emit",
        "link",
        "stream",
    )
)
SAMPLE_TEXT = "example"
SAMPLE_NUMBER = 5
# A longer value makes an example that nobody reads.
SAMPLE_LIMIT = 80
_WORDS = os.path.join(os.path.dirname(__file__), "identity_words.json")


@lru_cache(maxsize=64)  # several rules ask
def flaws(verb: Verb) -> tuple[tuple[str, str], ...]:
    """Where a verb's `args` leave the closed part of JSON Schema, as `check_schema` tells it; nothing without args."""
    return tuple(check_schema(dict(verb.args))) if verb.args else ()


@lru_cache(maxsize=4096)
def identity(name: str) -> str | None:
    """Why an argument may not be called `name` where it means who acts or for whom (L5); None where it may."""
    return _identity_names().get("".join(char for char in name.lower() if char.isalnum()))


@lru_cache(maxsize=1)
def _identity_names() -> Mapping[str, str]:
    with open(_WORDS, encoding="utf-8") as file:
        data = json.load(file)
    names = {
        f"{lead}{word}{plural}{ending}": reason
        for word, reason in data["words"].items()
        for lead in data["leads"]
        for plural in ("", "s")
        for ending in data["endings"]
    }
    return {**names, **data["phrases"]}


def forbidden_names(args: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (pointer, name, reason) of each property of a verb's `args` whose name is not free, at any depth."""
    for name in _object(args.get("properties")):
        if name.lower().strip("_-") in RESERVED:
            yield pointer("properties", name), name, f"`--{name}` is an option of the face itself"
    yield from _identities(args, "")


def _identities(schema: Any, here: str) -> Iterator[tuple[str, str, str]]:
    for name, inner in _object(_object(schema).get("properties")).items():
        there = here + pointer("properties", name)
        reason = identity(name)
        if reason:
            yield there, name, reason
        yield from _identities(inner, there)
    if "items" in _object(schema):
        yield from _identities(schema["items"], here + "/items")


def sample_args(pack: Pack, verb: Verb) -> dict[str, Any]:
    """Arguments that show the verb: the first fixture case that fits `args`, else what is required, made up."""
    if not verb.args or flaws(verb):
        return {}
    for case in _cases(pack, verb):
        if not check(dict(verb.args), case) and _is_plain(case):
            return case
    made, row = sample(verb.args), pack.row(verb.verb_key)
    if row is None or row.land != "local":
        made = map_paths(dict(verb.args), made, lambda _: "/")
    return made if isinstance(made, dict) else {}


def sample(schema: Mapping[str, Any]) -> Any:
    """A value that is right under a schema of the closed part: its default or choice, else a short made-up one."""
    for keyword in ("const", "default"):
        if keyword in schema:
            return schema[keyword]
    if "enum" in schema:
        return schema["enum"][0]
    return _SAMPLES[schema.get("type", "string")](schema)


def _text(schema: Mapping[str, Any]) -> str:
    word = "." if schema.get("format") == "path" else SAMPLE_TEXT
    return word.ljust(schema.get("minLength", 0), "x")[: schema.get("maxLength", SAMPLE_LIMIT)]


def _number(schema: Mapping[str, Any]) -> float:
    """A whole number within the bounds where there is one."""
    low, high = schema.get("minimum", -math.inf), schema.get("maximum", math.inf)
    whole = max(SAMPLE_NUMBER, math.ceil(low) if math.isfinite(low) else SAMPLE_NUMBER)
    whole = min(whole, math.floor(high)) if math.isfinite(high) else whole
    return whole if low <= whole or schema.get("type") == "integer" else float(low)


def _list(schema: Mapping[str, Any]) -> list[Any]:
    count = min(max(schema.get("minItems", 1), 1), schema.get("maxItems", math.inf))
    return [sample(schema.get("items", {})) for _ in range(int(count))]


def _members(schema: Mapping[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties", {})
    return {name: sample(properties[name]) for name in schema.get("required", []) if name in properties}


_SAMPLES: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "string": _text,
    "integer": _number,
    "number": _number,
    "boolean": lambda schema: True,
    "array": _list,
    "object": _members,
    "null": lambda schema: None,
}


def _cases(pack: Pack, verb: Verb) -> Iterator[dict[str, Any]]:
    document = pack.fixtures.get(verb.verb_key)
    cases = _object(document.value).get("cases") if document else None
    for case in cases if isinstance(cases, list) else []:
        if isinstance(_object(case).get("args", {}), dict):
            yield dict(_object(case).get("args", {}))


def _is_plain(value: Any) -> bool:
    """Short, on one line, nothing hidden: fit to be copied from a page."""
    if isinstance(value, str):
        short = len(value) <= SAMPLE_LIMIT and not any(char in value for char in "\t\n\r")
        return short and not any(hidden_characters(value))
    if isinstance(value, dict):
        return all(_is_plain(item) for item in value.values())
    return not isinstance(value, list) or all(map(_is_plain, value))


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
