"""The one validator of a verb's arguments: a small, closed part of JSON Schema, strict on JSON types."""

from __future__ import annotations

import math

from .kinds import Any, Callable

Problems = list[tuple[str, str]]

TYPES = {"string": "a string", "integer": "an integer", "number": "a number", "boolean": "true or false"}
TYPES |= {"array": "an array", "object": "an object", "null": "null"}
KEYWORDS = (
    *("type", "enum", "const", "minimum", "maximum", "minLength", "maxLength", "items", "minItems", "maxItems"),
    *("properties", "required", "additionalProperties", "default", "description", "format"),
)
DEPTH = 64
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems")


def check_schema(schema: Any, pointer: str = "") -> Problems:
    """Say where a schema leaves the closed part of JSON Schema (pack-format: `args`): (pointer, message) pairs."""
    if not isinstance(schema, dict):
        return [(pointer, "a schema is an object")]
    if pointer.count("/") > DEPTH:
        return [(pointer, "nested too deeply")]
    found = [(_at(pointer, key), f"`{key}` is not a keyword that is read") for key in schema.keys() - KEYWORDS]
    for key in schema.keys() & _SHAPES.keys():
        if not _SHAPES[key][0](schema[key]):
            found.append((_at(pointer, key), f"`{key}` must be {_SHAPES[key][1]}"))
    if found:
        return sorted(found)
    return _object_schema(schema, pointer) + _inner_schemas(schema, pointer)


def _object_schema(schema: dict[str, Any], pointer: str) -> Problems:
    """What a schema needs besides the shape of each keyword: a kind of value, and objects that are closed."""
    if not schema.keys() & {"type", "enum", "const"}:
        return [(pointer, "it needs a `type`, an `enum` or a `const`")]
    if schema.get("type") != "object" and "properties" not in schema:
        return []
    if schema.get("additionalProperties") is not False:
        return [(pointer, 'an object says `"additionalProperties": false`')]
    unknown = [name for name in schema.get("required", []) if name not in schema.get("properties", {})]
    return [(_at(pointer, "required"), f"`{name}` is required but is no property") for name in unknown]


def _inner_schemas(schema: dict[str, Any], pointer: str) -> Problems:
    found: Problems = []
    for name, inner in schema.get("properties", {}).items():
        found += check_schema(inner, _at(_at(pointer, "properties"), name))
    if "items" in schema:
        found += check_schema(schema["items"], _at(pointer, "items"))
    return found


def check(schema: dict[str, Any], value: Any, pointer: str = "") -> Problems:
    """Hold a value against a schema that `check_schema` passed; (pointer, message) pairs, none when it is right.

    Agrees with JSON Schema 2020-12, but for: `true` is no number, `1.0` no integer, NaN and infinities nothing.
    """
    if pointer.count("/") > DEPTH:
        return [(pointer, "nested too deeply")]
    if isinstance(value, float) and not math.isfinite(value):
        return [(pointer, "is not a JSON number")]
    if "type" in schema and not is_type(schema["type"], value):
        return [(pointer, f"expected {TYPES[schema['type']]}, got {shown(value)}")]
    if "enum" in schema and not any(same(value, choice) for choice in schema["enum"]):
        return [(pointer, f"expected one of {', '.join(shown(one, '') for one in schema['enum'])}; got {shown(value)}")]
    if "const" in schema and not same(value, schema["const"]):
        return [(pointer, f"expected {shown(schema['const'])}, got {shown(value)}")]
    return _check_inside(schema, value, pointer)


def _check_inside(schema: dict[str, Any], value: Any, pointer: str) -> Problems:
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, (int, float)):
        return _within(schema, value, "minimum", "maximum", pointer)
    if isinstance(value, str):
        return _within(schema, len(value), "minLength", "maxLength", pointer, "character")
    if isinstance(value, list):
        found = _within(schema, len(value), "minItems", "maxItems", pointer, "item")
        if "items" in schema:
            for index, item in enumerate(value):
                found += check(schema["items"], item, f"{pointer}/{index}")
        return found
    return _check_object(schema, value, pointer) if isinstance(value, dict) else [(pointer, "is no JSON value")]


