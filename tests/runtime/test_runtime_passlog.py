"""What the log of the pass-through takes for a command or an option, and what it leaves out as a value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hcp_author.runtime import passlog

ADD = {"name": "add", "options": ["-f|--force", "--branch=string!", "--colour[=value]"]}
REMOTE = {"name": "remote", "options": ["-v|--verbose"], "commands": [ADD, {"name": "list"}]}
ROOT: Any = {"name": "tool", "options": ["-C=path", "--dir=path*", "--", "-"], "commands": [REMOTE, {"name": "log"}]}


@pytest.mark.parametrize(
    ("argv", "path", "options"),
    [
        ("log", "log", ""),
        ("remote add hush", "remote add", ""),
        ("remote hush add", "remote", ""),
        ("hush log", "", ""),
        ("-C hush remote add -f", "remote add", "-C -f"),
        ("-Chush log", "log", "-C"),
        ("--dir=hush log", "log", "--dir"),
        ("--dir hush log", "log", "--dir"),
        ("--dir log remote", "remote", "--dir"),
        ("remote -v add", "remote add", "-v"),
        ("remote add --branch --hush --force", "remote add", "--branch --force"),
        ("remote add --colour hush", "remote add", "--colour"),
        ("--hush log", "", ""),
        ("--hush=1 log --dir=2", "", "--dir"),
        ("log --force", "log", ""),
        ("log -- --dir -C", "log", ""),
        ("log - -hush", "log", ""),
        ("-hush", "", ""),
    ],
)
def test_known_words_are_noted_and_no_other(argv: str, path: str, options: str) -> None:
    assert passlog.known(ROOT, argv.split(" ")) == (path.split(), sorted(options.split()))


@given(st.lists(st.sampled_from(["log", "remote", "add", "-C", "--dir", "--hush", "--", "-", "x", "--dir=x", ""])))
def test_nothing_but_what_the_tree_knows_is_ever_noted(argv: list[str]) -> None:
    path, options = passlog.known(ROOT, argv)
    assert {*path} <= {"log", "remote", "add", "list"}
    assert {*options} <= {"-C", "--dir", "-v", "--verbose", "-f", "--force", "--branch", "--colour"}


@pytest.mark.parametrize(
    "root", [None, [], {}, {"commands": 3}, {"options": None}, {"commands": [3, {"name": 1}], "options": [None, 3]}]
)
def test_a_tree_that_is_none_knows_nothing(root: Any) -> None:
    assert passlog.known(root, ["log", "--dir", "x", "-C"]) == ([], [])
