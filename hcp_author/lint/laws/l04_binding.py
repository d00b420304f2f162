"""L4: Binding mints; a pack names a mode, never a secret, and nothing falls back.

L4.1 A pack names a Binding mode, one that it declares.
L4.3 Exec fails closed when the mint fails: there is something that can fail.
L4.4 No silent fallback to a token of the environment.
L4.5 Mock mode is explicit in the envelope, never an environment flag, and no default.
L4.6 Packs hold no secret: no token in any text, no key file, no .env, none in a command line or a variable.
F.12 settings and secrets are names, and their values never stand in a pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, line_of, rule
from hcp_author.lint.laws import _adapter_file, _code
from hcp_author.pack import argv, secrets
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack
from hcp_author.pack.source import pointer

# what any program says to everybody
HOLLOW = frozenset(("--version", "-V", "-version", "version", "--help", "-h", "-help", "help", "--usage", "usage"))
SIGNALLED = 129


@rule("L4-default-not-in-modes", "L4", "error", needs=("surface:/binding",))
def default_not_in_modes(pack: Pack) -> Iterator[Hit]:
    """The default Binding mode is none of the pack's modes.

    Why: a call that names no mode would be refused, or run in a mode that nobody declared (L4).
    Fix: add it to `modes`, or choose another default.
    Bad: surface.json /binding/modes
        ["local", "mock"]
    Good: surface.json /binding/modes
        ["user", "mock"]
    """
    binding = pack.binding
    # that a runtime pack is on `mothership` is told by L9-operator-modes
    others = binding is not None and binding.default == "mothership" and "control" not in (pack.kind, pack.plane)
    if binding and binding.modes and binding.default not in binding.modes and not others and not strays(pack):
        message = f"`{binding.default}` is none of the pack's modes ({', '.join(binding.modes)})"
        yield at(pack.surface, "/binding/default", message, f'add "{binding.default}" to binding.modes')


def strays(pack: Pack) -> bool:
    """Whether a control pack has a default that no control pack may have: L9-mothership-default says which."""
    return pack.plane == "control" and pack.binding is not None and pack.binding.default != "mothership"


@rule("L4-mock-default", "L4", "error", needs=("surface:/binding",))
def mock_default(pack: Pack) -> Iterator[Hit]:
    """The default Binding mode is mock.

    Why: mock is explicit in the envelope (L4); a pack that mocks unless told otherwise answers with inventions.
    Fix: name the mode that the pack is for, and keep `mock` among `modes`.
    Bad: surface.json /binding/default
        "mock"
    Good: surface.json /binding/default
        "user"
    """
    if pack.binding and pack.binding.default == "mock" and not strays(pack):
        yield at(pack.surface, "/binding/default", "`mock` must be asked for, and is no default", '"default": "user"')


@rule("L4-unproven-login", "L4", "error", needs=("surface:/binding", "surface:/wrap"))
def unproven_login(pack: Pack) -> Iterator[Hit]:
    """Binding `user` can neither be probed nor filled: no secrets, and no probe, or one that cannot fail.

    Why: Exec must fail closed when the mint fails (L4), and here nothing could ever tell. A wrapped program says its
    version and its help to everybody, and a `probe` in adapter.py that does nothing has nothing to say.
    Fix: `"probe": ["auth", "status"]` (argv that fails when the login is not there), or `"secrets": ["ACME_TOKEN"]`.
    Bad: surface.json /binding/probe
        absent
    Good: surface.json /binding/probe
        ["count"]
    """
    binding = pack.binding
    modes = {binding.default, *binding.modes} if binding else set()
    if binding is None or "user" not in modes or pack.pass_through or binding.secrets:
        return
    if pack.wrap is None:
        yield from hollow_function(pack)
    elif binding.probe and all(word in HOLLOW for word in binding.probe):
        message = f"`{' '.join(binding.probe)}` works without a login, so the mint of Binding `user` could not fail"
        yield at(pack.surface, "/binding/probe", message, '"probe": [argv that fails without a login], or "secrets"')
    elif not binding.probe:
        message = "Binding `user` has neither probe nor secrets, so its mint could not fail"
        yield at(
            pack.surface, "/binding", message, 'add "probe": [argv that fails without a login], or "secrets"', key=True
        )


def hollow_function(pack: Pack) -> Iterator[Hit]:
    """The probe of adapter.py where its whole body is `pass`, `…` or a constant that it returns."""
    data = _adapter_file.source(pack)
    module = _adapter_file.parsed(data) if data and b"def probe" in data else None
    found = [node for node in module.body if is_probe(node)] if isinstance(module, ast.Module) else []
    for node in found[-1:]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and all(does_nothing(one) for one in node.body):
            lines = (data or b"").decode("utf-8", "replace")
            place = _code.place_of(node.body[-1], lines)
            message = "`probe` does nothing, so the mint of Binding `user` could not fail"
            fix = "ask the service whether the login still holds, and raise AdapterError where it does not"
            yield Hit(_adapter_file.FILE, place, "", message, fix, excerpt=line_of(lines, place.line))


def is_probe(node: ast.stmt) -> bool:
    """Whether a statement defines `probe`."""
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == "probe"


def does_nothing(node: ast.stmt) -> bool:
    """Whether a statement is `pass`, a text or `…`, or hands a constant back."""
    value = node.value if isinstance(node, (ast.Return, ast.Expr)) else None
    return isinstance(node, ast.Pass) or (
        isinstance(node, (ast.Return, ast.Expr)) and (value is None or isinstance(value, ast.Constant))
    )


@rule("L4-failure-answered", "L4", "warning", needs=("surface:/verbs/*/exec",))
def failure_answered(pack: Pack) -> Iterator[Hit]:
    """`ok_exit` calls it an answer that the program could not be run, or that a signal ended it.

    Why: Exec fails closed (L4). A shell says 126 and 127 of what it cannot run, and 129 and more of what a signal
    ended; whoever takes these for an answer hands an empty one to the caller, and calls it good.
    Fix: name the few statuses that are answers: `"ok_exit": [0, 1]` where 1 means that nothing was found.
    Bad: surface.json /verbs/0/exec/ok_exit
        [0, 1, 127]
    Good: surface.json /verbs/0/exec/ok_exit
        [0, 1]
    """
    for verb in pack.verbs:
        listed = (verb.exec or {}).get("ok_exit")
        told = [one for one in listed if type(one) is int and is_failure(one)] if isinstance(listed, list) else []
        if told:
            more = f" (and {len(told) - 1} more)" if len(told) > 1 else ""
            message = f"`ok_exit` of `{verb.verb_key}` takes {told[0]}{more} for an answer: that is what a failure says"
            yield at(pack.surface, f"{verb.pointer}/exec/ok_exit", message, '"ok_exit": [0, 1], or what else answers')


def is_failure(status: int) -> bool:
    """Whether an exit status says that nothing was run, or that a signal ended it."""
    return status in (126, 127) or SIGNALLED <= status <= SIGNALLED + 64


@rule("L4-secret-setting", "L4", "error", needs=("surface:/binding",))
def secret_setting(pack: Pack) -> Iterator[Hit]:
    """A setting has the name of a secret.

    Why: settings are kept in a plain file; a secret is minted by the user's credential helper (L4).
    Fix: move the name from `binding.settings` to `binding.secrets`.
    Bad: surface.json /binding/settings
        ["ACME_TOKEN"]
    Good: surface.json /binding/secrets
        ["ACME_TOKEN"]
    """
    for index, name in enumerate(pack.binding.settings if pack.binding else ()):
        if secrets.is_secret_name(name):
            message = f"`{name}` is the name of a secret, and stands under settings"
            yield at(pack.surface, pointer("binding", "settings", index), message, "move it to binding.secrets")


@rule("L4-secret-in-env", "L4", "error", needs=("surface:/verbs/*/exec", "surface:/connect"))
def secret_in_env(pack: Pack) -> Iterator[Hit]:
    """`exec.env` sets a variable that has the name of a secret.

    Why: `exec.env` is fixed text in the pack, and packs hold no secrets (L4).
    Fix: take it out, and name it under `binding.secrets`.
    Bad: surface.json /verbs/2/exec/env
        {"ACME_PASSWORD": "x"}
    Good: surface.json /binding/secrets
        ["ACME_PASSWORD"]
    """
    for where, name, value in fixed_variables(pack):
        if secrets.is_secret_name(name) and value:
            message = f"`{name}` is the name of a secret, and its value stands in the pack"
            yield at(
                pack.surface, where, message, f'take it out; "secrets": ["{name}"] lets a helper fill it', key=True
            )


@rule("L4-mock-by-environment", "L4", "error", needs=("surface:/binding", "surface:/verbs/*/exec"))
def mock_by_environment(pack: Pack) -> Iterator[Hit]:
    """A variable of the environment would switch mock mode, Binding or confirm.

    Why: mock mode is explicit in the envelope, never an environment flag (L4), and confirm is the caller's own word
    (L6).
    Fix: take the variable out; ask with `--binding mock`.
    Bad: surface.json /binding/settings
        ["ACME_MOCK"]
    Good: surface.json /binding/settings
        ["NOTMUCH_CONFIG"]
    """
    declared = [
        (pointer("binding", "settings", index), name)
        for index, name in enumerate(pack.binding.settings if pack.binding else ())
    ]
    for where, name in [*declared, *((place, name) for place, name, _ in fixed_variables(pack))]:
        if secrets.is_gate_name(name):
            message = f"`{name}` would switch the gate by environment"
            yield at(pack.surface, where, message, "take it out; mock is asked for with --binding mock")


def fixed_variables(pack: Pack) -> Iterator[tuple[str, str, Any]]:
    """The variables that exec sets, as (pointer, name, value)."""
    for verb in pack.verbs:
        for name, value in argv.environment(verb).items():
            yield f"{verb.pointer}/exec/env" + pointer(name), name, value
    exec_ = (pack.connect or {}).get("exec")
    env = exec_.get("env") if isinstance(exec_, Mapping) else None
    for name, value in env.items() if isinstance(env, Mapping) else ():
        yield pointer("connect", "exec", "env", name), name, value
