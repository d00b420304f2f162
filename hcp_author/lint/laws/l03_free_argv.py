"""L3 by shape: a verb that takes a free argv is a catch-all, whatever its name.

L3.3 Never behind an allow-list of subcommands, whatever it is called.
L3.5 Never a catch-all by its shape: no free argv, no option of the caller's choosing, no program to run.
L3.10 Values stay values: none is taken for an option.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws import _deeds
from hcp_author.lint.laws._catch_all import is_catch_all
from hcp_author.lint.laws._runs import commands
from hcp_author.pack import argv, interpreters
from hcp_author.pack.argv import Element
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.names import collision_key
from hcp_author.pack.source import pointer
from hcp_author.pack.text import visible

EXEC = ("surface:/verbs/*/exec", "surface:/verbs/*/args")
ARGV_NAMES = frozenset(
    (
        *("argv", "raw-args", "raw-argv", "command-line", "cmdline", "shell-command", "passthrough", "raw-command"),
        *(
            "extra-args",
            "extra-arguments",
            "extra-options",
            "extra-flags",
            "cli-args",
            "command-args",
            "subcommand-args",
        ),
        *("additional-args", "other-args", "pass-through", "raw-options"),
    )
)
ARRAY_NAMES = ARGV_NAMES | {"args", "arguments", "command", "cmd", "options", "flags", "params", "rest"}
RUN_NAMES = frozenset(
    ("command", "cmd", "program", "executable", "code", "script", "args", "arguments", "commands", "command-name")
)
CHOICE_NAMES = frozenset(("command", "cmd", "subcommand", "sub-command", "action", "verb", "operation", "method"))
# options whose value is a program to run
COMMAND_OPTIONS = frozenset(
    (
        *("--exec", "-exec", "-execdir", "--exec-batch", "--eval", "--shell-command", "--run", "-ok", "-okdir"),
        *("--upload-pack", "--receive-pack", "--rsh", "--to-command", "--use-compress-program", "--checkpoint-action"),
        *(
            "--ssh-command",
            "--proxy-command",
            "--open-files-in-pager",
            "--rsync-path",
            "--compress-prog",
            "--preprocessor",
        ),
    )
)
# fixed words after which a program runs what it is handed
RUNNING_WORDS = frozenset(
    ("foreach", "exec", "run", "run-script", "eval", "shell", "sh", "x", "execute", "command", "cmd")
)
# the last words of an option that runs its value, anywhere, or where the program looks for its subcommand
RUNS = frozenset(("exec", "eval", "pager", "editor"))
RUNS_FIRST = RUNS | {"cmd", "command", "script", "hook", "execute", "shell"}
# subcommands that ask a service for whatever they are handed
ASKS_ANYTHING = frozenset(("api", "graphql", "rest", "rpc", "raw"))
# what is chosen between, where one verb stands for several
LOOKS = frozenset(("list", "ls", "show", "get", "view", "status", "info", "read", "search", "find"))
CHANGES = frozenset(
    ("create", "delete", "add", "remove", "rm", "update", "set", "new", "edit", "rename", "send", "apply", "write")
)


@rule("L3-free-argv", "L3", "error", needs=EXEC)
def free_argv(pack: Pack) -> Iterator[Hit]:
    """A verb lets its caller say which subcommand, options, program or request to run, or runs a second program.

    Why: `exec -- <argv>` under another name is still the whole binary (L3).
    Fix: put the subcommand as a literal first, and declare each option as an argument of its own.
    Bad: surface.json /verbs/2/exec/argv
        [{"positional": "query"}]
    Good: surface.json /verbs/2/exec/argv
        ["count", "--", {"positional": "query"}]
    """
    for verb in pack.verbs:
        if is_catch_all(pack, verb):
            continue  # L3-catch-all says it of the verb as a whole
        told = [*by_name(pack, verb), *by_place(pack, verb), *by_option(pack, verb), *by_array(pack, verb)]
        told += by_request(pack, verb)
        # an argument may be all of these at once: one finding, the first
        seen: set[str] = set()
        for name, hit in told:
            if name not in seen:
                seen.add(name)
                yield hit
        for element in _deeds.runs_beside(argv.elements(verb)):
            message = f"`{verb.verb_key}` runs another program by `{visible(element.text, 60)}`"
            yield at(pack.surface, element.pointer, message, "take the option out", severity="warning")


# the argument that it is about, and the breach
Told = tuple[str, Hit]


def by_name(pack: Pack, verb: Verb) -> Iterator[Told]:
    """Arguments that are a command line by their own name."""
    for name, schema in argv.properties(verb).items():
        if collision_key(name) in ARGV_NAMES and not is_closed(schema):
            message = f"`{verb.verb_key}` takes a free argv in `{name}`"
            fix = "declare each option that callers need as an argument of its own"
            where = verb.pointer + pointer("args", "properties", name)
            yield name, at(pack.surface, where, message, fix, key=True)


def by_place(pack: Pack, verb: Verb) -> Iterator[Told]:
    """A free value where the program looks for its subcommand."""
    declared = argv.properties(verb)
    program = pack.wrap.bin if pack.wrap else ""
    if interpreters.find(program) or interpreters.hands_on(program):
        return  # L3-interpreter says more
    for element in before_first_word(argv.elements(verb)):
        schema = declared.get(element.arg, {})
        if element.kind == "positional" and element.arg and not is_closed(schema):
            message = f"`{verb.verb_key}` lets `{element.arg}` choose what the program does"
            fix = 'put the subcommand as a literal first, or "--" where the program has none'
            yield element.arg, at(pack.surface, element.pointer, message, fix)


def by_option(pack: Pack, verb: Verb) -> Iterator[Told]:
    """An option whose value is a program to run, or that is only the beginning of one."""
    declared = argv.properties(verb)
    first = tuple(before_first_word(argv.elements(verb)))
    for element in argv.elements(verb):
        if element.kind not in ("option", "positional") or is_closed(declared.get(element.arg, {})):
            continue
        said = element.text or element.prefix
        if element.kind == "option" and (said.rstrip("=") in COMMAND_OPTIONS or runs_its_value(element, first)):
            message = f"`{verb.verb_key}` lets `{element.arg}` name a program to run (`{said}`)"
            yield element.arg, at(pack.surface, element.pointer, message, "take the option out")
        elif is_open_ended(element):
            message = f"`{verb.verb_key}` lets `{element.arg}` choose an option that begins with `{said}`"
            yield element.arg, at(pack.surface, element.pointer, message, 'spell the option whole, with "join": "="')


def by_array(pack: Pack, verb: Verb) -> Iterator[Told]:
    """A free array that can hold options, or that is a command line for what the program is told to run."""
    declared = argv.properties(verb)
    said: list[str] = []
    handed = commands(argv.elements(verb), declared)
    for element in argv.elements(verb):
        said += [element.text.lower()] if element.kind == "literal" else []
        if element.kind != "positional" or is_closed(declared.get(element.arg, {})):
            continue
        is_array = declared.get(element.arg, {}).get("type") == "array"
        runs = element.arg in handed or (collision_key(element.arg) in RUN_NAMES and bool(RUNNING_WORDS & set(said)))
        if is_array and element.dash_ok and not {"--", "--end-of-options"} & set(said) and not element.prefix:
            message, fix = f"passes any option in `{element.arg}`", 'take "dash": "ok" out, and declare each option'
        elif runs or (is_array and collision_key(element.arg) in ARRAY_NAMES and not reads(pack, verb)):
            message, fix = (
                f"runs what `{element.arg}` says",
                "make a verb of each command that is meant",
            )
        else:
            continue
        yield element.arg, at(pack.surface, element.pointer, f"`{verb.verb_key}` {message}", fix)


def reads(pack: Pack, verb: Verb) -> bool:
    """Whether a verb's row calls it a read: `which COMMAND` runs nothing."""
    row = pack.row(verb.verb_key)
    return row is not None and row.operation == "read"


