"""What keeps lint quick: plain command lines without typer, late imports, texts that are looked through once."""

from __future__ import annotations

import ast
import inspect
import itertools
import os
import random
import re
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer

from hcp_author.cli import _counting, harness, lint, plain
from hcp_author.lint import catalog, engine
from hcp_author.lint.laws import RULES
from hcp_author.pack import files, markdown, markers, opened

Build = Callable[..., Path]
COMMANDS = {"lint": lint.command, "harness": harness.command}


def by_typer(name: str, words: list[str]) -> dict[str, Any] | None:
    """What typer gives a command's function for these words; None where it refuses them."""
    given: list[dict[str, Any]] = []
    function = COMMANDS[name]

    def command(**arguments: Any) -> None:
        given.append(arguments)

    function.__globals__.update(typer=typer, Annotated=Annotated)
    command.__signature__ = inspect.signature(function, eval_str=True)  # type: ignore[attr-defined]
    command.__annotations__ = {name: one.annotation for name, one in command.__signature__.parameters.items()}  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command()(command)
    try:
        app(args=words, prog_name=name, standalone_mode=False)
    except Exception as error:
        if not hasattr(error, "format_message"):  # a usage error of click's, whatever its class
            raise
    return given[0] if given else None


def whole(name: str, given: dict[str, Any]) -> dict[str, Any]:
    """The arguments with the defaults of the function; no list and an empty one are the same to it."""
    defaults = {key: one.default for key, one in inspect.signature(COMMANDS[name]).parameters.items()}
    return {key: value or None if isinstance(value, list) else value for key, value in {**defaults, **given}.items()}


WORDS = {
    "lint": [
        *(
            "--strict",
            "--json",
            "--isolated",
            "--no-cache",
            "--format",
            "--format=json",
            "--format=",
            "json",
            "mail",
            "a b",
            "",
            "--",
        ),
        *("--help", "-x", "-", "--jobs", "2", "--fix", "--strict=1", "--no-strict", "--forma", "--select", "L6", "é"),
    ],
    "harness": ["--check", "--json", "--dry-run", "mail", "other", "", "--", "--help", "-c", "--check=1", "./x/"],
}


@pytest.mark.parametrize("name", plain.PLAIN)
def test_plain_lines_are_read_as_typer_reads_them(name: str) -> None:
    chance = random.Random(5)
    lines = [list(one) for size in (0, 1, 2) for one in itertools.product(WORDS[name], repeat=size)]
    lines += [chance.choices(WORDS[name][:11], k=chance.randint(3, 6)) for _ in range(100)]
    answered = 0
    for words in chance.sample(lines, min(len(lines), 350)):
        ours = plain.read(name, words)
        if ours is not None:
            theirs = by_typer(name, words)
            assert theirs is not None, words
            assert whole(name, ours) == whole(name, theirs), words
            answered += 1
    assert answered > 10


def test_the_hot_lines_are_plain() -> None:
    assert plain.read("lint", []) == {}
    assert plain.read("lint", ["mail", "--strict", "--json"]) == {"packs": ["mail"], "strict": True, "as_json": True}
    assert plain.read("harness", ["mail", "--check"]) == {"pack": Path("mail"), "check": True}
    assert plain.read("harness", ["mail"]) is None
    assert plain.read("new", []) is None


# each costs a tenth of a bare interpreter's start or more
HEAVY = frozenset(
    (
        *("typer", "click", "rich", "jsonschema", "referencing", "copier", "questionary", "yaml", "jinja2"),
        *("dataclasses", "inspect", "tempfile", "shutil", "subprocess", "hashlib", "difflib", "traceback", "asyncio"),
        *("importlib.metadata", "importlib.resources", "multiprocessing", "concurrent.futures", "logging", "argparse"),
        *(
            "_hashlib",
            "hcp_author.pack.scan",
            "hcp_author.lint.workers",
            "hcp_author.lint.settings",
            "tomllib",
            "socket",
        ),
    )
)


