"""adapter.py as a whole, parsed and never run: its tree, and what its VERBS has."""

from __future__ import annotations

import warnings
from functools import lru_cache

from hcp_author.lint.laws._code import PARSED
from hcp_author.pack import files
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack

FILE = "adapter.py"


def source(pack: Pack) -> bytes | None:
    """The bytes of adapter.py where it is what runs (there is no wrap), and small enough to be parsed safely."""
    data = files.content(pack, FILE) if pack.wrap is None and FILE in pack.files else None
    return data if isinstance(data, bytes) and len(data) <= PARSED else None


@lru_cache(maxsize=2)  # both rules ask
def parsed(data: bytes) -> ast.Module | SyntaxError:
    """The tree of a source, or what is wrong with it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(data, FILE)
    except SyntaxError as error:
        return error
    except ValueError as error:  # a null byte, before Python 3.12
        return SyntaxError(str(error))
    except (RecursionError, MemoryError):
        return SyntaxError("it is nested too deeply")


def verbs_of(module: ast.Module) -> dict[str, ast.expr] | None:
    """The keys of VERBS with their places; none where the module has no VERBS; None where only running it tells."""
    seen = [node for node in ast.walk(module) if isinstance(node, ast.Name) and node.id == "VERBS"]
    values = [
        node.value
        for node in module.body
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if target in seen
    ]
    if not seen:
        return None if any(imports_verbs(node) for node in ast.walk(module)) else {}
    if len(seen) != 1 or len(values) != 1 or not isinstance(values[0], ast.Dict):
        return None
    literal = [key for key in values[0].keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    return {str(key.value): key for key in literal} if len(literal) == len(values[0].keys) else None


def imports_verbs(node: ast.AST) -> bool:
    """Whether VERBS may come from elsewhere: by an import of it, of everything, or as a global made by name."""
    if isinstance(node, ast.ImportFrom):
        return any(alias.name == "*" or "VERBS" in (alias.name, alias.asname) for alias in node.names)
    return isinstance(node, ast.Name) and node.id in ("globals", "exec", "setattr", "__getattr__")