def runs_its_value(element: Element, first: tuple[Element, ...]) -> bool:
    """Whether an option's own name says that it runs its value (`--pager`, and `--cmd` before any subcommand)."""
    last = element.text.lstrip("-").rstrip("=").lower().rpartition("-")[2]
    return element.text.startswith("--") and last in (RUNS_FIRST if element in first else RUNS)


def by_request(pack: Pack, verb: Verb) -> Iterator[Told]:
    """A free value right after a word that asks a service for anything: `api PATH`, or that runs it: `foreach CMD`."""
    declared = argv.properties(verb)
    said = ""
    for element in argv.elements(verb):
        free = element.kind == "positional" and not element.prefix and not is_closed(declared.get(element.arg, {}))
        if free and "pattern" not in declared.get(element.arg, {}) and said in ASKS_ANYTHING | {"foreach"}:
            message = f"`{verb.verb_key}` lets `{element.arg}` say what `{said}` does"
            yield element.arg, at(pack.surface, element.pointer, message, "make a verb of each request that is meant")
        if element.kind == "literal" and not element.text.startswith("-"):
            said = element.text.lower()
        elif element.kind == "positional":
            return


def is_open_ended(element: Element) -> bool:
    """Whether the value is glued on and could go on spelling the option: `--o` and `utput=x`; `-n5` is none."""
    if element.kind == "positional":
        # half a long option; one dash alone leads words that the program itself tells from options (`-TAG`)
        return element.prefix.startswith("--") and not element.prefix.endswith(("=", ":"))
    short = element.text.startswith("-") and not element.text.startswith("--")
    return element.join == "none" and not short and not element.text.endswith(("=", ":"))


