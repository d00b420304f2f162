"""A tree as an OpenCLI document and back (opencli.org, 0.1); what OpenCLI has no word for goes in `metadata`."""

from __future__ import annotations

from dataclasses import MISSING, Field, asdict, fields
from typing import Any, TypeVar

from hcp_author.errors import UserError
from hcp_author.introspect import saved
from hcp_author.introspect.tree import Command, Option, Positional, Tree, Value

VERSION = "0.1"
OURS = "hcp-author"
_SAID = {
    Tree: frozenset(("root",)),
    Command: frozenset("name aliases summary hidden options arguments commands examples".split()),
    Option: frozenset("long short other_names summary value required".split()),
    Positional: frozenset("name required variadic choices".split()),
    Value: frozenset("name optional choices".split()),
}
_Kind = TypeVar("_Kind")
_WORDS = {str: "a text", bool: "true or false", list: "a list", dict: "an object", int: "a whole number"}


def write(tree: Tree) -> dict[str, Any]:
    """The OpenCLI document of a tree: valid against the published schema, and read back by `read` without a loss."""
    body = _command(tree.root)
    info = {"title": tree.program.name, "version": tree.program.version}
    if summary := body.pop("description", ""):
        info["summary"] = summary
    hidden = body.pop("hidden", None), body.pop("aliases", None)
    ours = _rest(tree) | {"root": {"name": body.pop("name"), "hidden": bool(hidden[0]), "aliases": hidden[1] or []}}
    ours["coverage"] = saved.plain(tree.coverage)
    ours["root"] |= next((m["value"] for m in body.pop("metadata", []) if m["name"] == OURS), {})
    return {"opencli": VERSION, "info": info, **body, "metadata": [{"name": OURS, "value": ours}]}


def read(text: bytes, place: str) -> Tree:
    """The tree of an OpenCLI document in JSON, ours or another's; raises UserError with the place of what is wrong."""
    document = saved.values(text, place)
    if not isinstance(document, dict) or not isinstance(document.get("opencli"), str):
        raise UserError(f"{place} is no OpenCLI document: it has no `opencli` version", "--from tree, help or man")
    try:
        return saved.from_json(_tree(document), place)
    except _WrongError as wrong:
        raise UserError(f"{place}: {wrong}", "https://opencli.org tells what goes there") from None
    except RecursionError:
        raise UserError(f"{place} is nested too deeply", "feed back a smaller document") from None


def _command(command: Command) -> dict[str, Any]:
    """A command with those below it; empty lists and false flags are left out, as OpenCLI has it."""
    made: dict[str, Any] = {"name": command.name, "aliases": _once(command.aliases), "description": command.summary}
    made["hidden"] = command.hidden
    made["options"] = [_option(one) for one in command.options]
    made["arguments"] = [_argument(one) for one in command.arguments]
    made["commands"] = [_command(child) for child in command.commands]
    made["examples"] = command.examples
    return _without_empty(made) | _metadata(_rest(command))


def _option(one: Option) -> dict[str, Any]:
    names = _once([n for n in (one.long, one.short, *one.other_names) if n])
    made: dict[str, Any] = {"name": names[0], "aliases": names[1:], "required": one.required}
    made["description"] = one.summary
    if one.value is not None:
        made["arguments"] = [_value(one.value)]
    ours = _rest(one)
    guessed = _spelled(names)
    if guessed != (one.long, one.short, one.other_names):
        ours |= {"long": one.long, "short": one.short, "other_names": one.other_names}
    return _without_empty(made) | _metadata(ours)


def _value(value: Value) -> dict[str, Any]:
    made = {"name": value.name or "value", "required": not value.optional}
    arity = {"arity": {"minimum": int(not value.optional), "maximum": 1}}
    choices = {} if value.choices is None else {"acceptedValues": value.choices}
    return made | arity | choices | _metadata(_rest(value) | ({} if value.name else {"name": value.name}))


def _argument(one: Positional) -> dict[str, Any]:
    arity = {"minimum": int(one.required)} | ({} if one.variadic else {"maximum": 1})
    choices = {} if one.choices is None else {"acceptedValues": one.choices}
    return {"name": one.name, "required": one.required, "arity": arity} | choices | _metadata(_rest(one))


def _rest(one: Any) -> dict[str, Any]:
    """What OpenCLI cannot say of a record, where it is not the default."""
    told: dict[str, Any] = asdict(one) if not isinstance(one, Tree | Command) else _flat(one)
    return {
        field.name: told[field.name]
        for field in fields(one)
        if field.name not in _SAID[type(one)] and told[field.name] != _default(field)
    }


def _flat(one: Tree | Command) -> dict[str, Any]:
    """The fields of a record as plain values, without those that hold commands, which are written for themselves."""
    short = {f.name: getattr(one, f.name) for f in fields(one) if f.name not in _SAID[type(one)]}
    return {name: saved.plain(value) for name, value in short.items()}


