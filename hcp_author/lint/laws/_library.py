"""Functions of the C library that code reaches by ctypes, past every name that a rule looks for."""

from __future__ import annotations

from hcp_author.lint.laws import _code
from hcp_author.lint.laws._code import Code
from hcp_author.pack.late import ast

C_STARTERS = frozenset(
    ("system", "popen", "execl", "execle", "execlp", "execv", "execve", "execvp", "posix_spawn", "posix_spawnp")
)


def by_library(node: ast.Call, code: Code) -> str:
    """The function of the C library that a call reaches by ctypes, where it starts a program; empty for any other."""
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in C_STARTERS:
        return ""
    library = _code.value_of(node.func.value, code)
    made = _code.dotted(library.func if isinstance(library, ast.Call) else library, code)
    return node.func.attr if made.split(".")[0] == "ctypes" else ""
