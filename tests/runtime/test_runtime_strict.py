"""What only some JSON parsers accept is refused, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from runtime_packs import PackFolder, started

from hcp_author.runtime import strict


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"x": NaN}', "line 1, column 7: `NaN` is not a JSON number; use null (`/x`)"),
        ('{"x": -Infinity}', "line 1, column 7: `-Infinity` is not a JSON number; use null (`/x`)"),
        ('{"x": 1e400}', "line 1, column 7: the number `1e400` is too large (`/x`)"),
        (
            "[1,\n 9007199254740993]",
            "line 2, column 2: the number `9007199254740993` is beyond 2^53, which parsers round; use a string (`/1`)",
        ),
        ('{"x": 1} {"y": 2}', "line 1, column 10: not JSON: Extra data"),
        ('{"x": "a\x01b"}', "line 1, column 9: not JSON: Invalid control character at"),
        (
            '{"v": {"wipe": {"confirm": true,\n "\\u0063onfirm": false}}}',
            'line 2, column 2: the key "\\u0063onfirm" is given twice (`/v/wipe/confirm`)',
        ),
        (
            '{"caf\u00e9": {}, "cafe\u0301": {}}',
            'line 1, column 14: the key "cafe\u0301" is given twice (`/cafe\u0301`)',
        ),
        ('[{"a": 1, "b": [2, {"a": 1}], "a": 3}]', 'line 1, column 31: the key "a" is given twice (`/0/a`)'),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_trouble_is_named(text: str, message: str) -> None:
    with pytest.raises(strict.NotStrict) as caught:
        strict.loads(text)
    assert str(caught.value) == message


def test_single_quotes_have_a_place_too() -> None:
    with pytest.raises(strict.NotStrict, match="line 1, column 2: not JSON"):
        strict.loads("{'x': 1}")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xef\xbb\xbf{}", "line 1, column 1: it begins with a byte order mark; save it as UTF-8 without one"),
        (b'{"x":"\xff"}', "line 1: byte 6 is not UTF-8"),
        (b'{"x":"\xed\xa0\x80"}', "line 1: byte 6 is not UTF-8"),
        (b" " * 1_048_577, "larger than 1,048,576 bytes"),
    ],
)
def test_bytes_that_are_no_utf8(data: bytes, message: str, echo: PackFolder) -> None:
    (echo.root / "policy.json").write_bytes(data)
    answer = echo.json("show", "a")
    assert answer["error"]["message"] == f"policy.json: {message}"
    assert (answer["error"]["code"], answer["exit"], started(echo)) == ("bad_pack", 77, 0)


def test_the_same_key_in_two_objects_is_fine() -> None:
    assert strict.loads('{"a": {"x": 1}, "b": {"x": 1}}') == {"a": {"x": 1}, "b": {"x": 1}}
    assert strict.loads('{"x": 9007199254740991, "y": -0.5, "z": "\\ud83d\\ude00"}')["z"] == "😀"


def test_a_link_is_no_manifest(echo: PackFolder, tmp_path: Path) -> None:
    (echo.root / "policy.json").rename(tmp_path / "policy.json")
    (echo.root / "policy.json").symlink_to(tmp_path / "policy.json")
    assert echo.json("show", "a")["error"]["code"] == "bad_pack"


def test_printed_json_holds_nothing_that_a_terminal_obeys() -> None:
    text = strict.dumps({"a": "é\x1b[2K\x9b\u202e\u200b\ud800\U000e0041\x7f漢"})
    assert text == '{"a": "é\\u001b[2K\\u009b\\u202e\\u200b\\ud800\\udb40\\udc41\\u007f漢"}'
    assert strict.loads(text) == {"a": "é\x1b[2K\x9b\u202e\u200b\ud800\U000e0041\x7f漢"}
