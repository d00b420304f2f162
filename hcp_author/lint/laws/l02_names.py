"""L2: verb_key is the command's name, one name for one thing.

L2.2 verb_key is the command's name, a plain one.
L2.3 One name means one command: none is given twice, and none looks like another.
L2.4 pack_id is one name in both files.
F.13 connect is no verb: a person runs it on a terminal.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import names
from hcp_author.pack.model import Pack
from hcp_author.pack.names import shown

ALLOWED = f"allowed: a-z, 0-9 and '-', 1 to {names.LONGEST} characters, starts with a letter"


@rule("L2-pack-id", "L2", "error", phase="shape")
def pack_id(pack: Pack) -> Iterator[Hit]:
    """The pack_id is not lower-case words joined by `-`.

    Why: it is the command's name, a folder's name and part of every envelope; only a plain name can be all three.
    Fix: rename the pack, e.g. `my-mail`.
    Bad: surface.json /pack_id
        "My Mail"
    Bad: policy.json /pack_id
        "My Mail"
    Good: surface.json /pack_id
        "mail"
    """
    for document in (pack.surface, pack.policy):
        value = document.value.get("pack_id") if isinstance(document.value, dict) else None
        twice = document is pack.policy and value == pack.pack_id
        if isinstance(value, str) and not names.is_words(value) and not twice:
            yield at(document, "/pack_id", f"{shown(value)} is no pack_id; {ALLOWED}", suggestion(value))


@rule("L2-pack-id-differs", "L2", "error", needs=("surface:/pack_id", "policy:/pack_id"))
def pack_id_differs(pack: Pack) -> Iterator[Hit]:
    """policy.json names another pack than surface.json.

    Why: the Policy of another pack says nothing about this one (L2, L10).
    Fix: give both files the same `pack_id`.
    Bad: policy.json /pack_id
        "post"
    Good: policy.json /pack_id
        "mail"
    """
    if not isinstance(pack.policy.value, dict) or not pack.pack_id:
        return
    other = pack.policy.value.get("pack_id")
    if other is not None and other != pack.pack_id:
        message = f"{shown(str(other))} here, but surface.json says {shown(pack.pack_id)}"
        yield at(pack.policy, "/pack_id", message, f'"pack_id": "{pack.pack_id}"')


@rule("L2-verb-name", "L2", "error", phase="shape")
def verb_name(pack: Pack) -> Iterator[Hit]:
    """A verb_key is not lower-case words joined by `-`.

    Why: verb_key is the command's name on both faces (L2); a name that shells, file systems or people read in two ways
    is two names.
    Fix: rename the verb in surface.json, policy.json and HARNESS.md.
    Bad: surface.json /verbs/2/verb_key
        "Count"
    Bad: policy.json /verbs/count
        absent
    Bad: policy.json /verbs/Count
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: surface.json /verbs/2/verb_key
        "count"
    """
    keys = [verb.verb_key for verb in pack.verbs]
    for verb in pack.verbs:
        key = verb.verb_key
        if not names.is_words(key):
            twins = [
                other for other in keys if other != key and names.look_alike_key(other) == names.look_alike_key(key)
            ]
            clash = f"; it collides with {shown(twins[0])}" if twins else ""
            yield at(
                pack.surface,
                f"{verb.pointer}/verb_key",
                f"{shown(key)} is no verb_key{clash}; {ALLOWED}",
                suggestion(key),
            )


@rule("L2-duplicate-verb", "L2", "error", needs=("surface:/verbs/*/verb_key",))
def duplicate_verb(pack: Pack) -> Iterator[Hit]:
    """Two verbs have the same verb_key.

    Why: one name must mean one command, on both faces and in the Policy (L2).
    Fix: rename or remove one of them.
    Bad: surface.json /verbs/-
        {"verb_key": "count", "summary": "Count all.", "exec": {"argv": ["count"], "output": "text"}}
    Good: surface.json /verbs/2/summary
        "Count the messages."
    """
    seen: set[str] = set()
    for verb in pack.verbs:
        if verb.verb_key in seen:
            message = f"the verb {shown(verb.verb_key)} is declared twice"
            yield at(pack.surface, f"{verb.pointer}/verb_key", message, "rename or remove one of the two")
        seen.add(verb.verb_key)


@rule("L2-look-alike-verbs", "L2", "warning", needs=("surface:/verbs/*/verb_key",))
def look_alike_verbs(pack: Pack) -> Iterator[Hit]:
    """Two verbs have names that look alike (`o0` and `oo`, `rn` and `m`).

    Why: a person who confirms one must not be shown the other (L2, L6).
    Fix: rename one of them.
    Bad: surface.json /verbs/-
        {"verb_key": "c0unt", "summary": "Count all.", "exec": {"argv": ["count"], "output": "text"}}
    Bad: policy.json /verbs/c0unt
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: surface.json /verbs/-
        {"verb_key": "total", "summary": "Count all.", "exec": {"argv": ["count"], "output": "text"}}
    Good: policy.json /verbs/total
        {"operation": "read", "privacy": {"land": "personal"}}
    """
    seen: dict[str, str] = {}
    for verb in pack.verbs:
        first = seen.setdefault(names.look_alike_key(verb.verb_key), verb.verb_key)
        if first != verb.verb_key and names.is_words(first) and names.is_words(verb.verb_key):
            message = f"{shown(verb.verb_key)} looks like {shown(first)}"
            yield at(pack.surface, f"{verb.pointer}/verb_key", message, "rename one of the two")


@rule("L2-reserved-verb", "L2", "error", needs=("surface:/verbs/*/verb_key",))
def reserved_verb(pack: Pack) -> Iterator[Hit]:
    """A verb has a name that the face uses itself (`connect`, `help`).

    Why: `connect` is not a verb: a person runs it on a terminal, and the JSON face refuses it.
    Fix: declare `connect` beside `verbs`, or rename the verb.
    Bad: surface.json /verbs/-
        {"verb_key": "help", "summary": "Show help.", "exec": {"argv": ["help"], "output": "text"}}
    Bad: policy.json /verbs/help
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: surface.json /verbs/-
        {"verb_key": "topics", "summary": "List the topics.", "exec": {"argv": ["help"], "output": "text"}}
    Good: policy.json /verbs/topics
        {"operation": "read", "privacy": {"land": "personal"}}
    """
    for verb in pack.verbs:
        if verb.verb_key in names.RESERVED_VERBS:
            fix = 'declare it beside `verbs`: "connect": {…}' if verb.verb_key == "connect" else "rename the verb"
            yield at(pack.surface, f"{verb.pointer}/verb_key", f"`{verb.verb_key}` is the face's own word", fix)


def suggestion(name: str) -> str | None:
    """`rename it, e.g. `my-mail``, where there is something left to suggest."""
    words = names.as_words(name)
    return f"rename it, e.g. `{words}`" if words and words != name else None