def _default(field: Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return saved.plain(field.default_factory())
    return field.default


def _metadata(ours: dict[str, Any]) -> dict[str, Any]:
    return {"metadata": [{"name": OURS, "value": ours}]} if ours else {}


def _without_empty(made: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in made.items() if value not in ([], "", False)}


def _once(names: list[str]) -> list[str]:
    return list(dict.fromkeys(names))


def _spelled(names: list[str]) -> tuple[str | None, str | None, list[str]]:
    """The long name, the short one and the further ones among an option's names."""
    long = next((n for n in names if n.startswith("--")), None)
    short = next((n for n in names if len(n) == 2 and n[0] == "-" and n != "--"), None)
    return long, short, [n for n in names if n not in (long, short)]


class _WrongError(Exception):
    """What is wrong in an OpenCLI document, with its JSON pointer."""


def _tree(document: dict[str, Any]) -> dict[str, Any]:
    """The document as one of `hcp-author/tree/1`."""
    info = _get(document, "info", dict, "", {})
    title = _get(info, "title", str, "/info", "")
    ours = _ours(document, "")
    about = {"name": title, "description": info.get("summary") or info.get("description") or ""}
    root = _read_command(about | {k: v for k, v in document.items() if k not in ("info", "metadata")}, "", 0)
    root |= ours.pop("root", {})
    count = _count(root) - 1
    program = {"name": title, "path": "", "version": _get(info, "version", str, "/info", ""), "sha256": ""}
    coverage = dict.fromkeys(("probed", "failed", "unread_lines"), 0) | {"seconds": 0.0, "sandbox": "not run"}
    made = {"program": program, "coverage": {"commands": count, **coverage}, "notes": []}
    return made | ours | {"root": root}


def _count(command: dict[str, Any]) -> int:
    return 1 + sum(map(_count, command["commands"]))


def _read_command(one: dict[str, Any], at: str, depth: int) -> dict[str, Any]:
    """A command object, ours or another's."""
    if depth > saved.MAX_DEPTH:
        raise _WrongError(f"{at}: commands are nested more than {saved.MAX_DEPTH} deep")
    made: dict[str, Any] = {"name": _get(one, "name", str, at), "aliases": _get(one, "aliases", list, at, [])}
    made |= {"summary": _get(one, "description", str, at, ""), "hidden": _get(one, "hidden", bool, at, False)}
    below = [_read_command(c, f"{at}/commands/{i}", depth + 1) for i, c in enumerate(_objects(one, "commands", at))]
    made |= {"group": False, "examples": _get(one, "examples", list, at, []), "commands": below}
    made["options"] = [_read_option(o, f"{at}/options/{i}") for i, o in enumerate(_objects(one, "options", at))]
    made["arguments"] = [_read_argument(a, f"{at}/arguments/{i}") for i, a in enumerate(_objects(one, "arguments", at))]
    return made | _ours(one, at)


def _read_option(one: dict[str, Any], at: str) -> dict[str, Any]:
    names = [_get(one, "name", str, at), *_get(one, "aliases", list, at, [])]
    if not all(isinstance(name, str) and name for name in names):
        raise _WrongError(f"{at}/aliases: every name must be a text")
    # the specification leaves open whether the dashes belong to the name
    long, short, others = _spelled([n if n[0] in "-+/" else ("-" if len(n) == 1 else "--") + n for n in names])
    values = [_read_argument(a, f"{at}/arguments/{i}") for i, a in enumerate(_objects(one, "arguments", at))]
    made: dict[str, Any] = {
        "long": long,
        "short": short,
        "other_names": others,
        "summary": _get(one, "description", str, at, ""),
    }
    made |= {"required": _get(one, "required", bool, at, False), "repeatable": False, "deprecated": False}
    return made | {"value": _read_value(values[0]) if values else None} | _ours(one, at)


def _read_value(argument: dict[str, Any]) -> dict[str, Any]:
    plain = {"type": None, "optional": not argument.pop("required")}
    return plain | {key: value for key, value in argument.items() if key != "variadic"}


def _read_argument(one: dict[str, Any], at: str) -> dict[str, Any]:
    arity = _get(one, "arity", dict, at, {"maximum": 1})
    least = _get(arity, "minimum", int, f"{at}/arity", 1)
    most = arity.get("maximum")
    made: dict[str, Any] = {"name": _get(one, "name", str, at), "choices": one.get("acceptedValues") or None}
    made |= {"required": _get(one, "required", bool, at, False) and least > 0, "variadic": most is None or most > 1}
    return made | _ours(one, at)


def _get(one: dict[str, Any], key: str, kind: type[_Kind], at: str, default: _Kind | None = None) -> _Kind:
    """A field of an object, of the type that OpenCLI gives it; raises _WrongError with its place."""
    value = one.get(key, default)
    if value is None and default is None:
        raise _WrongError(f"{at or 'the document'}: `{key}` is missing")
    if type(value) is not kind:
        raise _WrongError(f"{at}/{key}: {_WORDS[kind]} is wanted")
    return value


def _objects(one: dict[str, Any], key: str, at: str) -> list[dict[str, Any]]:
    found = _get(one, key, list, at, [])
    for index, item in enumerate(found):
        if not isinstance(item, dict):
            raise _WrongError(f"{at}/{key}/{index}: an object is wanted")
    return found


def _ours(one: dict[str, Any], at: str) -> dict[str, Any]:
    """What we wrote into the metadata."""
    for entry in _objects(one, "metadata", at):
        if entry.get("name") == OURS:
            return dict(_get(entry, "value", dict, f"{at}/metadata", {}))
    return {}
