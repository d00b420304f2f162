"""A dialect is told by the shape of a page alone, and reads it the same under another name, with tabs, or indented."""

from __future__ import annotations

import re
from pathlib import Path

import introspect_pages
import pytest

from hcp_author.introspect import dialects
from hcp_author.introspect.text import read

# the first word of a page's file name, where it is not the dialect's own
KNOWN = {
    "abbreviations": "click",
    "bare": "general",
    "boxes": "boxed",
    "caps": "general",
    "chinese": "argparse",
    "french": "click",
    "german-argparse": "argparse",
    "german-manual": "manual",
    "manual-groups": "fire",
    "headings": "general",
    "namespaces": "symfony",
    "prose": "argparse",
    "single": "goflag",
    "summary": "argparse",
    "two": "getopt",
    "usage": "general",
}
NAMES = {dialect.__name__.rsplit(".", 1)[-1] for dialect in dialects.DIALECTS}


def pages() -> list[Path]:
    """The pages whose dialect is told by their names."""
    return [file for file in introspect_pages.files() if expected(file)]


def expected(file: Path) -> str:
    whole = file.stem.partition("@")[0]
    first = whole.partition("-")[0]
    return KNOWN.get(whole) or KNOWN.get(first) or (first if first in NAMES else "")


@pytest.mark.parametrize("file", pages(), ids=lambda file: file.stem)
def test_a_page_is_told_by_its_shape(file: Path) -> None:
    assert introspect_pages.page(file).dialect == expected(file)


@pytest.mark.parametrize("file", pages(), ids=lambda file: file.stem)
def test_another_name_changes_nothing(file: Path) -> None:
    program, *path = file.stem.split("@")[1:] or ["tide"]
    other = "q" * len(program)
    data = renamed(file.read_text(), program, other).encode()
    found = dialects.read(read(data).lines, other, tuple(path))
    before = introspect_pages.page(file)
    assert found.dialect == before.dialect
    assert introspect_pages.told(found) == renamed(introspect_pages.told(before), program, other)


def renamed(text: str, program: str, other: str) -> str:
    """A text about another program of the same shape."""
    for old, new in ((program, other), (program.upper(), other.upper()), (program.capitalize(), other.capitalize())):
        text = re.sub(rf"\b{re.escape(old)}\b", new, text)
    return text


@pytest.mark.parametrize("file", pages(), ids=lambda file: file.stem)
def test_tabs_in_front_change_nothing(file: Path) -> None:
    program, *path = file.stem.split("@")[1:] or ["tide"]
    text = re.sub(r"(?m)^(?: {8})+", lambda match: "\t" * (len(match.group()) // 8), file.read_text())
    found = dialects.read(read(text.encode()).lines, program, tuple(path))
    assert introspect_pages.told(found) == introspect_pages.told(introspect_pages.page(file))


def test_every_dialect_but_the_general_one_has_a_page_of_its_own() -> None:
    shown = {expected(file) for file in pages()} | {"fire", "optionparser", "optparse"}
    assert shown >= NAMES
