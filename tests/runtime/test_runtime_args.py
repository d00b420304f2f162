"""The validator agrees with jsonschema, up to the strictness that pack-format asks for."""

from __future__ import annotations

import json
import math
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hcp_author.runtime import args

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5),
    st.floats(-4, 4, allow_nan=False).map(lambda number: round(number, 1)),
    st.text("abé𝄞", max_size=4),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc/~"), inner, max_size=3),
    max_leaves=8,
)
COUNT = st.integers(0, 3)
BOUNDS = {
    "minimum": st.integers(-3, 3) | st.just(0.5),
    "maximum": st.integers(-3, 3) | st.just(1.5),
    "minLength": COUNT,
    "maxLength": COUNT,
    "minItems": COUNT,
    "maxItems": COUNT,
    "enum": st.lists(VALUES, min_size=1, max_size=3),
    "const": VALUES,
    "default": VALUES,
    "description": st.just("text"),
    "format": st.just("path"),
}


@st.composite
def schemas(draw: Any, depth: int = 0) -> dict[str, Any]:
    """A schema within the closed part, of any depth up to three."""
    keys = draw(st.lists(st.sampled_from(sorted(BOUNDS)), max_size=3, unique=True))
    schema: dict[str, Any] = {key: draw(BOUNDS[key]) for key in keys}
    kinds = [*args.TYPES] if depth < 3 else ["string", "integer", "number", "boolean", "null"]
    schema["type"] = draw(st.sampled_from(kinds))
    if schema["type"] == "array" and draw(st.booleans()):
        schema["items"] = draw(schemas(depth + 1))
    if schema["type"] == "object":
        schema["properties"] = draw(st.dictionaries(st.sampled_from("abc/~"), schemas(depth + 1), max_size=3))
        schema["required"] = draw(
            st.lists(st.sampled_from(sorted(schema["properties"])), unique=True)
            if schema["properties"]
            else st.just([])
        )
        schema["additionalProperties"] = False
    if draw(st.booleans()) and {"enum", "const"} & schema.keys() and schema["type"] not in ("object", "array"):
        del schema["type"]
    return schema


def whole_floats(value: Any) -> bool:
    """Whether a value holds a float such as 1.0, which we take for no integer and jsonschema does."""
    if isinstance(value, list):
        return any(map(whole_floats, value))
    if isinstance(value, dict):
        return any(map(whole_floats, value.values()))
    return isinstance(value, float) and value.is_integer()


