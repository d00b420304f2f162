"""L1 in the pack's own code: a verb is called by scripts and agents as by people, so it asks nobody while it runs.

L1.3 Scripts and agents share that one face.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, rule
from hcp_author.lint.laws import _adapter, _code
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack

ASKS = frozenset(
    (
        *("input", "builtins.input", "getpass.getpass", "getpass.unix_getpass", "sys.stdin.read", "sys.stdin.readline"),
        *("click.prompt", "click.confirm", "typer.prompt", "typer.confirm", "fileinput.input"),
    )
)
# what a source has in it where a function could ask
MARKS = ("input(", "getpass", "stdin", "prompt(", "confirm(")


@rule("L1-prompt-in-code", "L1", "error", over="text", needs=("surface:/verbs/*/verb_key", "surface:/wrap"))
def prompt_in_code(pack: Pack, text: Text) -> Iterator[Hit]:
    """The function of a verb asks a person while it runs (`input()`, `getpass`), or the emitter does.

    Why: people, CI and agents share one interface (L1), and on the JSON face there is nobody to answer; standard input
    is closed. What a person must be asked for is asked by `connect`, which runs on a terminal alone.
    Fix: declare it as an argument; a credential comes by the Binding, and consent by `confirm` in the row.
    Base: fleet
    Bad: adapter.py

        def show(args, ctx):
            return {"machine": input("Which machine? ")}

    Good: adapter.py

        def show(args, ctx):
            return {"machine": args["machine"]}

    """
    code = _adapter.read(pack, text) if any(mark in text.content for mark in MARKS) else None
    asking = {node: name for node, name in _code.calls(code) if name in ASKS} if code else {}
    if code is None or not asking:
        return
    told: set[ast.AST] = set()
    for function in (*_adapter.verb_functions(code).values(), "emit"):
        for one in _adapter.reached(code, function):
            for node in code.below(one):
                if isinstance(node, ast.Call) and node in asking and node not in told:
                    told.add(node)
                    message = f"`{asking[node]}` asks while `{function}` runs, and nobody may be there to answer"
                    yield _code.in_code(text, node, message, "declare it as an argument; only `connect` asks a person")
