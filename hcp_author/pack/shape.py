"""JSON Schema to problems with a place and a fix, in our own words; the only door to jsonschema."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from hcp_author.pack import meant, verdict
from hcp_author.pack.quick import VALID
from hcp_author.pack.record import record
from hcp_author.pack.source import Document, Problem, pointer
from hcp_author.pack.text import visible

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "schemas")
ENDING = ".schema.json"
TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


@record(frozen=True)
class Flaw:
    """One thing wrong with a value: its code, the JSON pointer, what is wrong, what mends it.

    `at_key` is true where the key itself is wrong and not its value.
    """

    code: str
    pointer: str
    message: str
    fix: str
    at_key: bool = False


def check(document: Document, schema: str) -> list[Problem]:
    """The problems of a document under the schema named `surface`, `policy` …; one for each mistake.

    Nothing for a file that is missing or unreadable: its own problems say so. What the laws explain better is left
    to them: the spelling of pack_id, verb_key and ref, and all that stands in `args` (pack.args).
    """
    if document.value is None and (document.problems or not document.exists):
        return []
    if (quick := VALID.get(schema)) and quick(document.value):
        return []
    found = [_placed(document, flaw) for flaw in flaws(document.value, for_lint(schema))]
    return sorted(found, key=lambda problem: (problem.place.line, problem.place.column))


def check_value(value: Any, schema: str) -> list[tuple[str, str]]:
    """(pointer, message) of everything wrong with a plain value under a whole published schema."""
    return [(flaw.pointer, flaw.message) for flaw in flaws(value, load(schema))]


def names() -> list[str]:
    """The names of the published schemas, sorted."""
    return sorted(name[: -len(ENDING)] for name in os.listdir(FOLDER) if name.endswith(ENDING))


@cache
def text(name: str) -> str:
    """The text of the published schema `name`."""
    with open(os.path.join(FOLDER, name + ENDING), encoding="utf-8") as file:
        return file.read()


@cache
def load(name: str) -> Mapping[str, Any]:
    """The published schema `name`; FileNotFoundError where there is none (see names())."""
    return json.loads(text(name))  # type: ignore[no-any-return]


@cache
def for_lint(name: str) -> Mapping[str, Any]:
    """The schema without what the laws explain better."""
    schema: dict[str, Any] = json.loads(text(name))
    parts = schema.get("$defs", {})
    if name == "surface":
        parts["args"] = {"type": "object"}
        parts["name"] = {"type": "string"}
        parts["trigger"]["properties"]["ref"] = {"type": "string"}
    return schema


def flaws(value: Any, schema: Mapping[str, Any]) -> list[Flaw]:
    """Everything wrong with `value`; jsonschema is imported only where there is something."""
    if verdict.valid(value, schema, schema):
        return []
    found = [flaw for error in _validator(schema).iter_errors(value) for flaw in _explain(error, schema)]
    return list(dict.fromkeys(found))


def _validator(schema: Mapping[str, Any]) -> Any:
    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.validators import extend
    from referencing import Registry

    def whole(validator: Any, text: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
        if isinstance(instance, str) and not verdict.pattern(text).search(instance):
            yield ValidationError("pattern")

    # an empty registry: a reference that leads out of the schema is an error and never fetched
    strict: Any = extend(Draft202012Validator, {"pattern": whole})  # type: ignore[no-untyped-call]
    return strict(schema, registry=Registry())


def _placed(document: Document, flaw: Flaw) -> Problem:
    place = document.key_place(flaw.pointer) if flaw.at_key else document.place(flaw.pointer)
    return Problem(flaw.code, flaw.message, place, flaw.pointer, flaw.fix)


def _explain(error: Any, root: Mapping[str, Any]) -> Iterator[Flaw]:
    """What one error of jsonschema comes down to."""
    here = pointer(*error.absolute_path)
    if error.validator == "anyOf":
        yield from _one_cause(error, here, root)
    elif error.validator == "required":
        yield from _missing(error, here, root)
    elif error.validator == "additionalProperties":
        yield from _unknown(error, here, root)
    elif "propertyNames" in error.absolute_schema_path:
        yield _wrong_name(error, here)
    elif error.validator == "type":
        yield _wrong_type(here, error.instance, _types(error), _example(error.schema, root))
    else:
        yield _wrong_value(error, here, root)


def _missing(error: Any, here: str, root: Mapping[str, Any]) -> Iterator[Flaw]:
    known = error.schema.get("properties", {})
    strangers = [meant.meant(name, error.instance, known, root) for name in _strangers(error)]
    missing = [name for name in error.validator_value if name not in error.instance]
    if len(missing) == 1 and strangers == [None]:
        return  # the one stranger stands in the place of the one that is missing
    for name in missing:
        # a misspelt key is told once, as the unknown one
        if name not in strangers:
            shown = _example(known.get(name, {}), root) or "…"
            yield Flaw("F-missing-key", here, f"{_what(here)} has no `{name}`", f'add "{name}": {shown}')


def _strangers(error: Any) -> list[str]:
    """The keys of an object that are told as unknown: neither declared nor anybody's own (`x-`)."""
    if error.schema.get("additionalProperties") is not False:
        return []
    known, patterns = error.schema.get("properties", {}), error.schema.get("patternProperties", {})
    return [
        name
        for name in error.instance
        if name not in known and not any(verdict.pattern(text).search(name) for text in patterns)
    ]


