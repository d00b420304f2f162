"""L2: a schema that some value can meet, and an argv that uses each argument as what it is.

L2.7 What is declared is what the program gets, and the other way round.
F.3 args are a closed object in the small part of JSON Schema that is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import args, argv
from hcp_author.pack.model import Pack
from hcp_author.pack.source import pointer

BOUNDS = (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"))


# keyword -> the types that it is about
OF_TYPE: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("minimum", "maximum"), ("integer", "number")),
    **dict.fromkeys(("minLength", "maxLength", "format"), ("string",)),
    **dict.fromkeys(("items", "minItems", "maxItems"), ("array",)),
    **dict.fromkeys(("properties", "required"), ("object",)),
}


@rule("F-args-contradict", "F", "error", needs=("surface:/verbs/*/args",))
def args_contradict(pack: Pack) -> Iterator[Hit]:
    """An argument's schema contradicts itself: no value can meet it, or its own default does not.

    Why: a call that can never be right is refused each time, and nobody sees why; a default that the schema refuses is
    shown in the help and never works.
    Fix: correct the bound, the choice or the default.
    Bad: surface.json /verbs/0/args/properties/limit
        {"type": "integer", "minimum": 10, "maximum": 1}
    Good: surface.json /verbs/0/args/properties/limit
        {"type": "integer", "minimum": 1, "maximum": 10}
    """
    for verb in pack.verbs:
        if not args.flaws(verb):
            for name, schema in argv.properties(verb).items():
                for where, message in contradictions(schema, verb.pointer + pointer("args", "properties", name)):
                    yield at(pack.surface, where, f"`{name}` of `{verb.verb_key}`: {message}", "correct one of the two")
            for where, message in at_odds({"required": [*argv.required(verb)]}):
                text = f"args of `{verb.verb_key}`: {message}"
                yield at(pack.surface, f"{verb.pointer}/args{where}", text, "remove one of the two")


def same_before(items: Sequence[Any], index: int, item: Any) -> bool:
    """Whether an equal item of the same type stands before this one; `true` is not 1."""
    return any(type(one) is type(item) and one == item for one in items[:index])


def at_odds(schema: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What keywords of one schema have against each other, as (pointer below it, message)."""
    for low, high in BOUNDS:
        if low in schema and high in schema and schema[low] > schema[high]:
            yield f"/{low}", f"`{low}` is {schema[low]} and `{high}` is {schema[high]}, so no value is right"
    for keyword, kinds in OF_TYPE.items():
        if keyword in schema and schema.get("type") not in (None, *kinds):
            yield f"/{keyword}", f"`{keyword}` says nothing about a value of type `{schema['type']}`"
    for keyword in ("enum", "required"):
        listed = schema.get(keyword, ())
        for index, one in enumerate(listed):
            if same_before(listed, index, one):
                yield f"/{keyword}/{index}", f"`{keyword}` says this twice"


def contradictions(schema: Mapping[str, Any], where: str) -> Iterator[tuple[str, str]]:
    """What no value can meet, at any depth, as (pointer, message)."""
    odd = next(at_odds(schema), None)
    if odd:
        yield where + odd[0], odd[1]
        return
    plain = {key: value for key, value in schema.items() if key not in ("default", "enum", "const")}
    for index, choice in enumerate(schema.get("enum", ())):
        if plain.get("type") and args.check(plain, choice):
            yield f"{where}/enum/{index}", f"this choice is never right: {args.check(plain, choice)[0][1]}"
            break
    if "const" in schema and plain.get("type") and args.check(plain, schema["const"]):
        yield f"{where}/const", f"this is never right: {args.check(plain, schema['const'])[0][1]}"
    elif "default" in schema and args.check(dict(schema), schema["default"]):
        yield (
            f"{where}/default",
            f"its own default would be refused: {args.check(dict(schema), schema['default'])[0][1]}",
        )
    for name, inner in schema.get("properties", {}).items():
        yield from contradictions(inner, where + pointer("properties", name))
    if isinstance(schema.get("items"), Mapping):
        yield from contradictions(schema["items"], f"{where}/items")


@rule("L2-flag-argument", "L2", "error", needs=("surface:/verbs/*/args", "surface:/verbs/*/exec"))
def flag_argument(pack: Pack) -> Iterator[Hit]:
    """A flag of `exec.argv` reads an argument that is no boolean, so it never stands there.

    Why: what is declared is what the program gets (L2); a flag is put there for `true` alone.
    Fix: `{"option": "--limit", "arg": "limit"}` for a value; `"type": "boolean"` for a switch.
    Bad: surface.json /verbs/0/exec/argv/2
        {"flag": "--limit", "arg": "limit"}
    Good: surface.json /verbs/0/exec/argv/2
        {"option": "--limit", "arg": "limit"}
    """
    for verb in pack.verbs:
        declared = argv.properties(verb)
        for one in argv.elements(verb):
            kind = declared.get(one.arg, {}).get("type", "boolean")
            if one.kind == "flag" and kind != "boolean":
                message = f"`{one.text}` stands there for true alone, and `{one.arg}` is of type {kind}"
                yield at(pack.surface, one.pointer, message, f'{{"option": "{one.text}", "arg": "{one.arg}"}}')
