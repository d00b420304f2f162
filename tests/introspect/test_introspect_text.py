"""Bytes that are not text, phantom lines, and texts built to stall a reader."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.introspect import dialects
from hcp_author.introspect.dialects import manual
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import roff
from hcp_author.introspect.text import MAX_LINE, clean, read


def page(data: bytes) -> Page:
    return dialects.read(read(data).lines, "tide", ())


@pytest.mark.parametrize(
    "data",
    [
        b"Commands:\n  plan  \xe9nergy\n",
        b"Commands:\n  plan  a\xc2\x85  wipe  b\n",
        b"Commands:\r  wipe  b\r\n  plan  a\r\n",
        b"Commands:\n  plan  a\xe2\x80\xa8  wipe  b\n",
        b"C\x08Co\x08om\x08mm\x08ma\x08an\x08nd\x08ds\x08s:\n  p\x08pl\x08la\x08an\x08n  a\n",
        b"Commands:\n  plan  a\x0b  wipe  b\x1c  wipe  c\n",
        "Commands:\n  plan  Plan — ok\n".encode(),
    ],
)
def test_only_what_stands_on_a_line_of_its_own_is_a_command(data: bytes) -> None:
    assert [command.name for command in page(data).commands] == ["plan"]


def test_bytes_of_another_encoding_raise_nothing() -> None:
    assert {command.name for command in page("Commands:\n  plan  a\n".encode("utf-16")).commands} <= {"plan"}


def test_what_was_replaced_dropped_and_cut_is_counted() -> None:
    text = read(b"a\xffb\n" + b"x" * (MAX_LINE + 1) + b"\n\x07bell\n")
    assert (text.replaced, text.dropped, text.cut) == (1, 1, True)
    assert text.lines[2] == "bell"


def test_clean_gives_one_safe_line() -> None:
    assert clean("a\x1b[31mred\x1b[0m\tb\u202ec\u3164\n d", 40) == "ared bc d"
    assert clean("word " * 40, 12) == "word word w…"


@given(st.binary(max_size=4096))
@settings(max_examples=150, deadline=None)
def test_no_bytes_make_a_reader_raise(data: bytes) -> None:
    lines = read(data).lines
    dialects.read(lines, "tide", ("list",))
    manual.read(roff.lines("\n".join(lines)), "tide", ())


PIECES = st.sampled_from(
    [
        *("Usage: tide [-h] ", "Commands:\n", "Options:\n", "  list  print\n", "  -a, --all[=WHEN]  text\n", "NAME\n"),
        *(
            "│ x │\n",
            "╭─ Options ─╮\n",
            "OBJECT := { a | b }\n",
            "   or: tide x\n",
            "{a,b} ...",
            "[<x>]...",
            "--x=",
            "-",
        ),
        *("(", "]", "}", "<", "|", "\t", "\n\n", ".TP\n", ".It Fl a\n", "positional arguments:\n", "help -a"),
        "lists all commands\n  tide list\n",
    ]
)


@given(st.lists(PIECES, max_size=60))
@settings(max_examples=150, deadline=None)
def test_no_mixture_of_help_makes_a_reader_raise(pieces: list[str]) -> None:
    text = "".join(pieces)
    dialects.read(read(text.encode()).lines, "tide", ("list",))
    manual.read(roff.lines(text), "tide", ())


HOSTILE = {
    "words": " x" * 20000 + "!",
    "gaps": "Commands:\n" + ("  a" + " " * 50000 + "b\n") * 3,
    "dashes": "  --" + "a-" * 30000 + "  text",
    "angles": "<" * 40000,
    "brackets": ("usage: tide " + "[" * 1900 + "\n") * 20,
    "names": "Options:\n" + ("  -a" + ",  -b" * 400 + "\n") * 20,
    "alternatives": "OBJECT := {" + "a|" * 20000,
    "blanks": "\n" * 200000,
    "rows": "Options:\n" + "".join(f"  --opt{n}  text (choices: a, b)\n" for n in range(3000)),
    "usages": "usage: tide\n" + "   or: tide a b\n" * 10000,
    "headings": "a:\n  b  c\n" * 4000,
    "escapes": "\x1b[" * 30000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_stays_linear_and_short(name: str) -> None:
    seconds = []
    for text in (HOSTILE[name], HOSTILE[name] * 2):
        started = time.perf_counter()
        page(text.encode())
        seconds.append(time.perf_counter() - started)
    assert seconds[0] < 2
    assert seconds[1] < max(0.3, seconds[0] * 4)  # twice the text; the rest is a busy machine's share


def test_at_most_five_hundred_commands_are_kept() -> None:
    many = "Commands:\n" + "".join(f"  cmd{n}  text\n" for n in range(3000))
    assert len(page(many.encode()).commands) == 500
