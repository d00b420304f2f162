"""What programs print about themselves as JSON: command trees whose keys go by many names, read with some tolerance.

Source: the documents of Symfony's `list --format=json`, OpenCLI, oclif's `commands --json`, click's info dictionaries.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hcp_author.introspect.reading.listing import MAX_COMMANDS, MAX_SUMMARY, is_name
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Option, Positional, Value

MAX_NODES = 3000
MAX_DEPTH = 6
_COMMANDS = ("commands", "subcommands", "subCommands", "sub_commands", "children")
_OPTIONS = ("options", "flags", "params")
_ARGUMENTS = ("arguments", "args", "positionals", "operands", "params")
_ABOUT = ("summary", "description", "about", "short_help", "short", "help")
_CHOICES = ("choices", "enum", "possible_values", "acceptedValues", "options")
_NO_VALUE = frozenset(("bool", "boolean", "flag", "switch", "count", "none"))
_LETTERS = ("short", "shortcut", "char")
_MANY = ("multiple", "is_multiple", "is_array", "repeatable", "variadic")


def read(data: bytes, program: str) -> Command | None:
    """The root of the tree that `program` printed; None where there are no commands and no options in it."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if isinstance(document, list):
        document = {"commands": document}
    if not isinstance(document, dict):
        return None
    if not any(key in document for key in (*_COMMANDS, *_OPTIONS)):
        document = next((v for k, v in document.items() if k in ("command", "root", "cli") and isinstance(v, dict)), {})
    root = _command(program, document, [MAX_NODES], 0)
    _spread(root, program)
    return root if root.commands or root.options else None


def _command(name: str, node: dict[str, Any], left: list[int], depth: int) -> Command:
    """One node with those below it, while there are any `left` to be made."""
    made = Command(name, aliases=[a for a in _texts(node.get("aliases")) if is_name(a)], summary=_about(node))
    made.hidden = node.get("hidden") is True
    inner = node.get("definition")
    node = {**node, **inner} if isinstance(inner, dict) else node
    made.options = [one for _, row in _rows(node, _OPTIONS) if _is_option(row) for one in _option(row)]
    operands = [(key, row) for key, row in _rows(node, _ARGUMENTS) if key]
    mixed = any("param_type_name" in row for _, row in operands)
    made.arguments = [_operand(key, row) for key, row in operands if not (mixed and _is_option(row))]
    for key, row in _rows(node, _COMMANDS) if depth < MAX_DEPTH else ():
        label = " ".join(key.split())
        if left[0] > 0 and all(map(is_name, label.split(" "))):
            left[0] -= 1
            made.commands.append(_command(label, row, left, depth + 1))
    return made


def _rows(node: dict[str, Any], keys: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The named rows under the first of the keys that holds some."""
    for key in keys:
        value = node.get(key)
        pairs = list(value.items()) if isinstance(value, dict) else []
        if isinstance(value, list):
            pairs = [(row.get("name", row.get("id")), row) for row in value[:MAX_NODES] if isinstance(row, dict)]
        rows = [(str(name or ""), {"name": name, **row}) for name, row in pairs if isinstance(row, dict)]
        if rows:
            yield from rows
            return


def _spread(root: Command, program: str) -> None:
    """Put commands that are named by their whole path where they belong."""
    for child in list(root.commands):
        words = child.name.split(" ")
        words = words[1:] if words[0] == program and len(words) > 1 else words
        child.name = words[-1]
        if len(words) == 1:
            continue
        root.commands.remove(child)
        above = root
        for word in words[:-1]:
            found = next((c for c in above.commands if c.name == word), None)
            if found is None:
                found = Command(word, group=True)
                above.commands.append(found)
            above = found
        above.commands.append(child)
    del root.commands[MAX_COMMANDS:]


def _is_option(row: dict[str, Any]) -> bool:
    """Whether a row of a list of both kinds is an option."""
    return row.get("param_type_name") != "argument"


def _option(row: dict[str, Any]) -> list[Option]:
    """One option, in a list; [] for one that has no name that can be typed, or that is hidden."""
    names = list(dict.fromkeys(_dashed(n) for n in _names(row) if is_name(n.lstrip("-"))))
    if not names or row.get("hidden") is True:
        return []
    made = Option(summary=_about(row), value=_value(row), required=row.get("required") is True)
    made.long = next((n for n in names if n.startswith("--")), None)
    made.short = next((n for n in names if len(n) == 2), None)
    made.other_names = [n for n in names if n not in (made.long, made.short)]
    made.repeatable = any(row.get(key) is True for key in _MANY)
    made.deprecated = bool(row.get("deprecated"))
    return [made]


def _names(row: dict[str, Any]) -> Iterator[str]:
    """All names of an option; a click parameter's `name` is that of a variable."""
    written = [*_texts(row.get("opts")), *_texts(row.get("secondary_opts")), *_texts(row.get("names"))]
    keys = ("short", "shortcut", "char", "long", "aliases") if written else ("name", "long", *_LETTERS, "aliases")
    for text in [*written, *(text for key in keys for text in _texts(row.get(key)))]:
        yield from (part.strip() for part in text.split("|") if part.strip() and not _doubled(part.strip()))


def _doubled(name: str) -> bool:
    """Whether a name is a letter given more than once (`-vv`)."""
    return len(name) > 2 and name[0] == "-" != name[1] and len(set(name[1:])) == 1


def _dashed(name: str) -> str:
    return name if name.startswith("-") else f"-{name}" if len(name) == 1 else f"--{name}"


def _value(row: dict[str, Any]) -> Value | None:
    """What an option takes: None where a key says that it takes nothing, or none says that it takes something."""
    for key in ("accept_value", "takes_value", "takesValue"):
        if isinstance(row.get(key), bool):
            return _metavar(row, row.get("is_value_required") is False) if row[key] else None
    kind = row.get("type")
    kind = kind.get("param_type") if isinstance(kind, dict) else kind
    if row.get("is_flag") is True or (isinstance(kind, str) and kind.lower() in _NO_VALUE):
        return None
    takes = isinstance(kind, str) or any(row.get(key) for key in ("value", "arguments", "argument", "metavar", "arg"))
    return _metavar(row, False) if takes else None


def _metavar(row: dict[str, Any], optional: bool) -> Value:
    """The value with its name and its closed set, as far as they are told."""
    label = next((t for key in ("metavar", "value_name", "helpValue", "value") for t in _texts(row.get(key))), None)
    return Value(clean(label, 60) if label else None, optional, _choices(row))


def _choices(row: dict[str, Any]) -> list[str] | None:
    kind = row.get("type")
    places = [row, kind] if isinstance(kind, dict) else [row]
    found = [words for place in places for key in _CHOICES if len(words := _texts(place.get(key))) > 1]
    return [clean(word, 80) for word in found[0]] if found else None


def _operand(name: str, row: dict[str, Any]) -> Positional:
    needed = any(row.get(key) is True for key in ("required", "is_required"))
    many = any(row.get(key) is True for key in _MANY) or row.get("nargs") == -1
    return Positional(clean(name, 60), needed, many, _choices(row))


def _about(row: dict[str, Any]) -> str:
    """The first line of the first text that tells about a row."""
    text = next((t for key in _ABOUT for t in _texts(row.get(key)) if t.strip()), "")
    return clean(text.strip().split("\n")[0], MAX_SUMMARY)


def _texts(value: object) -> list[str]:
    """A text as a list, or the texts of a list."""
    if isinstance(value, str):
        return [value]
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
