"""Arguments become argv element by element, and what could be taken for an option never gets there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from runtime_packs import PackFolder, started


def argv(pack: PackFolder, verb: str, args: dict[str, Any]) -> list[str]:
    answer = pack.envelope(verb, args)
    assert answer["ok"], answer
    return list(answer["data"]["argv"])


@pytest.mark.parametrize(
    "text", ["$(touch probe)", "a; touch probe", "a | tee probe", "a\nb", "${IFS}x", "~", "- first", " −"]
)
def test_text_arrives_as_one_element(echo: PackFolder, text: str) -> None:
    assert argv(echo, "note", {"text": text}) == ["note", f"--text={text}"]


def test_every_kind_of_element(echo: PackFolder) -> None:
    args = {"all": True, "n": 3, "m": "x y", "tags": ["a", "b"], "plus": ["c", "d"]}
    assert argv(echo, "flags", args) == ["--all", "-n", "3", "-mx y", "--tag=a", "--tag=b", "+c", "+d"]
    assert argv(echo, "flags", {"all": False}) == []
    assert argv(echo, "note", {"offset": -5}) == ["note", "--offset=-5"]
    assert argv(echo, "dashed", {"ref": "-x"}) == ["-x"]
    assert argv(echo, "show", {"ref": "feature/-x"}) == ["show", "feature/-x"]


def test_the_command_line_makes_the_same_argv(echo: PackFolder) -> None:
    words = ["flags", "--all", "--n", "3", "--m=x y", "--tags", "a", "--tags=b", "--plus", "c", "--plus=d"]
    assert echo.json(*words)["data"]["argv"] == ["--all", "-n", "3", "-mx y", "--tag=a", "--tag=b", "+c", "+d"]
    assert echo.json("flags", "--no-all")["data"]["argv"] == []
    assert echo.json("add", "a", "b", "--", "c")["data"]["argv"] == ["add", "--", "a", "b", "c"]
    assert echo.json("note", "--offset", "-5")["data"]["argv"] == ["note", "--offset=-5"]


def test_stdin_and_fixed_environment(echo: PackFolder) -> None:
    data = echo.envelope("feed", {"body": "hällo\n"})["data"]
    assert (data["stdin"], data["env"]["FIXED"]) == ("hällo\n", "yes")
    assert echo.envelope("feed", {})["data"]["stdin"] == ""
    big = "x" * 3_000_000
    assert echo.envelope("feed", {"body": big})["data"]["stdin"] == big


@pytest.mark.parametrize(
    "value", ["--output=/tmp/probe", "-h", "-", "  --output=x", "\n--x", "​--x", "−-x", "‐x", "⁠-x", "－x", "—"]
)
def test_option_like_values_are_refused(echo: PackFolder, value: str) -> None:
    for answer in (echo.envelope("show", {"ref": value}), echo.json("show", "--", value)):
        assert answer["error"] == {
            "code": "option_like_value",
            "message": f"`ref` starts with '-', as an option does, so it is not passed to the program: {value!r}",
            "hint": "give `ref` a value that does not start with '-'",
        }
        assert answer["exit"] == 64
    assert started(echo) == 0


@pytest.mark.parametrize(
    ("verb", "args", "name"),
    [
        ("add", {"paths": ["a.txt", "--output=x"]}, "paths[1]"),
        ("flags", {"n": -1}, "n"),
        ("flags", {"m": "-x"}, "m"),
        ("flags", {"plus": ["-x"]}, "plus[0]"),
    ],
)
def test_option_like_items_are_named(echo: PackFolder, verb: str, args: dict[str, Any], name: str) -> None:
    error = echo.envelope(verb, args)["error"]
    assert error["code"] == "option_like_value"
    assert error["message"].startswith(f"`{name}` starts with '-'")
    assert started(echo) == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ({"text": "a\0b"}, "`text` holds a NUL character, which no program can be handed"),
        ({"text": "\ud800"}, "`text` is not UTF-8 text"),
        ({"text": "a" * 131_072}, "an argument is 131,079 bytes long; the limit is 131,071"),
        ({"offset": True}, "`offset`: expected an integer, got true"),
        ({"offset": 1.0}, "`offset`: expected an integer, got the number 1.0"),
        ({"offset": "5; touch x"}, '`offset`: expected an integer, got the string "5; touch x"'),
        ({"offset": None}, "`offset`: expected an integer, got null"),
        ({"text": ["main"]}, '`text`: expected a string, got the array ["main"]'),
    ],
)
def test_values_that_no_program_can_be_handed(echo: PackFolder, args: dict[str, Any], message: str) -> None:
    answer = echo.envelope("note", args)
    assert (answer["error"]["code"], answer["error"]["message"], answer["exit"]) == ("bad_argument", message, 64)
    assert started(echo) == 0


def test_too_many_items_and_an_empty_positional(echo: PackFolder) -> None:
    answer = echo.envelope("add", {"paths": [f"p{number:06}" for number in range(200_000)]})
    assert answer["error"]["message"] == "the arguments take 3,200,023 bytes; the limit is 1,500,000"
    assert echo.envelope("show", {"ref": ""})["error"]["message"] == "`ref` is empty"
    assert echo.envelope("note", {"text": "a" * 100_000})["ok"]


@pytest.mark.parametrize("key", ["upload-pack", "--output", "argv", "confirm", "tenant"])
def test_unknown_keys_are_no_arguments(echo: PackFolder, key: str) -> None:
    answer = echo.envelope("show", {"ref": "main", key: "touch probe"})
    assert answer["error"]["code"] == "unknown_argument"
    assert answer["error"]["message"] == f"`show` has no argument {key!r}"
    assert answer["error"]["hint"] == "it takes ref"
    assert started(echo) == 0


@pytest.mark.parametrize(
    "element",
    [
        {"shell": "x"},
        {"option": "--x", "arg": "ref", "dash": True},
        {"positional": "ref", "join": "="},
        ["x"],
        1,
        {"option": "--x", "arg": "ref", "join": "+"},
        {"flag": "--x"},
    ],
)
def test_an_element_that_is_none_refuses_the_verb(echo: PackFolder, element: Any) -> None:
    echo.change("surface.json", lambda surface: surface["verbs"][0]["exec"]["argv"].append(element))
    answer = echo.envelope("show", {"ref": "a"})
    assert (answer["error"]["code"], answer["exit"]) == ("bad_pack", 77), json.dumps(answer)
    assert started(echo) == 0
