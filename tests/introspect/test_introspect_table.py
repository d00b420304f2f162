"""Option tables read from compiled programs: files made byte by byte, damaged ones, and the real thing."""

from __future__ import annotations

import random
import shutil
import struct
from pathlib import Path

import pytest

from hcp_author.introspect import elf, join
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.crawl import introspect
from hcp_author.introspect.page import Page
from hcp_author.introspect.probe import Door
from hcp_author.introspect.resolve import Found
from hcp_author.introspect.sources import table
from hcp_author.introspect.tree import Command, Option

ROWS = [("all", 0, "a"), ("limit", 1, "n"), ("colour", 2, ""), ("old-name", 0, "Q"), ("-private", 0, "")]
LETTERS = "an:x:Q"
HEAD = 64 + 3 * 56


def program(kind: str, rows: list[tuple[str, int, str]], letters: str = LETTERS) -> bytes:
    """An ELF file that holds nothing but a table; `kind` is how its pointers are written: fixed, rela or relr."""
    text, places = b"\0" + letters.encode() + b"\0", []
    for name, _, _ in rows:
        places.append(HEAD + len(text))
        text += name.encode() + b"\0"
    text += b"\0" * (-(HEAD + len(text)) % 8)
    start = HEAD + len(text)
    body = b"".join(
        struct.pack("<QQQQ", 0 if kind == "rela" else place, value, 0, ord(letter) if letter else 200)
        for place, (_, value, letter) in zip(places, rows, strict=True)
    )
    body += bytes(32)
    after = start + len(body)
    if kind == "rela":
        moved = b"".join(struct.pack("<QQQ", start + 32 * at, 8, place) for at, place in enumerate(places))
        tags = [(7, after), (8, len(moved)), (0, 0)]
    else:
        moved = struct.pack("<QQ", start, sum(1 << (4 * at) for at in range(1, len(rows))) | 1)
        tags = [(36, after), (35, len(moved)), (0, 0)]
    dynamic = b"".join(struct.pack("<QQ", *tag) for tag in tags)
    size = after + len(moved) + len(dynamic)
    header = (
        b"\x7fELF\x02\x01\x01"
        + bytes(9)
        + struct.pack("<HHIQQQIHHH", 2 if kind == "fixed" else 3, 62, 1, 0, 64, 0, 0, 64, 56, 3)
    )
    parts = [(1, 0, size), (2, after + len(moved), len(dynamic)), (4, 0, 0)]
    header = header.ljust(64, b"\0")
    for what, offset, length in parts:
        header += struct.pack("<IIQQQQQQ", what, 4, offset, offset, offset, length, length, 8)
    return header + text + body + moved + dynamic


@pytest.mark.parametrize("kind", ["fixed", "rela", "relr"])
def test_a_table_is_read_however_its_pointers_are_written(kind: str, tmp_path: Path) -> None:
    (tmp_path / "tide").write_bytes(program(kind, ROWS))
    found, letters = elf.tables(str(tmp_path / "tide"))
    assert found == [[elf.Entry(*row) for row in ROWS[:4]]]
    assert LETTERS in letters


def test_damaged_files_are_no_table_and_no_error(tmp_path: Path) -> None:
    chance = random.Random(7)
    whole = program("rela", ROWS)
    for _ in range(400):
        bad = bytearray(whole[: chance.choice([len(whole), chance.randrange(1, len(whole))])])
        for _ in range(chance.randrange(6)):
            bad[chance.randrange(len(bad))] = chance.choice([0, 1, 127, 255, chance.randrange(256)])
        (tmp_path / "tide").write_bytes(bytes(bad))
        found, _ = elf.tables(str(tmp_path / "tide"))
        assert all(len(rows) >= 2 for rows in found)


@pytest.mark.parametrize("content", [b"", b"#!/bin/sh\n", b"\x7fELF", b"\x7fELF\x02\x01" + b"\xff" * 100])
def test_other_files_have_none(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "tide").write_bytes(content)
    assert elf.tables(str(tmp_path / "tide")) == ([], [])
    assert elf.tables(str(tmp_path / "absent")) == ([], [])


def opened(path: Path, *listed: Option) -> table.Table | None:
    found = Found("tide", str(path), str(path), "")
    return table.open_source(Crawl(Door(found, "none"), 0.0, 2), Page(options=list(listed)))


def test_only_the_table_that_the_help_speaks_of_counts(tmp_path: Path) -> None:
    (tmp_path / "tide").write_bytes(program("rela", ROWS))
    help_ = [Option("--all", "-a"), Option("--limit", "-n"), Option("--colour")]
    source = opened(tmp_path / "tide", *help_)
    assert source is not None
    page = source.page(())
    assert page is not None
    assert page.machine
    assert [(o.long, o.short, o.value and o.value.optional) for o in page.options] == [
        ("--all", "-a", None),
        ("--limit", "-n", False),
        ("--colour", None, True),
        ("--old-name", "-Q", None),
        (None, "-x", False),
    ]
    assert source.page(("list",)) is None
    assert opened(tmp_path / "tide", Option("--all"), Option("--other"), Option("--third"), Option("--fourth")) is None
    assert opened(tmp_path / "tide", *help_[:2]) is None


def test_two_names_with_one_letter_are_one_option(tmp_path: Path) -> None:
    rows = [*ROWS[:3], ("every", 0, "a"), ("odd", 0, "w"), ("strange", 0, "w")]
    (tmp_path / "tide").write_bytes(program("rela", rows))
    told = [Option("--all", "-Q", ["-a"]), Option("--limit", "-n"), Option("--colour")]
    source = opened(tmp_path / "tide", *told)
    page = source.page(()) if source else None
    assert page is not None
    command = Command("tide", options=told)
    join.fill(command, page, set(), second=True)
    assert [(o.long, o.short, o.other_names) for o in command.options] == [
        ("--all", "-Q", ["-a", "--every"]),
        ("--limit", "-n", []),
        ("--colour", None, []),
        ("--odd", None, ["--strange"]),
        (None, "-x", []),
    ]


def test_a_real_program_tells_what_its_help_leaves_out(sandbox: bool) -> None:
    if shutil.which("grep") is None:
        pytest.skip("grep is not here")
    tree = introspect("grep")
    by_name = {one.long: one for one in tree.root.options}
    assert by_name["--regexp"].source == "help"
    assert by_name["--regexp"].summary
    hidden = [one for one in tree.root.options if one.source == "table"]
    assert hidden
    assert all(not one.summary for one in hidden)
