"""Which words of a command line that code starts are the caller's own, for the laws on what it runs (L3)."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.laws import _code
from hcp_author.lint.laws._code import Code
from hcp_author.lint.laws._runs import COMMAND_FOLLOWS
from hcp_author.pack import interpreters
from hcp_author.pack.late import ast

END = ("--", "--end-of-options")


def handed(argv: list[ast.expr], code: Code) -> ast.expr | None:
    """The one word of the caller's that is what runs: the program, what a runner, `exec` or `-exec` is handed."""
    said = [_code.text(word, code) or "" for word in argv]
    runner = bool(said) and interpreters.hands_on(said[0].rsplit("/", 1)[-1])
    # `exec BOX COMMAND`: the second operand is what runs there
    after = (
        [number for number in range(2, len(said)) if not said[number].startswith("-")] if "exec" in said[1:2] else []
    )
    for number, word in enumerate(argv):
        runs = number == 0 or runner or number in after[1:2] or said[number - 1] in COMMAND_FOLLOWS
        if runs and reads_args(_code.value_of(word, code), code):
            return word
    return None


def before_end(argv: list[ast.expr], code: Code) -> Iterator[ast.expr]:
    """The words before `--`."""
    for word in argv:
        if _code.text(word, code) in END:
            return
        yield word


def is_callers(word: ast.expr, code: Code) -> bool:
    """Whether a word stands for any number of the caller's: `*args["x"]`, `args["x"]` as a whole, or text split up."""
    if isinstance(word, ast.Starred):
        inner = _code.value_of(word.value, code)
        return reads_args(inner, code) or is_split(inner, code)
    return False if isinstance(word, (ast.Constant, ast.JoinedStr)) else is_split(_code.value_of(word, code), code)


def is_split(node: ast.expr, code: Code) -> bool:
    """Whether an expression splits text of the caller's into words."""
    if not isinstance(node, ast.Call):
        return False
    by_method = isinstance(node.func, ast.Attribute) and node.func.attr == "split"
    if by_method and isinstance(node.func, ast.Attribute) and reads_args(_code.value_of(node.func.value, code), code):
        return True
    return _code.dotted(node.func, code) == "shlex.split" and any(reads_args(one, code) for one in node.args)


def reads_args(node: ast.expr, code: Code) -> bool:
    """Whether an expression reads an argument of the verb: `args["x"]`, `args.get("x", [])`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop"):
        return _code.dotted(node.func.value, code) in code.args
    return isinstance(node, ast.Subscript) and _code.dotted(node.value, code) in code.args
