"""Small programs that the tests of this room wrap."""

from __future__ import annotations

from pathlib import Path

# the program that is wrapped here: argparse's help, one command of each class
BOX = '''\
#!/usr/bin/env python3
"""Keeps boxes in a file."""
import argparse, json, os, sys
parser = argparse.ArgumentParser(prog="box", description="Keep boxes.")
commands = parser.add_subparsers(dest="command", title="commands")
listing = commands.add_parser("list", help="list the boxes")
listing.add_argument("--limit", type=int, help="how many at most")
listing.add_argument("--json", action="store_true", help="print JSON")
for name, text in (("show", "show one box"), ("search", "search the boxes"), ("count", "count the boxes"),
                   ("export", "print all boxes"), ("create", "create a box"), ("delete", "delete a box")):
    one = commands.add_parser(name, help=text)
    if name not in ("count", "export"):
        one.add_argument("name", help="a box's name")
args = parser.parse_args()
print(json.dumps({"command": args.command}))
'''


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(text)
    path.chmod(0o755)
    return path
