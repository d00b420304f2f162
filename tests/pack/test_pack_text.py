"""Foreign text made fit to print."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hcp_author.pack.text import as_word, clean, describe, fit, hidden_characters, joins_emoji, visible, width

CLEANED = [
    ("list\U000e0041\U000e0042 items", "list items"),
    ("a\u202egnp.exe", "agnp.exe"),
    ("x\ufeffy", "xy"),
    ("x\u3164y", "xy"),
    ("x\ufe01y", "xy"),
    ("x\x85y", "x y"),
    ("\x1b]8;;http://127.0.0.1:9\x1b\\link\x1b]8;;\x1b\\", "link"),
    ("a\x9b2Jb", "ab"),
    ("p\ue000q", "pq"),
    ("\x1b[31mred\x1b[0m", "red"),
    ("\x1b]0;title\x07text", "text"),
    ("un\x1b", "un"),
    ("two\nlines\t and  more", "two lines and more"),
    ("a\u2028b", "a b"),
    ("café 日本語 → ∑ ✓", "café 日本語 → ∑ ✓"),
    ("مرحبا", "مرحبا"),
    ("Plan a trip from A to B (see --json)", "Plan a trip from A to B (see --json)"),
]


@pytest.mark.parametrize(("text", "wanted"), CLEANED)
def test_clean_is_one_line_with_nothing_hidden(text: str, wanted: str) -> None:
    assert clean(text) == wanted


@given(st.text(alphabet=st.characters(exclude_categories=())), st.integers(1, 30))
def test_clean_keeps_its_promises_for_any_text(text: str, limit: int) -> None:
    line = clean(text, limit)
    assert len(line) <= limit
    assert line == line.strip()
    assert not list(hidden_characters(line))
    assert not set(line) & set("\t\n\r")
    assert clean(line) == line


def test_hidden_characters_have_their_index() -> None:
    assert list(hidden_characters("a\u202eb\tc\n\ufe01")) == [(1, "\u202e"), (6, "\ufe01")]
    assert list(hidden_characters("plain\ntext\r\n")) == []


def test_what_belongs_to_an_emoji_is_known() -> None:
    family, heart = "👩\u200d💻", "❤\ufe0f"
    assert joins_emoji(family, 1)
    assert joins_emoji(heart, 1)
    assert not joins_emoji("a\u200db", 1)


def test_visible_writes_hidden_characters_out() -> None:
    assert visible("x\n::error\x1b]0;t\x07\u202e\udcff") == "x\\n::error\\x1b]0;t\\x07\\u202e\\udcff"
    assert visible("x\u3164y") == "x\\u3164y"
    assert visible("plain é") == "plain é"
    assert visible("abcdef", 4) == "abc…"


def test_a_path_as_a_word_is_never_an_option() -> None:
    assert [as_word(Path(path)) for path in ("mail", "-dash", "a b", "/x/-y")] == [
        "mail",
        "./-dash",
        "'a b'",
        "/x/-y",
    ]


def test_describe_names_a_character_without_showing_it() -> None:
    assert describe("\u202e") == "U+202E RIGHT-TO-LEFT OVERRIDE"
    assert describe("\x1b") == "U+001B"


def test_width_and_fit_count_terminal_columns() -> None:
    assert width("日本") == 4
    assert width("cafe\u0301") == 4
    assert fit("日本語です", 5) == "日本…"
    assert fit("short", 5) == "short"
    assert width(fit("some longer text", 8)) <= 8


@pytest.mark.parametrize("char", ["\u034f", "\u17b4", "\u17b5", "\u115f", "\u2800", "\ufe0f", "\u180e", "\U0001d159"])
def test_marks_that_draw_nothing_are_hidden(char: str) -> None:
    assert clean(f"a{char}b") == "ab"
    assert list(hidden_characters(f"a{char}b{char}")) == [(1, char), (3, char)]
