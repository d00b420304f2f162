"""L4 in the pack's own code: what the Binding minted stays with the call that it was minted for.

L4.9 What is minted stays in the call that it is minted for; no verb answers with it or leaves it lying about.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from hcp_author.lint.contract import Hit, Text, rule
from hcp_author.lint.laws import _adapter, _code
from hcp_author.lint.laws._code import Code
from hcp_author.lint.laws._words import STARTERS, words
from hcp_author.lint.laws._writes import WRITERS, mode_of
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack

# calls whose answer holds what they are given; in any other the secret may be used up
HOLDERS = frozenset(("dict", "list", "tuple", "set", "str", "repr", "sorted", "json.dumps", "base64.b64encode"))
HOLDING = frozenset(("values", "items", "copy", "get", "pop", "encode", "decode", "format", "join", "hex"))
ENVIRONMENT = frozenset(("os.environ", "os.environb"))
SHOWN = frozenset(("print", "sys.stdout.write", "sys.stderr.write", "warnings.warn", "syslog.syslog"))
LOGS = frozenset(("debug", "info", "warning", "warn", "error", "exception", "critical", "log"))
HANDINGS = 20
LOOKED_AT = 200  # so many parts of one expression
DUMPS = frozenset(("json.dump", "pickle.dump", "yaml.dump", "yaml.safe_dump"))


@rule("L4-secret-answered", "L4", "error", over="text", needs=("surface:/wrap",))
def secret_answered(pack: Pack, text: Text) -> Iterator[Hit]:
    """The function of a verb answers with a credential (`return ctx.secrets["TOKEN"]`), or with the whole environment.

    Why: Binding mints for the one call (L4); what a verb answers goes to every Invoker, into records and in front of
    agents. A secret that is handed to a request is used, and is not meant.
    Fix: answer with what the service gave, and keep `ctx.secrets` in the call that needs it.
    Base: fleet
    Bad: adapter.py

        def show(args, ctx):
            return [ctx.secrets]
    Good: adapter.py

        def show(args, ctx):
            return sorted(MACHINES)
    """
    code = _adapter.read(pack, text) if "secrets" in text.content or "environ" in text.content else None
    functions = dict.fromkeys(_adapter.verb_functions(code).values()) if code else {}
    for function in functions:
        for where, said in answered(code, function, set()) if code else ():
            message = f"the answer of `{function}` holds `{said}`; what is minted stays in the call it is minted for"
            yield _code.in_code(text, where, message, "answer with what the service gave")
            break


def answered(code: Code, function: str, seen: set[str]) -> Iterator[tuple[ast.expr, str]]:
    """Each credential in what a function returns or yields, also by functions that it hands on: (where, what)."""
    one = _adapter.functions(code).get(function)
    if one is None or function in seen:
        return
    seen.add(function)
    given = {node.arg for node in ast.walk(one.args) if isinstance(node, ast.arg)}
    waiting: list[ast.AST] = list(one.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Return, ast.Yield, ast.YieldFrom)) and node.value is not None:
            yield from held(node.value, code, given, seen)
        # what a function inside it returns is that one's
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(node)


def held(value: ast.expr, code: Code, given: set[str], seen: set[str]) -> Iterator[tuple[ast.expr, str]]:
    """The credentials that an expression holds as they are; `given` are the function's own arguments."""
    for node, kept in followed(value, code, given):
        if is_minted(kept):
            yield node, "ctx.secrets"
        elif _code.dotted(kept, code) in ENVIRONMENT:
            yield node, "os.environ"
        elif (
            isinstance(kept, ast.Call) and isinstance(kept.func, ast.Name) and kept.func.id in _adapter.functions(code)
        ):
            yield from answered(code, kept.func.id, seen)


