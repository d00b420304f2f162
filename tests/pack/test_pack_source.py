"""JSON with places: strict, exact, and never a traceback."""

from __future__ import annotations

import json
import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.pack.scan import DEPTH_LIMIT, scan
from hcp_author.pack.source import SIZE_LIMIT, Document, parse, pointer, split

# what stands in the file, the code, line, column, pointer, a piece of the message, a piece of the fix
WRONG = [
    (b"", "F-not-json", 1, 1, "", "the file is empty", "write one JSON object"),
    (b" \n ", "F-not-json", 2, 2, "", "the file is empty", "write one JSON object"),
    (b'{"x": NaN}', "F-nan", 1, 7, "/x", "`NaN` is no JSON number", "write null"),
    (b'{"x": [1, -Infinity]}', "F-nan", 1, 11, "/x/1", "`-Infinity`", "write null"),
    (b'{"x": 9007199254740993}', "F-big-number", 1, 7, "/x", "beyond 2**53", "a string"),
    (b'{"x": -9007199254740993}', "F-big-number", 1, 7, "/x", "beyond 2**53", "a string"),
    (b'{"x":' + b"1" * 5001 + b"}", "F-big-number", 1, 6, "/x", "(5001 digits)", "a string"),
    (b'{"x": 1e999}', "F-big-number", 1, 7, "/x", "`1e999` is too large", "write null"),
    (b'{"x": 1} {"y": 2}', "F-not-json", 1, 10, "", "text after the end", "remove it"),
    (b"{'x': 1}", "F-not-json", 1, 2, "", "double quotes, not single ones", 'write "'),
    (b"{\"x\": 'y'}", "F-not-json", 1, 7, "/x", "a single quote", 'write "'),
    (b'{"x": "a\x01b"}', "F-not-json", 1, 9, "/x", "U+0001 stands in a string", "\\u0001"),
    (b'\xef\xbb\xbf{"x": 1}', "F-bom", 1, 1, "", "byte order mark", "UTF-8 without BOM"),
    (b'{"x":"\xff"}', "F-not-utf8", 1, 7, "", "byte 0xff is not UTF-8", "save it as UTF-8"),
    (b'{"x":"\xed\xa0\x80"}', "F-not-utf8", 1, 7, "", "byte 0xed", "save it as UTF-8"),
    ('{"é": "é"}'.encode("latin-1"), "F-not-utf8", 1, 3, "", "byte 0xe9", "save it as UTF-8"),
    ("{}".encode("utf-16"), "F-not-utf8", 1, 1, "", "UTF-16", "save it as UTF-8"),
    ("{}".encode("utf-16-be"), "F-not-utf8", 1, 1, "", "UTF-16", "save it as UTF-8"),
    (b'{"x":\n "\\ud800"}', "F-lone-surrogate", 2, 3, "/x", "half of a surrogate pair", "both halves"),
    (b'{"x":1,\n"x":2}', "F-duplicate-key", 2, 1, "/x", "`x` is given twice; first on line 1", "remove one"),
    (b'{"v":{"c":1,"\\u0063":2}}', "F-duplicate-key", 1, 13, "/v/c", "`c` is given twice", "remove one"),
    ('{"café":1,"cafe\u0301":2}'.encode(), "F-duplicate-key", 1, 11, "/cafe\u0301", "Unicode normalisation", "remove"),
    ('{"K":1,"\u212a":2}'.encode(), "F-duplicate-key", 1, 8, "/\u212a", "Unicode normalisation", "remove"),
    (b'{"a":1\n"b":2}', "F-not-json", 2, 1, "", 'a comma is missing before `"`', "write `,`"),
    (b'{"a":1,}', "F-not-json", 1, 7, "", "a comma stands before `}`", "remove the comma"),
    (b'{"a":[1,]}', "F-not-json", 1, 8, "/a", "a comma stands before `]`", "remove the comma"),
    (b"[1 2]", "F-not-json", 1, 4, "", "a comma is missing before `2`", "write `,`"),
    (b"[,1]", "F-not-json", 1, 2, "/0", "a value is missing", "remove the comma"),
    (b"{a:1}", "F-not-json", 1, 2, "", "the key `a` has no quotes", 'write "a"'),
    (b'{"a":01}', "F-not-json", 1, 6, "/a", "`01` is no JSON value", "leading zeros"),
    (b'{"a":True}', "F-not-json", 1, 6, "/a", "`True` is no JSON value", "write true"),
    (b'{"a":None}', "F-not-json", 1, 6, "/a", "`None` is no JSON value", "write null"),
    (b'{"a":yes please}', "F-not-json", 1, 6, "/a", "`yes`", "write true"),
    (b'{"a":hello}', "F-not-json", 1, 6, "/a", "`hello` is no JSON value", "double quotes"),
    (b'{"a":truely}', "F-not-json", 1, 6, "/a", "`truely` is no JSON value", "double quotes"),
    (b'{"a":"x\n"}', "F-not-json", 1, 6, "/a", "does not end on its line", "\\n"),
    (b'{"a":"x', "F-not-json", 1, 6, "/a", "does not end on its line", "at its end"),
    (b'{"a":"\\q"}', "F-not-json", 1, 7, "/a", "`\\q` is no escape", "\\\\"),
    (b'{"a":"\\u12"}', "F-not-json", 1, 7, "/a", "`\\u` is no escape", "\\\\"),
    (b'{"a":1', "F-not-json", 1, 7, "", "the file ends where `,` or `}` is expected", "at the end"),
    (b'{"a"', "F-not-json", 1, 5, "", "`:` after the key is expected", "at the end"),
    (b'{"a":', "F-not-json", 1, 6, "/a", "a value is expected", "at the end"),
    (b'{"a";1}', "F-not-json", 1, 5, "", "`:` after the key is expected, not `;`", "write"),
    (b"// note\n{}", "F-not-json", 1, 1, "", "JSON has no comments", "remove the comment"),
    (b"{} # note", "F-not-json", 1, 4, "", "JSON has no comments", "remove the comment"),
    (b'{"a":1, // note\n"b":2}', "F-not-json", 1, 9, "", "JSON has no comments", "remove the comment"),
    ("{\u00a0}".encode(), "F-not-json", 1, 2, "", "U+00A0 NO-BREAK SPACE", "write"),
    (b"\xff", "F-not-utf8", 1, 1, "", "byte 0xff", "save it as UTF-8"),
    (b"[1.]", "F-not-json", 1, 2, "/0", "`1.` is no JSON value", "write a number"),
    (b"[.5]", "F-not-json", 1, 2, "/0", "begins with a digit", "write 0"),
    (b"[+1]", "F-not-json", 1, 2, "/0", "no `+`", "remove the `+`"),
    (b"-", "F-not-json", 1, 1, "", "`-` begins no JSON value", "remove it"),
]


