"""The values of an operand that a verb passes or promises, held against those that the program takes now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hcp_author.drift.needs import Located
from hcp_author.drift.raw import Raw, listed, quoted
from hcp_author.drift.then import Then
from hcp_author.introspect.tree import Positional
from hcp_author.pack.argv import Element
from hcp_author.scaffold.introspection import digest


def check(now: Located, args: Mapping[str, Any], then: Then | None) -> Iterator[Raw]:
    """What is different about the operands that take one of a few words; `args` is the schema of the arguments.

    Nothing is where the command is as it was: a verb may offer fewer words than its program, or any.
    """
    if then is not None and then.digests.get(now.words) == digest(now.line[-1]):
        return
    takes = [operand for operand in now.line[-1].arguments if not operand.prefixes]
    passed = [element for element in now.operands if not element.prefix]
    for at, element in enumerate(passed):
        operand = _at(takes, at)
        if operand is not None and operand.choices:
            yield from _operand(element, operand, operand.choices, args)


def _at(takes: Sequence[Positional], at: int) -> Positional | None:
    """The operand that stands at a place; the last one goes on where there may be several of it."""
    if at < len(takes):
        return takes[at]
    return takes[-1] if takes and takes[-1].variadic else None


def _operand(element: Element, operand: Positional, choices: Sequence[str], args: Mapping[str, Any]) -> Iterator[Raw]:
    promised = [element.text] if element.kind == "literal" else list(values(args, element.arg))
    if not promised:
        message = f"{quoted(operand.name)} takes only {listed(choices)} now, and the verb lets any text through"
        fix = f'give `{element.arg}` the "enum" of those'
        yield Raw("changed", "choices-narrowed", message, fix, element.pointer)
        return
    gone = [one for one in promised if one not in choices]
    more = [one for one in choices if one not in promised] if element.kind != "literal" else []
    if gone:
        message = f"{quoted(operand.name)} takes {listed(gone)} no more, but {listed(choices)}"
        yield Raw("broken", "choice-gone", message, f"take {listed(gone)} out", element.pointer)
    if more:
        message = f"{quoted(operand.name)} takes {listed(more)} as well, which the verb does not offer"
        yield Raw("changed", "choices", message, f'add it to the "enum" of `{element.arg}`', element.pointer)


def values(args: Mapping[str, Any], name: str) -> Iterator[str]:
    """The words that an argument may be, where its schema (or that of its items) lists them."""
    properties = args.get("properties")
    schema = properties.get(name) if isinstance(properties, Mapping) else None
    for one in (schema, schema.get("items") if isinstance(schema, Mapping) else None):
        if isinstance(one, Mapping) and isinstance(one.get("enum"), list):
            yield from (word for word in one["enum"] if isinstance(word, str))
