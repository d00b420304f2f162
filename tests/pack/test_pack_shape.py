"""The schemas, and what is said where a file breaks them."""

from __future__ import annotations

import copy
import http.server
import json
import threading
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hcp_author.pack import shape, verdict
from hcp_author.pack.source import parse
from hcp_author.runtime import args as runtime_args

BINDING = '"binding":{"default":"user"}'
VERB = '{"pack_id":"a",' + BINDING + ',"verbs":[{"verb_key":"y","exec":{"argv":[%s]}}]}'

# schema, text, then the one problem: code, what its place cuts out, pointer, message, fix
BREACHES = [
    ("surface", "[]", "F-wrong-type", "[]", "", "the document must be an object, not a list", "write an object"),
    ("surface", "null", "F-wrong-type", "null", "", "the document must be an object, not null", "write an object"),
    (
        "surface",
        "{" + BINDING + "}",
        "F-missing-key",
        '{"binding":{"default":"user"}}',
        "",
        "the document has no `pack_id`",
        'add "pack_id": "mail"',
    ),
    (
        "surface",
        '{"pack_id":"a","bindng":{"default":"user"}}',
        "F-unknown-key",
        '"bindng"',
        "/bindng",
        "`bindng` is no key of this file",
        "did you mean `binding`?",
    ),
    (
        "surface",
        '{"pack_id":"a",' + BINDING + ',"kind":"chanel"}',
        "F-wrong-value",
        '"chanel"',
        "/kind",
        "`kind`: `chanel` is none of channel, read_only, control, sense_only",
        "did you mean `channel`?",
    ),
    (
        "surface",
        '{"pack_id":"a",' + BINDING + ',"hcp":"1\\n"}',
        "F-wrong-value",
        '"1\\n"',
        "/hcp",
        "`hcp` must be the protocol's version, `1`, not `1\\n`",
        'such as "1"',
    ),
    (
        "surface",
        '{"pack_id":"a",' + BINDING + ',"wrap":{"bin":"/usr/bin/x","paths":[]}}',
        "F-wrong-value",
        '"/usr/bin/x"',
        "/wrap/bin",
        "`bin` must be the program's plain name, without a folder, not `/usr/bin/x`",
        'such as "notmuch"',
    ),
    (
        "surface",
        '{"pack_id":"a",' + BINDING + ',"wrap":{"bin":"x","paths":["bin/x"]}}',
        "F-wrong-value",
        '"bin/x"',
        "/wrap/paths/0",
        "`paths[0]` must be an absolute path, not `bin/x`",
        'such as "/usr/bin/notmuch"',
    ),
    (
        "surface",
        '{"pack_id":"a",' + BINDING + ',"stimulusTriggers":["new_item"]}',
        "F-wrong-type",
        '"new_item"',
        "/stimulusTriggers/0",
        "`stimulusTriggers[0]` must be an object, not a string",
        'write an object, such as {"ref": "new_item"}',
    ),
    (
        "surface",
        VERB % "3",
        "F-wrong-type",
        "3",
        "/verbs/0/exec/argv/0",
        "`argv[0]` must be a string or an object, not a number",
        "write a string or an object",
    ),
    (
        "surface",
        VERB % '{"flagg":"--all","arg":"a"}',
        "F-unknown-key",
        '"flagg"',
        "/verbs/0/exec/argv/0/flagg",
        "`flagg` is no key of `argv[0]`",
        "did you mean `flag`?",
    ),
    (
        "surface",
        VERB % '{"option":"-n"}',
        "F-missing-key",
        '{"option":"-n"}',
        "/verbs/0/exec/argv/0",
        "`argv[0]` has no `arg`",
        'add "arg": "limit"',
    ),
    (
        "surface",
        VERB % '{"arg":"x"}',
        "F-missing-key",
        '{"arg":"x"}',
        "/verbs/0/exec/argv/0",
        "`argv[0]` has none of `flag`, `option`, `positional`",
        "add the one that is meant",
    ),
    (
        "surface",
        VERB % '{"positional":"q","each":"yes"}',
        "F-wrong-type",
        '"yes"',
        "/verbs/0/exec/argv/0/each",
        "`each` must be true or false, not a string",
        "write true or false",
    ),
    (
        "surface",
        '{"pack_id":"a",' + BINDING + ',"verbs":[{"verb_key":"y","exec":{"argv":[],"env":{"A B":"x"}}}]}',
        "F-wrong-value",
        '"A B"',
        "/verbs/0/exec/env/A B",
        "the key `A B` must be the name of an environment variable (letters, digits and `_`)",
        "rename it",
    ),
    (
        "policy",
        '{"pack_id":"x","verbs":{"a":{"operation":"read"}}}',
        "F-missing-key",
        '{"operation":"read"}',
        "/verbs/a",
        "`a` has no `privacy`",
        'add "privacy": {"land": "personal"}',
    ),
    (
        "policy",
        '{"pack_id":"x","verbs":{"a":{"operation":"read","privacy":{"land":"org"}}}}',
        "F-wrong-value",
        '"org"',
        "/verbs/a/privacy/land",
        "`land`: `org` is none of personal, brain, local",
        "write one of them",
    ),
    (
        "policy",
        '{"pack_id":"x","verbs":{"a":{"operation":"read","privacy":{"land":"local\\n"}}}}',
        "F-wrong-value",
        '"local\\n"',
        "/verbs/a/privacy/land",
        "`land`: `local\\n` is none of personal, brain, local",
        "did you mean `local`?",
    ),
    (
        "policy",
        '{"pack_id":"x","verbs":{"a":{"operation":"write","confirm":"yes","privacy":{"land":"local"}}}}',
        "F-wrong-type",
        '"yes"',
        "/verbs/a/confirm",
        "`confirm` must be true or false, not a string",
        "write true or false",
    ),
]


