"""Every pair of answers in some pack: each lints clean under --strict, is drawn up to date, and proves itself."""

from __future__ import annotations

import ast
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from hcp_author import harness_md
from hcp_author.introspect.crawl import introspect
from hcp_author.introspect.tree import Tree
from hcp_author.lint import engine
from hcp_author.pack import files
from hcp_author.propose.select import propose
from hcp_author.scaffold.make import Order, make

RUFF = [sys.executable, "-m", "ruff"]
PLAIN = "Look after the things."
HOSTILE = "{{ 7*7 }} ${x} '; touch probe; ' | <b> # [x](y) `z` \"q\" — café </script>"
CHOICES: dict[str, Sequence[Any]] = {
    "kind": ("channel", "read_only", "control", "sense_only"),
    "wrap": (False, True),
    "binding": ("default", "user", "local", "public"),
    "land": ("default", "personal", "brain", "local"),
    "triggers": ("default", "none", "new_item", "two"),
    "names": (False, True),
    "summary": (PLAIN, HOSTILE),
}
TRIGGERS = {"none": [], "new_item": ["new_item"], "two": ["run.completed", "item.updated"]}
Row = Mapping[str, Any]


def possible(row: Row) -> bool:
    if row.get("kind") == "sense_only" and (row.get("wrap") or row.get("triggers") == "none"):
        return False
    return not (row.get("kind") == "control" and row.get("binding", "default") != "default")


def pairs_of(row: Row) -> set[tuple[Any, ...]]:
    return set(itertools.combinations(row.items(), 2))


def pairwise() -> Iterator[Row]:
    """Rows until every possible pair has been in one; each next row is the one with most new pairs."""
    whole = (dict(zip(CHOICES, values, strict=True)) for values in itertools.product(*CHOICES.values()))
    rows = [row for row in whole if possible(row)]
    missing = set().union(*map(pairs_of, rows))
    while missing:
        best = max(rows, key=lambda row: len(pairs_of(row) & missing))
        missing -= pairs_of(best)
        yield best


ROWS = list(pairwise())


def title(row: Row) -> str:
    words = [str(value) for name, value in row.items() if name != "summary"]
    return "-".join([*words, *(["hostile"] if row["summary"] == HOSTILE else [])])


@pytest.fixture(scope="module")
def tree(box: Path) -> Tree:
    return introspect(str(box), sandbox=False)


def order(row: Row, into: Path) -> Order:
    flags: dict[str, Any] = {"summary": row["summary"]}
    if row["wrap"]:
        flags["wrap"] = "box"
    flags |= {name: row[name] for name in ("binding", "land") if row[name] != "default"}
    if row["triggers"] != "default":
        flags["triggers"] = TRIGGERS[row["triggers"]]
    if row["names"]:
        flags |= {"settings": ["THING_DIR"], "secrets": ["THING_TOKEN"]}
    return Order(row["kind"], "things", into, flags, yes=True)


@pytest.mark.parametrize("row", ROWS, ids=map(title, ROWS))
def test_a_pack_lints_clean_and_proves_itself(row: Row, place: Path, tree: Tree) -> None:
    root = place / "things"
    made = make(order(row, root), lambda program: tree, propose)
    told = [f"{f.rule} {f.file}:{f.line}: {f.message}" for f in engine.lint([root], strict=True)]
    assert told == []
    pack = files.read(root)
    assert pack.harness is not None
    assert harness_md.draw(pack, pack.harness) == pack.harness
    assert harness_md.missing(pack, pack.harness) == []
    assert len(pack.harness.splitlines()) <= 80
    assert pack.summary == row["summary"]
    assert sorted(made.change.created) == sorted(
        str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()
    )
    assert not (place / "probe").exists()
    look_through(root)
    # brain needs a project and secrets need a helper: neither is at hand in a test
    alone = not row["wrap"] and row["land"] != "brain" and not row["names"]
    proved(root, live=alone and row["kind"] in ("channel", "read_only"))


def look_through(root: Path) -> None:
    """Each file parses, and nothing of a template is left in it."""
    for path in root.rglob("*"):
        if not path.is_file() or "hcp_runtime" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".json":
            json.loads(text)
        elif path.suffix == ".jsonl":
            [json.loads(line) for line in text.splitlines()]
        elif path.suffix == ".py":
            ast.parse(text)
        elif path.suffix == ".yml":
            yaml.safe_load(text)
        assert "49" not in text or "{{ 7*7 }}" in text or path.suffix == ".json" or path.name == "proof.py", path
        assert "{%" not in text.replace("{% x %}", ""), path
        assert not text.endswith("\n\n"), path
        assert "\n\n\n\n" not in text, path
        if path.suffix == ".md":
            assert "\n\n\n" not in text, path
            assert not any(line != line.rstrip() for line in text.splitlines()), path


def proved(root: Path, live: bool) -> None:
    done = subprocess.run(
        [sys.executable, root / "proof.py", "--without-lint", "--json"], capture_output=True, text=True, check=False
    )
    steps = json.loads(done.stdout)["steps"]
    assert done.returncode == 0, [step for step in steps if not step["ok"]]
    assert len(steps) > 3
    if live:
        assert [step["skipped"] for step in steps if step["name"] == "one live read"] == [False]


def test_the_rows_are_pairwise_and_not_many() -> None:
    assert len(ROWS) <= 24
    assert {(row["kind"], row["wrap"]) for row in ROWS} >= {
        (kind, wrap) for kind in CHOICES["kind"] for wrap in (False, True) if (kind, wrap) != ("sense_only", True)
    }


@pytest.mark.skipif(find_spec("ruff") is None, reason="ruff is not installed")
@pytest.mark.parametrize("kind", CHOICES["kind"])
def test_an_adapter_is_well_formed_python(kind: str, place: Path) -> None:
    for number, triggers in enumerate((["new_item", "binding.degraded"], ["run.completed"])):
        root = place / f"things{number}"
        make(Order(kind, "things", root, {"triggers": triggers}, yes=True), _no_program, propose)
        flags = ["--isolated", "--select", "E,F,I,W,B,UP", "--target-version", "py310", "--line-length", "120"]
        assert subprocess.run([*RUFF, "check", *flags, root / "adapter.py"], check=False).returncode == 0
        assert subprocess.run([*RUFF, "format", "--isolated", "--line-length", "120", "--check", root / "adapter.py"],
                              check=False).returncode == 0  # fmt: skip


def _no_program(program: str) -> Tree:
    raise AssertionError(f"nobody asked to read {program}")
