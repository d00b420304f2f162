"""The keys of both files that are none of the format's, for the laws that say what is wrong with some of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from hcp_author.pack.model import Pack
from hcp_author.pack.names import collision_key
from hcp_author.pack.source import Document, pointer

Owner = Literal["surface", "verb", "trigger", "policy", "row", "stimulus"]

KNOWN: Mapping[Owner, frozenset[str]] = {
    "surface": frozenset(
        (
            *("$schema", "hcp", "pack_id", "kind", "plane", "summary", "few", "binding", "wrap", "pass_through"),
            *("connect", "verbs", "stimulusTriggers", "transports"),
        )
    ),
    "verb": frozenset(("verb_key", "summary", "positionals", "args", "exec", "builtin")),
    "trigger": frozenset(("ref",)),
    "policy": frozenset(("$schema", "pack_id", "verbs", "stimuli")),
    "row": frozenset(("operation", "confirm", "privacy")),
    "stimulus": frozenset(("operation", "confirm", "privacy")),
}


class Stranger(NamedTuple):
    """One such key: whose it is, where it stands, as it is written, and plain (`x-Poll_Every` is `poll-every`)."""

    owner: Owner
    document: Document
    pointer: str
    key: str
    plain: str


def strangers(pack: Pack, *owners: Owner) -> Iterator[Stranger]:
    """The unknown keys of these owners, in order; a note of the author's own (`x-…`) is one by what follows."""
    for owner, document, where, value in all_parts(pack):
        if owner in owners and isinstance(value, Mapping) and not value.keys() <= KNOWN[owner]:
            for key in value:
                if key not in KNOWN[owner]:
                    plain = collision_key(key.removeprefix("x-"))
                    yield Stranger(owner, document, where + pointer(key), key, plain)


@lru_cache(maxsize=2)  # several rules ask
def all_parts(pack: Pack) -> tuple[tuple[Owner, Document, str, Any], ...]:
    """`parts` of a pack, at once."""
    return tuple(parts(pack))


def parts(pack: Pack) -> Iterator[tuple[Owner, Document, str, Any]]:
    """Each part of both files whose keys the format fixes, as (owner, document, pointer, value)."""
    surface, policy = top(pack.surface), top(pack.policy)
    yield "surface", pack.surface, "", surface
    yield "policy", pack.policy, "", policy
    lists: tuple[tuple[Owner, str], ...] = (("verb", "verbs"), ("trigger", "stimulusTriggers"))
    for owner, section in lists:
        items = surface.get(section)
        for index, item in enumerate(items if isinstance(items, list) else ()):
            yield owner, pack.surface, pointer(section, index), item
    tables: tuple[tuple[Owner, str], ...] = (("row", "verbs"), ("stimulus", "stimuli"))
    for owner, section in tables:
        rows = policy.get(section)
        for name, row in rows.items() if isinstance(rows, Mapping) else ():
            yield owner, pack.policy, pointer(section, name), row


def top(document: Document) -> Mapping[str, Any]:
    """A document's value, or nothing where it is no object."""
    return document.value if isinstance(document.value, Mapping) else {}
