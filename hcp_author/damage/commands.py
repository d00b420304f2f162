"""Damage to how a program is called: lines that reach too far, do something else, carry a secret (L3, L4, L6)."""

from __future__ import annotations

from typing import Any

from hcp_author.damage.copy import UNDRAWN, Copy, NotHereError, before_end, damage, kinds_of
from hcp_author.damage.surface import closed, new_verb

SURFACE = "surface.json"


def literal(copy: Copy, *words: str, operation: str = "read") -> None:
    """Put words into a wrapped verb's command line, after the subcommand."""
    key = copy.row(operation)
    pointer, verb = copy.verb(lambda one: one["verb_key"] == key and "exec" in one)
    argv = verb["exec"]["argv"]
    at = next(
        (index for index, word in enumerate(argv) if not isinstance(word, str) or word.startswith("-")), len(argv)
    )
    for word in reversed(words):
        copy.add(SURFACE, f"{pointer}/exec/argv", at, word)


def element(copy: Copy, one: dict[str, Any], name: str, schema: dict[str, Any] | None = None) -> None:
    """Give a wrapped verb one more argument and the element that passes it on."""
    pointer, verb = copy.exec_verb()
    if name in verb["args"]["properties"]:
        raise NotHereError(name)
    copy.add(SURFACE, f"{pointer}/args/properties", name, schema or {"type": "string"})
    copy.add(SURFACE, f"{pointer}/exec/argv", 1, one)


@damage("an option joined in a way that there is not", "F", "F-wrong-value")
def join(copy: Copy) -> None:
    """`=`, `space` or `none`."""
    element(copy, {"option": "--until-when", "arg": "until_when", "join": ":"}, "until_when")


@damage("an element of two kinds", "F", "F-unknown-key", "F-wrong-value")
def two_kinds(copy: Copy) -> None:
    """A flag or an option."""
    element(copy, {"option": "--until-when", "flag": "--until-when", "arg": "until_when"}, "until_when")


@damage("an element without its argument", "F", "F-missing-key")
def no_arg(copy: Copy) -> None:
    """Which value would it be?"""
    pointer, _ = copy.exec_verb()
    copy.add(SURFACE, f"{pointer}/exec/argv", 1, {"option": "--until-when"})


@damage("an element that is misspelt", "F", "F-unknown-key", "F-missing-key")
def misspelt_element(copy: Copy) -> None:
    """`args` for `arg`."""
    element(copy, {"option": "--until-when", "args": "until_when"}, "until_when")


@damage("a flag over a text", "L2", "L2-flag-argument")
def flag_over_text(copy: Copy) -> None:
    """It would never stand there."""
    element(copy, {"flag": "--until-when", "arg": "until_when"}, "until_when")


@damage("values that may begin with a dash", "L3", "L3-dash-ok")
def dash_ok(copy: Copy) -> None:
    """Lint notes it."""
    element(copy, {"option": "--until-when", "arg": "until_when", "join": "space", "dash": "ok"}, "until_when")


@damage("values that may be options", "L3", "L3-free-argv")
def dash_ok_positional(copy: Copy) -> None:
    """A list of positionals that take a dash takes any option, where no `--` stands before it."""
    pointer, verb = copy.verb(lambda one: any(map(is_list, before_end(one))))
    at = next(index for index, word in enumerate(before_end(verb)) if is_list(word))
    copy.add(SURFACE, f"{pointer}/exec/argv/{at}", "dash", "ok")


def is_list(word: object) -> bool:
    """Whether an element stands for several positionals."""
    return isinstance(word, dict) and word.get("each") is True and "positional" in word and "prefix" not in word


@damage("an option whose name is the caller's", "L3", "L3-free-argv", "F-wrong-value", "F-wrong-type")
def free_option(copy: Copy) -> None:
    """`--config KEY=VALUE` and its kin set anything."""
    element(
        copy,
        {"positional": "options", "each": True, "prefix": "--"},
        "options",
        {"type": "array", "items": {"type": "string"}},
    )


@damage("a shell as the command", "L3", "L3-free-argv", "L3-interpreter")
def shell(copy: Copy) -> None:
    """`sh -c` runs anything."""
    new_verb(
        copy,
        "sweep",
        closed({"script": {"type": "string"}}, ["script"]),
        ["sh", "-c", {"positional": "script"}],
        "write",
    )


@damage("several subcommands as one verb", "L3", "L3-subcommand-argument")
def several(copy: Copy) -> None:
    """One row cannot say that one reads and the other deletes."""
    args = closed({"action": {"type": "string", "enum": ["show", "prune"]}}, ["action"])
    new_verb(copy, "act", args, [{"positional": "action"}], "write")


@damage("a verb called exec", "L3", "L3-catch-all")
def exec_verb(copy: Copy) -> None:
    """A catch-all by its name."""
    new_verb(copy, "exec", closed({}), ["gc"], "write")


@damage("a verb called api", "L3", "L3-catch-all")
def api_verb(copy: Copy) -> None:
    """The whole service again."""
    new_verb(copy, "api", closed({"path": {"type": "string"}}, ["path"]), ["api", {"positional": "path"}], "write")


@damage("args handed on whole", "L3", "L3-free-argv")
def args_list(copy: Copy) -> None:
    """A list called `args`, of a verb that writes: what reads may well ask for words."""
    key = copy.row("write")
    pointer, _ = copy.verb(lambda one: one["verb_key"] == key and "exec" in one)
    copy.add(SURFACE, f"{pointer}/args/properties", "args", {"type": "array", "items": {"type": "string"}})
    copy.add(SURFACE, f"{pointer}/exec/argv", 1, {"positional": "args", "each": True})


