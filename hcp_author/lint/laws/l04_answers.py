"""L4 in the pack's own code: what the Binding minted stays with the call that it was minted for.

L4.9 What is minted stays in the call that it is minted for; no verb answers with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, rule
from hcp_author.lint.laws import _adapter, _code
from hcp_author.lint.laws._code import Code
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack

# calls whose answer holds what they are given; in any other the secret may be used up
HOLDERS = frozenset(("dict", "list", "tuple", "set", "str", "repr", "sorted", "json.dumps", "base64.b64encode"))
HOLDING = frozenset(("values", "items", "copy", "get", "pop", "encode", "decode", "format", "join", "hex"))
ENVIRONMENT = frozenset(("os.environ", "os.environb"))


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
    waiting, looked = [value], set[int]()
    while waiting:
        node = waiting.pop()
        kept = node if isinstance(node, ast.Name) and node.id in given else _code.value_of(node, code)
        if id(kept) in looked:
            continue
        looked.add(id(kept))
        if isinstance(kept, ast.Attribute) and kept.attr == "secrets" and isinstance(kept.value, ast.Name):
            yield node, "ctx.secrets"
        elif _code.dotted(kept, code) in ENVIRONMENT:
            yield node, "os.environ"
        elif (
            isinstance(kept, ast.Call) and isinstance(kept.func, ast.Name) and kept.func.id in _adapter.functions(code)
        ):
            yield from answered(code, kept.func.id, seen)
        else:
            waiting += parts(kept, code)


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
