"""Names and types of a verb's arguments, drawn from the program's own words (L5: never a tenant's or a user's)."""

from __future__ import annotations

import re
from typing import Any

from hcp_author.introspect.tree import Option, Positional
from hcp_author.pack.args import RESERVED, identity
from hcp_author.pack.text import clean
from hcp_author.propose import words
from hcp_author.propose.actions import plain_name
from hcp_author.propose.summary import agent_directed, unmarked
from hcp_author.propose.vocabulary import reasons

DESCRIPTION = 160
LONG = 3  # words of a name; one that has more may be a sentence
_CLAUSE = frozenset(("can", "may", "must", "is", "are", "or", "if", "which", "that", "when"))
_LIMITS = frozenset(("limit", "max-count", "max-results", "max-items", "page-size"))

_OF_A_VALUE = re.compile(
    r"(?:(?:an?|the) (?:\w+ ){0,2}?)?(?:value|number|name|names|list|path|url|directory|prefix|suffix|date|size|types?)"
    r"(?: \w+)? (?:of|to|that|which|for)\b"
    r"|the value\b.{0,40}\bshould\b|(?:comma|space)[- ]separated\b"
    r"|(?:option|arguments?|settings?) (?:that|to)\b|the \w+ to use\b",
    re.IGNORECASE,
)


def arg_name(name: str, taken: set[str]) -> str:
    """Return a property name for an option or operand: snake_case, free, and neither reserved nor an identity.

    A name that would mean a tenant, user, role or project says that it only picks or filters: `of_project`.
    """
    own = "_".join(_short(words.of_name(name))) or "value"
    if not own[0].isalpha():
        own = f"arg_{own}"
    if identity(own) is not None or own in RESERVED:
        own = f"of_{own}"
    number, free = 2, own
    while free in taken:
        free, number = f"{own}_{number}", number + 1
    return free


def _short(parts: list[str]) -> list[str]:
    """Cut a name that is half a sentence where the sentence begins: `value can also be given` -> value."""
    end = next((at for at, part in enumerate(parts) if at and part in _CLAUSE), len(parts))
    return parts[:end] if len(parts) > LONG else parts


def option_schema(option: Option) -> dict[str, Any]:
    """Return the schema of an option's value; a switch is a boolean."""
    if option.value is None:
        schema: dict[str, Any] = {"type": "boolean"}
    elif choices := _choices(option.value.choices):
        schema = {"type": "string", "enum": choices}
    else:
        schema = _plain(option.value.type, option.value.name or "", plain_name(option))
    if option.value is not None and option.repeatable:
        schema = {"type": "array", "items": schema, "minItems": 1}
    return _described(schema, option.summary)


def wants_a_value(option: Option) -> bool:
    """Tell whether a switch's own text speaks of its value, `The number of lines`: then it is no switch."""
    return option.value is None and _OF_A_VALUE.match(option.summary) is not None


def operand_schema(operand: Positional, many: bool, needed: bool) -> dict[str, Any]:
    """Return the schema of an operand, an array where `many`."""
    choices = _choices(operand.choices)
    schema: dict[str, Any] = {"type": "string", "enum": choices} if choices else _plain(None, operand.name, "")
    if schema == {"type": "string"}:
        schema["minLength"] = 1
    if not many:
        return schema
    return {"type": "array", "items": schema, "minItems": 1} if needed else {"type": "array", "items": schema}


def _choices(choices: list[str] | None) -> list[str]:
    usable = [choice for choice in choices or [] if choice and clean(choice) == choice and not choice.startswith("-")]
    return list(dict.fromkeys(usable)) if len(usable) == len(choices or []) else []


def _plain(told: str | None, metavar: str, name: str) -> dict[str, Any]:
    kinds = (told, words.dashed(metavar), words.dashed(name))
    if kinds[2] in _LIMITS and told in (None, "integer"):
        return {"type": "integer", "minimum": 1}
    by_name = told is None and kinds[1] and kinds[2] in reasons("args", "path_names")
    if told == "path" or _is_path(kinds[1]) or by_name:
        return {"type": "string", "format": "path"}
    if told in ("integer", "number"):
        return {"type": told}
    if told is None and (kinds[1] in reasons("args", "integers") or (not kinds[1] and _counts(kinds[2]))):
        return {"type": "integer"}
    if told is None and kinds[1] in reasons("args", "numbers"):
        return {"type": "number"}
    return {"type": "string"}


def _is_path(metavar: str) -> bool:
    known, leads = reasons("args", "paths"), reasons("args", "path_leads")
    parts = metavar.split("-")
    return parts[-1] in known and all(part in known or part in leads for part in parts)


def _counts(name: str) -> bool:
    return name in reasons("args", "integers") and len(name) > 1


def _described(schema: dict[str, Any], summary: str) -> dict[str, Any]:
    text = unmarked(summary, DESCRIPTION)
    return schema if not text or agent_directed(text) else {**schema, "description": text}
