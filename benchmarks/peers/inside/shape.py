"""Small builders of `hcp-author/tree/1` values; every adapter beside this file runs in its peer's own environment."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

Node = dict[str, Any]
_PAGE = re.compile(r"\.(1|8)[^.]*(\.gz)?$")


def option(names: Iterable[str], takes_value: bool = False, required: bool = False) -> Node:
    """One option from its names, dashes included."""
    unique = list(dict.fromkeys(name for name in names if name))
    long = next((name for name in unique if name.startswith("--")), None)
    short = next((name for name in unique if len(name) == 2), None)
    rest = [name for name in unique if name not in (long, short)]
    value = {"name": None} if takes_value else None
    return {"long": long, "short": short, "other_names": rest, "value": value, "required": required}


def command(
    name: str, options: Iterable[Node] = (), arguments: Iterable[Node] = (), below: Iterable[Node] = ()
) -> Node:
    """One command of the tree."""
    return {
        "name": name,
        "aliases": [],
        "options": list(options),
        "arguments": list(arguments),
        "commands": list(below),
    }


def operand(name: str, required: bool | None = True, variadic: bool | None = False) -> Node:
    """One positional."""
    return {"name": name, "required": bool(required), "variadic": bool(variadic)}


def planted(root: Node, path: Iterable[str], node: Node) -> None:
    """Put a command below the root at its path, with empty ones above it where they are missing."""
    at = root
    words = list(path)
    for word in words[:-1]:
        found = next((one for one in at["commands"] if one["name"] == word), None)
        if found is None:
            found = command(word)
            at["commands"].append(found)
        at = found
    same = next((one for one in at["commands"] if one["name"] == words[-1]), None)
    if same is None:
        at["commands"].append({**node, "name": words[-1]})
    else:
        same.update({key: node[key] or same[key] for key in ("options", "arguments", "commands")})


def show(root: Node) -> None:
    """Print the tree as JSON, on the standard output that the peer may have chatted on: as its last line."""
    sys.stdout.flush()
    print("\n" + json.dumps({"format": "hcp-author/tree/1", "root": root}))


def pages(name: str) -> dict[str, str]:
    """The manual pages of a program and, as `name-sub`, of its commands: name -> file.

    A page whose name is a program of its own is not a command's.
    """
    done = subprocess.run(["man", "-w", name], capture_output=True, text=True, check=False)
    first = done.stdout.strip().split("\n")[0]
    if not first:
        return {}
    folder = os.path.dirname(first)
    found = {name: first}
    for entry in sorted(os.listdir(folder)):
        stem = _PAGE.sub("", entry)
        if stem != entry and stem.startswith(name + "-") and not shutil.which(stem):
            found[stem] = os.path.join(folder, entry)
    return found
