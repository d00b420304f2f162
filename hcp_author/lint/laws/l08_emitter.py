"""L7 and L8 in the pack's own emitter: it waits to be told, runs nothing and mints nothing; read, never run.

L7.1 Execute and Sense never merge into one tool; a trigger cannot run a command: S-emitter-executes.
L8.1 A trigger cannot mint credentials or bypass Binding: S-emitter-mints.
L8.2 Calling a command again and again is Execute, and no Sense: S-emitter-polls.
S.2 A trigger is declared in two places that agree: S-emitter-ref.
S.15 A record's Principal, Binding and land are said by no event: S-event-key.
L8.3 Recording mints, spends and runs nothing: the runtime.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, rule
from hcp_author.lint.laws import _adapter, _code
from hcp_author.lint.laws._code import Code
from hcp_author.lint.laws._own_command import STARTERS, starts_itself
from hcp_author.lint.laws._polls import polling
from hcp_author.pack import names
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack

# what an event may say of itself
EVENT = frozenset(("ref", "payload", "id"))
OF_THE_FACE = frozenset(("--envelope", "--confirm", "--apply"))
# what a source has in it where an emitter could wait for time to pass
WAITS = ("sleep", "Timer", "sched", "while", "wait", "select", "setitimer")


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
        for node in code.below(function) if code else ():
            if isinstance(node, ast.Name) and node.id in verbs:
                message = f"the emitter runs a verb (`{node.id}`); a trigger cannot run a command"
                yield _code.in_code(text, node, message, "yield the event, and let the Invoker decide")
            elif code and isinstance(node, ast.Call) and starts(node, code, pack):
                message = f"the emitter runs the pack's own command (`{_code.dotted(node.func, code)}`)"
                yield _code.in_code(text, node, message, "yield the event, and let the Invoker decide")


@rule("S-emitter-ref", "S", "error", over="text", needs=("surface:/stimulusTriggers/*/ref",))
def emitter_ref(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's emitter names a ref that the pack does not declare.

    Why: a trigger is declared in two places that agree (Sense: Declare), and the runtime drops what is not declared: a
    reviewer saw no such ref, and whoever waits for it waits in vain.
    Fix: declare it under `stimulusTriggers` and `stimuli`, or yield a ref that is.
    Base: feed
    Bad: adapter.py

        def emit(ctx):
            yield {"ref": "run.failed", "payload": {}}
    Good: adapter.py

        def emit(ctx):
            yield {"ref": "run.completed", "payload": {}}
    """
    code = emitter(pack, text)
    # a row without its trigger is told as that
    declared = {trigger.ref for trigger in pack.triggers} | {*pack.stimuli}
    # where there is none at all, S-sense-only-silent says more
    for where, ref in refs_of(code) if code and pack.triggers else ():
        if ref not in declared:
            near = names.did_you_mean(ref, sorted(declared))
            message = f"the emitter names {names.shown(ref)}, which the pack does not declare"
            yield _code.in_code(text, where, message, near or "declare it in surface.json and policy.json")


def refs_of(code: Code) -> Iterator[tuple[ast.expr, str]]:
    """Each ref that an emitter plainly names: in REFS, and in what it yields."""
    table = code.values.get("REFS")
    listed = list(table.elts) if isinstance(table, (ast.List, ast.Tuple, ast.Set)) else []
    for function in _adapter.reached(code, "emit", verb_names(code)):
        for node in code.below(function):
            if isinstance(node, ast.Yield) and isinstance(node.value, ast.Dict):
                keyed = zip(node.value.keys, node.value.values, strict=True)
                listed += [value for key, value in keyed if key and _code.whole(key, code) == "ref"]
    for one in listed:
        ref = _code.whole(one, code)
        if ref is not None:
            yield one, ref


@rule("S-event-key", "S", "warning", over="text")
def event_key(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's emitter yields an event with a key that no event has.

    Why: an event is a ref, an id and a payload; Principal, Binding and land are the runtime's to say (Sense delivery).
    With any other key the runtime drops the event, so that it is never recorded.
    Fix: put what it tells into `payload`, and take the rest out.
    Base: feed
    Bad: adapter.py

        def emit(ctx):
            yield {"ref": "run.completed", "payload": {}, "principal": "ann"}
    Good: adapter.py

        def emit(ctx):
            yield {"ref": "run.completed", "payload": {"by": "ann"}}
    """
    code = emitter(pack, text)
    for function in _adapter.reached(code, "emit", verb_names(code)) if code else ():
        for node in code.below(function) if code else ():
            event = _code.value_of(node.value, code) if isinstance(node, ast.Yield) and node.value and code else None
            keys = (
                {_code.whole(key, code): key for key in event.keys if key}
                if isinstance(event, ast.Dict) and code
                else {}
            )
            strange = [(key, place) for key, place in keys.items() if key is not None and key not in EVENT]
            if "ref" in keys and strange:
                key, place = strange[0]
                message = f"an event has no {names.shown(key or '')}: the runtime drops it whole"
                yield _code.in_code(text, place, message, "put it into `payload`, or take it out")


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
        for node in code.below(function) if code else ():
            reads = isinstance(node, ast.Attribute) and node.attr == "secrets" and isinstance(node.value, ast.Name)
            name = _code.dotted(node.func, code) if code and isinstance(node, ast.Call) else ""
            if isinstance(node, (ast.Attribute, ast.Call)) and (reads or name.rpartition(".")[2] == "mint"):
                said = f"{name}()" if name else "ctx.secrets"
                message = f"the emitter reaches for credentials (`{said}`); a trigger cannot mint"
                yield _code.in_code(text, node, message, "listen to what is pushed; a registration call is connect's")


@rule("S-emitter-polls", "S", "warning", over="text")
def emitter_polls(pack: Pack, text: Text) -> Iterator[Hit]:
    """The pack's emitter asks again and again: a loop that sleeps or asks anew, or a timer.

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
            act = found.func.attr if isinstance(found.func, ast.Attribute) else ""
            said = _code.dotted(found.func, code) or act
            message = f"the emitter asks again and again (`{said}`); polling is not Sense"
            yield _code.in_code(text, found, message, "wait on what is pushed, or take the trigger out")


def emitter(pack: Pack, text: Text) -> Code | None:
    """adapter.py where it has an emitter; None else."""
    return _adapter.read(pack, text) if text.name == _adapter.FILE and "def emit" in text.content else None


def verb_names(code: Code | None) -> frozenset[str]:
    """The names of the functions of verbs: what they do is theirs."""
    return frozenset(_adapter.verb_functions(code).values()) if code else frozenset()


def starts(node: ast.Call, code: Code, pack: Pack) -> bool:
    """Whether a call starts the pack's own command."""
    name = _code.dotted(node.func, code)
    if name not in STARTERS:
        return False
    said = {word for text in ast.walk(node) if isinstance(text, ast.Constant) for word in str(text.value).split()}
    return bool(starts_itself(node, name, code, pack.pack_id) or said & OF_THE_FACE)
