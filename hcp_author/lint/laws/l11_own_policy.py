"""L11: one runtime decides, by the one policy.json that was reviewed: no code rewrites it, and no other user may.

L11.3 None adds its own auth or policy for a command, or the weaker one decides: L11-own-policy.
L11.4 What was reviewed is what runs: nobody else may write to it: L11-open-file.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Text, on_file, rule
from hcp_author.lint.laws import _code, _writes
from hcp_author.lint.laws._code import Code
from hcp_author.pack.late import ast, pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word, visible

REVIEWED = pattern(r"(?:^|/)(?P<name>policy\.json|surface\.json|proof\.json)$")
DECIDES = ("surface.json", "policy.json", "adapter.py", "proof.py", "proof.json")
CALLER = ("ctx.principal", "context.principal")
SHOWN = 20
REVIEW = "what a verb may do is changed by a person, and reviewed"


@rule("L11-own-policy", "L11", "error", over="text", alone=True)
def own_policy(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code rewrites what was reviewed, or decides by name who may call (`ctx.principal in ("ann",)`).

    Why: Policy and grants are the runtime's to evaluate, and when one command has two policies the weaker one decides
    (L11). A file that code rewrites while it runs is not the one that was reviewed and proved.
    Fix: take it out; who may run the pack is granted where the runtime is, and policy.json is edited by a person.
    Base: fleet
    Bad: extra.py
        def may(args, ctx):
            return ctx.principal in ("ann", "bob")
    Good: extra.py
        def whose(args, ctx):
            return f"{ctx.state}/{ctx.principal}"
    """
    code = _code.read(text) if ".json" in text.content or "principal" in text.content else None
    for node, message, fix in islice(breaches(code, text.name == "adapter.py"), SHOWN) if code else ():
        yield _code.in_code(text, node, message, fix)


def breaches(code: Code, runs: bool) -> Iterator[tuple[ast.expr, str, str]]:
    """Each place that rewrites what was reviewed or decides by name: (where, what is wrong, what to do).

    Outside the file that the runtime runs, what takes no `ctx` may be a tool of the author's that draws the file.
    """
    for node in code.nodes:
        if isinstance(node, ast.Call) and (name := rewritten(node, code, runs)):
            message = f"`{name}` is written to by the pack's own code; the reviewed one decides"
            yield node, message, f"take it out; {REVIEW}"
        elif isinstance(node, ast.Compare) and names_callers(node, code):
            message = "`principal` is held against names in the pack's own code; who may call is granted by the runtime"
            yield node, message, "take it out; who may call is granted outside the pack"


def rewritten(node: ast.Call, code: Code, runs: bool) -> str:
    """The reviewed file that a call writes to; empty where it is none."""
    name = _code.dotted(node.func, code)
    act = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    if not _writes.by_file(node, name, act, code):
        return ""
    # of what is moved or copied, the place that it goes to
    where: ast.expr = node.args[-1] if name in _writes.MOVERS and len(node.args) > 1 else node
    words = list(_writes.names_in(where, code, {}))
    found = (REVIEWED.search(word) for word in words if runs or "ctx" in words)
    return next((match["name"] for match in found if match), "")


def names_callers(node: ast.Compare, code: Code) -> bool:
    """Whether a comparison holds `ctx.principal` against names that are written out."""
    sides = [_code.value_of(one, code) for one in (node.left, *node.comparators)]
    asks = any(_code.dotted(one, code) in CALLER for one in sides if isinstance(one, ast.Attribute))
    return asks and any(is_name(one) for one in sides)


def is_name(node: ast.expr) -> bool:
    """Whether an expression is a text with something in it, or a written-out collection of such."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        node = node.args[0]  # frozenset((…))
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return bool(node.elts) and all(is_name(one) for one in node.elts)
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(node.value)


@rule("L11-open-file", "L11", "warning")
def open_file(pack: Pack) -> Iterator[Hit]:
    """A file that decides what the pack does may be written to by every user of the machine.

    Why: one Policy decides for all, the reviewed one (L11); who may write to policy.json or adapter.py redefines it for
    everybody else. Where the whole folder is so (as on some file systems, which know no owners), nothing is said.
    Fix: `chmod o-w policy.json`
    Bad: mode policy.json 0666
    Good: mode policy.json 0644
    """
    open_ones = [name for name in DECIDES if name in pack.files and is_open(pack, name)]
    if open_ones and not all(is_open(pack, name) for name in pack.files if name not in DECIDES):
        for name in open_ones:
            message = f"`{visible(name)}` may be written to by every user of this machine"
            yield on_file(name, message, f"chmod o-w {as_word(pack.root / name)}")


def is_open(pack: Pack, name: str) -> bool:
    """Whether everybody may write to a file; a link is not followed, and what cannot be looked at is not."""
    try:
        found = os.lstat(os.path.join(pack.root, name))
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(found.st_mode) and bool(found.st_mode & stat.S_IWOTH)
