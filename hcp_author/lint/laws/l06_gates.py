"""L6: writes are gated, health only reports.

L6.1 A write that must not fire from a hallucinated turn declares confirm: L6-ungated-write, L6-open-write.
L6.2 Confirm is asked of writes, and of `connect`: L6-read-confirm, L6-connect-row.
L6.3 It is `--confirm` or `--apply` on one face and `confirm: true` on the other: L2-reserved-argument; the runtime.
L6.4 The runtime checks it before any Adapter runs, whoever invokes: the runtime.
L6.5 A dry run is still a write: L6-dry-run-read (l06_reads). It persists nothing: the program's own promise.
L6.6 What is classed as a read changes nothing: l06_reads.
L6.7 Health commands report and never mint: L6-health-write, L6-health-mints, L6-builtin, L6-probe-writes.
L6.8 They exit 0, 2 and 1: the runtime.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws import _deeds
from hcp_author.lint.laws._expected import disagrees
from hcp_author.pack import argv
from hcp_author.pack.model import HEALTH_VERBS, Pack, Verb
from hcp_author.pack.source import pointer

ROWS = ("policy:/verbs/*",)
VERB_ROWS = (*ROWS, "surface:/verbs/*/verb_key")
EXEC = "surface:/verbs/*/exec"
# what logs in, registers or mends, and so is never a report
MINTS = frozenset(("login", "logout", "signin", "authorize", "register", "setup", "init", "repair"))
MINTS_OPTIONS = frozenset(("--fix", "--repair", "--login", "--init", "--register", "--setup", "--reset"))
REPORT_ALONE = "ask for a report alone; what logs in or sets up is the pack's connect"
PROBE_READS = "probe with a command that only reads, and fails where it cannot"
PROBE_WRITES = MINTS | frozenset(
    (
        *("delete", "remove", "rm", "destroy", "purge", "wipe", "erase", "create", "install", "uninstall", "push"),
        *("send", "publish", "upload", "update", "upgrade", "deploy", "prune", "reset", "restart", "commit", "sync"),
    )
)


@rule("L6-ungated-write", "L6", "error", needs=VERB_ROWS)
def ungated_write(pack: Pack) -> Iterator[Hit]:
    """A write does not say whether it waits for confirm.

    Why: a write that must not fire from a hallucinated turn declares `confirm: true`; an ungated one is a choice that a
    reviewer has to see (L6).
    Fix: `"confirm": true`, or outright `"confirm": false`.
    Bad: policy.json /verbs/tag
        {"operation": "write", "privacy": {"land": "personal"}}
    Good: policy.json /verbs/tag
        {"operation": "write", "confirm": true, "privacy": {"land": "personal"}}
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
    Bad: policy.json /verbs/tag/confirm
        false
    Good: policy.json /verbs/tag/confirm
        true
    """
    for row in pack.rows.values():
        if row.operation == "write" and row.confirm is False and pack.verb(row.name):
            yield at(pack.policy, f"{row.pointer}/confirm", f"`{row.name}` writes without confirm")


@rule("L6-read-confirm", "L6", "warning", needs=VERB_ROWS)
def read_confirm(pack: Pack) -> Iterator[Hit]:
    """A read waits for confirm.

    Why: confirm is for what changes something (L6). Either the verb writes and its class is wrong, which is what the
    gate and every host go by, or people learn to confirm without looking.
    Fix: `"operation": "write"` where it changes something, else take `confirm` out.
    Bad: policy.json /verbs/search
        {"operation": "read", "confirm": true, "privacy": {"land": "personal"}}
    Good: policy.json /verbs/search
        {"operation": "read", "privacy": {"land": "personal"}}
    """
    for row in pack.rows.values():
        if row.operation == "read" and row.confirm is True and pack.verb(row.name) and not disagrees(pack, row):
            message = f"`{row.name}` is classed as a read, and waits for confirm"
            fix = '"operation": "write" if it changes something, else take "confirm" out'
            yield at(pack.policy, f"{row.pointer}/confirm", message, fix, key=True)


@rule("L6-connect-row", "L6", "error", needs=(*ROWS, "surface:/connect"))
def connect_row(pack: Pack) -> Iterator[Hit]:
    """The row of `connect` is no gated write.

    Why: connect logs in or registers; only a person's own yes lets it run (L6).
    Fix: `"connect": {"operation": "write", "confirm": true, …}`.
    Bad: policy.json /verbs/connect
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: policy.json /verbs/connect
        {"operation": "write", "confirm": true, "privacy": {"land": "personal"}}
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
    Bad: policy.json /verbs/doctor
        {"operation": "write", "confirm": true, "privacy": {"land": "personal"}}
    Good: policy.json /verbs/doctor
        {"operation": "read", "privacy": {"land": "personal"}}
    """
    for name in HEALTH_VERBS:
        row = pack.rows.get(name)
        if row and row.operation == "write" and pack.verb(name):
            message = f"`{name}` is a health verb, and health only reports"
            yield at(pack.policy, f"{row.pointer}/operation", message, "make it a read, or name the verb otherwise")


@rule("L6-health-mints", "L6", "error", needs=(*VERB_ROWS, EXEC))
def health_mints(pack: Pack) -> Iterator[Hit]:
    """A health verb logs in, registers or mends (`login`, `--fix`).

    Why: `doctor` and `status` report and never mint; what they find, a person mends, by `connect` (L6).
    Fix: ask for a report alone; what logs in or sets up is the pack's `connect`.
    Bad: surface.json /verbs/2
        {"verb_key": "status", "summary": "Log in and tell.", "exec": {"argv": ["login", "--check"], "output": "text"}}
    Bad: policy.json /verbs/count
        absent
    Bad: policy.json /verbs/status
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: surface.json /verbs/2
        {"verb_key": "status", "summary": "Tell how it is.", "exec": {"argv": ["count"], "output": "text"}}
    Good: policy.json /verbs/count
        absent
    Good: policy.json /verbs/status
        {"operation": "read", "privacy": {"land": "personal"}}
    """
    for verb in pack.verbs:
        if verb.verb_key in HEALTH_VERBS:
            for element in argv.elements(verb):
                first = element.kind == "literal" and element.text.lower() in MINTS and is_command(verb, element)
                if first or element.text.split("=", 1)[0] in MINTS_OPTIONS:
                    message = f"`{verb.verb_key}` is a health verb, and its exec says `{element.text}`"
                    yield at(pack.surface, element.pointer, message, REPORT_ALONE)
            for name in () if verb.exec else argv.properties(verb):
                if f"--{name.replace('_', '-')}" in MINTS_OPTIONS:
                    message = f"`{verb.verb_key}` is a health verb, and takes `{name}`"
                    place = verb.pointer + pointer("args", "properties", name)
                    yield at(pack.surface, place, message, REPORT_ALONE, key=True)


@rule("L6-probe-writes", "L6", "error", needs=("surface:/binding",))
def probe_writes(pack: Pack) -> Iterator[Hit]:
    """The Binding's probe changes something, or logs in.

    Why: the probe only tells whether the login and the data are there, and is run before calls that nobody confirmed
    (L4, L6); what sets something up is `connect`, which a person runs.
    Fix: a command that reads and fails where it cannot.
    Bad: surface.json /binding/probe
        ["login"]
    Good: surface.json /binding/probe
        ["count"]
    """
    for index, word in enumerate(pack.binding.probe or () if pack.binding else ()):
        name = word.split("=", 1)[0]
        command = not word.startswith("-") and index == 0 and word.lower() in PROBE_WRITES
        if command or name in MINTS_OPTIONS or name in ("--delete", "--force", "--in-place", "--write"):
            message = f"the probe says `{word}`, and a probe changes nothing"
            where = pointer("binding", "probe", index)
            yield at(pack.surface, where, message, PROBE_READS)
            return
    words = _deeds.literals(pack.binding.probe or () if pack.binding else (), "/binding/probe")
    if deed := next(_deeds.runs_beside(words), None) or _deeds.find(words):
        message = f"the probe says `{deed.text}`, and a probe changes nothing"
        yield at(pack.surface, deed.pointer, message, PROBE_READS, severity="warning")


def is_command(verb: Verb, element: argv.Element) -> bool:
    """Whether an element is one of the literals before the first option or argument."""
    for one in argv.elements(verb):
        if one.kind != "literal" or one.text.startswith("-"):
            return False
        if one is element or one == element:
            return True
    return False