@pytest.mark.parametrize(("data", "code", "line", "column", "where", "message", "fix"), WRONG)
def test_wrong_json_is_a_problem_with_a_place_and_a_fix(
    data: bytes, code: str, line: int, column: int, where: str, message: str, fix: str
) -> None:
    problem = parse(data, "surface.json").problems[0]
    assert (problem.code, problem.place.line, problem.place.column, problem.pointer) == (code, line, column, where)
    assert message in problem.message
    assert fix in problem.fix


@pytest.mark.parametrize("data", [case[0] for case in WRONG])
def test_one_mistake_is_one_problem(data: bytes) -> None:
    assert len(parse(data, "surface.json").problems) == 1


@pytest.mark.parametrize(
    "text",
    ['{"x": 9007199254740991, "y": -0.5, "z": "\\ud83d\\ude00"}', '{"a":{"x":1},"b":{"x":1}}', "null", '"é"', "[[]]"],
)
def test_good_json_has_no_problem(text: str) -> None:
    document = parse(text.encode(), "surface.json")
    assert document.problems == ()
    assert document.value == json.loads(text)


def test_a_soft_mistake_leaves_a_value_that_every_output_can_hold() -> None:
    document = parse(b'\xef\xbb\xbf{"a": NaN, "b": 1e999, "c": "\\udc00", "d": 1, "d": 2, "\\ud800": 3}', "policy.json")
    assert document.value == {"a": 0, "b": 0.0, "c": "\ufffd", "d": 2, "\ufffd": 3}
    json.dumps(document.value, allow_nan=False).encode()
    codes = [problem.code for problem in document.problems]
    assert codes == ["F-bom", "F-nan", "F-big-number", "F-lone-surrogate", "F-duplicate-key", "F-lone-surrogate"]


