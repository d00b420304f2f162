"""One harbour office in every framework, each read as a whole: introspect of a real file, and the tree exactly."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import introspect_frameworks
import pytest

from hcp_author.introspect import dialects
from hcp_author.introspect.crawl import introspect
from hcp_author.introspect.text import read

# the dialects that a framework shares with another
SAME = {"typer": "boxed", "cleo": "symfony", "iproute": "grammar"}


@cache
def runs(file: Path) -> bool:
    return introspect_frameworks.runs(file)


@pytest.mark.whole
@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize(
    "file", [*introspect_frameworks.real(), *introspect_frameworks.written()], ids=lambda file: file.stem
)
def test_a_program_is_read_into_its_whole_tree(file: Path, tmp_path: Path, rewrite: bool) -> None:
    if file.suffix != ".help" and not runs(file):
        pytest.skip(f"no {introspect_frameworks.framework(file)} here")
    said = introspect_frameworks.drawn(introspect(str(introspect_frameworks.install(file, tmp_path / "tools"))))
    expected = file.with_suffix(".tree")
    if rewrite:
        expected.write_text(said)
    assert said == expected.read_text()


@pytest.mark.parametrize("file", introspect_frameworks.written(), ids=lambda file: file.stem)
def test_every_page_of_a_framework_is_told_by_its_shape(file: Path) -> None:
    framework = introspect_frameworks.framework(file)
    for asked, page in introspect_frameworks.pages(file.read_text()).items():
        if asked != "--version" and (asked == "--help" or framework != "iproute"):
            path = tuple(word for word in asked.split() if word not in ("--help", "help"))
            told = dialects.read(read(page.encode()).lines, "quay", path).dialect
            assert told == SAME.get(framework, framework), asked


@pytest.mark.parametrize("file", introspect_frameworks.real(), ids=lambda file: file.stem)
def test_the_page_of_a_real_program_is_told_by_its_shape(file: Path) -> None:
    if not runs(file):
        pytest.skip(f"no {introspect_frameworks.framework(file)} here")
    framework = introspect_frameworks.framework(file)
    text = introspect_frameworks.helped(file)
    assert dialects.read(read(text).lines, "quay", ()).dialect == SAME.get(framework, framework)


@pytest.mark.usefixtures("sandbox")
@pytest.mark.skipif(shutil.which("busybox") is None, reason="no busybox here")
def test_a_real_program_of_many_functions_lists_them() -> None:
    root = introspect(str(shutil.which("busybox")), depth=0).root
    names = {command.name for command in root.commands}
    assert {"cat", "ls", "sed", "tar", "wget"} <= names
    assert len(names) > 100
    assert root.group
    assert not root.arguments
