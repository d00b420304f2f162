"""What a program is built on, told from its file and what lies beside it; nothing is run and nothing is imported."""

from __future__ import annotations

import functools
import json
import mmap
import os
import time
from dataclasses import dataclass

from hcp_author.introspect import entrypoint
from hcp_author.introspect.resolve import Found, interpreter

MAX_BINARY = 1 << 28
SECONDS = 0.8
MAX_SCRIPT = 1 << 16
MAX_JSON = 1 << 18
_CLIMB = 6

# a framework is in a binary where the code that reads its command line is: a module's name alone may be mere data.
# Source: Go's table of function names, which stripping leaves; string constants. The first that is found decides.
_GO = (
    ("cobra", b"spf13/cobra.(*Command).ExecuteC"),
    ("urfave", b"urfave/cli/v2.(*App).Run"),
    ("urfave", b"urfave/cli/v3.(*Command).Run"),
    ("urfave", b"urfave/cli.(*App).Run"),
    ("kingpin", b"alecthomas/kingpin/v2.(*Application).Parse"),
    ("kingpin", b"alecthomas/kingpin.v2.(*Application).Parse"),
    ("kong", b"alecthomas/kong.(*Kong).Parse"),
    ("go-flags", b"jessevdk/go-flags.(*Parser).Parse"),
    ("posener", b"posener/complete.(*Complete).Complete"),
)
_OTHER = (("clap", b"clap_builder"), ("parse-options", b"git-completion-helper-all"))
_GO_NOTE = b"\x04\0\0\0Go\0\0"
_HEAD = 1 << 14
# the interface that a framework offers for machines is there where this is in the file as well
_OFFERS = {"cobra": b"__completeNoDesc"}
_SCRIPT = {
    "ruby": (("thor", b"thor"), ("optionparser", b"optparse"), ("gli", b"require 'gli'")),
    "perl": (("getopt-long", b"Getopt::Long"), ("app-cmd", b"App::Cmd")),
    "php": (("symfony", b"Symfony\\Component\\Console"),),
}
_NODE = {
    "commander": "commander",
    "yargs": "yargs",
    "@oclif/core": "oclif",
    "@oclif/command": "oclif",
    "cac": "cac",
    "sade": "sade",
    "clipanion": "clipanion",
    "citty": "citty",
    "meow": "meow",
    "minimist": "minimist",
}
MANIFEST = "oclif.manifest.json"


@dataclass(frozen=True)
class Evidence:
    """What tells how a program reads its command line.

    `kind`: "binary", or what a script is run by without its version ("python", "node", "sh" …), or "" where the
    file cannot be read. `frameworks`: the libraries seen. `offers`: those of them whose interface for machines is
    certain to be there. `folder`: the npm package that the program belongs to, or "".
    """

    kind: str = ""
    frameworks: frozenset[str] = frozenset()
    offers: frozenset[str] = frozenset()
    folder: str = ""


@functools.lru_cache(maxsize=4)
def framework(found: Found) -> Evidence:
    """The evidence in a program's own file, the files that it names, and the manifests beside it. Never raises."""
    try:
        with open(found.real, "rb") as file:
            head = file.read(MAX_SCRIPT)
    except OSError:
        return Evidence()
    if not head.startswith(b"#!"):
        return binary(found.real)
    runner = entrypoint.python_of(head) or next(reversed(interpreter(found.real)), "")
    kind = os.path.basename(runner).rstrip("0123456789.")
    if kind in ("python", "pypy"):
        seen, offers = entrypoint.frameworks(found.real, runner)
        return Evidence("python", seen, offers)
    if kind in ("node", "nodejs", "bun", "deno"):
        return _node(found.real)
    return Evidence(kind, frozenset(name for name, mark in _SCRIPT.get(kind, ()) if mark in head))


def binary(path: str) -> Evidence:
    """The evidence in a compiled program: its first MAX_BINARY bytes are searched for SECONDS at most."""
    until = time.monotonic() + SECONDS
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            # the id of the build, which the Go linker puts near the start
            marks = _GO if _GO_NOTE in data[:_HEAD] or b"Go build ID:" in data[:_HEAD] else _OTHER
            for name, mark in marks:
                if time.monotonic() > until:
                    break
                if data.find(mark, 0, MAX_BINARY) >= 0:
                    offers = name in _OFFERS and data.find(_OFFERS[name], 0, MAX_BINARY) >= 0
                    return Evidence("binary", frozenset((name,)), frozenset((name,) if offers else ()))
    except (OSError, ValueError):
        pass
    return Evidence("binary")


def _node(path: str) -> Evidence:
    """The evidence in the nearest package.json above a script, and the manifest beside that."""
    folder = os.path.dirname(path)
    for _ in range(_CLIMB):
        package = read_json(os.path.join(folder, "package.json"), MAX_JSON)
        if isinstance(package, dict) and "name" in package:
            break
        if os.path.basename(folder) == "node_modules" or folder == os.path.dirname(folder):
            return Evidence("node")
        folder = os.path.dirname(folder)
    else:
        return Evidence("node")
    needs = package.get("dependencies")
    seen = {_NODE[name] for name in needs if name in _NODE} if isinstance(needs, dict) else set[str]()
    offers = {"oclif"} if os.path.isfile(os.path.join(folder, MANIFEST)) else set[str]()
    return Evidence("node", frozenset(seen | offers), frozenset(offers), folder)


def read_json(path: str, limit: int) -> object:
    """A JSON document of at most `limit` bytes, or None."""
    try:
        with open(path, "rb") as file:
            raw = file.read(limit + 1)
        return json.loads(raw) if len(raw) <= limit else None
    except (OSError, ValueError, RecursionError):
        return None