@pytest.mark.parametrize(("name", "text", "code", "there", "where", "message", "fix"), BREACHES)
def test_one_mistake_is_one_problem_in_our_own_words(
    name: str, text: str, code: str, there: str, where: str, message: str, fix: str
) -> None:
    (problem,) = shape.check(parse(text.encode(), f"{name}.json"), name)
    assert (problem.code, problem.pointer, problem.message, problem.fix) == (code, where, message, fix)
    assert text[problem.place.column - 1 : problem.place.end_column - 1] == there


def test_unknown_keys_list_the_known_ones_and_the_way_out() -> None:
    (problem,) = shape.check(parse(('{"pack_id":"a",' + BINDING + ',"skill":1}').encode(), "surface.json"), "surface")
    assert problem.fix.startswith("keys of this file: $schema, hcp, pack_id")
    assert problem.fix.endswith("your own begin with `x-`")


def test_ones_own_keys_at_the_top_and_transports_are_free() -> None:
    text = '{"pack_id":"a",' + BINDING + ',"x-note":{"any":1},"transports":["cli"]}'
    assert shape.check(parse(text.encode(), "surface.json"), "surface") == []
    assert shape.check(parse(b'{"pack_id":"a","x-note":1}', "policy.json"), "policy") == []


def test_problems_stand_in_the_order_of_the_file() -> None:
    text = '{"pack_id":3,\n"kind":"x",\n"verbs":{},\n"binding":[]}'
    found = shape.check(parse(text.encode(), "surface.json"), "surface")
    assert [problem.place.line for problem in found] == [1, 2, 3, 4]


@pytest.mark.parametrize("data", [b"{", b"\xff\xfe{\0"])
def test_an_unreadable_file_has_no_shape(data: bytes) -> None:
    assert shape.check(parse(data, "surface.json"), "surface") == []


def test_spelling_of_names_and_args_are_left_to_the_laws() -> None:
    text = '{"pack_id":"My Mail","binding":{"default":"user"},"verbs":[{"verb_key":"A b","args":{"$ref":"x"}}]}'
    document = parse(text.encode(), "surface.json")
    assert shape.check(document, "surface") == []
    told = [where for where, _ in shape.check_value(document.value, "surface")]
    assert {"/pack_id", "/verbs/0/verb_key"} <= set(told)


# The schemas themselves.


