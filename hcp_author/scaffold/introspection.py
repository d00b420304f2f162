"""What a program looked like when it was wrapped: names, shapes, digests, none of its text."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

from hcp_author.introspect.tree import Command, Option, Tree
from hcp_author.pack.text import clean


def shapes(tree: Tree) -> dict[str, Any]:
    """The document: commands within commands, each on few lines.

    A `digest` also covers a command's texts, `said` its summary.
    The program's path is left out: a private one is no part of a pack, and a system one stands in surface.json.
    """
    program = {"name": tree.program.name, "version": clean(tree.program.version, 80), "sha256": tree.program.sha256}
    return {"format": "hcp-author/introspection/1", "program": program, "root": _command(tree.root)}


def _command(command: Command) -> dict[str, Any]:
    """One command and all below it."""
    shape: dict[str, Any] = {"name": clean(command.name), "digest": digest(command), "said": said(command)}
    if command.options:
        shape["options"] = [_option(option) for option in command.options]
    if command.arguments:
        shape["arguments"] = [_argument(one.name, one.required, one.variadic) for one in command.arguments]
    if command.commands:
        shape["commands"] = [_command(inner) for inner in command.commands]
    return shape


def digest(command: Command) -> str:
    """The digest of all that is known of a command itself; of an equal one nothing has changed."""
    own = {name: value for name, value in asdict(command).items() if name != "commands"}
    return _digest(json.dumps(own, sort_keys=True, ensure_ascii=False))


def said(command: Command) -> str:
    """The digest of what a command says of itself in one line."""
    return _digest(clean(command.summary))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def _option(option: Option) -> str:
    """An option's shape as one word: `-n|--limit=integer`, `--all`, with `!` where it must be given, `*` if often."""
    names = "|".join(name for name in (option.short, option.long, *option.other_names) if name)
    names = clean(names)
    value = "" if option.value is None else f"={option.value.type or 'value'}"
    value = f"[{value}]" if option.value is not None and option.value.optional else value
    return f"{names}{value}{'!' if option.required else ''}{'*' if option.repeatable else ''}"


def _argument(name: str, required: bool, variadic: bool) -> str:
    """An operand's shape as one word: `FILE`, `FILE?`, `FILE*`, `FILE+`."""
    return (
        clean(name)
        + {(True, False): "", (False, False): "?", (False, True): "*", (True, True): "+"}[required, variadic]
    )
