"""From a Python script to the files that it imports, read as text: which library reads its command line."""

from __future__ import annotations

import ast
import glob
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

MAX_FILE = 1 << 18
MAX_FILES = 24
LEVELS = 5
SECONDS = 0.6
_MAX_LINKS = 20
_STARTS, _FEW = 2, 2

_FRAMEWORKS = frozenset(("argparse", "argcomplete", "click", "cleo", "cyclopts", "docopt", "fire", "optparse", "typer"))
_ALSO = {"rich_click": "click", "cloup": "click", "click_extra": "click", "asyncclick": "click", "asynctyper": "typer"}
# where the search ends: these read the whole command line. argparse may stand beside what completes it
_DECIDE = frozenset(("click", "cleo", "cyclopts", "docopt", "fire", "typer", "argcomplete"))
# a framework's interface for machines is there where its library has this file
_OFFERS = {"click": "click/shell_completion.py", "typer": "typer/_completion_classes.py", "argcomplete": "argcomplete"}
_CALL = re.compile(r"\bautocomplete\(")
_LONG_SHEBANG = re.compile(rb"#!/bin/sh\n'''exec' \"?(/[^\"\n ]{1,500})\"? \"\$0\" \"\$@\"\n")


@dataclass(frozen=True)
class _Module:
    """A module's dotted name ("" for the script), and its file."""

    name: str
    file: str

    def package(self) -> str:
        """The package that relative imports of this module start from."""
        return self.name if os.path.basename(self.file) == "__init__.py" else self.name.rpartition(".")[0]


def python_of(head: bytes) -> str:
    """The interpreter of a script whose `#!` line would be too long: the shell is told to run Python on it; else ""."""
    found = _LONG_SHEBANG.match(head)
    return os.fsdecode(found[1]) if found else ""


def frameworks(script: str, python: str) -> tuple[frozenset[str], frozenset[str]]:
    """The libraries that a script and its own modules import, and those whose interface for machines is there.

    Followed are the packages that the script itself names, level by level, up to the first that decides; at most
    MAX_FILES files and SECONDS.
    """
    places = [os.path.dirname(script), *_libraries(python)]
    until = time.monotonic() + SECONDS
    level = [_Module("", script)]
    own: set[str] = set()
    done: set[str] = set()
    seen: set[str] = set()
    for depth in range(LEVELS):
        names: list[str] = []
        for module in level[: MAX_FILES - len(done)]:
            done.add(module.name)
            if time.monotonic() > until:
                break
            text = _text(module.file)
            imported = list(_imports(text, module))
            seen |= {tool for name in imported if (tool := _tool(name, text))}
            names += imported
        if depth < _STARTS:
            own |= _led_to(names, own, places)
        if seen & _DECIDE:
            break
        level = _next(names, own, done, places)
    offers = {tool for tool in seen if tool in _OFFERS and any(os.path.exists(f"{p}/{_OFFERS[tool]}") for p in places)}
    return frozenset(seen), frozenset(offers)


def _led_to(names: list[str], own: set[str], places: list[str]) -> set[str]:
    """The packages that a script, or a short module that it starts, hands over to: few, and not of Python itself."""
    tops = {name.partition(".")[0] for name in names} - _FRAMEWORKS - own
    led = {top for top in tops if _file(top, places) or any(os.path.isdir(f"{place}/{top}") for place in places[1:])}
    return led if not own or len(led) <= _FEW else set()


def _next(names: list[str], own: set[str], done: set[str], places: list[str]) -> list[_Module]:
    """The modules of the script's own packages that were named and not read yet."""
    found: dict[str, _Module] = {}
    for name in names:
        if name.partition(".")[0] in own and name not in done and name not in found:
            file = _file(name, places)
            if file:
                found[name] = _Module(name, file)
    return list(found.values())


def _tool(name: str, text: str) -> str:
    """The framework that an import names, or ""; argcomplete only where it is called as well."""
    top = name.partition(".")[0]
    tool = _ALSO.get(top, top if top in _FRAMEWORKS else "")
    return "" if tool == "argcomplete" and _CALL.search(text) is None else tool


def _imports(text: str, module: _Module) -> Iterator[str]:
    """The dotted names that a file imports, at any depth of its code; of `from a import b` both `a` and `a.b`."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = module.package().split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *([base] if base else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names if alias.name != "*")


def _text(file: str) -> str:
    """A module's text, or "" where it cannot be read or is too long."""
    try:
        with open(file, "rb") as opened:
            raw = opened.read(MAX_FILE + 1)
    except OSError:
        return ""
    return raw.decode("utf-8", "replace") if len(raw) <= MAX_FILE else ""


def _file(name: str, places: list[str]) -> str:
    """The file of a module, or ""."""
    if not all(part.isidentifier() for part in name.split(".")):
        return ""
    inner = name.replace(".", "/")
    for place in places:
        for file in (f"{place}/{inner}/__init__.py", f"{place}/{inner}.py"):
            if os.path.isfile(file):
                return file
    return ""


def _libraries(python: str) -> list[str]:
    """The folders that an interpreter imports from: its own site-packages, and what links there name."""
    prefix = os.path.dirname(os.path.dirname(python))
    around = glob.escape(prefix)
    folders = [
        *sorted(glob.glob(f"{around}/lib/python3*/site-packages")),
        *sorted(glob.glob(f"{around}/local/lib/python3*/dist-packages")),
        *sorted(glob.glob(f"{around}/lib/python3*/dist-packages")),
    ]
    return [*folders, *[place for folder in folders for place in _linked(folder)]]


def _linked(folder: str) -> list[str]:
    """The folders that the `.pth` files of a site-packages add (editable installs)."""
    found = []
    for file in sorted(glob.glob(f"{glob.escape(folder)}/*.pth"))[:_MAX_LINKS]:
        found += [line for line in _text(file).splitlines()[:_MAX_LINKS] if os.path.isabs(line) and os.path.isdir(line)]
    return found
