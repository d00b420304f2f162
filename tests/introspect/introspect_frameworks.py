"""Small programs in each framework: made runnable, and their trees as text that can be compared."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from hcp_author.introspect.drawing import operand
from hcp_author.introspect.tree import Command, Option, Tree, Value

HERE = Path(__file__).parent / "frameworks"
INTERPRETERS = {
    ".py": sys.executable,
    ".js": shutil.which("node"),
    ".rb": shutil.which("ruby"),
    ".pl": shutil.which("perl"),
    ".php": shutil.which("php"),
}
TITLE = "==> "


def real() -> list[Path]:
    """The programs that an interpreter runs: FRAMEWORK_PROGRAM.ext."""
    return sorted(file for file in HERE.iterdir() if file.suffix in INTERPRETERS)


def written() -> list[Path]:
    """The programs of which only the pages are written down, in the shape that the framework gives them."""
    return sorted(HERE.glob("*.help"))


def framework(file: Path) -> str:
    """Which framework a program is written in."""
    return file.stem.partition("_")[0]


def runs(file: Path) -> bool:
    """Whether the interpreter and the framework are here: the program answers `--help` with more than a complaint."""
    return INTERPRETERS[file.suffix] is not None and b"rror" not in helped(file)


def helped(file: Path) -> bytes:
    """What a program says when it is run with `--help`, as it stands."""
    argv = [str(INTERPRETERS[file.suffix]), file, "--help"]
    answer = subprocess.run(argv, capture_output=True, timeout=60, check=False)
    return answer.stdout or answer.stderr


def install(file: Path, folder: Path) -> Path:
    """Put a program into `folder` under its plain name, ready to be run."""
    target = folder / file.stem.partition("_")[2]
    folder.mkdir(parents=True, exist_ok=True)
    text = file.read_text()
    target.write_text(_printing(text) if file.suffix == ".help" else f"#!{INTERPRETERS[file.suffix]}\n{text}")
    target.chmod(0o755)
    return target


def pages(text: str) -> dict[str, str]:
    """The pages of a program, by the arguments that ask for them."""
    parts = [part.partition("\n") for part in ("\n" + text).split("\n" + TITLE)[1:]]
    return {asked.strip(): page for asked, _, page in parts}


def _printing(text: str) -> str:
    """A shell program that answers each argument list with its page, and no other."""
    cases = [f"'{asked}') cat <<'END-OF-PAGE'\n{page}\nEND-OF-PAGE\n;;" for asked, page in pages(text).items()]
    return "\n".join(["#!/bin/sh", 'case "$*" in', *cases, "*) echo acted; exit 1 ;;", "esac", ""])


def drawn(tree: Tree) -> str:
    """A tree as text, one fact a line."""
    lines = [f"version: {tree.program.version}"] if tree.program.version else []
    lines += [f"env: {name}" for name in tree.env]
    return "\n".join([*lines, *_command(tree.root, 0)]) + "\n"


def _command(one: Command, level: int) -> list[str]:
    """A command, its options and what lies below it."""
    name = "|".join([one.name, *one.aliases]) + " (group)" * one.group + " (hidden)" * one.hidden
    about = f" - {one.summary}" if one.summary else ""
    lines = [" ".join([name, *map(operand, one.arguments)]) + about]
    lines += [f"  {_option(o)}" for o in one.options]
    lines += [line for child in one.commands for line in ["", *_command(child, level + 1)]]
    return [("    " * bool(level) + line).rstrip() for line in lines]


def _option(one: Option) -> str:
    """An option: its names, what it takes, its marks, its summary."""
    names = ", ".join(n for n in (one.short, one.long, *one.other_names) if n)
    marks = " required" * one.required + " repeatable" * one.repeatable + " deprecated" * one.deprecated
    return f"{names}{_value(one.value)}{marks} - {one.summary}"


def _value(value: Value | None) -> str:
    """What an option takes, by its choices or its type; by its name where neither is known."""
    if value is None:
        return ""
    what = "|".join(value.choices) if value.choices else value.type or (value.name or "value").lower()
    return f" [<{what}>]" if value.optional else f" <{what}>"