def _unknown(error: Any, here: str, root: Mapping[str, Any]) -> Iterator[Flaw]:
    known = error.schema.get("properties", {})
    patterns = error.schema.get("patternProperties", {})
    for name in _strangers(error):
        near = meant.meant(name, error.instance, known, root)
        where = f"`{_last(here)}`" if here else "this file"
        fix = f"did you mean `{near}`?" if near else f"keys of {where}: {', '.join(known)}"
        if near and meant.holds(known[near], name, root):
            fix = f'did you mean `{near}`? "{near}": {{"{name}": {_json(error.instance[name])}}}'
        if patterns and not near:
            fix += "; your own begin with `x-`"
        yield Flaw("F-unknown-key", here + pointer(name), f"`{visible(name, 60)}` is no key of {where}", fix, True)


def _wrong_name(error: Any, here: str) -> Flaw:
    name = str(error.instance)
    message = f"the key `{visible(name, 60)}` must {error.schema.get('errorMessage', 'be another name')}"
    return Flaw("F-wrong-value", here + pointer(name), message, "rename it", True)


def _wrong_type(here: str, value: Any, kinds: str, example: str) -> Flaw:
    fix = f"write {kinds}, such as {example}" if example and kinds != TYPES["boolean"] else f"write {kinds}"
    return Flaw("F-wrong-type", here, f"{_what(here)} must be {kinds}, not {_type_of(value)}", fix)


def _wrong_value(error: Any, here: str, root: Mapping[str, Any]) -> Flaw:
    rule, wanted, value = error.validator, error.validator_value, error.instance
    shown = f"`{visible(value if isinstance(value, str) else _json(value), 60)}`"
    example = _example(error.schema, root)
    if rule == "enum":
        near = meant.near(str(value), [choice for choice in wanted if isinstance(choice, str)])
        fix = f"did you mean `{near}`?" if near else "write one of them"
        return Flaw("F-wrong-value", here, f"{_what(here)}: {shown} is none of {', '.join(map(str, wanted))}", fix)
    fix = f"such as {example}" if example else ""
    if "errorMessage" in error.schema and rule in ("pattern", "maxLength"):
        return Flaw("F-wrong-value", here, f"{_what(here)} must {error.schema['errorMessage']}, not {shown}", fix)
    message = _RULES.get(rule, "breaks the schema's `{rule}`").format(wanted=_json(wanted), rule=rule)
    return Flaw("F-wrong-value", here, f"{_what(here)} {message}", fix)


_RULES = {
    "const": "must be {wanted}",
    "minLength": "must have at least {wanted} character(s)",
    "maxLength": "must have at most {wanted} characters",
    "minItems": "must have at least {wanted} item(s)",
    "maxItems": "must have at most {wanted} items",
    "minimum": "must be at least {wanted}",
    "maximum": "must be at most {wanted}",
    "uniqueItems": "has the same item twice",
}


def _one_cause(error: Any, here: str, root: Mapping[str, Any]) -> Iterator[Flaw]:
    """The branch of an anyOf that the author most likely meant, and what is wrong under that one alone."""
    branches: dict[int, list[Any]] = {}
    for inner in error.context:
        branches.setdefault(inner.relative_schema_path[0], []).append(inner)
    closest = min(branches.values(), key=_distance)
    if _distance(closest) >= _OTHER_TYPE:
        kinds = " or ".join(dict.fromkeys(_types(inner) for inner in error.context if _is_root_type(inner)))
        yield _wrong_type(here, error.instance, kinds, "")
        return
    objects = [branch for branch in branches.values() if not any(map(_is_root_type, branch))]
    leads = [inner.validator_value[0] for branch in objects for inner in branch if _leads(inner)]
    if 1 < len(leads) == len(objects) and not any(meant.near(name, leads) for name in error.instance):
        message = f"{_what(here)} has none of {', '.join(f'`{name}`' for name in leads)}"
        yield Flaw("F-missing-key", here, message, "add the one that is meant")
        return
    for inner in closest:
        yield from _explain(inner, root)


def _leads(error: Any) -> bool:
    """A branch's first required key is the one that tells it from the others."""
    return (
        error.validator == "required"
        and not error.relative_path
        and error.message.startswith(repr(error.validator_value[0]))
    )


_OTHER_TYPE = 1000


def _distance(errors: list[Any]) -> int:
    """How far a value is from one branch: another type, then missing keys, then unknown keys without a neighbour."""
    total = 0
    for error in errors:
        if _is_root_type(error):
            total += _OTHER_TYPE
        elif error.validator == "required" and not error.relative_path:
            total += 20
        elif error.validator == "additionalProperties" and not error.relative_path:
            known = error.schema.get("properties", {})
            total += sum(1 if meant.near(name, known) else 10 for name in error.instance if name not in known)
        else:
            total += 1
    return total


def _is_root_type(error: Any) -> bool:
    return error.validator == "type" and not error.relative_path


def _example(schema: Mapping[str, Any], root: Mapping[str, Any]) -> str:
    """The first example of a schema, as JSON; nothing where it is too long for a line."""
    while "examples" not in schema and "$ref" in schema:
        schema = verdict.resolve(root, schema["$ref"])
    shown = _json(schema["examples"][0]) if schema.get("examples") else ""
    return shown if len(shown) <= 60 else ""


def _what(here: str) -> str:
    return f"`{_last(here)}`" if here else "the document"


def _last(here: str) -> str:
    """How a message names the value at a pointer: the last key, with the index where it is an item."""
    parts = here.split("/")[1:]
    names = [index for index, part in enumerate(parts) if not part.isdigit()]
    start = names[-1] if names else 0
    path = parts[start] + "".join(f"[{part}]" for part in parts[start + 1 :])
    return visible(path.replace("~1", "/").replace("~0", "~"), 60)


def _types(error: Any) -> str:
    wanted = error.validator_value
    return " or ".join(TYPES[name] for name in ([wanted] if isinstance(wanted, str) else wanted))


def _type_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return next((words for name, words in TYPES.items() if name != "integer" and verdict.is_type(value, name)), "null")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
