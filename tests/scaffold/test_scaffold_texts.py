"""Small parts: JSON as a person lays it out, diffs and trees of new files."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hcp_author.scaffold.change import Change, diff_of_new, tree
from hcp_author.scaffold.layout import WIDTH, lay_out

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=20,
)


@given(VALUES)
def test_what_is_laid_out_reads_back_as_it_was(value: Any) -> None:
    text = lay_out(value)
    assert json.loads(text) == value
    assert lay_out(json.loads(text)) == text
    assert text.endswith("\n")


def test_what_fits_on_a_line_stands_on_one_line() -> None:
    short = {"argv": ["search", {"option": "-n", "arg": "limit"}, "--", {"positional": "query"}]}
    assert lay_out({"exec": short, "n": 1}).splitlines() == [
        "{", f'  "exec": {json.dumps(short)},', '  "n": 1', "}",
    ]  # fmt: skip
    assert max(map(len, lay_out({"list": ["word"] * 40}).splitlines())) <= WIDTH


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_diff_of_new_files_makes_them(tmp_path: Path, end: str) -> None:
    files = {
        "a.txt": (f"one\ntwo\u2028\x0cthree{end}".encode(), 0o644),
        "bin/run": (f"#!/bin/sh\necho{end}".encode(), 0o755),
        "empty": (b"", 0o644),
    }
    done = subprocess.run(
        ["git", "apply", "-"], input=diff_of_new(files).encode(), cwd=tmp_path, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert {str(p.relative_to(tmp_path)): p.read_bytes() for p in tmp_path.rglob("*") if p.is_file()} == {
        name: data for name, (data, _) in files.items()
    }
    assert (tmp_path / "bin/run").stat().st_mode & 0o111


def test_a_tree_nests_folders_and_shows_files_of_the_top_last() -> None:
    files = dict.fromkeys([".x/y/z", ".x/a", "top", "bin/run", "b"], (b"", 0o644))
    assert tree(files, "mail") == ("mail/\n  .x/\n    a\n    y/\n      z\n  bin/\n    run\n  b\n  top\n")


def test_a_change_leaves_out_a_diff_that_is_not_there() -> None:
    made = Change("mail", created=["a"], next=["mail/bin/mail list"]).to_json()
    assert made == {
        "format": "hcp-author/change/1", "pack": "mail", "created": ["a"], "changed": [], "kept": [], "refused": [],
        "dry_run": False, "next": ["mail/bin/mail list"], "notes": [],
    }  # fmt: skip
    assert Change("mail", diff="").to_json()["diff"] == ""
