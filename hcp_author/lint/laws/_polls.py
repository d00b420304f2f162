"""Where code waits for time to pass, in a loop or by a timer, for the law on what is no Sense (L8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hcp_author.lint.laws import _adapter, _code
from hcp_author.lint.laws._code import Code
from hcp_author.lint.laws._own_command import STARTERS
from hcp_author.lint.laws._words import words
from hcp_author.pack.late import ast, pattern

SLEEPS = frozenset(("time.sleep", "asyncio.sleep", "trio.sleep", "anyio.sleep", "gevent.sleep"))
TIMERS = frozenset(("threading.Timer", "sched.scheduler", "schedule.every", "signal.setitimer"))
# what waits for something, or for a time to pass where there is nothing to wait for
SELECTS = frozenset(("select.select", "signal.sigtimedwait"))
DEPTH = 4  # so many functions down
LOOPS = (ast.While, ast.For, ast.AsyncFor)
EVENTS = frozenset(("threading.Event", "threading.Condition", "multiprocessing.Event", "asyncio.Event"))
# what asks once, and gives its answer at once
ASKERS = frozenset(
    (
        *("urllib.request.urlopen", "requests.get", "requests.post", "requests.head", "httpx.get", "httpx.post"),
        *("subprocess.run", "subprocess.check_output", "subprocess.call", "subprocess.check_call"),
    )
)
# an address that answers when there is something to tell
PUSHES = pattern(r"(?i)stream|event|wait|poll|subscri|listen|updates|watch|sse\b")


def polling(function: _adapter.Function, code: Code) -> Iterator[ast.Call]:
    """Each call in a function that waits for a time to pass, in a loop or by a timer."""
    for node in code.below(function):
        name = _code.dotted(node.func, code) if isinstance(node, ast.Call) else ""
        if isinstance(node, ast.Call) and name in TIMERS:
            yield node
        elif isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            yield from sleeps(node, code)
            yield from asks_without_end(node, code)


def asks_without_end(loop: ast.While | ast.For | ast.AsyncFor, code: Code) -> Iterator[ast.Call]:
    """Each call in an endless loop that asks anew each time; none where the loop goes through what it is told."""
    inner = [node for node in code.below(loop) if node is not loop]
    if not isinstance(loop, ast.While) or not isinstance(loop.test, ast.Constant):
        return
    if any(isinstance(node, (ast.While, ast.For, ast.AsyncFor, ast.YieldFrom)) for node in inner):
        return
    for node in inner:
        if isinstance(node, ast.Call) and _code.dotted(node.func, code) in ASKERS:
            said = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
            if not any(isinstance(one, str) and PUSHES.search(one) for one in said):
                yield node


def passes_time(node: ast.Call, code: Code, deep: bool) -> bool:
    """Whether a call waits for a time to pass, by itself or by a function of the module that it calls."""
    name = _code.dotted(node.func, code)
    if name in SLEEPS:
        return True
    if name in SELECTS:
        # with nothing that could be ready
        return len(node.args) > 1 and all(is_empty(one, code) for one in node.args[:-1])
    if isinstance(node.func, ast.Attribute) and node.func.attr == "wait" and (node.args or node.keywords):
        made = _code.value_of(node.func.value, code)
        named = isinstance(node.func.value, ast.Name) and node.func.value.id in told_events(code)
        return not named and isinstance(made, ast.Call) and _code.dotted(made.func, code) in EVENTS
    if name in STARTERS:
        first = next((one for word in words(node, name, code)[:1] if (one := _code.text(word, code))), "")
        return first.rsplit("/", 1)[-1].split(" ")[0] == "sleep"
    return deep and isinstance(node.func, ast.Name) and name in pausing(code)


@lru_cache(maxsize=4)
def pausing(code: Code) -> frozenset[str]:
    """The functions that wait for a time to pass, by themselves or by others, some calls deep.

    One that loops is told where it does.
    """
    straight = {
        name: function
        for name, function in _adapter.functions(code).items()
        if not any(isinstance(node, LOOPS) for node in code.below(function))
    }
    found = {name for name, function in straight.items() if next(sleeps(function, code, deep=False), None)}
    for _ in range(DEPTH if found else 0):
        calling = {name for name, function in straight.items() if found & called(function)}
        found |= calling
    return frozenset(found)


def called(function: _adapter.Function) -> set[str]:
    """The names of the functions that one calls, but for where an error is caught."""
    calls = (node.func for node in unhandled(ast.iter_child_nodes(function)) if isinstance(node, ast.Call))
    return {func.id for func in calls if isinstance(func, ast.Name)}


def unhandled(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Nodes and all below them, but for those where an error is caught."""
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.ExceptHandler):
            yield node
            waiting += ast.iter_child_nodes(node)


@lru_cache(maxsize=4)
def told_events(code: Code) -> frozenset[str]:
    """The names that are used otherwise than to be waited for: what they hold may be set, so that the wait is heard."""
    waited = {
        id(node.value)
        for node in code.nodes
        if isinstance(node, ast.Attribute) and node.attr in ("wait", "is_set", "clear")
    }
    names = (node for node in code.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return frozenset(node.id for node in names if id(node) not in waited)


def is_empty(node: ast.expr, code: Code) -> bool:
    """Whether an expression is plainly an empty list, tuple or set."""
    kept = _code.value_of(node, code)
    if isinstance(kept, ast.Call):
        return not kept.args and not kept.keywords and _code.dotted(kept.func, code) in ("set", "list", "tuple")
    return isinstance(kept, (ast.List, ast.Tuple)) and not kept.elts


def sleeps(node: ast.AST, code: Code, deep: bool = True) -> Iterator[ast.Call]:
    """Each wait for a time to pass below a node, but for those where an error is caught."""
    # what a loop goes through is asked for once
    below = [*node.body, *node.orelse] if isinstance(node, (ast.For, ast.AsyncFor)) else ast.iter_child_nodes(node)
    for child in unhandled(below):
        if isinstance(child, ast.Call) and passes_time(child, code, deep):
            yield child
