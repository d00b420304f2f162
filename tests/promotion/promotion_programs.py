"""Small programs that are passed through and promoted here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

# argparse's help, one command of each class; every real call is noted beside the program
BOX = '''\
#!/usr/bin/env python3
"""Keeps boxes in a file."""
import argparse, contextlib, json, os, sys
parser = argparse.ArgumentParser(prog="box", description="Keep boxes in your account.")
parser.add_argument("--place", metavar="DIR", help="where the boxes are")
commands = parser.add_subparsers(dest="command", title="commands")
listing = commands.add_parser("list", help="list the boxes")
listing.add_argument("--limit", type=int, help="how many at most")
listing.add_argument("--json", action="store_true", help="print JSON")
for name, text in (("show", "show one box"), ("search", "search the boxes"), ("count", "count the boxes"),
                   ("export", "print all boxes"), ("create", "create a box"), ("delete", "delete a box"),
                   ("login", "log in to your account")):
    one = commands.add_parser(name, help=text)
    if name not in ("count", "export", "login"):
        one.add_argument("name", help="a box's name")
noted = not {"--help", "-h"} & set(sys.argv)
args = parser.parse_args()
with contextlib.suppress(OSError):
    if noted:
        with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "record"), "a") as record:
            record.write(json.dumps(sys.argv[1:]) + "\\n")
print(json.dumps({"command": args.command}))
'''

# argparse again: {commands} is a list of (name, help)
LISTED = """\
#!/usr/bin/env python3
import argparse
parser = argparse.ArgumentParser(prog="tool", description="Keep things in your account.")
commands = parser.add_subparsers(dest="command", title="commands")
for name, text in {commands!r}:
    commands.add_parser(name, help=text)
parser.parse_args()
"""


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def recorded(program: Path) -> list[list[str]]:
    """Every argv with which the program was really called."""
    record = program.parent / "record"
    return [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []


def face(pack: Path) -> list[Any]:
    """The words that start a pack's own program."""
    return [sys.executable, "-I", pack / "bin" / pack.name]
