"""What no file of a repository can be: code that is none, names that some file systems take for one, long examples."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.lint import engine
from hcp_author.lint.laws import _code

Build = Callable[..., Path]
LIMIT = 5


def found(root: Path) -> list[tuple[str, str]]:
    return [(one.rule, one.file) for one in engine.lint([root]) if one.severity != "note"]


@pytest.mark.parametrize("source", ['print "hosts"\n', "def f(:\n", "x" * _code.PARSED + "\n"])
def test_code_that_is_not_read_is_said(source: str, build: Build) -> None:
    root = build("fleet")
    (root / "hosts.py").write_text(source)
    assert found(root) == [("F-code-not-read", "fleet/hosts.py")]


@pytest.mark.parametrize("name", ["tests/test_hosts.py", "test_hosts.py", "conftest.py"])
def test_an_authors_tests_are_no_code_of_a_verb(name: str, build: Build) -> None:
    root = build("fleet")
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text('import os\nimport subprocess\n\nsubprocess.run(["git"])\nT = os.environ["A_TOKEN"]\n')
    assert found(root) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("notes.txt", "Notes.TXT"), ("caf\u00e9.txt", "cafe\u0301.txt"), ("policy.json", "Policy.json")],
)
def test_two_names_for_one_file(one: str, other: str, build: Build) -> None:
    root = build()
    for name in (one, other):
        if not (root / name).exists():
            (root / name).write_text("{}\n")
    if len({file.name for file in root.iterdir()} & {one, other}) < 2:
        pytest.skip("this file system takes the two for one")
    assert [rule for rule, _ in found(root)] == ["F-colliding-files"]


@pytest.mark.parametrize(
    "text",
    [
        "```sh\n" + "mail search " + "a " * 30_000 + "\n```\n",
        "```sh\n" + "mail search '" * 5_000 + "\n```\n",
        "```json\n" + '{"verb_key": ' * 4_600 + "\n```\n",
        "```json\n" + '{"a": [[[[[[[[["verb_key"' * 2_500 + "\n```\n",
        "```sh\n" + "mail show <" * 5_600 + "\n```\n",
        "[" * 64_000,
        "[a](" * 16_000,
    ],
    ids=["words", "quotes", "envelopes", "depth", "placeholders", "brackets", "links"],
)
def test_examples_are_looked_through_in_time(text: str, build: Build) -> None:
    root = build()
    (root / "HARNESS.md").write_text((root / "HARNESS.md").read_text() + "\n" + text[:62_000])
    started = time.process_time()
    engine.lint([root])
    assert time.process_time() - started < LIMIT


@pytest.mark.parametrize(
    "source",
    [
        "x = 1\n" * 20_000,
        "a.b.c.d.e.f.g()\n" * 8_000,
        "x = [" + "1, " * 40_000 + "]\n",
        "".join(f"a{number} = a{number - 1}\n" for number in range(1, 7_000)) + "a6999()\n",
        "x" + ".a" * 900 + "()\n",
        "x = " + "'a' + " * 900 + "'b'\n",
    ],
    ids=["lines", "calls", "list", "chain", "attributes", "sum"],
)
def test_code_is_read_in_time(source: str, build: Build) -> None:
    root = build("fleet")
    (root / "hosts.py").write_text(source)
    started = time.process_time()
    engine.lint([root])
    assert time.process_time() - started < LIMIT