def followed(value: ast.expr, code: Code, given: set[str]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The parts of an expression that it holds as they are: each as it is written, and what it stands for."""
    waiting, looked = [value], set[int]()
    while waiting and len(looked) < LOOKED_AT:
        node = waiting.pop()
        kept = node if isinstance(node, ast.Name) and node.id in given else _code.value_of(node, code)
        if id(kept) in looked:
            continue
        looked.add(id(kept))
        yield node, kept
        waiting += parts(kept, code)


def is_minted(kept: ast.expr) -> bool:
    """Whether this is `ctx.secrets`."""
    return isinstance(kept, ast.Attribute) and kept.attr == "secrets" and isinstance(kept.value, ast.Name)


@rule("L4-secret-handed-on", "L4", "warning", over="text", needs=("surface:/wrap",))
def secret_handed_on(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's code puts a minted credential where others read it: an argv, a file, what is printed, an error.

    Why: Binding mints for the one call (L4). The list of processes shows each argv to everybody, and a file, a record
    or an error outlives the call.
    Fix: hand it to the request, or to a child by `env={…: ctx.secrets["ACME_TOKEN"]}` or its standard input.
    Base: fleet
    Bad: adapter.py

        def show(args, ctx):
            print(ctx.secrets["FLEET_TOKEN"])
            return []
    Good: adapter.py

        def show(args, ctx):
            print("asking")
            return []
    """
    code = _adapter.read(pack, text) if "secrets" in text.content else None
    for function, said, one in first_handings(code) if code else ():
        message = f"`{function}` {said}; what is minted stays in the call it is minted for"
        fix = "hand it to the request, or to a child by its environment or standard input"
        yield _code.in_code(text, one, message, fix)


@lru_cache(maxsize=16)  # what is beside adapter.py changes more often
def first_handings(code: Code) -> tuple[tuple[str, str, ast.expr], ...]:
    """The first places that hand a credential on, as many as are told."""
    return tuple(islice(handings(code), HANDINGS))


def handings(code: Code) -> Iterator[tuple[str, str, ast.expr]]:
    """Each place that hands a credential on: (the function, what it does, where)."""
    for function in _adapter.functions(code).values():
        given = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
        seen = within(code, function)
        for node in code.below(function):
            found = handed(node, seen) if isinstance(node, ast.Call) else ()
            told = next(((said, one) for said, one in found if minted(one, seen, given)), None)
            if told:
                yield (function.name, *told)


def within(code: Code, function: _adapter.Function) -> Code:
    """The module as one function sees it: the names that it sets once are what it sets them to."""
    local: dict[str, list[ast.expr]] = {}
    for node in code.below(function):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(node, ast.Assign) and isinstance(target, ast.Name):
                local.setdefault(target.id, []).append(node.value)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                if isinstance(item.optional_vars, ast.Name):
                    local.setdefault(item.optional_vars.id, []).append(item.context_expr)
    seen = copy.copy(code)
    seen.values = {**code.values, **{name: values[0] for name, values in local.items()}}
    seen.twice = (code.twice - local.keys()) | {name for name, values in local.items() if len(values) > 1}
    return seen


def minted(value: ast.expr, code: Code, given: set[str]) -> bool:
    """Whether an expression holds what `ctx.secrets` has, as it is; `given` are the function's own arguments."""
    return any(is_minted(kept) for _, kept in followed(value, code, given))


def handed(node: ast.Call, code: Code) -> Iterator[tuple[str, ast.expr]]:
    """What a call hands to others who can read it, as (what is done with it, the expression)."""
    name = _code.dotted(node.func, code)
    act = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    holder = name.rpartition(".")[0].rpartition(".")[2]
    if name in STARTERS:
        yield from (("puts a credential into the argv of a program", word) for word in words(node, name, code))
    elif name in SHOWN or (act in LOGS and (holder.lower().lstrip("_") in ("log", "logger", "logging"))):
        yield from (("prints a credential", one) for one in node.args)
    elif name.rpartition(".")[2] == "AdapterError":
        yield from (("puts a credential into an error", one) for one in node.args)
    elif act in WRITERS or name in DUMPS or (act in ("write", "writelines") and opens(node.func, code)):
        yield from (("writes a credential into a file", one) for one in node.args[:1])


def opens(func: ast.expr, code: Code) -> bool:
    """Whether a method is of a file that is opened to write in plain sight."""
    kept = _code.value_of(func.value, code) if isinstance(func, ast.Attribute) else func
    if not isinstance(kept, ast.Call):
        return False
    act = kept.func.attr if isinstance(kept.func, ast.Attribute) else ""
    return bool(mode_of(kept, _code.dotted(kept.func, code), act, code))


def parts(node: ast.expr, code: Code) -> list[ast.expr]:
    """The expressions whose value is in an expression's own."""
    if isinstance(node, ast.Call):
        name = _code.dotted(node.func, code)
        of = [node.func.value] if isinstance(node.func, ast.Attribute) and node.func.attr in HOLDING else []
        return [*of, *(node.args if name in HOLDERS or of else [])]
    if isinstance(node, ast.Subscript):
        # one variable is judged by its name, by L4-environment-token
        return [] if _code.dotted(node.value, code) in ENVIRONMENT else [node.value]
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return list(node.elts)
    if isinstance(node, ast.Dict):
        return list(node.values)
    if isinstance(node, ast.JoinedStr):
        return [one.value for one in node.values if isinstance(one, ast.FormattedValue)]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if isinstance(node, ast.BoolOp):
        return list(node.values)
    return [node.value] if isinstance(node, (ast.Starred, ast.Await)) else []
