"""What the program looked like when it was wrapped: .hcp/introspection.json as commands again."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from hcp_author.introspect.tree import Command, Option, Positional, Value
from hcp_author.pack import files
from hcp_author.pack.model import Pack

FILE = ".hcp/introspection.json"
_OPTION = re.compile(r"([^=\[!*]+)(?:(\[=|=)([^\]!*]*)\]?)?(!?)(\*?)")


@dataclass
class Then:
    """The commands with their options and operands (no texts), the version and digest of the file.

    `digests` and `said` are the digests of everything about a command, and of its summary, by its path.
    """

    root: Command
    version: str = ""
    sha256: str = ""
    digests: dict[tuple[str, ...], str] = field(default_factory=dict)
    said: dict[tuple[str, ...], str] = field(default_factory=dict)


def read(pack: Pack) -> Then | None:
    """What the pack keeps of its program, or None where it keeps nothing that can be read."""
    document = files.read_document(pack.root, FILE).value
    if not isinstance(document, dict) or document.get("format") != "hcp-author/introspection/1":
        return None
    program, root = document.get("program"), document.get("root")
    if not isinstance(root, dict):
        return None
    about = program if isinstance(program, dict) else {}
    then = Then(Command(_text(root, "name")), _text(about, "version"), _text(about, "sha256"))
    then.root = _command(root, (), then)
    return then


def _command(shape: dict[str, Any], path: tuple[str, ...], then: Then) -> Command:
    then.digests[path], then.said[path] = _text(shape, "digest"), _text(shape, "said")
    made = Command(_text(shape, "name"))
    made.options = [_option(word) for word in _list(shape, "options") if isinstance(word, str)]
    made.arguments = [_operand(word) for word in _list(shape, "arguments") if isinstance(word, str) and word]
    for inner in _list(shape, "commands"):
        if isinstance(inner, dict):
            made.commands.append(_command(inner, (*path, _text(inner, "name")), then))
    return made


def _option(word: str) -> Option:
    """The shape of scaffold.introspection taken apart: `-n|--limit=integer!*`, `--color[=value]`."""
    found = _OPTION.fullmatch(word)
    if found is None:
        return Option(long=word)
    names = [name for name in found[1].split("|") if name]
    long = next((name for name in names if name.startswith("--")), None)
    short = next((name for name in names if name != long and not name.startswith("--")), None)
    value = Value(type=found[3] or None, optional=found[2] == "[=") if found[2] else None
    others = [name for name in names if name not in (long, short)]
    return Option(long, short, others, "", value, bool(found[4]), bool(found[5]))


def _operand(word: str) -> Positional:
    """`FILE`, `FILE?`, `FILE*`, `FILE+`."""
    mark = word[-1] if word[-1] in "?*+" else ""
    return Positional(word.removesuffix(mark), mark not in ("?", "*"), mark in ("*", "+"))


def _text(shape: dict[str, Any], key: str) -> str:
    value = shape.get(key)
    return value if isinstance(value, str) else ""


def _list(shape: dict[str, Any], key: str) -> list[Any]:
    value = shape.get(key)
    return value if isinstance(value, list) else []
