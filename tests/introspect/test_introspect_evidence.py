"""What a program is built on, told from files alone."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.introspect import evidence, resolve

Make = Callable[[str, str], Path]


def of(path: Path) -> evidence.Evidence:
    return evidence.framework(resolve.Found(path.name, str(path), str(path.resolve()), ""))


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    ("strings", "frameworks", "offers"),
    [
        (b"x spf13/cobra.(*Command).ExecuteC y __completeNoDesc z", {"cobra"}, {"cobra"}),
        (b"x spf13/cobra.(*Command).ExecuteC y", {"cobra"}, set()),
        (b"dep github.com/spf13/cobra v1.8.0 __completeNoDesc", set(), set()),
        (b"alecthomas/kingpin/v2.(*Application).Parse --completion-bash", {"kingpin"}, set()),
        (b"github.com/urfave/cli/v2.(*App).RunContext", {"urfave"}, set()),
    ],
)
def test_a_go_program_is_told_by_the_functions_linked_into_it(
    tmp_path: Path, strings: bytes, frameworks: set[str], offers: set[str]
) -> None:
    found = of(write(tmp_path / "prog", b"\x7fELF\2\1\1\0\0\x04\0\0\0Go\0\0" + bytes(9000) + strings + bytes(9000)))
    assert (found.kind, found.frameworks, found.offers) == ("binary", frameworks, offers)


def test_marks_of_go_in_a_program_that_is_none_count_for_nothing(tmp_path: Path) -> None:
    found = of(write(tmp_path / "prog", b"\x7fELF spf13/cobra.(*Command).ExecuteC __completeNoDesc clap_builder"))
    assert (found.frameworks, found.offers) == ({"clap"}, set())


def test_a_large_program_is_searched_in_time(tmp_path: Path) -> None:
    with open(tmp_path / "prog", "wb") as file:
        file.write(b"\x7fELF" + b"\x04\0\0\0Go\0\0")
        file.truncate(120_000_000)
    started = time.monotonic()
    assert of(tmp_path / "prog").frameworks == frozenset()
    assert time.monotonic() - started < 10


def test_what_cannot_be_read_tells_nothing(tmp_path: Path) -> None:
    assert of(tmp_path / "absent") == evidence.Evidence()
    assert evidence.binary(str(write(tmp_path / "empty", ""))).frameworks == frozenset()


def environment(tmp_path: Path, *files: tuple[str, str]) -> Path:
    """A virtual environment without an interpreter: its site-packages hold `files`; gives its bin folder."""
    for name, text in files:
        write(tmp_path / "venv/lib/python3.11/site-packages" / name, text)
    return tmp_path / "venv/bin"


def console_script(folder: Path, name: str, body: str) -> Path:
    return write(folder / name, f"#!{folder}/python\nimport sys\n{body}\nsys.exit(main())\n")


CLICK = ("click/shell_completion.py", "")


@pytest.mark.parametrize(
    ("files", "start", "frameworks", "offers"),
    [
        ([CLICK, ("tool/cli.py", "import click\n")], "from tool.cli import main", {"click"}, {"click"}),
        ([("click/core.py", ""), ("tool/cli.py", "import click\n")], "from tool.cli import main", {"click"}, set()),
        (
            [CLICK, ("tool/__init__.py", ""), ("tool/a.py", "from .b import main\n"), ("tool/b.py", "import click\n")],
            "from tool.a import main",
            {"click"},
            {"click"},
        ),
        (
            [CLICK, ("tool/cli.py", "def main():\n    from tool import late\n"), ("tool/late.py", "import click\n")],
            "from tool.cli import main",
            {"click"},
            {"click"},
        ),
        ([CLICK, ("tool/cli.py", "import argparse\n")], "from tool.cli import main", {"argparse"}, set()),
        (
            [
                ("typer/_completion_classes.py", ""),
                ("shell/cli.py", "import typer"),
                ("tool/cli.py", "import shell.cli"),
            ],
            "from tool.cli import main",
            {"typer"},
            {"typer"},
        ),
        (
            [
                ("argcomplete/__init__.py", ""),
                ("tool/cli.py", "import argparse, argcomplete\nargcomplete.autocomplete(argparse.ArgumentParser())\n"),
            ],
            "from tool.cli import main",
            {"argparse", "argcomplete"},
            {"argcomplete"},
        ),
        (
            [
                (
                    "tool/cli.py",
                    "import argparse\ntry:\n import argcomplete\nexcept ImportError:\n pass\nautocomplete(1)",
                )
            ],
            "from tool.cli import main",
            {"argparse", "argcomplete"},
            set(),
        ),
        (
            [("argcomplete/__init__.py", ""), ("tool/cli.py", "import argparse, argcomplete\n")],
            "from tool.cli import main",
            {"argparse"},
            set(),
        ),
        ([CLICK, ("tool/cli.py", "import click (\n")], "from tool.cli import main", set(), set()),
        ([CLICK], "import click\ndef main(): ...", {"click"}, {"click"}),
        ([], "from tool.cli import main", set(), set()),
    ],
)
def test_a_python_script_is_followed_to_the_library_that_reads_its_arguments(
    tmp_path: Path, files: list[tuple[str, str]], start: str, frameworks: set[str], offers: set[str]
) -> None:
    found = of(console_script(environment(tmp_path, *files), "tool", start))
    assert (found.kind, found.frameworks, found.offers) == ("python", frameworks, offers)


def test_nothing_is_imported(tmp_path: Path) -> None:
    trap = f"open({str(tmp_path / 'ran')!r}, 'w')\nimport click\n"
    folder = environment(
        tmp_path, ("tool/__init__.py", trap), ("tool/cli.py", trap), ("trap.pth", f"import os; {trap}")
    )
    assert of(console_script(folder, "tool", "from tool.cli import main")).frameworks == {"click"}
    assert not (tmp_path / "ran").exists()


def test_an_editable_install_is_followed(tmp_path: Path) -> None:
    write(tmp_path / "src/tool/cli.py", "import docopt\n")
    folder = environment(tmp_path, ("_tool.pth", f"{tmp_path}/src\n"))
    assert of(console_script(folder, "tool", "from tool.cli import main")).frameworks == {"docopt"}


def test_a_script_with_a_long_interpreter_path_is_one_of_python(tmp_path: Path) -> None:
    folder = environment(tmp_path, ("tool/cli.py", "import fire\n"))
    text = f"#!/bin/sh\n'''exec' {folder}/python \"$0\" \"$@\"\n' '''\nfrom tool.cli import main\n"
    assert of(write(folder / "tool", text)) == evidence.Evidence("python", frozenset(("fire",)))


@pytest.mark.parametrize(
    ("package", "manifest", "frameworks", "offers"),
    [
        ({"name": "tool", "dependencies": {"@oclif/core": "^3"}}, True, {"oclif"}, {"oclif"}),
        ({"name": "tool", "dependencies": {"@oclif/core": "^3", "yargs": "1"}}, False, {"oclif", "yargs"}, set()),
        ({"name": "tool", "dependencies": ["commander"]}, False, set(), set()),
        ({"dependencies": {"commander": "1"}}, False, set(), set()),
        ([], False, set(), set()),
    ],
)
def test_a_node_script_is_told_by_its_package(
    tmp_path: Path, package: object, manifest: bool, frameworks: set[str], offers: set[str]
) -> None:
    folder = tmp_path / "node_modules/tool"
    write(folder / "package.json", json.dumps(package))
    if manifest:
        write(folder / evidence.MANIFEST, "{}")
    found = of(write(folder / "bin/run", "#!/usr/bin/env node\n"))
    assert (found.kind, found.frameworks, found.offers) == ("node", frameworks, offers)


def test_the_search_for_a_package_ends_at_the_folder_of_packages(tmp_path: Path) -> None:
    write(tmp_path / "package.json", json.dumps({"name": "other", "dependencies": {"yargs": "1"}}))
    assert of(write(tmp_path / "node_modules/run.js", "#!/usr/bin/env node\n")) == evidence.Evidence("node")


@pytest.mark.parametrize(
    ("text", "kind", "frameworks"),
    [
        ("#!/usr/bin/perl -w\nuse Getopt::Long;\n", "perl", {"getopt-long"}),
        ("#!/usr/bin/ruby\nrequire 'thor'\n", "ruby", {"thor"}),
        ("#!/bin/sh\necho spf13/cobra.(*Command).ExecuteC __completeNoDesc import click\n", "sh", set()),
    ],
)
def test_other_scripts_are_told_by_what_they_load(tmp_path: Path, text: str, kind: str, frameworks: set[str]) -> None:
    assert of(write(tmp_path / "tool", text)) == evidence.Evidence(kind, frozenset(frameworks))
