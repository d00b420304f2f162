"""L3 by shape: a verb that takes a free argv is a catch-all, whatever its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import argv
from hcp_author.pack.argv import Element
from hcp_author.pack.model import Pack, Verb
from hcp_author.pack.names import collision_key
from hcp_author.pack.source import pointer

EXEC = ("surface:/verbs/*/exec", "surface:/verbs/*/args")
ARGV_NAMES = frozenset(
    ("argv", "raw-args", "raw-argv", "command-line", "cmdline", "shell-command", "extra-args", "passthrough")
)
ARRAY_NAMES = ARGV_NAMES | {"args", "arguments", "command", "cmd", "options", "flags", "params", "rest"}
CHOICE_NAMES = frozenset(("command", "cmd", "subcommand", "sub-command", "action", "verb", "operation", "method"))
# options whose value is a program to run
COMMAND_OPTIONS = frozenset(
    ("--exec", "-exec", "-execdir", "--exec-batch", "--eval", "--shell-command", "--run", "-ok")
)


@rule("L3-free-argv", "L3", "error", needs=EXEC)
def free_argv(pack: Pack) -> Iterator[Hit]:
    """A verb lets its caller say which subcommand, options or program to run.

    Why: `exec -- <argv>` under another name is still the whole binary (L3).
    Fix: put the subcommand as a literal first, and declare each option as an argument of its own.
    """
    for verb in pack.verbs:
        yield from by_name(pack, verb)
        yield from by_place(pack, verb)
        yield from by_option(pack, verb)


def by_name(pack: Pack, verb: Verb) -> Iterator[Hit]:
    """Arguments that are a command line by their own name."""
    for name, schema in argv.properties(verb).items():
        if collision_key(name) in ARGV_NAMES and not is_closed(schema):
            message = f"`{verb.verb_key}` takes a free argv in `{name}`"
            fix = "declare each option that callers need as an argument of its own"
            yield at(pack.surface, verb.pointer + pointer("args", "properties", name), message, fix, key=True)


def by_place(pack: Pack, verb: Verb) -> Iterator[Hit]:
    """A free value where the program looks for its subcommand, or a free array that can hold options."""
    declared = argv.properties(verb)
    for element in before_first_word(argv.elements(verb)):
        schema = declared.get(element.arg, {})
        if element.kind == "positional" and element.arg and not is_closed(schema):
            message = f"`{verb.verb_key}` lets `{element.arg}` choose what the program does"
            fix = 'put the subcommand as a literal first, or "--" where the program has none'
            yield at(pack.surface, element.pointer, message, fix)
    for element in argv.elements(verb):
        schema = declared.get(element.arg, {})
        named = collision_key(element.arg) in ARRAY_NAMES - ARGV_NAMES
        if element.kind == "positional" and element.dash_ok and named and schema.get("type") == "array":
            message = f"`{verb.verb_key}` passes any option in `{element.arg}`"
            yield at(pack.surface, element.pointer, message, 'take "dash": "ok" out, and declare each option')


def by_option(pack: Pack, verb: Verb) -> Iterator[Hit]:
    """An option whose value is a program to run, or that is only the beginning of one."""
    declared = argv.properties(verb)
    for element in argv.elements(verb):
        if element.kind != "option" or is_closed(declared.get(element.arg, {})):
            continue
        if element.text.rstrip("=") in COMMAND_OPTIONS:
            message = f"`{verb.verb_key}` lets `{element.arg}` name a program to run (`{element.text}`)"
            yield at(pack.surface, element.pointer, message, "take the option out")
        elif is_open_ended(element):
            message = f"`{verb.verb_key}` lets `{element.arg}` choose an option that begins with `{element.text}`"
            yield at(pack.surface, element.pointer, message, 'spell the option whole, with "join": "="')


def is_open_ended(element: Element) -> bool:
    """Whether the value is glued on and could go on spelling the option: `--o` and `utput=x`; `-n5` is none."""
    short = element.text.startswith("-") and not element.text.startswith("--")
    return element.join == "none" and not short and not element.text.endswith(("=", ":"))


@rule("L3-subcommand-argument", "L3", "error", needs=EXEC)
def subcommand_argument(pack: Pack) -> Iterator[Hit]:
    """One verb stands for several subcommands, chosen by an argument.

    Why: that is an allow-list: one row cannot say that `show` reads and `delete` writes (L3, L6).
    Fix: make each of them a verb.
    """
    for verb in pack.verbs:
        declared = argv.properties(verb)
        for element in before_first_word(argv.elements(verb)):
            schema = declared.get(element.arg, {})
            named = collision_key(element.arg) in CHOICE_NAMES
            if element.kind == "positional" and named and len(choices(schema)) > 1:
                words = ", ".join(f"`{one}`" for one in choices(schema)[:4])
                yield at(
                    pack.surface, element.pointer, f"`{verb.verb_key}` is several commands: {words}", "make each a verb"
                )


@rule("L3-dash-ok", "L3", "note", needs=EXEC)
def dash_ok(pack: Pack) -> Iterator[Hit]:
    """An element of argv lets values through that begin with a dash.

    Why: the program may take such a value for an option; a reviewer should see where that is meant.
    Fix: nothing, where it is meant; else take `"dash": "ok"` out.
    """
    for verb in pack.verbs:
        for element in argv.elements(verb):
            if element.dash_ok:
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
