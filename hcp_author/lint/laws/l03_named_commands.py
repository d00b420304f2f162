"""L3: named commands, 5 to 12, never a PATH wrap and never a catch-all.

L3.1 A pack declares a closed set of commands, 5 to 12.
L3.2 Never a whole binary: a wrap names commands, or says that it is a pass-through.
L3.4 Never a catch-all by its name.
L3.7 A pass-through is a bootstrap step: no verbs beside it, and a pack conforms only once it is promoted.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws._catch_all import is_catch_all
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word, visible

FEWEST, MOST = 5, 12
KEYS = ("surface:/verbs/*/verb_key", "surface:/kind")


@rule("L3-wrap-without-commands", "L3", "error", needs=(*KEYS, "surface:/wrap", "surface:/pass_through"))
def wrap_without_commands(pack: Pack) -> Iterator[Hit]:
    """A pack wraps a program and names no command of it.

    Why: Policy and Skill can only be written for things with names (L3).
    Fix: declare 5 to 12 verbs, or say `"pass_through": true` while you are finding out which.
    Bad: surface.json /verbs
        []
    Bad: surface.json /connect
        absent
    Bad: surface.json /stimulusTriggers
        absent
    Bad: policy.json
        {"pack_id": "mail", "verbs": {}}
    Bad: fixtures/search.json
        absent
    Good: surface.json /summary
        "Search mail."
    """
    if pack.wrap and not pack.verbs and not pack.pass_through:
        fix = f"hcp-author propose {pack.wrap.bin}" if pack.wrap.bin else "declare 5 to 12 verbs"
        yield at(pack.surface, "/wrap", "wrap requires named commands or pass_through", fix, key=True)


@rule("L3-pass-through", "L3", "warning", needs=("surface:/pass_through",))
def pass_through(pack: Pack) -> Iterator[Hit]:
    """The pack is a pass-through wrap.

    Why: it is a bootstrap step, for a person on a terminal; the pack conforms only once it is promoted to named
    commands (L3).
    Fix: `hcp-author promote PACK` declares 5 to 12 verbs and takes `pass_through` out.
    Bad: surface.json
        {"pack_id": "mail", "kind": "channel", "summary": "Mail.", "pass_through": true,
         "binding": {"default": "user", "modes": ["user", "mock"], "probe": ["count"]},
         "wrap": {"bin": "notmuch", "paths": ["/usr/bin/notmuch"]}}
    Bad: policy.json
        {"pack_id": "mail"}
    Bad: fixtures/search.json
        absent
    Good: surface.json /pass_through
        false
    """
    if pack.pass_through and not pack.verbs:
        fix = f"hcp-author promote {as_word(pack.root)}" if pack.wrap else "declare 5 to 12 verbs"
        message = "a pass-through pack does not conform until it is promoted to named commands"
        yield at(pack.surface, "/pass_through", message, fix, key=True)


@rule("L3-pass-through-with-verbs", "L3", "error", needs=("surface:/pass_through", "surface:/verbs/*/verb_key"))
def pass_through_with_verbs(pack: Pack) -> Iterator[Hit]:
    """A pack names commands and passes everything through besides.

    Why: the gate of a named command is none where the same program can be called around it (L3, L6).
    Fix: take `pass_through` out.
    Bad: surface.json /pass_through
        true
    Good: surface.json /pass_through
        absent
    """
    if pack.pass_through and pack.verbs:
        yield at(
            pack.surface, "/pass_through", "`pass_through` goes with no verbs", 'take "pass_through" out', key=True
        )


@rule("L3-too-many", "L3", "error", needs=KEYS)
def too_many(pack: Pack) -> Iterator[Hit]:
    """A pack declares more than 12 verbs.

    Why: a screen of commands is read and a manual is not; Policy that nobody reads gates nothing (L3, L10).
    Fix: keep the hot path; put what operators need into a second pack.
    Bad: surface.json /verbs/-
        {"verb_key": "inbox", "exec": {"argv": ["inbox"]}}
    Bad: policy.json /verbs/inbox
        {"operation": "read", "privacy": {"land": "personal"}}
    Bad: surface.json /verbs/-
        {"verb_key": "sent", "exec": {"argv": ["sent"]}}
    Bad: policy.json /verbs/sent
        {"operation": "read", "privacy": {"land": "personal"}}
    Bad: surface.json /verbs/-
        {"verb_key": "drafts", "exec": {"argv": ["drafts"]}}
    Bad: policy.json /verbs/drafts
        {"operation": "read", "privacy": {"land": "personal"}}
    Bad: surface.json /verbs/-
        {"verb_key": "spam", "exec": {"argv": ["spam"]}}
    Bad: policy.json /verbs/spam
        {"operation": "read", "privacy": {"land": "personal"}}
    Bad: surface.json /verbs/-
        {"verb_key": "trash", "exec": {"argv": ["trash"]}}
    Bad: policy.json /verbs/trash
        {"operation": "read", "privacy": {"land": "personal"}}
    Bad: surface.json /verbs/-
        {"verb_key": "flagged", "exec": {"argv": ["flagged"]}}
    Bad: policy.json /verbs/flagged
        {"operation": "read", "privacy": {"land": "personal"}}
    Bad: surface.json /verbs/-
        {"verb_key": "recent", "exec": {"argv": ["recent"]}}
    Bad: policy.json /verbs/recent
        {"operation": "read", "privacy": {"land": "personal"}}
    Bad: surface.json /verbs/-
        {"verb_key": "folders", "exec": {"argv": ["folders"]}}
    Bad: policy.json /verbs/folders
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: surface.json /summary
        "Search, read and tag mail."
    """
    if len(pack.verbs) > MOST:
        message = f"the pack declares {len(pack.verbs)} verbs; {FEWEST} to {MOST} is the range"
        yield at(pack.surface, pack.verbs[MOST].pointer + "/verb_key", message, f"keep the {MOST} that are used most")


@rule("L3-too-few", "L3", "warning", needs=(*KEYS, "surface:/wrap", "surface:/pass_through", "surface:/few"))
def too_few(pack: Pack) -> Iterator[Hit]:
    """A pack declares fewer than 5 verbs; a note where `few` says why, an error where there is none at all.

    Why: a pack of two commands is mostly half of one, the rest reached some other way (L3).
    Fix: declare the commands that belong to it, or say why there are no more: `"few": "reason"`.
    Bad: surface.json /verbs/2
        absent
    Bad: policy.json /verbs/count
        absent
    Good: surface.json /verbs/2/verb_key
        "count"
    """
    if pack.kind == "sense_only" or pack.pass_through or len(pack.verbs) >= FEWEST or (pack.wrap and not pack.verbs):
        return
    # a verb that is gone and has its row still is told by L10-row-without-verb, once
    left = [name for name in pack.rows if name != "connect" and pack.verb(name) is None]
    if pack.verbs and len(pack.verbs) + len(left) >= FEWEST:
        return
    if not pack.verbs and not pack.triggers and "adapter.py" not in pack.files:
        return  # N-teaching-pack says more
    count = f"{len(pack.verbs)} verb{'' if len(pack.verbs) == 1 else 's'}"
    message = f"the pack declares {count}; {FEWEST} to {MOST} is the range"
    fix = 'declare the rest of the hot path, or say why not: "few": "…"'
    few = pack.surface.value.get("few") if isinstance(pack.surface.value, dict) else None
    if not pack.verbs:
        yield at(
            pack.surface,
            "/verbs",
            message,
            'declare verbs, or "kind": "sense_only" with a trigger',
            key=True,
            severity="error",
        )
    elif isinstance(few, str) and few.strip():
        yield at(pack.surface, "/few", f"{message} (said: {few.strip()})", None, severity="note")
    else:
        yield at(pack.surface, "/verbs", message, fix, key=True)


@rule("L3-catch-all", "L3", "error", needs=("surface:/verbs/*/verb_key",))
def catch_all(pack: Pack) -> Iterator[Hit]:
    """A verb is a catch-all by its name (`run`, `exec`, `shell`, `api`).

    Why: Policy and Skill can only be written for things with names; a catch-all is all of them at once (L3).
    Fix: name the commands that it was meant for.
    Bad: surface.json /verbs/2/verb_key
        "exec"
    Bad: policy.json /verbs/count
        absent
    Bad: policy.json /verbs/exec
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: surface.json /verbs/2/verb_key
        "count"
    """
    for verb in pack.verbs:
        if is_catch_all(pack, verb):
            message = f"`{visible(verb.verb_key, 60)}` is a catch-all, not a command (L3)"
            yield at(pack.surface, f"{verb.pointer}/verb_key", message, "name the commands that it was meant for")
