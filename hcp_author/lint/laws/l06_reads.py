"""L6: what is classed as a read changes nothing: by its name or its argv.

L6.5 A dry run is still a write: L6-dry-run-read.
L6.6 The class is what the gate goes by: L6-read-that-writes, L6-read-named-write.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hcp_author.lint.contract import Hit, Severity, at, rule
from hcp_author.lint.laws import _deeds
from hcp_author.lint.laws._expected import disagrees
from hcp_author.pack import argv, interpreters
from hcp_author.pack.model import HEALTH_VERBS, Pack, Verb
from hcp_author.pack.names import collision_key

VERB_ROWS = ("policy:/verbs/*", "surface:/verbs/*/verb_key")
EXEC = (*VERB_ROWS, "surface:/verbs/*/exec")
# words that no read is called by, and options that no read takes
DESTROY = frozenset(
    (
        *("delete", "remove", "rm", "destroy", "purge", "wipe", "erase", "drop", "uninstall", "unlink", "shred"),
        *("truncate", "kill"),
    )
)
WRITE = frozenset(
    ("send", "create", "write", "update", "install", "upload", "publish", "push", "deploy", "rename", "overwrite")
)
# a name that ends so writes; at its beginning they may be nouns (`merge-base`, `edit-distance`)
WRITE_AT_END = frozenset(
    (
        *(
            "add",
            "append",
            "apply",
            "cancel",
            "close",
            "configure",
            "copy",
            "cp",
            "disable",
            "edit",
            "enable",
            "insert",
        ),
        *("login", "logout", "merge", "mkdir", "move", "mv", "prune", "reset", "restart", "restore", "revoke", "stop"),
        *("sync", "unlock", "upgrade"),
    )
)
# subcommands that no read runs; the nouns among WRITE and WRITE_AT_END are left out
ACTS = frozenset(
    (
        *("push", "send", "upload", "publish", "deploy", "install", "upgrade", "overwrite", "insert", "unlock"),
        *("merge", "close", "rerun", "disable", "enable", "logout", "revoke", "restart", "commit", "rebase"),
        *("clean", "gc", "prune", "reindex", "reset", "restore"),
    )
)
READ = frozenset(
    (
        *("list", "ls", "show", "get", "search", "find", "count", "log", "history", "status", "info", "view", "diff"),
        *("check", "help"),
    )
)
DESTROY_OPTIONS = frozenset(
    (
        *(f"--{word}" for word in DESTROY),
        *("--force-delete", "--delete-after", "--in-place", "--inplace", "--overwrite", "--save", "--apply", "--write"),
        *("--fix", "--repair", "--prune", "--auto-approve", "--assume-yes", "--yes", "--force"),
    )
)
# said by an author outright, these change something; offered to the caller, they may still only filter
LITERAL_ONLY = frozenset(("--prune", "--write", "--save", "--fix", "--yes", "--force"))
MENDS = frozenset(("--fix", "--repair"))
DRY_RUN = frozenset(("--dry-run", "--dryrun", "--dry", "--simulate", "--what-if", "--no-act", "--just-print"))
METHOD_OPTIONS = frozenset(("-X", "--method", "--request"))
METHODS: dict[str, Severity] = {"PUT": "error", "PATCH": "error", "DELETE": "error", "POST": "warning"}
# edit the file they are given when they are told `-i`
IN_PLACE = frozenset(("sed", "gsed", "perl", "ruby"))


@rule("L6-read-that-writes", "L6", "error", needs=EXEC)
def read_that_writes(pack: Pack) -> Iterator[Hit]:
    """A verb classed as a read runs what changes something (`rm`, `--delete`, `-X DELETE`, `--output=FILE`).

    Why: the class is what the gate goes by; a read needs no confirm (L6). An option that the caller may set counts: one
    call with it is enough. A request by POST may be a question, and is only warned of; so are words that change
    something only where they stand: a deed after a noun, a file to write, a setting with its value, a tag with a sign.
    Fix: `"operation": "write", "confirm": true`, or take the option out of exec.
    Bad: surface.json /verbs/2/exec/argv
        ["count", "--delete"]
    Bad: surface.json /verbs/2/args
        {"type": "object", "properties": {}, "additionalProperties": false}
    Bad: surface.json /verbs/2/positionals
        []
    Good: surface.json /verbs/2/exec/argv
        ["count"]
    Good: surface.json /verbs/2/args
        {"type": "object", "properties": {}, "additionalProperties": false}
    Good: surface.json /verbs/2/positionals
        []
    """
    for verb in reads(pack):
        fix = f'make the row of `{verb.verb_key}` a write with "confirm": true'
        for element in hazards(pack, verb):
            message = f"`{verb.verb_key}` is classed as a read, and its exec says `{element.text}`"
            forced = element.text.split("=", 1)[0] == "--force"
            yield at(pack.surface, element.pointer, message, fix, severity="warning" if forced else None)
        act = act_that_writes(pack, verb)
        if act and not disagrees(pack, pack.rows[verb.verb_key]):
            said = act.text or f"{act.prefix}{act.arg}"
            message = f"`{verb.verb_key}` is classed as a read, and its exec says `{said}`"
            yield at(pack.surface, act.pointer, message, fix, severity="warning")
        for where, said, severity in requests(verb):
            message = f"`{verb.verb_key}` is classed as a read, and {said}"
            yield at(pack.surface, where, message, fix, severity=severity)


def hazards(pack: Pack, verb: Verb) -> Iterator[argv.Element]:
    """The elements of a verb's argv that change something."""
    program = interpreters.plain(pack.wrap.bin) if pack.wrap else ""
    commands = subcommands(verb)
    for element in argv.elements(verb):
        word = element.text.split("=", 1)[0]
        if verb.verb_key in HEALTH_VERBS and word in MENDS:
            continue  # L6-health-mints says more
        destroys = element in commands and element.text in DESTROY
        if destroys or is_hazard(element, word) or (program in IN_PLACE and edits_in_place(element)):
            yield element


