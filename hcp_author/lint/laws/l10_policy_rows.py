"""L10: every command and every trigger has a Policy row, and every row its command or trigger.

L10.1 Every command has a row: L10-verb-without-row. Every trigger has one: L10-stimulus-without-row.
L10.2 Every row has its command or trigger: L10-row-without-verb, L10-row-without-trigger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws._refs import can_stand
from hcp_author.pack import names
from hcp_author.pack.model import Pack, PolicyRow
from hcp_author.pack.source import pointer

VERBS = ("surface:/verbs/*/verb_key", "surface:/connect", "policy:/verbs/*")
REFS = ("surface:/stimulusTriggers/*/ref", "policy:/stimuli/*")
VERB_ROW = '"operation": "write", "confirm": true, "privacy": { "land": "personal" }'
STIMULUS_ROW = '"operation": "read", "privacy": { "land": "personal" }'


@rule("L10-verb-without-row", "L10", "error", needs=VERBS)
def verb_without_row(pack: Pack) -> Iterator[Hit]:
    """A verb, or `connect`, has no row in policy.json.

    Why: a runtime cannot reason about a command without one (L10).
    Fix: add its row under `verbs`; in doubt it is a write with confirm.
    Bad: policy.json /verbs/tag
        absent
    Good: policy.json /verbs/tag
        {"operation": "write", "confirm": true, "privacy": {"land": "personal"}}
    """
    # a name that cannot stand is told once, by L2-verb-name
    for key, fix in without_row(declared_verbs(pack), pack.rows, names.is_words, VERB_ROW, "verbs"):
        yield at(pack.policy, pointer("verbs", key), f"verb {key} missing from policy.json", fix, key=True)


@rule("L10-stimulus-without-row", "L10", "error", needs=REFS)
def stimulus_without_row(pack: Pack) -> Iterator[Hit]:
    """A trigger has no row in policy.json.

    Why: lint fails on a ref without a row (Sense: Declare); the sink could not say in which land it belongs.
    Fix: add its row under `stimuli`.
    Bad: policy.json /stimuli/new_item
        absent
    Good: policy.json /stimuli/new_item
        {"operation": "read", "privacy": {"land": "personal"}}
    """
    # a ref that cannot stand is told once, by the laws of Sense
    for ref, fix in without_row(refs(pack), pack.stimuli, partial(can_stand, pack), STIMULUS_ROW, "stimuli"):
        yield at(pack.policy, pointer("stimuli", ref), f"stimulus {ref} missing from policy.json", fix, key=True)


@rule("L10-row-without-verb", "L10", "error", needs=VERBS)
def row_without_verb(pack: Pack) -> Iterator[Hit]:
    """A row under `verbs` has no verb in surface.json.

    Why: a Policy for what is not there is a Policy for what comes back unseen (L10).
    Fix: remove the row, or declare the verb.
    Bad: policy.json /verbs/archive
        {"operation": "write", "confirm": true, "privacy": {"land": "personal"}}
    Good: policy.json /x-notes
        "There is no verb to archive."
    """
    if not pack.verbs and not pack.pass_through and pack.kind != "sense_only":
        return  # that there are no verbs at all is told once, by L3
    keys = declared_verbs(pack)
    for row in leftover(keys, pack.rows):
        fix = names.did_you_mean(row.name, keys) or "remove the row, or declare the verb"
        yield at(pack.policy, row.pointer, f"the row `{row.name}` has no verb in surface.json", fix, key=True)


@rule("L10-row-without-trigger", "L10", "error", needs=REFS)
def row_without_trigger(pack: Pack) -> Iterator[Hit]:
    """A row under `stimuli` has no trigger in surface.json.

    Why: lint fails on a row without a ref (Sense: Declare).
    Fix: remove the row, or declare the trigger.
    Bad: policy.json /stimuli/item.updated
        {"operation": "read", "privacy": {"land": "personal"}}
    Good: policy.json /x-notes
        "Nothing tells that an item changed."
    """
    for row in leftover(refs(pack), pack.stimuli):
        fix = names.did_you_mean(row.name, refs(pack)) or f'add {{ "ref": "{row.name}" }} to stimulusTriggers'
        yield at(pack.policy, row.pointer, f"the row `{row.name}` has no trigger in surface.json", fix, key=True)


def without_row(
    keys: Sequence[str], rows: Mapping[str, PolicyRow], can_stand: Callable[[str], object], row: str, section: str
) -> Iterator[tuple[str, str]]:
    """Each declared name without a row, and what to do: rename the row that it had, or add one."""
    renamed = renames(keys, rows)
    for key in dict.fromkeys(keys):
        if key not in rows and can_stand(key):
            rename = f"rename the row `{renamed[key]}` to `{key}`" if key in renamed else ""
            yield key, rename or f'add "{key}": {{ {row} }} under {section}'


def leftover(keys: Sequence[str], rows: Mapping[str, PolicyRow]) -> Iterator[PolicyRow]:
    """Each row whose name is not declared, but for those that a renaming left behind: they are told there."""
    taken = set(renames(keys, rows).values())
    for name, row in rows.items():
        if name not in keys and name not in taken:
            yield row


def refs(pack: Pack) -> list[str]:
    """The names that need a row under `stimuli`."""
    return [trigger.ref for trigger in pack.triggers]


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