@pytest.mark.whole
@pytest.mark.parametrize("line", ["lint mail", "lint mail --strict", "harness mail --check"])
def test_nothing_heavy_is_imported_for_a_clean_pack(line: str, build: Build, tmp_path: Path) -> None:
    build("mail")
    code = (
        "import sys; before = set(sys.modules); sys.argv[0] = 'hcp-author'\n"
        "from hcp_author.cli.main import run; status = run(sys.argv[1:])\n"
        "print(*sorted(set(sys.modules) - before), sep='\\n', file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *line.split()], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert HEAVY & set(done.stderr.split()) == set()


def test_rules_that_look_at_a_text_alone_say_so() -> None:
    for rule in RULES:
        if rule.over == "text":
            tree = ast.parse(textwrap.dedent(inspect.getsource(rule.check)))
            reads = any(isinstance(node, ast.Name) and node.id == "pack" for node in ast.walk(tree))
            assert not (rule.alone and reads), f"{rule.id}: `alone` is for a check that does not read `pack`"
        else:
            assert not rule.alone


def test_a_text_that_was_clean_is_looked_at_again_once_it_changed(build: Build) -> None:
    root = build("mail")
    secret = "gh" + "p_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    (root / "notes.md").write_text("Nothing.\n")
    assert engine.lint([root]) == []
    assert ("notes.md", "Nothing.\n") in engine._QUIET
    (root / "notes.md").write_text(f"Nothing but {secret}.\n")
    for _ in range(2):
        assert [one.rule for one in engine.lint([root])] == ["L4-secret-in-pack"]
    (root / "notes.md").rename(root / "more.md")
    assert [one.rule for one in engine.lint([root])] == ["L4-secret-in-pack"]


def test_what_is_remembered_has_a_limit(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    root = build("mail")
    monkeypatch.setattr(engine, "REMEMBERED", 500)
    for size in range(200, 400):
        (root / "notes.md").write_text("x" * size)
        engine.check_place(root)
        assert sum(len(text) for _, text in engine._QUIET) <= 500


def test_progress_is_for_people_who_wait(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert _counting.counting("packs") is None
    clock = [0.0]
    monkeypatch.setattr(_counting.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    tell = _counting.counting("packs")
    assert tell is not None
    for done in range(1, 11):
        clock[0] += 0.15
        tell(done, 10)
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.replace("\r\x1b[K", "|") == "|7 of 10 packs|9 of 10 packs|"


def test_the_report_of_one_pack_is_that_of_a_catalog(build: Build, tmp_path: Path) -> None:
    root = build("fleet")
    (root / "policy.json").write_text("{}")
    assert catalog.lint([root]).findings == tuple(engine.check_place(root)[0])
    assert os.listdir(tmp_path) == ["fleet"]


PIECES = [
    "a",
    "Read mail",
    " ",
    ".",
    "_",
    "-",
    "!",
    "[",
    "www.",
    "WWW.x",
    "://",
    "mailto:x",
    "@b.c",
    "#",
    "{%",
    "é",
    "'",
    '"',
    "\n",
    "\t",
]


def test_short_ways_say_what_the_long_ways_say(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(6)
    texts = ["".join(chance.choices(PIECES, k=chance.randint(0, 9))) for _ in range(2000)] + ["x" * 119, "x" * 130]
    quick = [markdown.cell(text) for text in texts]
    monkeypatch.setattr(markdown, "_PLAIN", re.compile(r"(?!)"))
    assert quick == [markdown.cell(text) for text in texts]


def test_lines_without_a_carriage_return_are_the_same_lines() -> None:
    chance = random.Random(7)
    for _ in range(500):
        text = "".join(chance.choices(["a", "\n", "<!-- hcp:begin x -->", " "], k=chance.randint(0, 8)))
        quick = list(markers._lines(text))
        slow = list(markers._lines(text + "\r"))
        assert [line[:3] for line in quick if line[2]] == [line[:3] for line in slow if line[2]]
        assert "".join(line + end for _, _, line, end in quick) == text


def test_a_file_with_several_names_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "_SETTLED", 1_000_000)
    # of its own, as that of the process is emptied when it is full
    monkeypatch.setattr(opened, "_SHARED", {})
    first = tmp_path / "a.txt"
    first.write_text("one")
    os.link(first, tmp_path / "b.txt")

    def content(name: str) -> object:
        time.sleep(0.03)
        return files.read_bytes(tmp_path, name)

    assert content("a.txt") == content("b.txt") == b"one"
    assert len(opened._SHARED) == 1
    times = first.stat()
    first.write_text("two")
    os.utime(first, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert content("b.txt") == content("a.txt") == b"two"
    assert files.read_bytes(tmp_path, "a.txt", 2) != b"two"
