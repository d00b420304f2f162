"""What `args` may say (L5), and sample values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hcp_author.pack import args
from hcp_author.pack.model import Pack, build
from hcp_author.pack.source import absent, parse
from hcp_author.runtime import words

FORBIDDEN = """
    tenant tenant_id tenantId TENANT tenants user user_id userId userid username user-name as_user asUser role roles
    role_name project projectId project_key principal principal_id target_tenant on_behalf_of impersonate run_as org
    organisation organization_id
"""
FREE = """
    entity account query limit user_agent owner author assignee project_file organize projection roleplay
    superuser_mode author_email subject origin org_mode from path
"""


@pytest.mark.parametrize("name", FORBIDDEN.split())
def test_names_that_mean_who_acts_are_not_free(name: str) -> None:
    assert args.identity(name)


@pytest.mark.parametrize("name", FREE.split())
def test_names_that_mean_data_are_free(name: str) -> None:
    assert args.identity(name) is None


def test_forbidden_names_are_found_at_any_depth() -> None:
    schema = {
        "type": "object",
        "properties": {
            "json": {"type": "boolean"},
            "filter": {"type": "array", "items": {"type": "object", "properties": {"user/id": {"type": "string"}}}},
            "tenant": {"type": "string"},
        },
    }
    found = [(where, name) for where, name, _ in args.forbidden_names(schema)]
    assert found == [
        ("/properties/json", "json"),
        ("/properties/filter/items/properties/user~1id", "user/id"),
        ("/properties/tenant", "tenant"),
    ]


@pytest.mark.parametrize(
    "schema", [{}, {"properties": 3}, {"properties": {"a": 3}}, {"properties": {"a": {"items": []}}}]
)
def test_a_broken_schema_has_no_names(schema: dict[str, Any]) -> None:
    assert list(args.forbidden_names(schema)) == []


def test_the_reserved_names_are_the_faces_own_options() -> None:
    assert {f"--{name}" for name in args.RESERVED} == {*words.FLAGS, *words.VALUED}


# Sample values are right under every schema that can be met.

BOUNDS = st.integers(-50, 50)


def bounded(low: str, high: str, least: int) -> st.SearchStrategy[dict[str, int]]:
    pair = st.tuples(st.integers(least, 12), st.integers(0, 30))
    return (
        pair.map(lambda two: {low: two[0], high: two[0] + two[1]}) | pair.map(lambda two: {low: two[0]}) | st.just({})
    )


LEAVES = st.one_of(
    bounded("minLength", "maxLength", 0).map(lambda rest: {"type": "string", **rest}),
    bounded("minimum", "maximum", -40).map(lambda rest: {"type": "integer", **rest}),
    bounded("minimum", "maximum", -40).map(lambda rest: {"type": "number", **rest}),
    BOUNDS.map(lambda high: {"type": "integer", "maximum": high}),
    st.just({"type": "number", "minimum": 6.25, "maximum": 6.5}),
    st.just({"type": "boolean"}),
    st.just({"type": "null"}),
    st.just({"type": "string", "format": "path"}),
    st.just({"type": "string", "enum": ["open", "closed"]}),
    st.just({"const": "x"}),
    st.just({"type": "integer", "default": 9}),
)


def an_object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties)[: len(properties) // 2 + 1],
        "additionalProperties": False,
    }


NAMES = st.sampled_from(["query", "limit", "dry_run", "tags", "sortBy", "a", "b"])
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, bounded("minItems", "maxItems", 0)).map(
            lambda two: {"type": "array", "items": two[0], **two[1]}
        ),
        st.dictionaries(NAMES, inner, max_size=4).map(an_object),
    ),
    max_leaves=6,
)


@given(SCHEMAS)
@settings(max_examples=150, deadline=None)
def test_a_sample_is_right_under_its_schema(schema: dict[str, Any]) -> None:
    assert args.check_schema(schema) == []
    value = args.sample(schema)
    assert args.check(schema, value) == []
    assert Draft202012Validator(schema).is_valid(value)


ARGS = (
    '{"type":"object","properties":{"query":{"type":"string"},"limit":{"type":"integer"}},'
    '"required":["query"],"additionalProperties":false}'
)


def a_pack(cases: str, args: str = ARGS) -> Pack:
    surface = f'{{"pack_id":"mail","verbs":[{{"verb_key":"search","positionals":["query"],"args":{args}}}]}}'
    fixture = parse(f'{{"cases":{cases}}}'.encode(), "fixtures/search.json")
    return build(Path(), parse(surface.encode(), "surface.json"), absent("policy.json"), fixtures={"search": fixture})


CASES = [
    ('[{"args":{"query":"tag:unread","limit":2}}]', {"query": "tag:unread", "limit": 2}),
    ('[{"args":{"limit":2}},{"args":{"query":"second"}}]', {"query": "second"}),
    ('[{"args":{"query":"two\\nlines"}}]', {"query": "example"}),
    ('[{"args":{"query":"hidden\\u202e"}}]', {"query": "example"}),
    (f'[{{"args":{{"query":"{"x" * 81}"}}}}]', {"query": "example"}),
    ("[]", {"query": "example"}),
    ('[3,{"args":4},{}]', {"query": "example"}),
    ("{}", {"query": "example"}),
]


@pytest.mark.parametrize(("cases", "wanted"), CASES)
def test_sample_args_come_from_the_fixtures_where_these_fit(cases: str, wanted: dict[str, Any]) -> None:
    pack = a_pack(cases)
    assert args.sample_args(pack, pack.verbs[0]) == wanted


def test_a_schema_that_cannot_be_read_has_no_sample() -> None:
    pack = a_pack("[]", '{"type":"object","properties":{"query":{"$ref":"x"}},"required":["query"]}')
    assert args.sample_args(pack, pack.verbs[0]) == {}
