"""Where code starts the pack's own command, for the laws of confirm and of Sense."""

from __future__ import annotations

from hcp_author.lint.laws import _code
from hcp_author.lint.laws._code import Code
from hcp_author.lint.laws._words import words
from hcp_author.pack.late import ast

STARTERS = frozenset(
    (
        *(f"subprocess.{name}" for name in ("run", "Popen", "call", "check_call", "check_output")),
        *("os.system", "os.popen", "os.execv", "os.execvp", "os.posix_spawn", "asyncio.create_subprocess_exec"),
    )
)


def starts_itself(node: ast.Call, name: str, code: Code, pack_id: str) -> list[str]:
    """The words of a call that starts the pack's own command, as far as the text tells; none for any other call."""
    if name not in STARTERS:
        return []
    parts = [one for word in (*words(node, name, code), *node.args) for one in ast.walk(whole(word, code))]
    said = [one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    found = [word for text in said for word in text.split()]
    own = bool(pack_id) and any(word == pack_id or word.endswith(f"bin/{pack_id}") for word in found)
    # another file of its bin/ is as much its own
    by_root = any(isinstance(one, ast.Attribute) and one.attr == "pack_root" for one in parts)
    below = by_root and any(word.strip("/").split("/")[0] == "bin" for word in found)
    return found if own or below else []


def whole(word: ast.expr, code: Code) -> ast.expr:
    """A word with a name that it stands for looked up."""
    return _code.value_of(word, code)