def act_that_writes(pack: Pack, verb: Verb) -> argv.Element | None:
    """The subcommand that changes something (`push`, `pr merge`); None where it is none, or another rule tells more."""
    acts = [one for one in subcommands(verb) if one.text[:1].isalpha()]
    # whole words alone: `verify-commit` and `merge-base` only look, as do `get deploy` and `install --list`
    looks = any(one.kind == "literal" and READ & set(one.text.strip("-").split("-")) for one in argv.elements(verb))
    found = acts[-1] if acts and not looks and acts[-1].text in ACTS else None
    found = found or (None if looks else _deeds.find(argv.elements(verb)))
    # what looks may still write what it found to a file
    found = found or next(_deeds.written(argv.elements(verb)), None)
    return found if found and not is_dry_run(verb) and not any(hazards(pack, verb)) else None


def is_hazard(element: argv.Element, word: str) -> bool:
    """Whether an option changes something; some only where the author says them outright."""
    return word in DESTROY_OPTIONS and (element.kind == "literal" or word not in LITERAL_ONLY)


def edits_in_place(element: argv.Element) -> bool:
    """Whether an element is `-i`, alone, with the ending of a copy (`-i.bak`) or among letters (`-pi`)."""
    word = element.text
    letters = word[1:].split(".", 1)[0]
    return word.startswith("-") and not word.startswith("--") and letters.isalpha() and "i" in letters[:3]


def requests(verb: Verb) -> Iterator[tuple[str, str, Severity | None]]:
    """Each method of HTTP in an argv that changes something, or that the caller chooses: (pointer, what, severity)."""
    before = ""
    for element in argv.elements(verb):
        word, _, value = element.text.partition("=")
        if word.startswith("-X") and len(word) > 2:
            word, value = "-X", word[2:]
        if element.kind == "literal":
            alone = before in METHOD_OPTIONS or element.text in METHODS
            method = (value if word in METHOD_OPTIONS else element.text if alone else "").upper()
            if method in METHODS:
                yield element.pointer, f"its exec asks by `{method}`", METHODS[method]
        elif (word in METHOD_OPTIONS or before in METHOD_OPTIONS) and can_be_a_write(verb, element.arg):
            yield element.pointer, f"lets `{element.arg}` choose the method", None
        before = element.text if element.kind == "literal" else ""


