"""L6: the function behind a read changes nothing, and no code of the pack says the caller's own yes.

L6.3 Confirm is the caller's own word: L6-own-confirm.
L6.6 What is classed as a read changes nothing, by the function behind it: L6-read-function-writes.
L6.7 Health commands report and never mint, and a probe changes nothing: L6-read-function-writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hcp_author.lint.contract import Hit, Severity, Text, rule
from hcp_author.lint.laws import _adapter, _code, _writes
from hcp_author.lint.laws._code import Code
from hcp_author.lint.laws._expected import disagrees
from hcp_author.lint.laws._own_command import starts_itself
from hcp_author.pack.late import ast, pattern
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.names import collision_key

VERB_ROWS = ("policy:/verbs/*", "surface:/verbs/*/verb_key")
HTTP_CLIENTS = ("requests", "httpx", "session", "client")
# what makes a client of HTTP, by what it is called
MAKERS = frozenset(
    ("requests.Session", "requests.session", "httpx.Client", "httpx.AsyncClient", "aiohttp.ClientSession")
)
METHODS = ("PUT", "PATCH", "DELETE")
REMOVERS = frozenset(("os.remove", "os.unlink", "os.rmdir", "os.removedirs", "shutil.rmtree"))
OF_A_PATH = frozenset(("unlink", "rmdir"))
# a request by POST to one of these is a question
ASKS = pattern(r"(?i)graphql|search|query|lookup|/rpc\b|oauth|/token\b")
CONFIRMS = frozenset(("--confirm", "--apply"))
# functions that the runtime calls by their name, to be told how it is
HEALTH = ("probe", "doctor")
CONNECT = "connect"


@rule("L6-read-function-writes", "L6", "warning", over="text", needs=(*VERB_ROWS, "surface:/wrap"))
def read_function_writes(pack: Pack, text: Text) -> Iterator[Hit]:
    """The function of a verb classed as a read, or a probe, changes something: in a service, on disk, by another verb.

    Why: the class is what the gate goes by, and it is the function that acts (L6); health reports and never mints. This
    finds the plain cases: `requests.delete(…)`, `method="PUT"`, `os.remove(…)`, `open(…, "w")`, `INSERT INTO …`, a
    letter, the function of a verb that is a write, `connect`, also by a helper of the same file. A request by POST
    counts, but for those whose address says that they ask (`…/search`); a cache, a lock and a temporary file do not.
    Fix: `"operation": "write", "confirm": true`, or take the call out.
    Base: fleet
    Bad: adapter.py

        import requests


        def show(args, ctx):
            requests.delete("https://fleet.example.org/" + args["machine"], timeout=9)

    Good: adapter.py

        import requests


        def show(args, ctx):
            return requests.get("https://fleet.example.org/" + args["machine"], timeout=9).json()

    """
    code = _adapter.read(pack, text)
    made_by = _adapter.verb_functions(code) if code else {}
    told: set[ast.AST] = set()
    for name, function in starts(pack, made_by) if code else ():
        for node, said, severity in findings(pack, code, name, function, made_by) if code else ():
            if node not in told:
                told.add(node)
                is_verb = name in made_by
                message = f"`{name}` is classed as a read, and its function {said}"
                fix = f'make the row of `{name}` a write with "confirm": true, or take the call out'
                if not is_verb:
                    message, fix = f"`{name}` only reports, and {said}", "take the call out; a person runs connect"
                yield _code.in_code(text, node, message, fix, severity)


def starts(pack: Pack, made_by: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What only reads, as (name, function): the verbs classed as reads, and what the runtime asks how it is."""
    for verb in reads(pack):
        if verb.verb_key in made_by:
            yield verb.verb_key, made_by[verb.verb_key]
    for name in HEALTH:
        if name not in made_by:
            yield name, name


def reads(pack: Pack) -> Iterator[Verb]:
    """The verbs whose row says read."""
    rows = pack.rows
    yield from (one for one in pack.verbs if one.verb_key in rows and rows[one.verb_key].operation == "read")


def findings(
    pack: Pack, code: Code, verb: str, function: str, made_by: dict[str, str]
) -> Iterator[tuple[ast.expr, str, Severity | None]]:
    """Each place that changes something, in a function and all that it leads to: (where, what it does, severity)."""
    others = functions_of_writes(pack, code, made_by)
    if function in others and verb in made_by:
        yield place_in_table(code, verb), f"is `{function}`, of the write `{others[function]}`", "error"
        return
    row = pack.rows.get(verb)
    # that proof.json has it for a write is told there
    expected = verb in made_by and row is not None and disagrees(pack, row)
    wrote: list[tuple[ast.expr, str, Severity | None]] = []
    for one in _adapter.reached(code, function, frozenset(others)):
        for node, changed, said in acts(one, code):
            if isinstance(node, ast.Name):
                if node.id in others:
                    yield node, f"runs `{node.id}`, of the write `{others[node.id]}`", "error"
            elif changed:
                yield node, f"calls `{changed}`", None
            elif said and not expected:
                wrote.append((node, f"calls `{said}`" + (f" in `{one.name}`" if one.name != function else ""), None))
    # what is written is opened, filled and put in its place by several calls: one mistake
    yield from sorted(wrote, key=lambda told: (told[0].lineno, told[0].col_offset))[:1]


