"""The functions of adapter.py and what leads to what, for the laws that ask which code a verb or the emitter runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hcp_author.lint.contract import Text
from hcp_author.lint.laws import _code
from hcp_author.lint.laws._code import Code
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack

FILE = "adapter.py"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def read(pack: Pack, text: Text) -> Code | None:
    """adapter.py where the text is it and it is what runs: beside a wrap nothing calls it."""
    return _code.read(text) if text.name == FILE and pack.wrap is None else None


@lru_cache(maxsize=16)  # nearly each rule over code asks
def functions(code: Code) -> dict[str, Function]:
    """The module's functions by name; of those with one name the last, which is the one that counts."""
    return {node.name: node for node in code.tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}


def verb_functions(code: Code) -> dict[str, str]:
    """verb_key -> the name of its function, as `VERBS = {"list": list_}` writes it; empty where only running tells."""
    value = code.values.get("VERBS")
    return dict(pairs(value)) if isinstance(value, ast.Dict) else {}


def pairs(value: ast.Dict) -> Iterator[tuple[str, str]]:
    """The pairs of a written-out dict whose keys are texts and whose values are names."""
    for key, one in zip(value.keys, value.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and isinstance(one, ast.Name):
            yield key.value, one.id


@lru_cache(maxsize=256)  # several rules ask, each for all verbs
def reached(code: Code, start: str, stop: frozenset[str] = frozenset()) -> tuple[Function, ...]:
    """The function `start` and all of the module that it leads to, but for those in `stop`."""
    known, found, waiting = functions(code), list[Function](), [start]
    seen = set(stop)
    while waiting:
        name = waiting.pop()
        if name in known and name not in seen:
            seen.add(name)
            found.append(known[name])
            waiting += [node.id for node in code.below(known[name]) if isinstance(node, ast.Name)]
    return tuple(found)
