"""The pack's own Python, parsed and never run, for the laws that read it: names resolved as far as the text tells."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import lru_cache

from hcp_author.lint.contract import Hit, Severity, Text, line_of
from hcp_author.pack.late import ast, pattern
from hcp_author.pack.source import Place

# the parser of Python 3.10 falls over (and we with it) where more is nested than fits into this
PARSED = 128 * 1024  # bytes
# an author's tests call what they like; no verb runs them
TESTS = pattern(r"(?:.*/)?(?:tests?/.*|test_[^/]*|[^/]*_test|conftest|setup|noxfile)(?:\.py)?")


class Code:
    """One module: its tree, what its names were imported as, and what each name is set to, where that is once.

    `grown` is what lists of a name get later, in order; `args` are the names by which functions take a verb's args.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.nodes = tuple(ast.walk(tree))
        self.imports: dict[str, str] = {}
        self.values: dict[str, ast.expr] = {}
        self.twice: set[str] = set()
        self.grown: dict[str, list[ast.expr]] = {}
        self.args: set[str] = {"args"}
        self._below: dict[ast.AST, tuple[ast.AST, ...]] = {}

    def below(self, node: ast.AST) -> tuple[ast.AST, ...]:
        """A node and all below it; kept, since nearly each rule over code goes through the same functions."""
        if node not in self._below:
            self._below[node] = tuple(ast.walk(node))
        return self._below[node]


def is_code(name: str) -> bool:
    """Whether a file is Python that a verb may run: neither ours, known by digest, nor a test."""
    return name.endswith(".py") and not name.startswith((".hcp/", "bin/")) and not TESTS.fullmatch(name)


def read(text: Text) -> Code | None:
    """The module in a text file of the pack; None where the file is none that a verb runs, or cannot be parsed."""
    return module(text.content) if is_code(text.name) else None


@lru_cache(maxsize=16)  # several rules ask
def module(source: str) -> Code | None:
    """A source as Code; None where it is no Python, or too large to be parsed safely."""
    if len(source) > PARSED:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = Code(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in made.nodes:
        note(node, made)
    name_args(made)
    return made


def note(node: ast.AST, made: Code) -> None:
    """Keep what an import or an assignment gives a name."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            first = alias.name.split(".")[0]
            made.imports[alias.asname or first] = alias.name if alias.asname else first
    elif isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            made.imports[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Name):
                if target.id in made.values:
                    made.twice.add(target.id)
                made.values[target.id] = node.value
    else:
        grow(node, made)


def grow(node: ast.AST, made: Code) -> None:
    """Keep what a list of a name gets: `argv += x`, `argv.extend(x)`, `argv.append(x)`."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
        made.grown.setdefault(node.target.id, []).append(ast.copy_location(ast.Starred(node.value), node.value))
        return
    func = node.func if isinstance(node, ast.Call) and node.args else None
    if isinstance(node, ast.Call) and isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
        first = node.args[0]
        whole = ast.copy_location(ast.Starred(first), first) if func.attr == "extend" else first
        if func.attr in ("extend", "append"):
            made.grown.setdefault(func.value.id, []).append(whole)


def name_args(made: Code) -> None:
    """Note by which names the verbs' own functions take their args."""
    table = made.values.get("VERBS")
    named = {one.id for one in table.values if isinstance(one, ast.Name)} if isinstance(table, ast.Dict) else set()
    for node in made.tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name in named:
            made.args |= {one.arg for one in node.args.args[:1]}


@lru_cache(maxsize=16)  # nearly each rule over code asks
def calls(code: Code) -> tuple[tuple[ast.Call, str], ...]:
    """Every call, with the dotted name of what is called (`subprocess.run`), empty where the text does not tell."""
    return tuple((node, dotted(node.func, code)) for node in code.nodes if isinstance(node, ast.Call))


def dotted(node: ast.AST, code: Code, depth: int = 8) -> str:
    """What an expression names, by the imports: `sp.run` is `subprocess.run`; empty where the text does not tell."""
    if depth == 0:
        return ""
    if isinstance(node, ast.Name):
        kept = value_of(node, code)
        if kept is not node and isinstance(kept, (ast.Name, ast.Attribute, ast.Call)):
            return dotted(kept, code, depth - 1) or node.id
        return code.imports.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        before = dotted(node.value, code, depth - 1)
        return f"{before}.{node.attr}" if before else ""
    if isinstance(node, ast.Call):
        return called_by_name(node, code, depth - 1)
    return ""


def called_by_name(node: ast.Call, code: Code, depth: int) -> str:
    """What `getattr(os, "system")`, `__import__("os")` and `import_module("os")` come to."""
    made = dotted(node.func, code, depth)
    words = [whole(one, code) for one in node.args]
    if made in ("__import__", "importlib.import_module") and words and words[0]:
        return words[0]
    if made == "getattr" and len(words) > 1 and words[1]:
        before = dotted(node.args[0], code, depth)
        return f"{before}.{words[1]}" if before else ""
    return ""


def whole(node: ast.expr, code: Code) -> str | None:
    """The string that an expression is, all of it; None where it is none, or only begins with one."""
    kept = value_of(node, code)
    return kept.value if isinstance(kept, ast.Constant) and isinstance(kept.value, str) else None


def value_of(node: ast.expr, code: Code) -> ast.expr:
    """What a name is set to, where it is set once; any other expression is itself."""
    if isinstance(node, ast.Name) and node.id not in code.twice and node.id not in code.imports:
        return code.values.get(node.id, node)
    return node


def text(node: ast.expr | None, code: Code) -> str | None:
    """The string that an expression is, or begins with (`f"git {x}"`, `"git " + x`); None where it is none."""
    node = value_of(node, code) if node is not None else None
    if isinstance(node, ast.JoinedStr):
        node = node.values[0] if node.values else None
    if isinstance(node, ast.BinOp):
        said, all_of_it = added(node, code)
        return said if said or all_of_it else None
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)):
        return node.value if isinstance(node.value, str) else node.value.decode("utf-8", "replace")
    return None


