"""Bytes that are not text, phantom lines, and texts built to stall a reader."""

from __future__ import annotations

import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.introspect import dialects
from hcp_author.introspect.dialects import manual
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import roff
from hcp_author.introspect.text import MAX_LINE, clean, read
from hcp_author.pack.text import is_hidden


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


@pytest.mark.parametrize(
    ("data", "encoding", "line"),
    [
        ("  --größe=ZAHL  wie groß".encode("latin-1"), "cp1252", "  --größe=ZAHL  wie groß"),
        ("  --cost  in €".encode("cp1252"), "cp1252", "  --cost  in €"),
        ("  --größe=ZAHL".encode(), "utf-8", "  --größe=ZAHL"),
        ("  --größe=ZAHL".encode("utf-16"), "utf-16", "  --größe=ZAHL"),
        ("  --größe  €".encode() + b" \xff", "utf-8", "  --größe  € \ufffd"),  # UTF-8 with damage
        ("  --все  помощь".encode("koi8-r"), "utf-8", None),  # no Western text
        (b"  --all  \x81", "utf-8", "  --all  \ufffd"),
        (b"  --all  \xe9\x00", "utf-8", "  --all  \ufffd"),
    ],
)
def test_one_encoding_is_chosen_for_the_whole_text(data: bytes, encoding: str, line: str | None) -> None:
    text = read(data)
    assert text.encoding == encoding
    assert line is None or text.lines == [line]
    assert bool(text.doubt()) == (encoding != "utf-8" or text.replaced > 0)


def test_a_byte_that_is_no_text_makes_no_option_of_what_stands_before_it() -> None:
    data = "usage: tide [-q]\n\nOptions:\n  --all €  each\n".encode() + b"  --gr\xf6\xdfe=N  how large\n  --wide  so\n"
    assert [option.long for option in page(data).options if option.long] == ["--all", "--wide"]


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
        started = time.process_time()
        page(text.encode())
        seconds.append(time.process_time() - started)
    assert seconds[0] < 2
    assert seconds[1] < max(0.3, seconds[0] * 4)  # twice the text; the rest is a busy machine's share


def test_at_most_five_hundred_commands_are_kept() -> None:
    many = "Commands:\n" + "".join(f"  cmd{n}  text\n" for n in range(3000))
    assert len(page(many.encode()).commands) == 500


def test_the_same_characters_are_hidden_here_and_in_packs() -> None:
    every = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]
    hidden = [c for c in every if is_hidden(c) and c not in "\t\n\r\x1b\x08"]
    assert {clean(f"a{c}b") for c in hidden} <= {"ab", "a b"}
    seen = [c for c in every if not is_hidden(c) and not c.isspace()]
    assert all(clean(f"a{c}b") == f"a{c}b" for c in seen)


@pytest.mark.parametrize(
    "char", ["\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "\ufe0f", "\u200b", "\ue000", "\U000e0101"]
)
def test_a_name_with_a_hidden_character_is_the_plain_name(char: str) -> None:
    assert [c.name for c in page(f"Commands:\n  pl{char}an  a\n".encode()).commands] == ["plan"]


def test_a_manual_page_tells_the_part_of_a_name_that_stands_for_something() -> None:
    source = r"""
.SH NAME
tide \- keep a ledger
.SH OPTIONS
.TP
\fB\-\-assert\-\fR\fIfeature\fR
One of many.
.TP
\fB\-\-depth\fR \fIN\fR
How deep.
.TP
\fB\-\-high\-water\fR
Only high water.
.It Fl L | S | U
"""
    assert [o.long for o in manual.read(roff.lines(source), "tide", ()).options] == ["--depth", "--high-water"]
    assert roff.lines(".Fl L | S | U Ar file b")[-1].strip() == "-L | -S | -U file b"


@pytest.mark.parametrize("line", [" :", "::", "    ", "# #", "[]", "-- :", "--x[-", "-.", "{", "a: :", "::="])
def test_a_line_of_marks_alone_raises_nothing(line: str) -> None:
    lines = ["Usage: tide [options]", "", line, "  --high  only those", "", line, line, "    more", "Commands:", line]
    dialects.read(lines, "tide", ())
    manual.read(["NAME", "       tide - x", "SYNOPSIS", line, "COMMANDS", line, "       a b", line], "tide", ("a",))


def test_a_list_of_bullets_that_are_options_is_a_list_of_options() -> None:
    source = """.SH NAME
tide \\- tell the tide
.SH OPTIONS
.IP "\\[ci]" 4
\\fB\\-\\-gulp\\fR/\\fB\\-g\\fR:
.IP
Read all at once.
.IP "\\[ci]" 4
\\fB\\-\\-colour\\fR / \\fB\\-C\\fR and \\fB\\-\\-plain\\fR / \\fB\\-P\\fR:
.IP
Colours.
.IP "\\(bu" 2
a mere item
.TP
.B "\\-\\-show\\\\-limits"
Tell \\
the limits.
"""
    found = manual.read(roff.lines(source), "tide", ()).options
    assert [(o.long, o.short, o.summary) for o in found] == [
        ("--gulp", "-g", "Read all at once."),
        ("--colour", "-C", "Colours."),
        ("--plain", "-P", "Colours."),
        ("--show-limits", None, "Tell the limits."),
    ]