@pytest.mark.parametrize(
    "shape", ["[" * 100_000 + "]" * 100_000, '{"a":' * 65 + "1" + "}" * 65, "[" * 65, "[" * 500_000]
)
def test_depth_is_limited_and_told(shape: str) -> None:
    problem = parse(shape.encode(), "surface.json").problems[0]
    assert problem.code == "F-too-deep"
    assert (
        f"nested {max(shape.count('['), shape.count('{'))} levels deep; the limit is {DEPTH_LIMIT}" in problem.message
    )


def test_just_deep_enough_and_brackets_in_strings_are_right() -> None:
    assert parse(("[" * 64 + "]" * 64).encode(), "a.json").problems == ()
    assert parse(json.dumps("[{" * 1000).encode(), "a.json").problems == ()


def test_size_is_limited_and_told() -> None:
    document = parse(b" " * SIZE_LIMIT + b"{}", "surface.json")
    assert document.problems[0].message == f"`surface.json` has {SIZE_LIMIT + 2} bytes; the limit is {SIZE_LIMIT}"
    assert document.value is None


@pytest.mark.parametrize(
    "text",
    [
        "{" + ",".join(f'"é{n}":1' for n in range(60_000)) + ",}",
        "{" + ",".join('"a":1' for n in range(100_000)) + "}",
        '"' + "\\n" * 400_000,
        "[" + "[],[" * 200_000 + "1]",
        '{"x":"' + "a" * 900_000 + "\x01",
    ],
)
def test_large_and_wrong_is_told_quickly(text: str) -> None:
    start = time.process_time()
    assert parse(text.encode(), "surface.json").problems
    assert time.process_time() - start < 8


def test_places_of_keys_values_and_what_is_missing() -> None:
    document = parse(b'{\r\n  "a": {"b/c": [10, "\xc3\xa9", 3]},\r\n  "~": null\r\n}', "surface.json")
    assert astuple(document, "/a/b~1c/2") == (2, 26, 2, 27)
    assert key_tuple(document, "/a/b~1c") == (2, 9, 2, 14)
    assert key_tuple(document, "/~0") == (3, 3, 3, 6)
    assert key_tuple(document, "/a/b~1c/1") == astuple(document, "/a/b~1c/1") == (2, 21, 2, 24)
    assert astuple(document, "/a/nothing/below") == astuple(document, "/a")
    assert astuple(document, "") == key_tuple(document, "") == (1, 1, 4, 2)


def test_a_text_that_is_no_json_has_its_start_as_place() -> None:
    assert astuple(parse(b"{,", "surface.json"), "/a/b") == (1, 1, 1, 1)


def test_pointers_are_built_and_split() -> None:
    assert pointer("verbs", 0, "a/b~c") == "/verbs/0/a~1b~0c"
    assert split("/verbs/0/a~1b~0c") == ["verbs", "0", "a/b~c"]
    assert split("") == []


def astuple(document: Document, where: str) -> tuple[int, int, int, int]:
    place = document.place(where)
    return place.line, place.column, place.end_line, place.end_column


