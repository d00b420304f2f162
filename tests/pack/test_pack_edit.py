"""The smallest change to JSON text."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.pack import edit
from hcp_author.pack.source import parse

LAID_OUT = '{\r\n\t"a": [1, 2],\r\n\t"b": {\r\n\t\t"c": null\r\n\t}\r\n}'
LONG = {"key": ["a value that is long enough to be broken up"] * 2, "other": {"x": 1}}

REPLACED = [
    ('{ "a" : 1 , "b":2 }', "/a", True, '{ "a" : true , "b":2 }'),
    ('{"a":1}', "/a", {"x": [1, 2]}, '{"a":{"x":[1,2]}}'),
    ("[1,\n 2]", "/1", "é", '[1,\n "é"]'),
    ("1", "", 2, "2"),
    ('\ufeff{"a": 1}', "/a", 2, '\ufeff{"a": 2}'),
    (
        LAID_OUT,
        "/b",
        LONG,
        LAID_OUT.replace(
            '"c": null',
            '"key": [\r\n\t\t\t"a value that is long enough to be broken up",'
            '\r\n\t\t\t"a value that is long enough to be broken up"\r\n\t\t],\r\n\t\t"other": {"x": 1}',
        ),
    ),
]


@pytest.mark.parametrize(("text", "where", "value", "wanted"), REPLACED)
def test_replace_value(text: str, where: str, value: Any, wanted: str) -> None:
    assert edit.replace_value(text, where, value) == wanted


INSERTED = [
    ('{"a": 1}', "", "b", 2, '{"a": 1, "b": 2}'),
    ('{"a":1}', "", "b", 2, '{"a":1, "b":2}'),
    ("{}", "", "b", [1], '{"b": [1]}'),
    ("{ }", "", "b", 1, '{"b": 1}'),
    ('{\n  "a": 1\n}\n', "", "b", {"c": 1}, '{\n  "a": 1,\n  "b": {"c": 1}\n}\n'),
    (LAID_OUT, "/b", "d", 1, LAID_OUT.replace("null", 'null,\r\n\t\t"d": 1')),
    (LAID_OUT, "/a", None, 3, LAID_OUT.replace("[1, 2]", "[1, 2, 3]")),
    (LAID_OUT, "/a", 1, 9, LAID_OUT.replace("[1, 2]", "[1, 9, 2]")),
    (LAID_OUT, "/a", 7, 9, LAID_OUT.replace("[1, 2]", "[1, 2, 9]")),
    ('{\n  "a": []\n}', "/a", None, 1, '{\n  "a": [1]\n}'),
    (
        '{\n  "a": {}\n}',
        "/a",
        "k",
        "x" * 100,
        '{\n  "a": {\n    "k": "' + "x" * 100 + '"\n  }\n}',
    ),
]


@pytest.mark.parametrize(("text", "where", "key", "value", "wanted"), INSERTED)
def test_insert_member(text: str, where: str, key: str | int | None, value: Any, wanted: str) -> None:
    assert edit.insert_member(text, where, key, value) == wanted


SWAPPED = [
    ('{ "a" : 1 , "b":2 }', "/a", {"x": True, "y": []}, '{ "x": true, "y": [] , "b":2 }'),
    ('{"a":1}', "/a", {"a": 2}, '{"a":2}'),
    ('{"a":1,"b":{"c":1}}', "/b/c", {"d": 2}, '{"a":1,"b":{"d":2}}'),
    ('\ufeff{"a": 1}', "/a", {"b": "\u00e9"}, '\ufeff{"b": "\u00e9"}'),
    ('{\n  "a": 1\n}\n', "/a", {"b": 1, "c": 2}, '{\n  "b": 1,\n  "c": 2\n}\n'),
    (LAID_OUT, "/a", {"d": {"e": 1}, "f": 2}, LAID_OUT.replace('"a": [1, 2]', '"d": {"e": 1},\r\n\t"f": 2')),
]


@pytest.mark.parametrize(("text", "where", "members", "wanted"), SWAPPED)
def test_replace_member(text: str, where: str, members: dict[str, Any], wanted: str) -> None:
    assert edit.replace_member(text, where, members) == wanted


@pytest.mark.parametrize(
    ("where", "members"), [("/z", {"b": 1}), ("/a", {}), ("/a", {"b": 1}), ("/c/0", {"d": 1}), ("", {"d": 1})]
)
def test_replace_member_needs_a_member_and_free_names(where: str, members: dict[str, Any]) -> None:
    with pytest.raises(KeyError):
        edit.replace_member('{"a": 1, "b": 2, "c": [1]}', where, members)


REMOVED = [
    ('{"a": 1, "b": 2}', "/a", '{"b": 2}'),
    ('{"a": 1, "b": 2}', "/b", '{"a": 1}'),
    ('{ "a": 1 }', "/a", "{}"),
    ("[1, 2,\n 3]", "/1", "[1, 3]"),
    ('{\n  "a": 1,\n  "b": 2\n}\n', "/b", '{\n  "a": 1\n}\n'),
    ('{\n  "a": 1,\n  "b": 2\n}\n', "/a", '{\n  "b": 2\n}\n'),
]


@pytest.mark.parametrize(("text", "where", "wanted"), REMOVED)
def test_remove(text: str, where: str, wanted: str) -> None:
    assert edit.remove(text, where) == wanted


@pytest.mark.parametrize(
    "change",
    [
        lambda: edit.replace_value("{}", "/a", 1),
        lambda: edit.remove("{}", "/a"),
        lambda: edit.remove("{}", ""),
        lambda: edit.insert_member('{"a": 1}', "", "a", 2),
        lambda: edit.insert_member('{"a": 1}', "/a", "b", 2),
        lambda: edit.insert_member("[]", "", "b", 2),
        lambda: edit.insert_member("{}", "", None, 2),
    ],
)
def test_what_is_not_there_is_a_key_error(change: Any) -> None:
    with pytest.raises(KeyError):
        change()


def test_what_is_no_json_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="a comma stands before"):
        edit.replace_value('{"a":1,}', "/a", 2)


KEYS = st.text(alphabet="ab~/é", min_size=1, max_size=2)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-99, 99), st.text(max_size=40)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)
TEXTS = st.tuples(VALUES, st.sampled_from([None, 2, "\t"]), st.sampled_from(["\n", "\r\n"])).map(
    lambda three: json.dumps(three[0], indent=three[1]).replace("\n", three[2])
)


def places(value: Any, here: str = "") -> list[tuple[str, Any]]:
    found = [(here, value)]
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in members:
        found += places(item, f"{here}/{str(key).replace('~', '~0').replace('/', '~1')}")
    return found


@given(TEXTS, VALUES, st.data())
@settings(max_examples=150, deadline=None)
def test_every_edit_changes_what_it_should_and_keeps_the_rest(text: str, new: Any, data: st.DataObject) -> None:
    value = json.loads(text)
    where, old = data.draw(st.sampled_from(places(value)))
    made = edit.replace_value(text, where, new)
    assert dict(places(json.loads(made)))[where] == new
    assert [pair for pair in places(value) if not related(pair[0], where)] == [
        pair for pair in places(json.loads(made)) if not related(pair[0], where)
    ]
    start, end = parse(text.encode(), "x.json").span(where)
    assert (made[:start], made[len(made) - len(text) + end :]) == (text[:start], text[end:])
    if where:
        assert gone(value, where) == json.loads(edit.remove(text, where))
    if isinstance(old, (dict, list)):
        key = "new" if isinstance(old, dict) else data.draw(st.one_of(st.none(), st.integers(0, 4)))
        wanted = copy.deepcopy(old)
        if isinstance(wanted, dict):
            wanted["new"] = new
        else:
            wanted.insert(len(wanted) if key is None else int(key), new)
        grown = edit.insert_member(text, where, key, new)
        assert dict(places(json.loads(grown)))[where] == wanted
        assert ("\r\n" in text) == ("\r\n" in grown) or "\n" not in text


def related(one: str, other: str) -> bool:
    """One leads to or through the other; such values hold the change."""
    return (one + "/").startswith(other + "/") or (other + "/").startswith(one + "/")


def gone(value: Any, where: str) -> Any:
    made = copy.deepcopy(value)
    inner, (*path, last) = made, [part.replace("~1", "/").replace("~0", "~") for part in where.split("/")[1:]]
    for part in path:
        inner = inner[int(part) if isinstance(inner, list) else part]
    del inner[int(last) if isinstance(inner, list) else last]
    return made
