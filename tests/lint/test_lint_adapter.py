"""adapter.py is parsed and never run: what is no Python, and which forms of VERBS are compared."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.lint import engine
from hcp_author.lint.laws import _code
from hcp_author.report import text

Build = Callable[..., Path]


def found(root: Path) -> list[tuple[str, str, int, int]]:
    return [(one.rule, one.severity, one.line, one.column) for one in engine.lint([root])]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (b"def (", 1),
        (b"x = 1\n\n  y = 2\n", 3),
        (b"VERBS = {}\0", 1),
        (b"\xff\xfe", 1),
        (b"# coding: nonsense\n", 1),
        (b"(" * 5000, 1),
        (b"-" * 100_000 + b"1", 1),
    ],
)
def test_what_is_no_python_is_one_finding(source: bytes, line: int, build: Build) -> None:
    root = build("fleet")
    (root / "adapter.py").write_bytes(source)
    findings = engine.lint([root])
    own = [one for one in findings if one.law != "T"]  # a null byte is hidden text besides
    assert [(one.rule, one.file, one.line) for one in own] == [("L2-adapter-syntax", "fleet/adapter.py", line)]
    assert own[0].message.startswith("`adapter.py` is no Python: ")


def test_the_place_is_shown(build: Build) -> None:
    root = build("fleet")
    (root / "adapter.py").write_text('"""No Python."""\n\nVERBS = {1 2}\n')
    told = text.render(engine.run([root])).splitlines()
    assert told[0].startswith("fleet/adapter.py:3:10: error L2-adapter-syntax: `adapter.py` is no Python: invalid")
    assert told[1:3] == ["    3 | VERBS = {1 2}", "      |          ^"]


FULL = 'VERBS = {"list": 1, "show": 1, "restart": 1, "status": 1}\n'
NOT_COMPARED = {
    "made by a loop": 'VERBS = {name: 1 for name in ("list", "show")}\n',
    "grown later": 'VERBS = {"list": 1}\nVERBS["show"] = 2\n',
    "of another module": "from verbs import VERBS\n",
    "of another module, with all else": "from verbs import *\n",
    "joined": 'MORE = {}\nVERBS = {"list": 1, **MORE}\n',
    "made by name": 'globals()["VERBS"] = {}\n',
    "too large to be parsed": "# " + "x" * _code.PARSED + "\n",
    "full": FULL,
    "full, with a type": FULL.replace("VERBS", "VERBS: dict[str, object]"),
    "full, with a mark before it": "\ufeff" + FULL,
    "full, with an odd escape": 'X = "\\d"\n' + FULL,
    "a function for a builtin": FULL.replace("{", '{"doctor": 1, '),
}


@pytest.mark.parametrize("form", NOT_COMPARED)
def test_what_only_running_it_tells_is_left_to_the_proof(form: str, build: Build) -> None:
    root = build("fleet")
    (root / "adapter.py").write_text(NOT_COMPARED[form])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not [one for one in found(root) if one[0].startswith("L2-adapter")]


def test_columns_are_counted_in_characters(build: Build) -> None:
    root = build("fleet")
    (root / "adapter.py").write_text(FULL.replace("{", '{"\u00e4\u00e4\u00e4": 1, "wipe-everything": 1, '))
    assert found(root) == [("L2-adapter-verbs", "warning", 1, 10), ("L2-adapter-verbs", "warning", 1, 20)]


def test_nothing_of_it_is_run(build: Build, tmp_path: Path) -> None:
    root = build("fleet")
    with (root / "adapter.py").open("a") as file:
        file.write(f"\nopen({str(tmp_path / 'started')!r}, 'w')\n")
    assert found(root) == []
    assert not (tmp_path / "started").exists()


def test_beside_a_wrap_it_is_no_adapter(build: Build) -> None:
    root = build("mail")
    (root / "adapter.py").write_text("def (")
    assert found(root) == []