def can_be_a_write(verb: Verb, name: str) -> bool:
    """Whether a caller may hand in a method that changes something."""
    choices = argv.properties(verb).get(name, {}).get("enum")
    if not isinstance(choices, list):
        return True
    return any(isinstance(one, str) and METHODS.get(one.upper()) == "error" for one in choices)


@rule("L6-read-named-write", "L6", "warning", needs=VERB_ROWS)
def read_named_write(pack: Pack) -> Iterator[Hit]:
    """A verb classed as a read has the name of a write (`delete`, `send`, `label-add`).

    Why: the class is what the gate goes by; a read needs no confirm (L6).
    Fix: `"operation": "write", "confirm": true`, or a name that says what it does.
    Bad: policy.json /verbs/send
        {"operation": "read", "privacy": {"land": "personal"}}
    Bad: policy.json /verbs/count
        absent
    Bad: surface.json /verbs/2/verb_key
        "send"
    Good: policy.json /verbs/send
        {"operation": "write", "confirm": true, "privacy": {"land": "personal"}}
    Good: policy.json /verbs/count
        absent
    Good: surface.json /verbs/2/verb_key
        "send"
    """
    for verb in reads(pack):
        first, *_, last = [*verb.verb_key.split("-"), *verb.verb_key.split("-")[-1:]]
        ends = {first, last}
        named = (ends & (DESTROY | WRITE) or last in WRITE_AT_END) and not ends & READ
        # what its exec says, L6-read-that-writes tells; of a dry run, L6-dry-run-read
        told = any(hazards(pack, verb)) or act_that_writes(pack, verb) or is_dry_run(verb)
        if named and not told and not disagrees(pack, pack.rows[verb.verb_key]):
            message = f"`{verb.verb_key}` is classed as a read, and is named like a write"
            fix = f'make the row of `{verb.verb_key}` a write with "confirm": true, or rename the verb'
            yield at(pack.policy, f"{pack.rows[verb.verb_key].pointer}/operation", message, fix)


@rule("L6-dry-run-read", "L6", "error", needs=EXEC)
def dry_run_read(pack: Pack) -> Iterator[Hit]:
    """A verb classed as a read is a dry run of a write, by its name or in its exec.

    Why: a dry run is still `operation: write` (L6): one option away from the write itself.
    Fix: `"operation": "write"`.
    Bad: surface.json /verbs/2/exec/argv/0
        "--dry-run"
    Good: surface.json /verbs/2/exec/argv/0
        "count"
    """
    for verb in reads(pack):
        if is_dry_run(verb):
            message = f"`{verb.verb_key}` is a dry run, which is still a write"
            place = f"{pack.rows[verb.verb_key].pointer}/operation"
            yield at(pack.policy, place, message, '"operation": "write", and say "confirm" true or false')


def is_dry_run(verb: Verb) -> bool:
    """Whether a verb is a dry run: by its name, by what its exec says, or by an argument."""
    said = any(one.text.split("=", 1)[0] in DRY_RUN for one in argv.elements(verb))
    named = {"dry-run", "dryrun"} & {verb.verb_key, *parts_of(verb.verb_key)} or "simulate" in verb.verb_key
    return said or bool(named) or any(collision_key(name) in ("dry-run", "dryrun") for name in argv.properties(verb))


def parts_of(name: str) -> list[str]:
    """Each word of a name, and each two that stand together."""
    words = collision_key(name).split("-")
    return [*words, *(f"{one}-{other}" for one, other in pairwise(words))]


def reads(pack: Pack) -> Iterator[Verb]:
    """The verbs whose row says read."""
    for verb in pack.verbs:
        row = pack.rows.get(verb.verb_key)
        if row and row.operation == "read":
            yield verb


def subcommands(verb: Verb) -> list[argv.Element]:
    """The literals that name the subcommand: those before the first option or argument."""
    found: list[argv.Element] = []
    for element in argv.elements(verb):
        if element.kind != "literal" or element.text.startswith("-"):
            break
        found.append(element)
    return found