def subschemas(schema: Any, here: str = "") -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """(where, keyword above, schema) of every schema in a schema."""
    for keyword in ("properties", "patternProperties", "$defs"):
        for name, inner in schema.get(keyword, {}).items():
            yield f"{here}/{keyword}/{name}", keyword, inner
            yield from subschemas(inner, f"{here}/{keyword}/{name}")
    for keyword in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(keyword), dict):
            yield f"{here}/{keyword}", keyword, schema[keyword]
            yield from subschemas(schema[keyword], f"{here}/{keyword}")
    for index, inner in enumerate(schema.get("anyOf", [])):
        yield f"{here}/anyOf/{index}", "anyOf", inner
        yield from subschemas(inner, f"{here}/anyOf/{index}")


@pytest.mark.parametrize("name", shape.names())
def test_a_schema_is_valid_and_says_what_everything_is(name: str) -> None:
    schema = shape.load(name)
    Draft202012Validator.check_schema(schema)
    assert schema["description"]
    for where, keyword, inner in subschemas(schema):
        if keyword not in ("properties", "$defs"):
            continue
        target = verdict.resolve(schema, inner["$ref"]) if "$ref" in inner else inner
        assert inner.get("description") or target.get("description"), where
        assert inner.get("examples") or target.get("examples"), where


@pytest.mark.parametrize("name", shape.names())
def test_the_examples_in_a_schema_are_right(name: str) -> None:
    schema = shape.load(name)
    for where, _, inner in [("", "", schema), *subschemas(schema)]:
        for example in inner.get("examples", []):
            assert verdict.valid(example, inner, schema), where


@pytest.mark.parametrize("name", shape.names())
def test_only_keywords_that_the_verdict_knows_are_used(name: str) -> None:
    schema = shape.load(name)
    for where, _, inner in [("", "", schema), *subschemas(schema)]:
        assert set(inner) <= verdict.CHECKED | verdict.SAYS_ONLY, where
        assert inner.get("$ref", "#/").startswith("#/"), where


def test_the_published_args_are_the_runtimes_keywords_and_types() -> None:
    argument = shape.load("surface")["$defs"]["argument"]
    assert set(argument["properties"]) == set(runtime_args.KEYWORDS)
    assert set(argument["properties"]["type"]["enum"]) == set(runtime_args.TYPES)


# The quick verdict is jsonschema's.

ODD = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 300),
        st.floats(-2, 2),
        st.sampled_from(["", "a", "read", "x\n", "/a"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["a", "x-a", "land", "flag"]), inner)
    ),
    max_leaves=4,
)


def every_place(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in members:
        yield from every_place(item, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    made = copy.deepcopy(value)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return made


def oracle(schema: Mapping[str, Any], value: Any) -> bool:
    """jsonschema's own verdict; `$` in its patterns is Python's, which a value that ends in a line feed may pass."""
    return bool(Draft202012Validator(schema).is_valid(value))


@pytest.mark.parametrize("name", shape.names())
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_the_verdict_is_that_of_jsonschema(name: str, data: st.DataObject) -> None:
    schema = json.loads(shape.text(name))
    value = schema["examples"][0]
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(list(every_place(value))))
        value = changed(value, path, data.draw(ODD))
    ours, theirs = verdict.valid(value, schema, schema), oracle(schema, value)
    assert ours == theirs or (theirs and "\\n" in json.dumps(value))
    assert ours == (shape.flaws(value, schema) == [])


@pytest.mark.parametrize("own", ["x-a", "x-policy"])
def test_a_key_of_one_s_own_stands_for_none_that_is_missing(own: str) -> None:
    schema = shape.load("policy")
    assert [flaw.code for flaw in shape.flaws({own: None, "verbs": {}}, schema)] == ["F-missing-key"]


def test_nothing_is_fetched_for_a_reference() -> None:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        remote = f"http://127.0.0.1:{server.server_port}/x.json"
        text = '{"pack_id":"a","$schema":"%s",%s,"verbs":[{"verb_key":"a","args":{"$ref":"%s"}}],"wrap":1}'
        document = parse((text % (remote, BINDING, remote)).encode(), "surface.json")
        assert len(shape.check(document, "surface")) == 1
        assert shape.check_value(document.value, "surface")
        server.shutdown()
        thread.join()
    assert asked == []
