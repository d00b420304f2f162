"""The words of a command line that code starts, as expressions, for the laws on what it runs."""

from __future__ import annotations

from hcp_author.lint.laws import _code
from hcp_author.lint.laws._code import Code
from hcp_author.pack.late import ast

# what runs a program: its name -> where the argv stands, `None` where each word is an argument of its own
STARTERS: dict[str, int | None] = {
    **dict.fromkeys((f"subprocess.{name}" for name in ("run", "Popen", "call", "check_call", "check_output")), 0),
    "pty.spawn": 0,
    "asyncio.create_subprocess_exec": None,
    "asyncio.subprocess.create_subprocess_exec": None,
}


def words(node: ast.Call, name: str, code: Code) -> list[ast.expr]:
    """The words of the argv that a call starts, as expressions; one for a string or for what cannot be told."""
    place = STARTERS.get(name)
    if place is None:
        return list(node.args)
    given = node.args[place : place + 1] or [one.value for one in node.keywords if one.arg == "args"]
    argv = _code.value_of(given[0], code) if given else None
    more = code.grown.get(given[0].id, []) if given and isinstance(given[0], ast.Name) else []
    return [*spread(argv, code), *(item for one in more for item in unstarred(one))] if argv is not None else []


def unstarred(word: ast.expr) -> list[ast.expr]:
    """The items of `*[…]`; any other word is itself."""
    inner = word.value if isinstance(word, ast.Starred) else word
    return list(inner.elts) if isinstance(word, ast.Starred) and isinstance(inner, (ast.List, ast.Tuple)) else [word]


def spread(argv: ast.expr, code: Code) -> list[ast.expr]:
    """A list's items, also where lists are added up; text is one word, and any other expression stands for several."""
    if isinstance(argv, (ast.List, ast.Tuple)):
        return list(argv.elts)
    if isinstance(argv, ast.BinOp) and isinstance(argv.op, ast.Add):
        left = _code.value_of(argv.left, code)
        if isinstance(left, (ast.List, ast.Tuple, ast.BinOp)):
            return [*spread(left, code), ast.copy_location(ast.Starred(argv.right), argv.right)]
    is_text = _code.text(argv, code) is not None or isinstance(argv, ast.Starred)
    return [argv if is_text else ast.copy_location(ast.Starred(argv), argv)]
