"""JSON text -> a tree: strict, with the place of what is wrong; for documents that are fed back and for the cache."""

from __future__ import annotations

import json
import types
import typing
from dataclasses import MISSING, asdict, fields, is_dataclass
from functools import cache
from typing import Any

from hcp_author.errors import UserError
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Coverage, Note, Option, Positional, Program, Tree, Value

FORMAT = "hcp-author/tree/1"
MAX_BYTES = 32 << 20
MAX_DEPTH = 16
MAX_COMMANDS = 50_000
MAX_TEXT = 100_000
MAX_NAME = 300
MAX_NUMBER = 10**12

# what may not be left out, as the published schema has it; everything else has a plain default
REQUIRED: dict[type, frozenset[str]] = {
    Tree: frozenset(("program", "root", "coverage", "notes")),
    Program: frozenset(("name", "path", "version", "sha256")),
    Command: frozenset("name aliases summary hidden group options arguments commands".split()),
    Option: frozenset("long short other_names summary value required repeatable deprecated".split()),
    Value: frozenset(("name", "optional", "choices", "type")),
    Positional: frozenset(("name", "required", "variadic", "choices")),
    Coverage: frozenset("commands probed failed unread_lines seconds sandbox".split()),
    Note: frozenset(("path", "problem")),
}
# what an option begins with
_MARKS = "-+/"
_KINDS = {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}


def read(text: bytes, place: str) -> Tree:
    """The tree that `hcp-author introspect --json` printed; `place` is what the errors call the document.

    Keys that are not known are passed over: the format grows. Raises UserError that names the place in the document.
    """
    document = values(text, place)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        said = document.get("format") if isinstance(document, dict) else None
        raise UserError(
            f"{place} is no command tree: its `format` is {_shown(said)}, not `{FORMAT}`",
            "hcp-author introspect PROGRAM --json > saved.json",
        )
    return from_json(document, place)


def from_json(document: dict[str, Any], place: str) -> Tree:
    """The tree of a document that was parsed already; raises UserError with the JSON pointer of what is wrong."""
    try:
        tree: Tree = _made(Tree, document, "")
        _names(tree.root, "/root")
    except _WrongError as wrong:
        raise UserError(
            f"{place}: {wrong.pointer or 'the document'}: {wrong.problem}", "hcp-author schema tree"
        ) from None
    if sum(1 for _ in _all(tree.root)) > MAX_COMMANDS:
        raise UserError(f"{place} holds more than {MAX_COMMANDS} commands", "feed back a smaller tree")
    return tree