def functions_of_writes(pack: Pack, code: Code, made_by: dict[str, str]) -> dict[str, str]:
    """Function -> the write that it is: by its name, or where no read has it; `connect` is one always."""
    rows = pack.rows
    of_reads = {made_by[verb.verb_key] for verb in reads(pack) if verb.verb_key in made_by}
    found = {}
    for key, function in made_by.items():
        row = rows.get(key)
        if row and row.operation == "write" and (function not in of_reads or is_named(function, key)):
            found[function] = key
    return {**found, CONNECT: CONNECT} if CONNECT in _adapter.functions(code) and CONNECT not in of_reads else found


def is_named(function: str, key: str) -> bool:
    """Whether a function has the name of a verb: `send`, `_send` and `send_` of `send`."""
    return collision_key(function.strip("_")) == collision_key(key)


def place_in_table(code: Code, verb: str) -> ast.expr:
    """Where VERBS names the function of a verb."""
    table = code.values["VERBS"]
    found = zip(table.keys, table.values, strict=True) if isinstance(table, ast.Dict) else ()
    return next((one for key, one in found if isinstance(key, ast.Constant) and key.value == verb), table)


@lru_cache(maxsize=256)  # asked for each read that leads to it
def acts(function: _adapter.Function, code: Code) -> tuple[tuple[ast.Name | ast.Call, str, str], ...]:
    """The names that a function has from elsewhere, and its calls that change something or write: (where, what, what).

    What cleans up after it is left out.
    """
    own, found = local_names(function, code), list[tuple[ast.Name | ast.Call, str, str]]()
    for node in unconditional(function):
        if isinstance(node, ast.Name) and node.id not in own:
            found.append((node, "", ""))
        elif isinstance(node, ast.Call):
            changed = changes(node, code)
            found.append((node, changed, changed or writes(node, code, function)))
    return tuple(one for one in found if isinstance(one[0], ast.Name) or one[2])


def local_names(function: _adapter.Function, code: Code) -> set[str]:
    """The names that a function gives itself: its arguments, and what it assigns."""
    given = {node.arg for node in code.below(function) if isinstance(node, ast.arg)}
    return given | {
        node.id for node in code.below(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def unconditional(function: _adapter.Function) -> Iterator[ast.AST]:
    """All below a function but for what cleans up after it, in `finally` or where an error is caught."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        yield node
        left_out = {id(one) for one in node.finalbody} if isinstance(node, ast.Try) else set()
        children = (one for one in ast.iter_child_nodes(node) if id(one) not in left_out)
        waiting += [one for one in children if not isinstance(one, ast.ExceptHandler)]


def changes(node: ast.Call, code: Code) -> str:
    """A call that plainly changes something elsewhere, for a message; empty for any other."""
    name = _code.dotted(node.func, code)
    holder, _, act = name.rpartition(".")
    if isinstance(node.func, ast.Attribute):
        holder, act = maker_of(node.func.value, code) or holder, node.func.attr
    method = method_of(node, act, code)
    if method and not (method == "POST" and asks(node, code)):
        return f'{name or act}(…, method="{method}")' if act != "request" else f'{act}("{method}", …)'
    if name in REMOVERS or (act in OF_A_PATH and holder == "pathlib.Path"):
        return f"{name or act}(…)"
    client = holder in HTTP_CLIENTS or holder in MAKERS
    if client and (act in ("put", "patch", "delete") or (act == "post" and not asks(node, code))):
        return f"{name or act}(…)"
    return ""


def writes(node: ast.Call, code: Code, function: _adapter.Function) -> str:
    """A call that writes a file, a row or a letter, for a message; empty for any other, and for a question."""
    said = _writes.written(node, code, function)
    return "" if said.endswith("data=…)") and asks(node, code) else said


def maker_of(node: ast.expr, code: Code) -> str:
    """What an object was made by, where its maker is called in plain sight: `requests.Session`, `pathlib.Path`."""
    kept = _code.value_of(node, code)
    return _code.dotted(kept.func, code) if isinstance(kept, ast.Call) else ""


def method_of(node: ast.Call, act: str, code: Code) -> str:
    """The method of HTTP by which a call asks, where it may change something."""
    said = next((_code.text(one.value, code) for one in node.keywords if one.arg == "method"), None)
    if said is None and act == "request" and node.args:
        said = _code.text(node.args[0], code)
    return said.upper() if said and said.upper() in (*METHODS, "POST") else ""


def asks(node: ast.Call, code: Code) -> bool:
    """Whether a request says in its address that it is a question."""
    named = [one.value for one in node.keywords if one.arg == "url"]
    parts = (one for given in (*node.args[:2], *named) for one in ast.walk(_code.value_of(given, code)))
    texts = (one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str))
    return any(ASKS.search(one) for one in texts)


@rule("L6-own-confirm", "L6", "error", over="text")
def own_confirm(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's own code runs the pack's command with `--confirm`.

    Why: confirm is the caller's own word, each time (L6); a pack that says it for them is a policy of its own (L11).
    Fix: take the call out; what two verbs share goes into a function of its own.
    Base: fleet
    Bad: adapter.py

        import subprocess


        def again(args, ctx):
            subprocess.run([ctx.pack_root + "/bin/fleet", "restart", "--machine", "alpha", "--confirm"])
    Good: adapter.py

        def again(args, ctx):
            return show(args, ctx)
    """
    code = _code.read(text) if any(word in text.content for word in CONFIRMS) else None
    for node, name in _code.calls(code) if code else ():
        said = starts_itself(node, name, code, pack.pack_id) if code else []
        if any(word in CONFIRMS for word in said):
            message = "the pack runs its own command with `--confirm`; confirm is the caller's own word"
            yield _code.in_code(text, node, message, "take the call out; share a function instead")
