"""JSON as a person would lay it out: what fits on a line stands on one line."""

from __future__ import annotations

import json
from typing import Any

WIDTH = 100


def lay_out(value: Any) -> str:
    """The JSON text of a whole file, ending in a line feed; reading it gives the value back."""
    return _block(value, 0, 0) + "\n"


def _block(value: Any, indent: int, lead: int) -> str:
    """One value whose first character stands in column `indent + lead`; broken up only where it must be."""
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value:
        return flat
    if indent and indent + lead + len(flat) < WIDTH:
        return flat
    inner = indent + 2
    if isinstance(value, dict):
        parts = [_member(key, item, inner) for key, item in value.items()]
    else:
        parts = [_block(item, inner, 0) for item in value]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    body = ",\n".join(" " * inner + part for part in parts)
    return f"{opening}\n{body}\n{' ' * indent}{closing}"


def _member(key: str, value: Any, indent: int) -> str:
    """One `"key": value` of an object."""
    name = json.dumps(key, ensure_ascii=False)
    return f"{name}: {_block(value, indent, len(name) + 2)}"
