"""Which verbs are the whole program again, for the laws on names and on argv."""

from __future__ import annotations

import re

from hcp_author.pack import argv
from hcp_author.pack.model import Pack, Verb

# a verb made of such words alone is no command, it is a door to all of them
CATCH_ALL = frozenset(
    (
        *("run", "exec", "execute", "shell", "sh", "bash", "raw", "call", "api", "invoke", "command", "cmd"),
        *("eval", "do", "spawn", "system", "passthrough", "pass", "through", "dispatch", "proxy", "script"),
        *("argv", "cli", "subcommand", "popen", "subprocess", "delegate", "forward", "fallback", "terminal"),
        *("console", "repl", "evaluate", "args", "subcommand", "runner", "executor", "wildcard", "catch"),
        *("catchall", "freeform", "unsafe", "bin", "binary", "tty", "zsh"),
    )
)
FILLERS = frozenset(
    (
        *("any", "anything", "arbitrary", "custom", "generic", "all", "request", "query", "line", "code", "it"),
        *("free", "other", "everything", "whatever", "tool", "program", "the", "a", "with", "commands"),
        *("native", "direct"),
    )
)


def is_catch_all(pack: Pack, verb: Verb) -> bool:
    """Whether a verb is a catch-all by its name, or the whole program by its exec."""
    words = set(re.split(r"[-_.\s]+", verb.verb_key.lower()))
    by_name = words & CATCH_ALL and words <= CATCH_ALL | FILLERS
    return bool(by_name) or is_whole_program(pack, verb)


def is_whole_program(pack: Pack, verb: Verb) -> bool:
    """Whether a verb is called like the program, and all that it hands on is what its caller gives."""
    called_so = pack.wrap is not None and verb.verb_key == pack.wrap.bin
    return called_so and all(one.kind != "literal" for one in argv.elements(verb))
