"""L3: no shell, ever: a program that runs what it is handed is a free argv, whatever the verb says.

L3.6 No shell and no interpreter is handed what a caller says.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import zip_longest

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws._calls import calls, place
from hcp_author.pack import argv, interpreters
from hcp_author.pack.interpreters import Interpreter
from hcp_author.pack.model import Pack, Verb

FIX = "wrap the program itself, or write the verb in adapter.py"
END = ("--", "--end-of-options")
LOOSE = "of whatever folder it is in"
RUNNER = "which runs other programs"
# what tells a shell from other interpreters in the list
SHELL_OPTION = "--command"

# where it stands, and what is wrong
Breach = tuple[str, str]


@rule(
    "L3-interpreter",
    "L3",
    "error",
    needs=("surface:/wrap", "surface:/binding", "surface:/verbs/*/exec", "surface:/verbs/*/args"),
)
def interpreter(pack: Pack) -> Iterator[Hit]:
    """A verb hands code, a script or another program to a shell, an interpreter or a runner (`sh -c`, `env`).

    Why: a named command says what runs (L3). What an interpreter is handed can be anything, and a shell between a
    value and a program splits and expands it.
    Fix: wrap the program that is meant; or write the verb as a function in adapter.py, which runs without a shell.
    Bad: surface.json /wrap
        {"bin": "python3", "paths": ["/usr/bin/python3"]}
    Bad: surface.json /verbs/2/exec/argv
        ["-c", {"positional": "query"}]
    Good: surface.json /wrap
        {"bin": "notmuch", "paths": ["/usr/bin/notmuch"]}
    """
    for program in programs(pack):
        told = [breach for verb in calls(pack) for breach in breaches(verb, program)]
        # scripts without a place, or words for a runner, are one mistake, the wrong program; what is worse goes before
        loose = [breach for breach in told if breach[1].endswith((LOOSE, RUNNER))]
        more = f" (and {len(loose) - 1} more)" if len(loose) > 1 else ""
        worse = [breach for breach in told if breach not in loose]
        for where, message in worse or [(where, message + more) for where, message in loose[:1]]:
            yield at(pack.surface, place(where), message, FIX)


def programs(pack: Pack) -> list[str]:
    """The names under which the wrapped program is called; one for those that differ by version alone."""
    names = [pack.wrap.bin, *(posixpath.basename(path) for path in pack.wrap.paths)] if pack.wrap else []
    return list({interpreters.plain(name): name for name in reversed(names)}.values())


def breaches(verb: Verb, program: str) -> Iterator[Breach]:
    """What is wrong with one call of one program; one thing at most."""
    known = interpreters.find(program)
    if known:
        found = by_option(verb, program, known) or by_operand(verb, program, known)
        found = found or (None if known.filter else by_stdin(verb, program))
    else:
        found = by_any_operand(verb, program) if interpreters.hands_on(program) else None
    if found:
        yield found


def by_option(verb: Verb, program: str, known: Interpreter) -> Breach | None:
    """An option whose value is code: the caller's, or any where the interpreter is no mere filter."""
    elements = argv.elements(verb)
    for one, following in zip_longest(elements, elements[1:]):
        if one.text in END:
            return None
        fixed = one.kind == "literal" and (following is None or following.kind == "literal")
        if one.kind != "positional" and known.takes_code(one.text) and not (fixed and known.filter):
            return one.pointer, f"`{verb.verb_key}` hands code to `{program}` (`{one.text.split('=')[0]}`)"
    return None


def by_operand(verb: Verb, program: str, known: Interpreter) -> Breach | None:
    """A caller's value where the script, or the code, stands, or a script that has no fixed place."""
    for one in argv.elements(verb):
        if one.kind == "positional":
            return one.pointer, f"`{verb.verb_key}` lets `{one.arg}` say what `{program}` runs"
        if one.kind == "literal" and not one.text.startswith("-"):
            is_file = SHELL_OPTION in known.code and not one.text.startswith("/")
            message = f"`{verb.verb_key}` hands `{program}` the script `{one.text}` {LOOSE}"
            return (one.pointer, message) if is_file else None
    return None


def by_stdin(verb: Verb, program: str) -> Breach | None:
    """A caller's text on the standard input of a program that may take it for code."""
    name = argv.stdin(verb)
    if name is None:
        return None
    return f"{verb.pointer}/exec/stdin", f"`{verb.verb_key}` hands `{name}` to `{program}` as its standard input"


def by_any_operand(verb: Verb, program: str) -> Breach | None:
    """A caller's value anywhere on the command line of a program that runs another."""
    for one in argv.elements(verb):
        if one.kind == "positional":
            return one.pointer, f"`{verb.verb_key}` hands `{one.arg}` to `{program}`, {RUNNER}"
    return None