def _within(schema: dict[str, Any], size: float, low: str, high: str, pointer: str, unit: str = "") -> Problems:
    short, long = low in schema and size < schema[low], high in schema and size > schema[high]
    if not (short or long):
        return []
    bound, limit = ("at least", schema[low]) if short else ("at most", schema[high])
    many = f"{limit} {unit}{'' if limit == 1 else 's'}" if unit else str(limit)
    return [(pointer, f"expected {bound} {many}, got {shown(size, '')}")]


def _check_object(schema: dict[str, Any], value: dict[str, Any], pointer: str) -> Problems:
    properties = schema.get("properties", {})
    found = [(_at(pointer, name), "is missing") for name in schema.get("required", []) if name not in value]
    for name, inner in value.items():
        if name in properties:
            found += check(properties[name], inner, _at(pointer, name))
        elif schema.get("additionalProperties") is False:
            found.append((_at(pointer, str(name)), "is not an argument"))
    return found


def is_type(name: str, value: Any) -> bool:
    """Whether a value is of a JSON type, where a boolean is no number and a float no integer."""
    if isinstance(value, bool) or value is None:
        return name == ("null" if value is None else "boolean")
    return isinstance(value, _PYTHON.get(name, ()))


def same(one: Any, other: Any) -> bool:
    """JSON equality: 1 and 1.0 are one number, true is not 1, the order of keys is nothing."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    return bool(one == other)


def shown(value: Any, kind: str = "the ") -> str:
    """A value as a message shows it: its JSON, cut at 80 characters, led by its type unless `kind` is empty."""
    from . import strict

    name = next((name for name in _PYTHON if is_type(name, value)), "null")
    text = strict.dumps(value)
    text = text if len(text) <= 80 else text[:79] + "…"
    return f"{kind}{name} {text}" if kind and name not in ("null", "boolean") else text


def sentence(pointer: str, message: str, whole: str) -> str:
    """A problem in one line; `whole` is what the value is called that it may be in."""
    name = pointer[1:].replace("/", ".").replace("~1", "/").replace("~0", "~")
    return f"`{name or whole}`{'' if message.startswith('is ') else ':'} {message}"


def map_paths(schema: dict[str, Any], value: Any, change: Callable[[str], str]) -> Any:
    """The value with every string under `format: path` replaced by `change` of it."""
    if isinstance(value, str) and schema.get("format") == "path":
        return change(value)
    if isinstance(value, list) and "items" in schema:
        return [map_paths(schema["items"], item, change) for item in value]
    if isinstance(value, dict):
        inner = schema.get("properties", {})
        return {name: map_paths(inner.get(name, {}), item, change) for name, item in value.items()}
    return value


def _at(pointer: str, key: str) -> str:
    return pointer + "/" + key.replace("~", "~0").replace("/", "~1")


def _number(value: Any) -> bool:
    return is_type("number", value) and math.isfinite(value)


def _count(value: Any) -> bool:
    return is_type("integer", value) and value >= 0


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


_PYTHON: dict[str, Any] = {"integer": int, "number": (int, float), "string": str, "array": list, "object": dict}
_SHAPES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "type": (lambda value: isinstance(value, str) and value in TYPES, "one of " + ", ".join(TYPES)),
    "enum": (lambda value: isinstance(value, list) and value != [], "a list with something in it"),
    "minimum": (_number, "a number"),
    "maximum": (_number, "a number"),
    **dict.fromkeys(_COUNTS, (_count, "a whole number from 0 up")),
    "properties": (lambda value: isinstance(value, dict), "an object"),
    "required": (_names, "a list of names"),
    "additionalProperties": (lambda value: value is False, "false"),
    "description": (lambda value: isinstance(value, str), "a string"),
    "format": (lambda value: value == "path", "`path`"),
}
