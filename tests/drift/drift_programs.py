"""One small program in several versions, for the tests of drift: it only prints the help that argparse makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

FIRST = """\
import argparse
VERSION = "box 1.0"
parser = argparse.ArgumentParser(prog="box", description="Keep boxes.")
parser.add_argument("--version", action="version", version=VERSION)
commands = parser.add_subparsers(dest="command", title="commands")
def add(name, text, *operands, **more):
    one = commands.add_parser(name, help=text, description=text, **more)
    for operand in operands:
        one.add_argument(operand)
    return one
listing = add("list", "list the boxes")
listing.add_argument("--limit", type=int, help="how many at most")
listing.add_argument("--state", choices=["open", "closed"], help="only boxes in this state")
listing.add_argument("--all", action="store_true", help="list the hidden boxes as well")
listing.add_argument("--json", action="store_true", help="print JSON")
add("show", "show one box", "name")
add("search", "search the boxes", "query")
add("count", "count the boxes")
create = add("create", "create a box", "name")
create.add_argument("--title", help="its title")
add("delete", "delete a box", "name")
"""

FLAT = """\
usage: bag [OPTION]...

options:
  --list           list what is in the bag
  --show=NAME      show one thing
  --count          count the things
  --delete=NAME    delete a thing
  --verbose        say more
"""


def version(path: Path, *changes: tuple[str, str], hang: str = "nothing") -> Path:
    """Write the program with some of its text replaced (each must be there); the help of `hang` never ends."""
    made: dict[str, Any] = {}
    exec(changed(FIRST, *changes), made)
    cases = "\n".join(case(name, one.format_help()) for name, one in made["commands"].choices.items())
    start = f'if [ "$1" = {hang} ]; then sleep 60; fi\ncase "$1" in\n--version) echo "{made["VERSION"]}";;\n'
    return script(path, f"{start}{cases}\n{case('*', made['parser'].format_help())}\nesac")


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def case(name: str, page: str) -> str:
    return f"{name}) cat <<'END'\n{page}END\n;;"


def script(path: Path, body: str) -> Path:
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path