def key_tuple(document: Document, where: str) -> tuple[int, int, int, int]:
    place = document.key_place(where)
    return place.line, place.column, place.end_line, place.end_column


# Values, written with white space, escapes and line ends as they come.

SPACE = st.text(alphabet=" \t\n\r", max_size=3)
STRINGS = st.text(alphabet=st.characters(codec="utf-8"), max_size=6)
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**53), 2**53), st.floats(allow_nan=False, allow_infinity=False), STRINGS
)


def unique_keys(pairs: list[tuple[str, object]]) -> bool:
    return len({unicodedata.normalize("NFC", key) for key, _ in pairs}) == len(pairs)


VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(st.tuples(STRINGS, inner), max_size=4).filter(unique_keys).map(dict),
    ),
    max_leaves=12,
)


@st.composite
def written(draw: st.DrawFn) -> tuple[object, str]:
    """A value and one of the many ways to write it."""
    value = draw(VALUES)

    def write(value: object) -> str:
        lead, tail = draw(SPACE), draw(SPACE)
        if isinstance(value, dict):
            parts = [f"{write(key)}:{write(item)}" for key, item in value.items()]
            body = "{" + (",".join(parts) or draw(SPACE)) + "}"
        elif isinstance(value, list):
            body = "[" + (",".join(map(write, value)) or draw(SPACE)) + "]"
        else:
            body = json.dumps(value, ensure_ascii=draw(st.booleans()))
        return lead + body + tail

    return value, write(value)


def every_pointer(value: object, here: str = "") -> list[tuple[str, object]]:
    found = [(here, value)]
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in members:
        found += every_pointer(item, here + pointer(key))
    return found


def cut(text: str, place: tuple[int, int, int, int]) -> str:
    """The text between a place's ends, worked out from lines and columns alone."""
    lines = split_lines(text)
    line, column, end_line, end_column = place
    if line == end_line:
        return lines[line - 1][column - 1 : end_column - 1]
    return "".join([lines[line - 1][column - 1 :], *lines[line : end_line - 1], lines[end_line - 1][: end_column - 1]])


def split_lines(text: str) -> list[str]:
    lines, start, index = [], 0, 0
    while index < len(text):
        if text[index] in "\r\n":
            index += 2 if text[index : index + 2] == "\r\n" else 1
            lines.append(text[start:index])
            start = index
        else:
            index += 1
    return [*lines, text[start:]]


@given(written())
@settings(max_examples=150, deadline=None)
def test_every_place_cuts_out_its_value_and_key(pair: tuple[object, str]) -> None:
    value, text = pair
    document = parse(text.encode(), "surface.json")
    assert document.problems == ()
    assert document.value == value
    for where, item in every_pointer(value):
        assert json.loads(cut(text, astuple(document, where))) == item
        if where:
            key = cut(text, key_tuple(document, where))
            name = split(where)[-1]
            assert json.loads(key) == (name if key_tuple(document, where) != astuple(document, where) else item)


@given(st.text(alphabet="{}[]\",:\\ \n\t0123456789.-+eEaulrtsfnNI'/#\u00e9\ud7ff", max_size=25))
@settings(max_examples=600, deadline=None)
def test_the_scanner_takes_what_json_takes_and_nothing_else(text: str) -> None:
    root, faults = scan(text)
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        assert root is None
        assert faults
    else:
        assert root is not None
        assert not any(fault.fatal for fault in faults)


@given(st.binary(max_size=60))
@settings(max_examples=250, deadline=None)
def test_no_bytes_make_a_traceback(data: bytes) -> None:
    document = parse(data, "surface.json")
    assert document.problems or document.value is not None or data.strip() == b"null"
    for problem in document.problems:
        assert problem.fix
        assert problem.message.isprintable()
        assert problem.place.line >= 1
        assert problem.place.column >= 1
