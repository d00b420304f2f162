"""L7 and L8 in the pack's own emitter: it waits to be told, runs nothing and mints nothing; read, never run.

L7.1 Execute and Sense never merge into one tool; a trigger cannot run a command: S-emitter-executes.
L8.1 A trigger cannot mint credentials or bypass Binding: S-emitter-mints.
L8.2 Calling a command again and again is Execute, and no Sense: S-emitter-polls.
L8.3 Recording mints, spends and runs nothing: the runtime.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, rule
from hcp_author.lint.laws import _adapter, _code
from hcp_author.lint.laws._code import Code
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack

SLEEPS = frozenset(("time.sleep", "asyncio.sleep", "trio.sleep", "anyio.sleep", "gevent.sleep"))
TIMERS = frozenset(("threading.Timer", "sched.scheduler", "schedule.every"))
STARTERS = frozenset(
    (
        *(f"subprocess.{name}" for name in ("run", "Popen", "call", "check_call", "check_output")),
        *("os.system", "os.popen", "os.execv", "os.execvp", "os.posix_spawn", "asyncio.create_subprocess_exec"),
    )
)
# what a source has in it where an emitter could wait for time to pass
WAITS = ("sleep", "Timer", "sched")
OF_THE_FACE = frozenset(("--envelope", "--confirm", "--apply"))


@rule("S-emitter-executes", "S", "error", over="text", needs=("surface:/pack_id",))
def emitter_executes(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's emitter runs a verb: its function, or the pack's own command.

    Why: an event that could execute could also spend. Execute and Sense are two loops, and what reacts to an event goes
    through Execute, under its own grant (L7).
    Fix: yield the event, and let the Invoker decide; what both need goes into a function of its own.
    Base: feed
    Bad: adapter.py

        def list_(args, ctx):
            return []


        VERBS = {"list": list_}


        def emit(ctx):
            yield {"ref": "run.completed", "payload": list_({}, ctx)}
    Good: adapter.py

        def emit(ctx):
            yield {"ref": "run.completed", "payload": {}}
    """
    code = emitter(pack, text)
    verbs = set(_adapter.verb_functions(code).values()) | {"VERBS"} if code else set()
    for function in _adapter.reached(code, "emit", frozenset(verbs)) if code else ():
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and node.id in verbs:
                message = f"the emitter runs a verb (`{node.id}`); a trigger cannot run a command"
                yield _code.in_code(text, node, message, "yield the event, and let the Invoker decide")
            elif code and isinstance(node, ast.Call) and runs_the_pack(node, code, pack.pack_id):
                message = f"the emitter runs the pack's own command (`{_code.dotted(node.func, code)}`)"
                yield _code.in_code(text, node, message, "yield the event, and let the Invoker decide")


@rule("S-emitter-mints", "S", "error", over="text")
def emitter_mints(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's emitter reaches for credentials (`ctx.secrets`, `mint`).

    Why: a trigger cannot mint credentials or bypass Binding (L8). The runtime runs the emitter without a mint, so that
    there are none to be had.
    Fix: listen to what is pushed; where the upstream needs a registration call, that is `connect`, which a person runs.
    Base: feed
    Bad: adapter.py

        def emit(ctx):
            yield {"ref": "run.completed", "payload": {"by": len(ctx.secrets["BUILDS_KEY"])}}
    Good: adapter.py

        def emit(ctx):
            yield {"ref": "run.completed", "payload": {"by": ctx.settings.get("BUILDS_HOST", "")}}
    """
    code = emitter(pack, text) if "secrets" in text.content or "mint" in text.content else None
    for function in _adapter.reached(code, "emit", verb_names(code)) if code else ():
        for node in ast.walk(function):
            reads = isinstance(node, ast.Attribute) and node.attr == "secrets" and isinstance(node.value, ast.Name)
            name = _code.dotted(node.func, code) if code and isinstance(node, ast.Call) else ""
            if isinstance(node, (ast.Attribute, ast.Call)) and (reads or name.rpartition(".")[2] == "mint"):
                said = f"{name}()" if name else "ctx.secrets"
                message = f"the emitter reaches for credentials (`{said}`); a trigger cannot mint"
                yield _code.in_code(text, node, message, "listen to what is pushed; a registration call is connect's")


@rule("S-emitter-polls", "S", "warning", over="text")
def emitter_polls(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's emitter asks again and again: a loop that sleeps, or a timer.

    Why: polling is not Sense, whatever name it has (L8); a source that cannot push yet gets commands that pull. A wait
    before a lost connection is opened again stands where the error is caught, and is none.
    Fix: wait on the event stream, pipe or socket itself; or take the trigger out.
    Base: feed
    Bad: adapter.py

        import time


        def emit(ctx):
            while True:
                yield {"ref": "run.completed", "payload": {}}
                time.sleep(60)
    Good: adapter.py

        def emit(ctx):
            for line in open(ctx.state + "/incoming"):
                yield {"ref": "run.completed", "payload": {"line": line}}
    """
    code = emitter(pack, text) if any(mark in text.content for mark in WAITS) else None
    for function in _adapter.reached(code, "emit", verb_names(code)) if code else ():
        found = next(polling(function, code), None) if code else None
        if found is not None and code:
            message = f"the emitter asks again and again (`{_code.dotted(found.func, code)}`); polling is not Sense"
            yield _code.in_code(text, found, message, "wait on what is pushed, or take the trigger out")


def emitter(pack: Pack, text: Text) -> Code | None:
    """adapter.py where it has an emitter; None else."""
    return _adapter.read(pack, text) if text.name == _adapter.FILE and "def emit" in text.content else None


def verb_names(code: Code | None) -> frozenset[str]:
    """The names of the functions of verbs: what they do is theirs."""
    return frozenset(_adapter.verb_functions(code).values()) if code else frozenset()


def runs_the_pack(node: ast.Call, code: Code, pack_id: str) -> bool:
    """Whether a call starts the pack's own command."""
    if _code.dotted(node.func, code) not in STARTERS:
        return False
    said = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    words = [word for text in said for word in text.split()]
    own = bool(pack_id) and any(word == pack_id or word.endswith(f"bin/{pack_id}") for word in words)
    return own or any(word in OF_THE_FACE for word in words)


def polling(function: _adapter.Function, code: Code) -> Iterator[ast.Call]:
    """Each call in a function that waits for a time to pass, in a loop or by a timer."""
    for node in ast.walk(function):
        name = _code.dotted(node.func, code) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in TIMERS:
            yield node
        elif isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            yield from sleeps(node, code)


def sleeps(node: ast.AST, code: Code) -> Iterator[ast.Call]:
    """Each sleep below a node, but for those where an error is caught."""
    waiting = list(ast.iter_child_nodes(node))
    while waiting:
        child = waiting.pop()
        if not isinstance(child, ast.ExceptHandler):
            if isinstance(child, ast.Call) and _code.dotted(child.func, code) in SLEEPS:
                yield child
            waiting += ast.iter_child_nodes(child)