def values(text: bytes, place: str) -> Any:
    """The values of a JSON document; raises UserError for what is too large, too deep or no JSON (line and column)."""
    if len(text) > MAX_BYTES:
        raise UserError(f"{place} is larger than {MAX_BYTES >> 20} MiB", "feed back a smaller document")
    try:
        return json.loads(text.decode("utf-8-sig"), parse_constant=_no_constant, object_pairs_hook=_each_once)
    except UnicodeDecodeError as error:
        raise UserError(f"{place} is no UTF-8 text (byte {error.start})", "save it as UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UserError(f"{place} is no JSON: {error.msg} ({where})", "hcp-author introspect --help") from None
    except RecursionError:
        raise UserError(f"{place} is nested too deeply", "feed back a document of at most 16 levels") from None
    except ValueError as error:
        raise UserError(f"{place} is no JSON: {clean(str(error), 80)}", "hcp-author introspect --help") from None


def plain(value: Any) -> Any:
    """A record, or a list of them, as plain JSON values."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


class _WrongError(Exception):
    """What is wrong in a document, and the JSON pointer to it."""

    def __init__(self, pointer: str, problem: str) -> None:
        super().__init__(problem)
        self.pointer, self.problem = pointer, problem


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys stand there once: of two, each reader would take another."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise ValueError(f"the key {_shown(twice)} stands twice in one object")
    return made


@cache
def _shape(kind: type) -> dict[str, Any]:
    """The types of a dataclass's fields by name."""
    return typing.get_type_hints(kind)


def _made(kind: Any, value: Any, at: str) -> Any:
    """`value` as the type that a field has; raises _WrongError."""
    if is_dataclass(kind):
        return _record(typing.cast("type", kind), value, at)
    options = typing.get_args(kind)
    if isinstance(kind, types.UnionType):
        return None if value is None else _made(next(o for o in options if o is not type(None)), value, at)
    if typing.get_origin(kind) is list:
        if not isinstance(value, list):
            raise _WrongError(at, f"a list is wanted, not {_shown(value)}")
        return [_made(options[0], item, f"{at}/{index}") for index, item in enumerate(value)]
    if kind in (int, float) and type(value) in (int, float) and not 0 <= value <= MAX_NUMBER:
        raise _WrongError(at, f"a number from 0 to {MAX_NUMBER} is wanted, not {_shown(value)}")
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise _WrongError(at, f"{_KINDS.get(kind, 'another value')} is wanted, not {_shown(value)}")
    return _text(value, at) if kind is str else value


def _record(kind: type, value: Any, at: str) -> Any:
    """An object as one of the tree's records."""
    if at.count("/commands/") > MAX_DEPTH:
        raise _WrongError(at, f"commands are nested more than {MAX_DEPTH} deep")
    if not isinstance(value, dict):
        raise _WrongError(at, f"an object is wanted, not {_shown(value)}")
    missing = sorted(REQUIRED.get(kind, frozenset()) - value.keys())
    if missing:
        raise _WrongError(at, f"`{missing[0]}` is missing")
    given = {name: _made(hint, value[name], f"{at}/{name}") for name, hint in _shape(kind).items() if name in value}
    for one in fields(kind):
        if one.name not in given and one.default is MISSING and one.default_factory is MISSING:
            raise _WrongError(at, f"`{one.name}` is missing")
    if given.get("choices") == []:
        raise _WrongError(f"{at}/choices", "at least one value is wanted, or null")
    return kind(**given)


def _text(value: str, at: str) -> str:
    """A text without what a terminal would obey; lines stay."""
    if len(value) > MAX_TEXT:
        raise _WrongError(at, f"the text is longer than {MAX_TEXT} characters")
    if value.isprintable():
        return value
    return "\n".join(line if line.isprintable() else clean(line) for line in value.split("\n"))


def _names(command: Command, at: str) -> None:
    """Refuse names that could be taken for something else on a command line."""
    for name in (command.name, *command.aliases):
        if not _is_word(name) or name.startswith("-"):
            raise _WrongError(f"{at}/name", f"{_shown(name)} cannot be a command's name")
    for index, option in enumerate(command.options):
        spelled = [n for n in (option.long, option.short, *option.other_names) if n is not None]
        if not spelled or not all(map(_is_option, spelled)):
            wrong = next((name for name in spelled if not _is_option(name)), None)
            raise _WrongError(f"{at}/options/{index}", f"{_shown(wrong)} cannot be an option")
    for index, child in enumerate(command.commands):
        _names(child, f"{at}/commands/{index}")


def _is_word(name: str) -> bool:
    """Whether a name is one printable word."""
    return bool(name) and len(name) <= MAX_NAME and name.isprintable() and not any(c.isspace() for c in name)


def _is_option(name: str) -> bool:
    """Whether a name is a word that an option can have: its mark, and something after it."""
    return _is_word(name) and name[0] in _MARKS and len(name) > 1


def _all(command: Command) -> typing.Iterator[Command]:
    yield command
    for child in command.commands:
        yield from _all(child)


def _shown(value: Any) -> str:
    """A value for a message: short, on one line, in backticks."""
    return f"`{clean(json.dumps(value, ensure_ascii=False, default=str)[:200], 60)}`"