@rule("L3-subcommand-argument", "L3", "error", needs=EXEC)
def subcommand_argument(pack: Pack) -> Iterator[Hit]:
    """One verb stands for several subcommands, chosen by an argument.

    Why: that is an allow-list: one row cannot say that `show` reads and `delete` writes (L3, L6).
    Fix: make each of them a verb.
    Bad: surface.json /verbs/2/args/properties/action
        {"enum": ["count", "delete"]}
    Bad: surface.json /verbs/2/exec/argv
        [{"positional": "action"}, "--", {"positional": "query"}]
    Good: surface.json /verbs/2/exec/argv
        ["count", "--", {"positional": "query"}]
    """
    for verb in pack.verbs:
        for where, schema in several(verb):
            words = ", ".join(f"`{one}`" for one in choices(schema)[:4])
            yield at(pack.surface, where, f"`{verb.verb_key}` is several commands: {words}", "make each a verb")


def several(verb: Verb) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each argument that chooses between commands, as (pointer, schema): in an argv, or of a verb of the adapter."""
    declared = argv.properties(verb)
    elements = argv.elements(verb)
    first = tuple(before_first_word(elements))
    for index, element in enumerate(elements):
        schema = declared.get(element.arg, {})
        named = element in first and collision_key(element.arg) in CHOICE_NAMES and len(choices(schema)) > 1
        after_words = all(one.kind == "literal" and not one.text.startswith("-") for one in elements[:index])
        if element.kind == "positional" and (named or (after_words and are_commands(schema))):
            yield element.pointer, schema
    for name, schema in declared.items() if not verb.exec else ():
        if collision_key(name) in CHOICE_NAMES and are_commands(schema):
            yield verb.pointer + pointer("args", "properties", name), schema


def are_commands(schema: Mapping[str, Any]) -> bool:
    """Whether the listed values are deeds, one of which changes something: `add`, `remove`, `show`."""
    words = {one.lower() for one in choices(schema) if isinstance(one, str)}
    return bool(words & CHANGES) and len(words & (CHANGES | LOOKS)) > 1


@rule("L3-dash-ok", "L3", "note", needs=EXEC)
def dash_ok(pack: Pack) -> Iterator[Hit]:
    """An element of argv lets values through that begin with a dash.

    Why: the program may take such a value for an option; a reviewer should see where that is meant.
    Fix: nothing, where it is meant; else take `"dash": "ok"` out.
    Bad: surface.json /verbs/0/exec/argv/4
        {"positional": "query", "dash": "ok"}
    Good: surface.json /verbs/0/exec/argv/4
        {"positional": "query"}
    """
    for verb in pack.verbs:
        # where any option would pass, L3-free-argv says so
        free = {name for name, _ in by_array(pack, verb)}
        for element in argv.elements(verb):
            if element.dash_ok and element.arg not in free:
                yield at(pack.surface, element.pointer, f"`{element.arg}` of `{verb.verb_key}` may begin with a dash")


def before_first_word(elements: tuple[Element, ...]) -> Iterator[Element]:
    """The elements before the first literal that is no option: where the program looks for its subcommand."""
    for element in elements:
        if element.kind == "literal" and (
            not element.text.startswith("-") or element.text in ("--", "--end-of-options")
        ):
            return
        yield element


def is_closed(schema: Mapping[str, Any]) -> bool:
    """Whether only listed values pass, or no text at all."""
    inner = schema.get("items") if schema.get("type") == "array" else schema
    if not isinstance(inner, Mapping):
        return False
    return "enum" in inner or "const" in inner or inner.get("type") in ("integer", "number", "boolean", "null")


def choices(schema: Mapping[str, Any]) -> list[Any]:
    """The listed values, where there is a list."""
    found = schema.get("enum")
    return found if isinstance(found, list) else []
