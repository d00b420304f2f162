"""L4: variables by which a pack could make a program run or load what nobody named.

L4.7 A pack chooses no program or code by a variable.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import argv, variables
from hcp_author.pack.model import Pack
from hcp_author.pack.source import pointer


@rule("L4-unsafe-variable", "L4", "error", needs=("surface:/binding", "surface:/verbs/*/exec", "surface:/connect"))
def unsafe_variable(pack: Pack) -> Iterator[Hit]:
    """A variable that the pack sets, or asks the user for, chooses programs or code (`LD_PRELOAD`, `PYTHONPATH`).

    Why: the program that runs is the allow-listed one with its named argv (L3); such a variable makes it another. The
    runtime refuses every call that would set one.
    Fix: take it out; a person who needs it sets it up for the program itself.
    Bad: surface.json /verbs/2/exec/env
        {"LD_PRELOAD": "/tmp/x.so"}
    Good: surface.json /verbs/2/exec/env
        {"NOTMUCH_DEBUG": "0"}
    """
    for where, name, value, is_key in declared(pack):
        reason = variables.refused(name)
        if reason:
            fix = "take it out; the runtime refuses it"
            yield at(pack.surface, where, f"`{name}` {reason}; no pack sets it", fix, key=is_key)
        elif isinstance(value, str) and value.startswith("()"):
            message = f"the value of `{name}` begins with `()`: a shell takes it for a function"
            yield at(pack.surface, where, message, "give it a plain value")


def declared(pack: Pack) -> Iterator[tuple[str, str, Any, bool]]:
    """The variables that a pack names or sets, as (pointer, name, value, whether the pointer's key is the name)."""
    binding = pack.binding
    for part, names in (("settings", binding.settings), ("secrets", binding.secrets)) if binding else ():
        for index, name in enumerate(names):
            yield pointer("binding", part, index), name, None, False
    for verb in pack.verbs:
        for name, value in argv.environment(verb).items():
            yield f"{verb.pointer}/exec/env" + pointer(name), name, value, True
    exec_ = (pack.connect or {}).get("exec")
    env = exec_.get("env") if isinstance(exec_, Mapping) else None
    for name, value in env.items() if isinstance(env, Mapping) else ():
        yield pointer("connect", "exec", "env", name), name, value, True
