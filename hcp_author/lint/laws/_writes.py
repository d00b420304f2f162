"""Calls that plainly write: a file, a row of a database, a letter, a request with a body; read, never run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hcp_author.lint.laws import _code
from hcp_author.lint.laws._code import Code
from hcp_author.pack.late import ast, pattern

Function = ast.FunctionDef | ast.AsyncFunctionDef

# what opens a file by a mode, and where among the arguments that is
OPENERS = {
    **dict.fromkeys(("open", "io.open", "builtins.open", "codecs.open", "gzip.open", "bz2.open"), 1),
    **dict.fromkeys(("lzma.open", "zipfile.ZipFile", "tarfile.open"), 1),
}
MODE = pattern(r"[bt]?[wax][bt+]{0,3}(?:[:|][\w*]{0,4})?|[bt]?r[bt]?\+[bt]?")
FLAGS = frozenset(f"os.{name}" for name in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC"))
MOVERS = frozenset(
    (
        *("os.rename", "os.renames", "os.replace", "os.truncate", "os.link", "os.symlink", "shutil.move"),
        *("shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.copytree"),
    )
)
# methods of a path that nothing else has
WRITERS = frozenset(("write_text", "write_bytes"))
OF_A_PATH = frozenset(("touch", "rename", "replace", "symlink_to", "hardlink_to"))
EXECUTES = frozenset(("execute", "executemany", "executescript"))
# a table that is made where it is missing is no change of what it holds
SQL = pattern(
    r"(?i)\s*(?:insert\s+(?:or\s+\w+\s+)?into|update\s+(?:or\s+\w+\s+)?\S+\s+set|delete\s+from|replace\s+into"
    r"|truncate\s|drop\s|alter\s)"
)
MAILS = frozenset(("send_message", "sendmail"))
REQUESTS = {"urllib.request.urlopen": 1, "urllib.request.Request": 1}
LOOKED_AT = 200  # so many parts of one expression
# what a read may keep for itself: nobody's data, and made anew when it is gone
OWN_KEEPING = pattern(
    r"(?i)(?<![a-z])(?:[a-z]*cached?|caches|tmp|temp|tempfile|tempdir|mkstemp|lock|locks|locked|locking|devnull)(?![a-z])"
    r"|\.lock\b|/tmp/|/dev/|\bstd(?:err|out)\b"
)


def written(node: ast.Call, code: Code, function: Function) -> str:
    """What a call writes, for a message (`open(…, "w")`); empty where it writes nothing, or only what is its own."""
    name = _code.dotted(node.func, code)
    act = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    said = by_file(node, name, act, code) or by_service(node, name, act, code)
    return said if said and not is_own(node, code, function) else ""


def by_file(node: ast.Call, name: str, act: str, code: Code) -> str:
    """A call that opens a file to write, fills one, or moves one about."""
    is_path = act in (*WRITERS, *OF_A_PATH, "open") and made_path(node.func, code)
    mode = mode_of(node, name, act, code)
    if mode:
        return f'{name if name in OPENERS else act}(…, "{mode}")'
    if name == "os.open":
        flags = {_code.dotted(one, code) for given in node.args[1:2] for one in ast.walk(_code.value_of(given, code))}
        return f"os.open(…, {min(flags & FLAGS)})" if flags & FLAGS else ""
    if name in MOVERS:
        return f"{name}(…)"
    return f"{act}(…)" if act in WRITERS or (is_path and act in OF_A_PATH) else ""


def mode_of(node: ast.Call, name: str, act: str, code: Code) -> str:
    """The mode by which a call opens a file to write; empty where it only reads, or opens nothing."""
    place = OPENERS.get(name, 0 if act == "open" else None)
    if place is None:
        return ""
    named = (one.value for one in node.keywords if one.arg == "mode")
    given = next(named, node.args[place] if len(node.args) > place else None)
    said = _code.whole(given, code) if given is not None else None
    return said if said and MODE.fullmatch(said) else ""


def made_path(func: ast.expr, code: Code) -> bool:
    """Whether a method is of a path that is made in plain sight: `Path(x).touch()`, `(Path(x) / "y").touch()`."""
    holder = func.value if isinstance(func, ast.Attribute) else func
    while isinstance(holder, (ast.BinOp, ast.Name)):
        kept = holder.left if isinstance(holder, ast.BinOp) else _code.value_of(holder, code)
        if kept is holder:
            return False
        holder = kept
    return isinstance(holder, ast.Call) and _code.dotted(holder.func, code) == "pathlib.Path"


def by_service(node: ast.Call, name: str, act: str, code: Code) -> str:
    """A call that changes a database, sends a letter or a request with a body."""
    if act in EXECUTES and node.args and SQL.match(_code.text(node.args[0], code) or ""):
        said = (_code.text(node.args[0], code) or "").split()
        return f"{act}({said[0].upper()} …)"
    if act in MAILS:
        return f"{act}(…)"
    if name in REQUESTS and not any(one.arg == "method" for one in node.keywords):
        body = next((one.value for one in node.keywords if one.arg == "data"), None)
        body = body or (node.args[1] if len(node.args) > 1 else None)
        nothing = body is None or (isinstance(body, ast.Constant) and body.value is None)
        return "" if nothing else f"{name}(…, data=…)"
    return ""


def is_own(node: ast.Call, code: Code, function: Function) -> bool:
    """Whether what is written is a lock, a cache or a temporary file, by the names in the call and behind them."""
    if OWN_KEEPING.search(function.name):
        return True
    local = assigned(function)
    # of what is moved, the place that it is moved to
    moved = _code.dotted(node.func, code) in MOVERS and len(node.args) > 1
    return any(OWN_KEEPING.search(word) for word in names_in(node.args[1] if moved else node, code, local))


@lru_cache(maxsize=8)  # each call in it asks
def assigned(function: Function) -> dict[str, ast.expr]:
    """What a function sets its names to; of several, the last."""
    nodes = (node for node in ast.walk(function) if isinstance(node, ast.Assign))
    return {target.id: node.value for node in nodes for target in node.targets if isinstance(target, ast.Name)}


def names_in(node: ast.AST, code: Code, local: dict[str, ast.expr]) -> Iterator[str]:
    """Each text and name in an expression, and in what its names stand for."""
    waiting, looked = [node], set[int]()
    while waiting and len(looked) < LOOKED_AT:
        one = waiting.pop()
        if id(one) in looked:
            continue
        looked.add(id(one))
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value
        elif isinstance(one, ast.Attribute):
            yield one.attr
        elif isinstance(one, ast.Name):
            yield one.id
            waiting.append(local.get(one.id) or _code.value_of(one, code))
        waiting += ast.iter_child_nodes(one)
