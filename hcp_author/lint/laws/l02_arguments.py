"""L2 and L3: what a verb declares, what its argv uses and what its fixtures say are one and the same.

L2.6 An argument is one thing on both faces: a plain name, its own option, nothing of the face's own.
L2.7 What is declared is what the program gets, and the other way round.
F.3 args are a closed object in the small part of JSON Schema that is read.
F.5 Nothing in a pack leads a reader elsewhere: no schema of the network's, no link up and away.
F.9 exec.argv is data: each element of a known form, naming a declared argument; no shell, ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import args, argv, names, patterns, tables
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.source import pointer, split


@rule("F-args", "F", "error", phase="shape")
def args_schema(pack: Pack) -> Iterator[Hit]:
    """A verb's `args` leave the small part of JSON Schema that is read (`$ref`, `anyOf`, `pattern`, an open object).

    Why: one validator holds every call on both faces; what it does not read it cannot hold, and a reference could
    lead anywhere.
    Fix: say it with type, enum, const, minimum, maximum, minLength, maxLength, items, minItems, maxItems, properties,
    required, `"additionalProperties": false`, default, description and `"format": "path"`.
    Bad: surface.json /verbs/2/args
        {"type": "object", "properties": {"query": {"$ref": "https://a.example/q"}}, "additionalProperties": false}
    Good: surface.json /verbs/2/args
        {"type": "object", "properties": {"query": {"type": "string", "maxLength": 80}}, "additionalProperties": false}
    """
    for verb in pack.verbs:
        place = f"{verb.pointer}/args"
        found = list(args.flaws(verb))
        if verb.args and not found and verb.args.get("type") != "object":
            found = [("/type", "args are always an object")]
        for where, message in found:
            more = trouble_at(verb.args, where)
            yield at(pack.surface, place + where, f"args of `{verb.verb_key}`: {message}{more}", remedy(where))


def trouble_at(args_: Any, where: str) -> str:
    """What is wrong with the `pattern` at a pointer besides, that it blows up or does not compile; else nothing."""
    parts = split(where)
    for part in parts:
        args_ = args_.get(part) if isinstance(args_, Mapping) else None
    trouble = patterns.trouble(args_) if parts[-1:] == ["pattern"] and isinstance(args_, str) else None
    return f", and this one {trouble}" if trouble else ""


@rule("F-argument-name", "F", "error", phase="shape")
def argument_name(pack: Pack) -> Iterator[Hit]:
    """An argument's name cannot be an option of the CLI face.

    Why: the two faces are one command (L2): `{"page_size": 5}` is `--page-size 5`.
    Fix: words of plain letters and digits, joined by `_`.
    Bad: surface.json /verbs/2/args/properties/size!
        {"type": "integer"}
    Good: surface.json /verbs/2/args/properties/query
        {"type": "string"}
    """
    for verb in pack.verbs:
        for name in argv.properties(verb):
            if not names.ARGUMENT.fullmatch(name):
                plain = names.as_words(name).replace("-", "_")
                message = f"the argument {names.shown(name)} of `{verb.verb_key}` cannot be an option"
                place = verb.pointer + pointer("args", "properties", name)
                yield at(pack.surface, place, message, f"rename it, e.g. `{plain}`" if plain else None, key=True)


def remedy(where: str) -> str | None:
    """What to do about a keyword that is not read."""
    word = where.rsplit("/", 1)[-1]
    if word in ("$ref", "$dynamicRef", "$schema", "$id", "$defs"):
        return "write the schema out here; only what stands inside this object is read, nothing is fetched"
    if word == "pattern":
        return "use enum, minLength and maxLength; the program checks the rest"
    if word == "additionalProperties":
        return '"additionalProperties": false'
    if word == "required":
        return "list there only names that `properties` declares"
    return None if word else '"args": {"type": "object", "properties": {…}, "additionalProperties": false}'


@rule("L2-undeclared-argument", "L2", "error", needs=("surface:/verbs/*",))
def undeclared_argument(pack: Pack) -> Iterator[Hit]:
    """`positionals` or `exec` names an argument that `args` does not declare.

    Why: only declared arguments pass the gate, so this place stays empty for ever.
    Fix: declare it under `args.properties`, or correct the name.
    Bad: surface.json /verbs/2/exec/argv
        ["count", {"option": "--limit", "arg": "limit"}, "--", {"positional": "query"}]
    Good: surface.json /verbs/2/exec/argv
        ["count", "--", {"positional": "query"}]
    """
    for verb in pack.verbs:
        declared = argv.properties(verb)
        for place, name in uses(verb):
            if name not in declared:
                message = f"`{name}` is no argument of `{verb.verb_key}`"
                yield at(
                    pack.surface,
                    place,
                    message,
                    names.did_you_mean(name, declared) or f"declare `{name}` under args.properties",
                )


@rule("L2-unused-argument", "L2", "error", needs=("surface:/verbs/*", "surface:/wrap"))
def unused_argument(pack: Pack) -> Iterator[Hit]:
    """A wrapped verb declares an argument that its exec never uses.

    Why: the caller is asked for something that changes nothing (L2).
    Fix: use it in `exec.argv` or `exec.stdin`, or take it out of `args`.
    Bad: surface.json /verbs/2/args/properties/folder
        {"type": "string"}
    Good: surface.json /verbs/2/args/properties/folder
        {"type": "string"}
    Good: surface.json /verbs/2/exec/argv
        ["count", {"option": "--folder", "arg": "folder"}, "--", {"positional": "query"}]
    """
    for verb in pack.verbs if pack.wrap else ():
        declared = argv.properties(verb)
        used = {name for place, name in uses(verb) if "/exec/" in place}
        misspelt = {names.nearest(name, declared) for name in used - declared.keys()}
        for name in declared if verb.exec else ():
            if name not in used | misspelt:
                message = f"`{verb.verb_key}` declares `{name}`, and its exec never uses it"
                fix = f"add {element_for(verb, name)} to exec.argv, or take it out"
                yield at(pack.surface, verb.pointer + pointer("args", "properties", name), message, fix, key=True)


def element_for(verb: Verb, name: str) -> str:
    """How an argument would stand in exec.argv, as JSON: by its place, as a flag, or as an option."""
    schema = argv.properties(verb)[name]
    kind = schema.get("type") if isinstance(schema, dict) else None
    if name in verb.positionals:
        each = ', "each": true' if kind == "array" else ""
        return f'{{"positional": "{name}"{each}}}'
    return f'{{"{"flag" if kind == "boolean" else "option"}": "--{name.replace("_", "-")}", "arg": "{name}"}}'


@rule("L2-reserved-argument", "L2", "error", needs=("surface:/verbs/*/args",))
def reserved_argument(pack: Pack) -> Iterator[Hit]:
    """An argument has a name that the face uses itself (`confirm`, `json`, `binding` …).

    Why: `--confirm` on the CLI face would be the gate's and the argument's at once (L2, L6).
    Fix: rename the argument; the option that the program gets keeps its own name.
    Bad: surface.json /verbs/2/args/properties/confirm
        {"type": "boolean"}
    Bad: surface.json /verbs/2/exec/argv
        ["count", {"flag": "--confirm", "arg": "confirm"}, "--", {"positional": "query"}]
    Good: surface.json /verbs/2/args/properties/exact
        {"type": "boolean"}
    Good: surface.json /verbs/2/exec/argv
        ["count", {"flag": "--confirm", "arg": "exact"}, "--", {"positional": "query"}]
    """
    for verb in pack.verbs:
        for name in argv.properties(verb):
            if {names.collision_key(name), tables.kebab(name)[2:]} & args.RESERVED:
                message = f"the argument `{name}` of `{verb.verb_key}` has a name of the face's own"
                fix = f"rename it, e.g. `{name}_value`; the option that the program gets keeps its own name"
                yield at(pack.surface, verb.pointer + pointer("args", "properties", name), message, fix, key=True)


@rule("L2-colliding-arguments", "L2", "error", needs=("surface:/verbs/*/args",))
def colliding_arguments(pack: Pack) -> Iterator[Hit]:
    """Two arguments of a verb would be the same option on the CLI face.

    Why: the two faces are one command (L2): `{"page_size": 5}` is `--page-size 5`, and `{"page-size": 5}` would be too.
    Fix: rename one of the two.
    Bad: surface.json /verbs/2/args/properties
        {"query": {"type": "string"}, "page_size": {"type": "integer"}, "pageSize": {"type": "integer"}}
    Bad: surface.json /verbs/2/exec/argv
        ["count", {"option": "-a", "arg": "page_size"}, {"option": "-b", "arg": "pageSize"}, {"positional": "query"}]
    Good: surface.json /verbs/2/args/properties
        {"query": {"type": "string"}, "page_size": {"type": "integer"}, "pages": {"type": "integer"}}
    Good: surface.json /verbs/2/exec/argv
        ["count", {"option": "-a", "arg": "page_size"}, {"option": "-b", "arg": "pages"}, {"positional": "query"}]
    """
    for verb in pack.verbs:
        seen: dict[str, str] = {}
        for name, schema in argv.properties(verb).items():
            keys = {names.collision_key(name), tables.kebab(name)[2:]}
            if schema.get("type") == "boolean" and name not in verb.positionals:
                keys |= {f"no-{key}" for key in keys}
            first = next((seen[key] for key in sorted(keys) if key in seen), name)
            seen |= dict.fromkeys(keys, name)
            if first != name:
                place = verb.pointer + pointer("args", "properties", name)
                message = f"the arguments `{first}` and `{name}` of `{verb.verb_key}` are one option on the CLI face"
                yield at(pack.surface, place, message, "rename one of the two", key=True)


@rule("L2-positional-order", "L2", "error", needs=("surface:/verbs/*",))
def positional_order(pack: Pack) -> Iterator[Hit]:
    """`positionals` cannot be told apart: an array before the last, or a required one after one that is not.

    Why: `mail move A B` must mean one thing (L2).
    Fix: put what is required first and an array last; the others are options of themselves.
    Bad: surface.json /verbs/3/positionals
        ["add", "query"]
    Good: surface.json /verbs/3/positionals
        ["query", "add"]
    """
    for verb in pack.verbs:
        declared, required = argv.properties(verb), argv.required(verb)
        optional = ""
        if set(verb.positionals) - declared.keys():
            continue  # L2-undeclared-argument tells
        for index, name in enumerate(verb.positionals):
            place = verb.pointer + pointer("positionals", index)
            last = index == len(verb.positionals) - 1
            if name in verb.positionals[:index]:
                yield at(pack.surface, place, f"`{name}` stands twice in positionals", "remove one of the two")
                break
            elif declared.get(name, {}).get("type") == "array" and not last:
                yield at(pack.surface, place, f"`{name}` is an array, so nothing can follow it", "move it to the end")
                break
            elif name in required and optional:
                message = f"`{name}` is required, but `{optional}` before it is not"
                yield at(pack.surface, place, message, f"put `{name}` before `{optional}`")
            optional = optional or ("" if name in required else name)


def uses(verb: Verb) -> Iterator[tuple[str, str]]:
    """Every place that names an argument, as (pointer, name)."""
    for index, name in enumerate(verb.positionals):
        yield verb.pointer + pointer("positionals", index), name
    for element in argv.elements(verb):
        if element.arg:
            yield element.pointer, element.arg
    fed = argv.stdin(verb)
    if fed is not None:
        yield f"{verb.pointer}/exec/stdin", fed
