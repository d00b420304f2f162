"""The quick ways say what the thorough ones do: values, verdicts, secrets, frozen records."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hcp_author.pack import quick, quick_source, scan, secrets, shape, strict, suspects
from hcp_author.pack.record import record
from hcp_author.pack.source import parse, pointer, split


def test_the_quick_validators_are_current() -> None:
    stale = "run `python -m hcp_author.pack.quick_source`"
    assert Path(quick_source.FILE).read_text(encoding="utf-8") == quick_source.source(), stale


ODD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 300),
        st.floats(-2, 2),
        st.sampled_from(["", "a", "read", "personal", "/a/b", "--x", "x" * 201, "user"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["a", "x-a", "land", "flag", "arg", "option", "positional", "ref"]), inner),
    ),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in members:
        yield from places(item, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    made = copy.deepcopy(value)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return made


@pytest.mark.parametrize("name", sorted(quick.VALID))
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_the_quick_verdict_is_that_of_jsonschema(name: str, data: st.DataObject) -> None:
    schema = shape.for_lint(name)
    value = data.draw(st.sampled_from(schema["examples"]))
    for _ in range(data.draw(st.integers(0, 2))):
        value = changed(value, data.draw(st.sampled_from(list(places(value)))), data.draw(ODD))
    ours, theirs = bool(quick.VALID[name](value)), bool(Draft202012Validator(schema).is_valid(value))
    # a no is looked at again, so it may be too strict; a yes counts
    assert theirs or not ours
    if ours != theirs:
        assert shape.flaws(value, schema) == []


@pytest.mark.parametrize("name", sorted(quick.VALID))
def test_what_is_right_is_seen_at_once(name: str) -> None:
    assert all(quick.VALID[name](value) for value in shape.for_lint(name)["examples"])


KEYS = st.sampled_from(["a", "b", 'q"', "c\\d", "\u00e9", "e\u0301", "\u00e9x", "x y"])
VALUES = st.recursive(
    st.one_of(st.none(), st.integers(-(2**54), 2**54), st.floats(allow_nan=True), st.text(max_size=4), KEYS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.lists(st.tuples(KEYS, inner), max_size=4)),
    max_leaves=8,
)


def written(value: Any, escape: bool) -> str:
    """JSON text; a list of pairs is an object, in which a key may come twice."""
    if isinstance(value, list) and value and all(isinstance(one, tuple) for one in value):
        return (
            "{"
            + ", ".join(f"{json.dumps(key, ensure_ascii=escape)}: {written(one, escape)}" for key, one in value)
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(written(one, escape) for one in value) + "]"
    return json.dumps(value, ensure_ascii=escape)


@given(value=VALUES, escape=st.booleans())
@settings(max_examples=400, deadline=None)
def test_the_quick_value_is_that_of_the_scanner(value: Any, escape: bool) -> None:
    text = written(value, escape)
    node, faults = scan.scan(text)
    try:
        found = strict.value(text)
    except (strict.OddError, ValueError):
        # what is left to the scanner need not be wrong
        return
    assert node is not None
    assert faults == []
    assert repr(found) == repr(json.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 1}',
        '{"a": {"b": "x", "b": "x"}}',
        '{"a\\"": 1, "a\\"": 2}',
        '{"\u00e9": 1, "e\u0301": 2}',
        '{"\\u00e9": 1, "e\\u0301": 2}',
        '["\\ud800"]',
        "[NaN]",
        "[1e999]",
        "[9007199254740993]",
        "[" * 65 + "]" * 65,
        '{"a": ' * 65 + "1" + "}" * 65,
        '{"a": "\\\\", "a": "\\\\"}',
    ],
)
def test_what_is_odd_is_left_to_the_scanner(text: str) -> None:
    with pytest.raises((strict.OddError, ValueError)):
        strict.value(text)
    assert parse(text.encode(), "x.json").problems


def test_a_plain_document_is_read_at_once() -> None:
    for text in ('{"a": ["x", "\u2026", {"b": "c\\n"}], "d": -0.5}', "[" * 64 + "]" * 64, '{"\u00e9": 1, "\u00e8": 2}'):
        assert strict.value(text) == json.loads(text)


@pytest.mark.parametrize("kind", secrets.TOKENS)
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_no_kind_of_token_is_passed_over(kind: str, data: st.DataObject) -> None:
    token = data.draw(st.from_regex(re.compile(secrets.TOKENS[kind], re.ASCII), fullmatch=True))
    filler = "# a line of a file without anything that matters in it\n" * 6
    for text in (f"{filler}use '{token}' here\n{filler}", token):
        slow = [match.start() for match in secrets.TOKEN.finditer(text)]
        assert [one.start for one in secrets.tokens(text) if one.end > one.start][: len(slow)] == slow
        assert slow[0] in suspects.starts(text)


WORD = st.text(st.sampled_from("abcXYZ019=:\"' ,;_-/()\n"), max_size=30)


@given(
    parts=st.lists(st.one_of(WORD, st.sampled_from(["token=", '"secret": "', "api_key: ", "password"])), max_size=12)
)
@settings(max_examples=300, deadline=None)
def test_no_assigned_value_is_passed_over(parts: list[str]) -> None:
    text = "".join(parts)
    looked_through = [
        match.span("value")
        for match in secrets.ASSIGNED.finditer(text)
        if secrets.random_looking(match["value"], bool(match["quote"]))
        and not secrets.PLACEHOLDER.search(match["value"])
        and not secrets.PAGING.search(text[max(0, match.start() - 60) : match.start()])
    ]
    assert {(one.start, one.end) for one in secrets.assigned(text)} >= set(looked_through)


@given(parts=st.lists(st.one_of(st.text(max_size=5), st.integers(0, 99)), max_size=4))
def test_a_pointer_can_be_taken_apart_again(parts: list[str | int]) -> None:
    assert split(pointer(*parts)) == [str(part) for part in parts]


@record(frozen=True)
class One:
    """A record for the tests."""

    a: int
    b: str = "x"
    c: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class Other:
    """The same as a dataclass."""

    a: int
    b: str = "x"
    c: tuple[int, ...] = ()


def test_a_record_is_a_dataclass_to_those_who_ask() -> None:
    one, other = One(1, c=(2,)), Other(1, c=(2,))
    assert repr(one) == repr(other).replace("Other", "One")
    assert dataclasses.asdict(one) == dataclasses.asdict(other)  # type: ignore[call-overload]
    assert [field.name for field in dataclasses.fields(one)] == ["a", "b", "c"]  # type: ignore[arg-type]
    assert dataclasses.replace(one, b="y") == One(1, "y", (2,))  # type: ignore[type-var]
    assert one == One(1, "x", (2,))
    assert one != other
    assert hash(one) == hash(One(1, "x", (2,)))
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.copy(one) == one
    match one:
        case One(a, b):
            assert (a, b) == (1, "x")


def test_a_record_is_frozen_and_takes_its_fields_alone() -> None:
    one = One(1)
    with pytest.raises(AttributeError, match="`a` of a One cannot be changed"):
        one.a = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del one.a
    for wrong in ({}, {"a": 1, "d": 2}):
        with pytest.raises(TypeError):
            One(**wrong)
    with pytest.raises(TypeError):
        One(1, "x", (), 4)  # type: ignore[call-arg]


def test_records_of_one_shape_with_eq_off_are_themselves_alone() -> None:
    @record(frozen=True, eq=False)
    class Thing:
        a: list[int]

    thing = Thing([1])
    assert thing != Thing([1])
    assert {thing: 1}[thing] == 1