@damage("extra options handed on whole", "L3", "L3-free-argv")
def extra_args(copy: Copy) -> None:
    """A list called `extra_args`."""
    element(
        copy, {"positional": "extra_args", "each": True}, "extra_args", {"type": "array", "items": {"type": "string"}}
    )


@damage("a wrapped verb that says not how it is called", "L3", "L3-no-exec")
def no_exec(copy: Copy) -> None:
    """A name for nothing."""
    pointer, _ = copy.exec_verb()
    copy.drop(SURFACE, f"{pointer}/exec")


@damage("an exec without a program", "L3", "L3-exec-without-wrap")
def exec_without_wrap(copy: Copy) -> None:
    """Which program would it be?"""
    if "wrap" in copy.surface:
        raise NotHereError("it wraps one")
    pointer, _ = copy.plain_verb()
    copy.add(SURFACE, pointer, "exec", {"argv": ["list"], "output": "json"})


@damage("a program of another name", "N", "N-other-program")
def other_program(copy: Copy) -> None:
    """`bin` says one thing and `paths` another."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.set(SURFACE, "/wrap/paths/0", "/usr/bin/something-else")


@damage("a program in a place for all", "N", "N-private-path")
def temporary(copy: Copy) -> None:
    """Anybody may put a program there."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.add(SURFACE, "/wrap/paths", None, f"/mnt/share/{copy.surface['wrap']['bin']}")


@damage("a path that climbs", "N", "N-private-path", "F-wrong-value", "N-path-lookup")
def climbing(copy: Copy) -> None:
    """It leads elsewhere than it seems."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.add(SURFACE, "/wrap/paths", None, f"/usr/bin/../../tmp/{copy.surface['wrap']['bin']}")


@damage("a program named by its path", "F", "F-wrong-value", "N-path-lookup")
def bin_path(copy: Copy) -> None:
    """`bin` is the plain name."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.set(SURFACE, "/wrap/bin", "../bin/" + copy.surface["wrap"]["bin"])


@damage("sudo as the program", "L3", "L3-interpreter", "L9-operator-verb")
def sudo(copy: Copy) -> None:
    """It runs whatever it is handed, as somebody else."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.set(SURFACE, "/wrap", {"bin": "sudo", "paths": ["/usr/bin/sudo"]})


@damage("a password in the command line", "L4", "L4-secret-in-argv", "L4-secret-in-pack")
def secret_in_argv(copy: Copy) -> None:
    """It is in every process list."""
    literal(copy, "--password=hunter2")


@damage("a secret in a variable", "L4", "L4-secret-in-env", "L4-secret-in-pack")
def secret_in_env(copy: Copy) -> None:
    """exec.env holds what is no secret."""
    pointer, _ = copy.exec_verb()
    copy.put(SURFACE, f"{pointer}/exec", "env", {"ACME_TOKEN": "abc"})


@damage("a tenant in the command line", "L5", "L5-fixed-identity")
def fixed_tenant(copy: Copy) -> None:
    """A pack is shared across tenants."""
    literal(copy, "--tenant=acme")


@damage("a read that deletes", "L6", "L6-read-that-writes")
def read_deletes(copy: Copy) -> None:
    """What is declared is not what is done."""
    literal(copy, "--delete")


@damage("a read by the name of a write", "L6", "L6-read-that-writes", "L6-read-named-write")
def read_named_write(copy: Copy) -> None:
    """`delete` is no read."""
    new_verb(copy, "delete", closed({}), ["delete"], "read")


@damage("a dry run that is a read", "L6", "L6-dry-run-read")
def dry_run(copy: Copy) -> None:
    """A dry run is still a write."""
    literal(copy, "--dry-run")


@damage("a probe that changes something", "L6", "L6-probe-writes")
def probe(copy: Copy) -> None:
    """A probe tells, and changes nothing."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    copy.put(SURFACE, "/binding", "probe", ["delete", "--force"])


@damage("a doctor that logs in", "L6", "L6-health-mints", "L6-health-write")
def doctor_mints(copy: Copy) -> None:
    """Health commands never mint."""
    if "wrap" not in copy.surface:
        raise NotHereError("it wraps nothing")
    pointer, _ = copy.verb(lambda one: one["verb_key"] == "doctor")
    copy.set(
        SURFACE,
        pointer,
        {
            "verb_key": "doctor",
            "summary": "Tell whether it works.",
            "args": closed({}),
            "exec": {"argv": ["login"], "output": "text"},
        },
    )


@damage("a verb that claims to be built in", "L6", "L6-builtin")
def builtin(copy: Copy) -> None:
    """The runtime knows only `doctor`."""
    pointer, _ = copy.plain_verb()
    copy.add(SURFACE, pointer, "builtin", True)


@damage(
    "an operator's verb in a runtime pack",
    "L9",
    "L9-operator-verb",
    also=UNDRAWN,
)
def operator_verb(copy: Copy) -> None:
    """Admin commands run in a second pack."""
    new_verb(copy, "admin-reset", closed({}), ["admin", "reset"], "write")


@damage("JSON asked for and called text", "L1", "L1-structured-output")
def unstructured(copy: Copy) -> None:
    """Structured output is the interface."""
    pointer, _ = copy.verb(
        lambda one: (
            one.get("exec", {}).get("output") == "json" and any("json" in str(word) for word in one["exec"]["argv"])
        )
    )
    copy.set(SURFACE, f"{pointer}/exec/output", "text")


@damage("an MCP server as a verb", "L1", "L1-mcp-server", "L3-catch-all")
def mcp_verb(copy: Copy) -> None:
    """MCP is an export, never a command."""
    new_verb(copy, "mcp-serve", closed({}), ["mcp", "serve"], "write")


KINDS = kinds_of(globals())
