"""What `exec.argv` says, element by element, for those who only read it (pack-format: exec.argv)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from hcp_author.pack.model import Verb
from hcp_author.pack.record import record

Kind = Literal["literal", "flag", "option", "positional"]


@record(frozen=True)
class Element:
    """One element: `text` is the literal, flag or option as the program sees it; `arg` the property it reads."""

    kind: Kind
    pointer: str
    text: str = ""
    arg: str = ""
    each: bool = False
    dash_ok: bool = False
    join: str = ""
    prefix: str = ""


@lru_cache(maxsize=64)
def elements(verb: Verb) -> tuple[Element, ...]:
    """The well-formed elements of a verb's argv, in order; malformed ones are the schema's to tell."""
    raw = (verb.exec or {}).get("argv")
    if not isinstance(raw, list):
        return ()
    read = (element(one, f"{verb.pointer}/exec/argv/{index}") for index, one in enumerate(raw))
    return tuple(one for one in read if one is not None)


def element(raw: Any, pointer: str) -> Element | None:
    """One element of argv, or None where it is malformed."""
    if isinstance(raw, str):
        return Element("literal", pointer, text=raw)
    if not isinstance(raw, dict):
        return None
    dash_ok, each = raw.get("dash") == "ok", raw.get("each") is True
    kind: Kind
    for kind in ("flag", "option"):
        text, arg = raw.get(kind), raw.get("arg")
        if isinstance(text, str) and isinstance(arg, str):
            default = "=" if text.startswith("--") else "space"
            return Element(kind, pointer, text, arg, each, dash_ok, str(raw.get("join", default)))
    arg = raw.get("positional")
    prefix = str(raw.get("prefix", ""))
    return Element("positional", pointer, "", arg, each, dash_ok, "", prefix) if isinstance(arg, str) else None


@lru_cache(maxsize=64)
def properties(verb: Verb) -> dict[str, Mapping[str, Any]]:
    """The declared arguments of a verb, by name."""
    raw = verb.args.get("properties") if isinstance(verb.args, Mapping) else None
    if not isinstance(raw, Mapping):
        return {}
    return {name: schema for name, schema in raw.items() if isinstance(schema, Mapping)}


def required(verb: Verb) -> tuple[str, ...]:
    """The names of the arguments that must be given."""
    raw = verb.args.get("required") if isinstance(verb.args, Mapping) else None
    return tuple(name for name in raw if isinstance(name, str)) if isinstance(raw, list) else ()


def stdin(verb: Verb) -> str | None:
    """The argument that goes to the program's standard input, or None."""
    raw = (verb.exec or {}).get("stdin")
    return raw if isinstance(raw, str) else None


def environment(verb: Verb) -> Mapping[str, Any]:
    """The fixed variables that `exec.env` sets."""
    raw = (verb.exec or {}).get("env")
    return raw if isinstance(raw, Mapping) else {}