@settings(
    max_examples=400,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(schemas(), VALUES)
def test_agrees_with_jsonschema(schema: dict[str, Any], value: Any) -> None:
    assert args.check_schema(schema) == []
    ours = not args.check(schema, value)
    theirs = jsonschema.Draft202012Validator(schema).is_valid(value)
    assert ours == theirs or (theirs and whole_floats(value))


@settings(max_examples=200, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(schemas().flatmap(lambda schema: st.tuples(st.just(schema), st.just(fitting(schema)))))
def test_agrees_on_values_made_to_fit(pair: tuple[dict[str, Any], Any]) -> None:
    schema, value = pair
    assert (not args.check(schema, value)) == jsonschema.Draft202012Validator(schema).is_valid(value)


def fitting(schema: dict[str, Any]) -> Any:
    """A value that has a fair chance to be right for the schema, with the wrong size now and then."""
    if "const" in schema:
        return schema["const"] if not whole_floats(schema["const"]) else None
    if "enum" in schema:
        return None if whole_floats(schema["enum"][0]) else schema["enum"][0]
    kind = schema["type"]
    if kind == "object":
        return {name: fitting(inner) for name, inner in schema["properties"].items()}
    if kind == "array":
        return [fitting(schema.get("items", {"const": 1}))] * schema.get("minItems", 1)
    made = {"string": "é" * schema.get("minLength", 1), "integer": math.ceil(schema.get("minimum", 1)), "boolean": True}
    return made.get(kind, schema.get("minimum", 0.5) if kind == "number" else None)


@pytest.mark.parametrize(
    ("schema", "value", "good"),
    [
        ({"type": "integer"}, 1, True),
        ({"type": "integer"}, True, False),
        ({"type": "integer"}, 1.0, False),
        ({"type": "number"}, 1, True),
        ({"type": "number"}, 1.0, True),
        ({"type": "number"}, False, False),
        ({"type": "number"}, math.nan, False),
        ({"type": "number"}, math.inf, False),
        ({"const": math.nan}, math.nan, False),
        ({"type": "boolean"}, True, True),
        ({"type": "boolean"}, 1, False),
        ({"type": "boolean"}, "true", False),
        ({"enum": [1]}, True, False),
        ({"enum": [0]}, False, False),
        ({"enum": [1]}, 1.0, True),
        ({"const": [1, {"a": False}]}, [1, {"a": 0}], False),
        ({"const": {"a": 1, "b": 2}}, {"b": 2, "a": 1}, True),
        ({"type": "string", "maxLength": 1}, "𝄞", True),
        ({"type": "null"}, None, True),
        ({"type": "null"}, 0, False),
        ({"type": "object", "additionalProperties": False}, {"a": 1}, False),
        ({"type": "object", "additionalProperties": False}, [], False),
    ],
)
def test_hand_made(schema: dict[str, Any], value: Any, good: bool) -> None:
    assert (args.check(schema, value) == []) is good


def test_messages_name_the_place() -> None:
    inner = {
        "type": "object",
        "properties": {"a/b": {"type": "integer"}},
        "required": ["a/b"],
        "additionalProperties": False,
    }
    schema = {"type": "array", "items": inner, "maxItems": 2}
    assert args.check(schema, [{}, {"a/b": "x"}]) == [
        ("/0/a~1b", "is missing"),
        ("/1/a~1b", 'expected an integer, got the string "x"'),
    ]
    assert args.check(schema, [{}] * 3)[0] == ("", "expected at most 2 items, got 3")
    assert args.check({"type": "string", "enum": ["a", "b"]}, "c") == [
        ("", 'expected one of "a", "b"; got the string "c"')
    ]
    assert args.check({"type": "integer", "minimum": 1}, 0) == [("", "expected at least 1, got 0")]
    assert args.check({"type": "string", "minLength": 1}, "") == [("", "expected at least 1 character, got 0")]


@pytest.mark.parametrize(
    ("schema", "pointer", "message"),
    [
        ({"$ref": "#"}, "/$ref", "`$ref` is not a keyword that is read"),
        ({"anyOf": []}, "/anyOf", "`anyOf` is not a keyword that is read"),
        ({"type": "string", "pattern": "x"}, "/pattern", "`pattern` is not a keyword that is read"),
        ({"type": ["string"]}, "/type", "`type` must be one of string, integer, number, boolean, array, object, null"),
        ({"type": "object"}, "", 'an object says `"additionalProperties": false`'),
        (
            {"type": "object", "additionalProperties": {}},
            "/additionalProperties",
            "`additionalProperties` must be false",
        ),
        ({}, "", "it needs a `type`, an `enum` or a `const`"),
        ([], "", "a schema is an object"),
        ({"type": "string", "format": "uri"}, "/format", "`format` must be `path`"),
        ({"type": "string", "minLength": True}, "/minLength", "`minLength` must be a whole number from 0 up"),
        ({"type": "array", "items": {"pattern": "x"}}, "/items/pattern", "`pattern` is not a keyword that is read"),
        ({"enum": []}, "/enum", "`enum` must be a list with something in it"),
        (
            {"type": "object", "properties": {}, "required": ["a"], "additionalProperties": False},
            "/required",
            "`a` is required but is no property",
        ),
    ],
)
def test_schemas_outside_the_closed_part(schema: Any, pointer: str, message: str) -> None:
    assert args.check_schema(schema) == [(pointer, message)]


def test_depth_has_an_end() -> None:
    deep: dict[str, Any] = {"type": "array"}
    for _ in range(80):
        deep = {"type": "array", "items": deep}
    assert args.check_schema(deep)[0][1] == "nested too deeply"
    value = json.loads("[" * 80 + "]" * 80)
    assert args.check(deep, value)[0][1] == "nested too deeply"
