"""L6: writes are gated, health only reports, and a dry run is still a write."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import argv
from hcp_author.pack.model import HEALTH_VERBS, Pack, Verb
from hcp_author.pack.names import collision_key

ROWS = ("policy:/verbs/*",)
VERB_ROWS = (*ROWS, "surface:/verbs/*/verb_key")
# words that no read is called by, and options that no read takes
DESTROY = frozenset(
    (
        "delete",
        "remove",
        "rm",
        "destroy",
        "purge",
        "wipe",
        "erase",
        "drop",
        "uninstall",
        "unlink",
        "shred",
        "truncate",
        "kill",
    )
)
WRITE = frozenset(
    ("send", "create", "write", "update", "install", "upload", "publish", "push", "deploy", "rename", "overwrite")
)
READ = frozenset(
    (
        "list",
        "ls",
        "show",
        "get",
        "search",
        "find",
        "count",
        "log",
        "history",
        "status",
        "info",
        "view",
        "diff",
        "check",
    )
)
DESTROY_OPTIONS = frozenset(f"--{word}" for word in DESTROY | {"force-delete", "delete-after", "in-place", "prune"})
DRY_RUN = frozenset(("--dry-run", "--dryrun", "--dry", "--simulate", "--what-if", "--no-act", "--just-print"))


@rule("L6-ungated-write", "L6", "error", needs=VERB_ROWS)
def ungated_write(pack: Pack) -> Iterator[Hit]:
    """A write does not say whether it waits for confirm.

    Why: a write that must not fire from a hallucinated turn declares `confirm: true`; an ungated one is a choice that a
    reviewer has to see (L6).
    Fix: `"confirm": true`, or outright `"confirm": false`.
    """
    for row in pack.rows.values():
        if row.operation == "write" and row.confirm is None and pack.verb(row.name):
            message = f"`{row.name}` writes, and does not say whether it waits for confirm"
            yield at(pack.policy, row.pointer, message, 'add "confirm": true (or outright false)', safe=True)


@rule("L6-open-write", "L6", "note", needs=VERB_ROWS)
def open_write(pack: Pack) -> Iterator[Hit]:
    """A write goes through without confirm, and says so.

    Why: that is allowed, and a reviewer should see it (L6).
    Fix: nothing, where it is meant; else `"confirm": true`.
    """
    for row in pack.rows.values():
        if row.operation == "write" and row.confirm is False and pack.verb(row.name):
            yield at(pack.policy, f"{row.pointer}/confirm", f"`{row.name}` writes without confirm")


@rule("L6-connect-row", "L6", "error", needs=(*ROWS, "surface:/connect"))
def connect_row(pack: Pack) -> Iterator[Hit]:
    """The row of `connect` is no gated write.

    Why: connect logs in or registers; only a person's own yes lets it run (L6).
    Fix: `"connect": {"operation": "write", "confirm": true, …}`.
    """
    row = pack.rows.get("connect")
    if row and pack.connect is not None and not (row.operation == "write" and row.confirm is True):
        message = "`connect` must be a write with confirm"
        yield at(pack.policy, row.pointer, message, '"operation": "write", "confirm": true', safe=True)


@rule("L6-health-write", "L6", "error", needs=VERB_ROWS)
def health_write(pack: Pack) -> Iterator[Hit]:
    """A health verb (`doctor`, `status`) is a write.

    Why: health reports; it mints nothing and changes nothing (L6).
    Fix: `"operation": "read"`; a command that changes something has another name.
    """
    for name in HEALTH_VERBS:
        row = pack.rows.get(name)
        if row and row.operation == "write" and pack.verb(name):
            message = f"`{name}` is a health verb, and health only reports"
            yield at(pack.policy, f"{row.pointer}/operation", message, "make it a read, or name the verb otherwise")


@rule("L6-read-that-writes", "L6", "error", needs=(*VERB_ROWS, "surface:/verbs/*/exec"))
def read_that_writes(pack: Pack) -> Iterator[Hit]:
    """A verb classed as a read runs something that destroys (`rm`, `--delete`).

    Why: the class is what the gate goes by; a read needs no confirm (L6).
    Fix: `"operation": "write", "confirm": true`, or take the option out of exec.
    """
    for verb in reads(pack):
        for element in argv.elements(verb):
            command = element.kind == "literal" and element in subcommands(verb) and element.text in DESTROY
            option = element.text.split("=", 1)[0] in DESTROY_OPTIONS
            if command or option:
                message = f"`{verb.verb_key}` is classed as a read, and its exec says `{element.text}`"
                yield at(
                    pack.surface,
                    element.pointer,
                    message,
                    f'make the row of `{verb.verb_key}` a write with "confirm": true',
                )


@rule("L6-read-named-write", "L6", "warning", needs=VERB_ROWS)
def read_named_write(pack: Pack) -> Iterator[Hit]:
    """A verb classed as a read has the name of a write (`delete`, `send`).

    Why: the class is what the gate goes by; a read needs no confirm (L6).
    Fix: `"operation": "write", "confirm": true`, or a name that says what it does.
    """
    for verb in reads(pack):
        words = verb.verb_key.split("-")
        if {words[0], words[-1]} & (DESTROY | WRITE) and not {words[0], words[-1]} & READ:
            message = f"`{verb.verb_key}` is classed as a read, and is named like a write"
            fix = f'make the row of `{verb.verb_key}` a write with "confirm": true, or rename the verb'
            yield at(pack.policy, f"{pack.rows[verb.verb_key].pointer}/operation", message, fix)


@rule("L6-dry-run-read", "L6", "error", needs=(*VERB_ROWS, "surface:/verbs/*/exec"))
def dry_run_read(pack: Pack) -> Iterator[Hit]:
    """A verb classed as a read is a dry run of a write.

    Why: a dry run is still `operation: write` (L6): one option away from the write itself.
    Fix: `"operation": "write"`.
    """
    for verb in reads(pack):
        said = next((one for one in argv.elements(verb) if one.text.split("=", 1)[0] in DRY_RUN), None)
        named = "dry-run" in collision_key(verb.verb_key)
        asked = any(collision_key(name) in ("dry-run", "dryrun") for name in argv.properties(verb))
        if said or named or asked:
            message = f"`{verb.verb_key}` is a dry run, which is still a write"
            place = f"{pack.rows[verb.verb_key].pointer}/operation"
            yield at(pack.policy, place, message, '"operation": "write", and say "confirm" true or false')


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
