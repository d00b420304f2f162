"""L10: every command and every trigger has a Policy row, and every row its command or trigger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import names
from hcp_author.pack.model import Pack
from hcp_author.pack.source import pointer

VERBS = ("surface:/verbs/*/verb_key", "surface:/connect", "policy:/verbs/*")
REFS = ("surface:/stimulusTriggers/*/ref", "policy:/stimuli/*")


@rule("L10-verb-without-row", "L10", "error", needs=VERBS)
def verb_without_row(pack: Pack) -> Iterator[Hit]:
    """A verb, or `connect`, has no row in policy.json.

    Why: a runtime cannot reason about a command without one (L10).
    Fix: add its row under `verbs`; in doubt it is a write with confirm.
    """
    rows, keys = set(pack.rows), declared_verbs(pack)
    renamed = renames(keys, rows)
    for key in dict.fromkeys(keys):
        # a name that cannot stand is told once, by L2-verb-name
        if key not in rows and names.is_words(key):
            row = '"operation": "write", "confirm": true, "privacy": { "land": "personal" }'
            fix = (
                f"rename the row `{renamed[key]}` to `{key}`"
                if key in renamed
                else f'add "{key}": {{ {row} }} under verbs'
            )
            yield at(pack.policy, pointer("verbs", key), f"verb {key} missing from policy.json", fix, key=True)


@rule("L10-stimulus-without-row", "L10", "error", needs=REFS)
def stimulus_without_row(pack: Pack) -> Iterator[Hit]:
    """A trigger has no row in policy.json.

    Why: lint fails on a ref without a row (Sense: Declare); the sink could not say in which land it belongs.
    Fix: add its row under `stimuli`.
    """
    rows, refs = set(pack.stimuli), [trigger.ref for trigger in pack.triggers]
    renamed = renames(refs, rows)
    for ref in dict.fromkeys(refs):
        # a ref that cannot stand is told once, by S-ref-name
        if ref not in rows and names.REF.fullmatch(ref):
            row = '"operation": "read", "privacy": { "land": "personal" }'
            fix = (
                f"rename the row `{renamed[ref]}` to `{ref}`"
                if ref in renamed
                else f'add "{ref}": {{ {row} }} under stimuli'
            )
            yield at(pack.policy, pointer("stimuli", ref), f"stimulus {ref} missing from policy.json", fix, key=True)


@rule("L10-row-without-verb", "L10", "error", needs=VERBS)
def row_without_verb(pack: Pack) -> Iterator[Hit]:
    """A row under `verbs` has no verb in surface.json.

    Why: a Policy for what is not there is a Policy for what comes back unseen (L10).
    Fix: remove the row, or declare the verb.
    """
    if not pack.verbs and not pack.pass_through and pack.kind != "sense_only":
        return  # that there are no verbs at all is told once, by L3
    keys = declared_verbs(pack)
    taken = set(renames(keys, pack.rows).values())
    for name, row in pack.rows.items():
        if name not in keys and name not in taken:
            message = f"the row `{name}` has no verb in surface.json"
            yield at(
                pack.policy,
                row.pointer,
                message,
                names.did_you_mean(name, keys) or "remove the row, or declare the verb",
                key=True,
            )


@rule("L10-row-without-trigger", "L10", "error", needs=REFS)
def row_without_trigger(pack: Pack) -> Iterator[Hit]:
    """A row under `stimuli` has no trigger in surface.json.

    Why: lint fails on a row without a ref (Sense: Declare).
    Fix: remove the row, or declare the trigger.
    """
    refs = [trigger.ref for trigger in pack.triggers]
    taken = set(renames(refs, pack.stimuli).values())
    for name, row in pack.stimuli.items():
        if name not in refs and name not in taken:
            message = f"the row `{name}` has no trigger in surface.json"
            yield at(
                pack.policy,
                row.pointer,
                message,
                names.did_you_mean(name, refs) or f'add {{ "ref": "{name}" }} to stimulusTriggers',
                key=True,
            )


def declared_verbs(pack: Pack) -> list[str]:
    """The names that need a row under `verbs`: the verbs, and `connect` where there is one."""
    keys = [verb.verb_key for verb in pack.verbs]
    return keys if pack.connect is None or "connect" in keys else [*keys, "connect"]


def renames(keys: Iterable[str], rows: Iterable[str]) -> dict[str, str]:
    """For each key without a row the leftover row that is most like it: one renaming is one mistake, told once."""
    found: dict[str, str] = {}
    left = [row for row in rows if row not in set(keys)]
    for key in dict.fromkeys(keys):
        close = names.nearest(key.lower(), left, 0.75) if key not in set(rows) else None
        if close:
            found[key] = close
            left.remove(close)
    return found
