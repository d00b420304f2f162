"""Yes or no to a value under one of our own schemas, without importing jsonschema; a test holds the two equal."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from hcp_author.runtime.args import same

Schema = Mapping[str, Any]


def valid(value: Any, schema: Schema | bool, root: Schema) -> bool:
    """Tell whether `value` is right under `schema` (2020-12); `root` is the document that `#/…` refers to."""
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema and not valid(value, resolve(root, schema["$ref"]), root):
        return False
    return all(check(value, schema, root) for keyword, check in _CHECKS.items() if keyword in schema)


def resolve(root: Schema, reference: str) -> Schema:
    """The part of `root` that a reference `#/…` means."""
    found: Any = root
    for part in reference.split("/")[1:]:
        found = found[part]
    return found  # type: ignore[no-any-return]


@cache
def pattern(text: str) -> re.Pattern[str]:
    """Compile a schema's pattern; `$` means the end of the text, never the place before its last line end."""
    return re.compile(text[:-1] + r"\Z" if text.endswith("$") else text)


def is_type(value: Any, name: str) -> bool:
    """Tell whether `value` is of a JSON type; 1.0 is an integer, true is no number (JSON Schema)."""
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer":
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return isinstance(value, _PYTHON.get(name, ()))


def _type(value: Any, schema: Schema, root: Schema) -> bool:
    names = schema["type"]
    return any(is_type(value, name) for name in ([names] if isinstance(names, str) else names))


def _object(value: Any, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name, item in value.items():
        rules = [known[name]] if name in known else []
        rules += [rule for text, rule in patterns.items() if pattern(text).search(name)]
        if not all(valid(item, rule, root) for rule in rules or [schema.get("additionalProperties", True)]):
            return False
    return True


def _names(value: Any, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(valid(name, schema["propertyNames"], root) for name in value)


def _items(value: Any, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, list) or all(valid(item, schema["items"], root) for item in value)


def _unique(value: Any, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, list) or not schema["uniqueItems"]:
        return True
    if all(isinstance(item, str) for item in value):
        return len(set(value)) == len(value)
    return not any(same(one, other) for index, one in enumerate(value) for other in value[:index])


def _sized(kind: type | tuple[type, ...], keyword: str, least: bool, size: Callable[[Any], float]) -> Any:
    def check(value: Any, schema: Schema, root: Schema) -> bool:
        if not isinstance(value, kind) or isinstance(value, bool):
            return True
        return bool(size(value) >= schema[keyword] if least else size(value) <= schema[keyword])

    return check


def _number(value: Any) -> float:
    return value  # type: ignore[no-any-return]


_PYTHON: dict[str, Any] = {
    "string": str,
    "number": (int, float),
    "array": list,
    "object": dict,
    "null": type(None),
}
_CHECKS: dict[str, Callable[[Any, Schema, Schema], bool]] = {
    "type": _type,
    "enum": lambda value, schema, root: any(same(value, choice) for choice in schema["enum"]),
    "const": lambda value, schema, root: same(value, schema["const"]),
    "required": lambda value, schema, root: (
        not isinstance(value, dict) or all(map(value.__contains__, schema["required"]))
    ),
    "properties": _object,
    "additionalProperties": lambda value, schema, root: "properties" in schema or _object(value, schema, root),
    "propertyNames": _names,
    "items": _items,
    "uniqueItems": _unique,
    "pattern": lambda value, schema, root: not isinstance(value, str) or bool(pattern(schema["pattern"]).search(value)),
    "anyOf": lambda value, schema, root: any(valid(value, rule, root) for rule in schema["anyOf"]),
    "minLength": _sized(str, "minLength", True, len),
    "maxLength": _sized(str, "maxLength", False, len),
    "minItems": _sized(list, "minItems", True, len),
    "maxItems": _sized(list, "maxItems", False, len),
    "minimum": _sized((int, float), "minimum", True, _number),
    "maximum": _sized((int, float), "maximum", False, _number),
}
# What our schemas say besides is for people, or read by the checks above; a test reads the schemas.
SAYS_ONLY = frozenset(
    (
        *("$schema", "$id", "$defs", "$ref", "title", "description", "examples", "default", "errorMessage"),
        # what VS Code shows beside each choice, and what it offers to write
        *("enumDescriptions", "defaultSnippets"),
    )
)
CHECKED = frozenset((*_CHECKS, "patternProperties"))
