"""CONFORMANCE.md is drawn from `conformance_rows`: it is current, each sentence has a test, and each test exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from conformance_rows import TEXT

from hcp_author.lint.laws.sentences import SENTENCES

ROOT = Path(__file__).parent.parent.parent
FILE = ROOT / "CONFORMANCE.md"
HEAD = """\
# Conformance

Each sentence of the specification's two pages that binds a runtime, in our words and in the order of the pages, and the
tests that hold it. What a pack's own files can break is held by lint: `hcp-author rule --laws` tells those sentences,
each with its rules.

Drawn from `tests/runtime/conformance_rows.py` by `pytest tests/runtime/test_runtime_conformance_table.py --rewrite`;
a test fails where this file is stale, a sentence has no test, or a test that is named here does not exist.
"""


class Row(NamedTuple):
    """A sentence, where it stands, and `FILE::TEST` of each test that holds it."""

    page: str
    section: str
    words: str
    tests: tuple[str, ...]


def read(text: str) -> list[Row]:
    rows: list[Row] = []
    page = section = ""
    for line in text.strip().splitlines():
        if line.startswith("# "):
            page, section = line[2:], ""
        elif line.startswith("## "):
            section = line[3:]
        elif line.startswith(" "):
            rows[-1] = rows[-1]._replace(tests=(*rows[-1].tests, line.strip()))
        else:
            rows.append(Row(page, section, line, ()))
    return rows


def draw(rows: list[Row]) -> str:
    lines, page, section = [HEAD], "", ""
    for row in rows:
        if row.page != page:
            lines.append(f"## {row.page}\n")
        if (row.page, row.section) != (page, section):
            lines += [f"### {row.section}\n", "| What a runtime does | The tests that hold it |", "|---|---|"]
        page, section = row.page, row.section
        links = [f"[{name}]({file})" for file, name in (test.split("::") for test in row.tests)]
        lines.append(f"| {row.words} | {'<br>'.join(links)} |")
    return re.sub(r"(\|\n)(#)", r"\1\n\2", "\n".join(lines) + "\n")


ROWS = read(TEXT)


def names_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_the_file_is_current(rewrite: bool) -> None:
    if rewrite:
        FILE.write_text(draw(ROWS), encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == draw(ROWS), (
        "pytest tests/runtime/test_runtime_conformance_table.py --rewrite"
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.words[:40])
def test_each_sentence_has_a_test_and_each_test_exists(row: Row) -> None:
    assert row.tests
    assert row.words.endswith(".")
    assert len(set(row.tests)) == len(row.tests)
    for test in row.tests:
        file, name = test.split("::")
        assert name.startswith("test_")
        assert name in names_in(file), test


def test_no_sentence_stands_twice_in_a_section() -> None:
    assert len({(row.page, row.section, row.words) for row in ROWS}) == len(ROWS)


def test_every_law_but_the_skills_own_and_every_section_of_sense_is_there() -> None:
    sections = {row.section.split(":")[0] for row in ROWS if row.page == "Design principles"}
    assert sections == {*(f"L{number}" for number in range(1, 13)), "Non-goals"}
    assert len({row.section for row in ROWS if row.page == "Sense"}) == 7


def test_what_lint_leaves_to_the_runtime_is_here() -> None:
    # `rule --laws` names a test where a rule cannot hold a sentence: those of the laws and of Sense stand here too
    left = {test for one in SENTENCES if one.law not in ("F", "T") for test in one.kept_by if "::" in test}
    here = {test for row in ROWS for test in row.tests}
    assert sorted(left - here) == []


def test_every_test_written_for_a_sentence_is_in_the_table() -> None:
    own = "tests/runtime/test_runtime_conformance.py"
    named = {test.split("::")[1] for row in ROWS for test in row.tests if test.startswith(f"{own}::")}
    assert {name for name in names_in(own) if name.startswith("test_")} == named
