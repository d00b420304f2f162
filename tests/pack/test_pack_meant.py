"""The key that a stranger was meant to be, and which names carry a secret or switch the gate."""

from __future__ import annotations

from typing import Any

import pytest

from hcp_author.pack import meant, names, secrets, shape
from hcp_author.pack.source import parse

ROW: dict[str, Any] = {"privacy": {"type": "object", "properties": {"land": {}}}, "operation": {}, "confirm": {}}


@pytest.mark.parametrize(
    ("name", "instance", "wanted"),
    [
        ("confrim", {"confrim": True}, "confirm"),
        ("op", {"op": "read"}, "operation"),
        ("land", {"land": "personal"}, "privacy"),
        ("land", {"land": "personal", "privacy": {}}, None),
        ("colour", {"colour": 1}, None),
    ],
)
def test_what_a_stranger_was_meant_to_be(name: str, instance: dict[str, Any], wanted: str | None) -> None:
    assert meant.meant(name, instance, ROW, {}) == wanted


def test_a_key_of_another_name_is_one_problem() -> None:
    data = b'{"pack_id": "a", "binding": {"mode": "user"}, "verbs": [{"name": "list"}]}'
    problems = shape.check(parse(data, "surface.json"), "surface")
    assert [(one.code, one.pointer) for one in problems] == [
        ("F-unknown-key", "/binding/mode"),
        ("F-unknown-key", "/verbs/0/name"),
    ]
    assert [one.fix.split("`")[1] for one in problems] == ["default", "verb_key"]


@pytest.mark.parametrize("name", ["ACME_TOKEN", "PGPASSWORD", "GH_PAT", "AWS_SECRET_ACCESS_KEY", "acme_api_key"])
def test_a_variable_that_holds_a_secret(name: str) -> None:
    assert secrets.is_secret_name(name)


@pytest.mark.parametrize("name", ["ACME_TOKEN_FILE", "PASSWORD_COMMAND", "SORT_KEY", "KEYBOARD", "HOME", "PATTERN"])
def test_a_variable_that_holds_none(name: str) -> None:
    assert not secrets.is_secret_name(name)


@pytest.mark.parametrize("words", ["token", "api-key", "client-secret", "access-token", "db-password", "jwt"])
def test_an_argument_that_carries_a_credential(words: str) -> None:
    assert secrets.is_secret_word(words)


@pytest.mark.parametrize("words", ["page-token", "secret", "key", "sort-key", "password-file", "tokens", "pass-name"])
def test_an_argument_that_carries_none(words: str) -> None:
    assert not secrets.is_secret_word(words)


@pytest.mark.parametrize("name", ["ACME_MOCK", "USE_MOCKS", "HCP_CONFIRM", "HCP_PROJECT_ID", "MAIL_SKIP_CONFIRM"])
def test_a_variable_that_would_switch_the_gate(name: str) -> None:
    assert secrets.is_gate_name(name)


@pytest.mark.parametrize("name", ["MOCKINGBIRD", "HCP_STATE", "CONFIRMED_AT", "PAPER_SIZE"])
def test_a_variable_that_would_not(name: str) -> None:
    assert not secrets.is_gate_name(name)


@pytest.mark.parametrize(
    ("one", "other"), [("po1icy", "policy"), ("\u0440lan", "plan"), ("rnail", "mail"), ("vvrap", "wrap"), ("o0", "oO")]
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert names.look_alike_key(one) == names.look_alike_key(other)