def added(node: ast.BinOp, code: Code) -> tuple[str, bool]:
    """What texts that are added up come to, as far as they are told, and whether that is all: `"MAIL_" + "TOKEN"`."""
    parts: list[ast.expr] = []
    while isinstance(node, ast.BinOp):
        # of `"%s" % x` the beginning alone is known
        parts.append(node.right if isinstance(node.op, ast.Add) else node)
        left = node.left
        if not isinstance(left, ast.BinOp):
            parts.append(left)
            break
        node = left
    said = ""
    for part in reversed(parts):
        kept = value_of(part, code)
        if not isinstance(kept, ast.Constant) or not isinstance(kept.value, str):
            return said, False
        said += kept.value
    return said, True


@lru_cache(maxsize=16)
def strings(code: Code) -> tuple[tuple[ast.expr, str], ...]:
    """Every string constant, but for docstrings and other bare ones."""
    bare = {id(node.value) for node in code.nodes if isinstance(node, ast.Expr)}
    found = (node for node in code.nodes if isinstance(node, ast.Constant) and id(node) not in bare)
    return tuple((node, node.value) for node in found if isinstance(node.value, str))


@lru_cache(maxsize=16)
def subscripts(code: Code) -> tuple[tuple[ast.expr, str, str | None], ...]:
    """Every look-up by key, `x[k]`, `x.get(k)`, `x.pop(k)` or `k in x`, as (where, dotted name of x, key)."""
    return tuple(looked_up(code))


def looked_up(code: Code) -> Iterator[tuple[ast.expr, str, str | None]]:
    """What `subscripts` tells, one by one."""
    for node in code.nodes:
        if isinstance(node, ast.Subscript):
            yield node, dotted(node.value, code), text(node.slice, code)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            if node.func.attr in ("get", "pop", "setdefault", "__getitem__"):
                yield node, dotted(node.func.value, code), text(node.args[0], code)
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            yield node, dotted(node.comparators[0], code), text(node.left, code)


def in_code(
    file: Text, node: ast.expr | ast.stmt, message: str, fix: str | None = None, severity: Severity | None = None
) -> Hit:
    """A hit on an expression of a module."""
    place = place_of(node, file.content)
    return Hit(file.name, place, "", message, fix, severity, excerpt=line_of(file.content, place.line))


def place_of(node: ast.expr | ast.stmt, source: str) -> Place:
    """The place of a node; Python counts columns in bytes of UTF-8, a report in code points."""

    def column(line: int, offset: int) -> int:
        return len(line_of(source, line).encode()[:offset].decode("utf-8", "replace")) + 1

    end_line, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return Place(node.lineno, column(node.lineno, node.col_offset), end_line, column(end_line, end))
