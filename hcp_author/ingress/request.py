"""One request as it came in, and how maps and schemes name its parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MISSING = object()


class Refused(Exception):  # noqa: N818  it names what happened
    """A request that is not let in: the HTTP status and why, in words that give nothing away.

    `detail` is for the user's own terminal alone, and `answer` (else `why`) for who asked: it may hold what they sent.
    """

    def __init__(self, status: int, why: str, detail: str = "", answer: str = "") -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.detail = detail
        self.answer = answer or why


@dataclass(frozen=True)
class Request:
    """Headers by lower-case name, the query's values by name, and the raw body that signatures are made over.

    A header or a value of the query that is given twice is not there: nobody could say which of them counts.

    `value` is the body as JSON, `data` what a map unpacked from it, `fields` the parts of a signature header.
    """

    headers: Mapping[str, str]
    query: Mapping[str, str]
    body: bytes
    value: Any = MISSING
    data: Any = MISSING
    fields: Mapping[str, str] = field(default_factory=dict)


def part(request: Request, name: str) -> Any:
    """`header:NAME`, `query:NAME`, `field:NAME`, `body` (raw), `body:/pointer` or `data:/pointer`; else MISSING."""
    kind, _, rest = name.partition(":")
    if kind == "body" and not rest:
        return request.body
    if kind in ("body", "data"):
        return at(request.value if kind == "body" else request.data, rest)
    named = {"header": request.headers, "query": request.query, "field": request.fields}[kind]
    return named.get(rest.lower() if kind == "header" else rest, MISSING)


def at(value: Any, pointer: str) -> Any:
    """The value at a JSON pointer, or MISSING."""
    for name in pointer.split("/")[1:]:
        key = name.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isascii() and key.isdecimal() and len(key) < 10 and int(key) < len(value):
            value = value[int(key)]
        else:
            return MISSING
    return value
