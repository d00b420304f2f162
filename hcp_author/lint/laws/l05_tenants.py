"""L5: three lands; entity arguments are not tenants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import args, names
from hcp_author.pack.model import LANDS, Pack
from hcp_author.pack.source import pointer


@rule("L5-identity-argument", "L5", "error", needs=("surface:/verbs/*/args",))
def identity_argument(pack: Pack) -> Iterator[Hit]:
    """An argument picks a tenant, user, role, project or principal.

    Why: these come from the authenticated Principal's session, or one user reaches another user's data through a pack's
    argument (L5).
    Fix: take it out; where it picks an account inside the Binding's own scope, call it what it is: `entity`, `account`.
    """
    for verb in pack.verbs:
        for where, name in names_of(verb.args, f"{verb.pointer}/args"):
            reason = args.identity(name)
            if reason:
                message = f"`{name}` of `{verb.verb_key}`: {reason}, never from an argument"
                fix = "take it out; what picks an account inside the Binding's scope is called `account` or `entity`"
                yield at(pack.surface, where, message, fix, key=True)


def names_of(schema: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every property's name at any depth, as (pointer, name)."""
    if not isinstance(schema, Mapping):
        return
    inner = schema.get("properties")
    for name, one in inner.items() if isinstance(inner, Mapping) else ():
        yield where + pointer("properties", name), name
        yield from names_of(one, where + pointer("properties", name))
    yield from names_of(schema.get("items"), f"{where}/items")


@rule("L5-unknown-land", "L5", "error", phase="shape")
def unknown_land(pack: Pack) -> Iterator[Hit]:
    """A row's land is none of `personal`, `brain` and `local`.

    Why: there are three lands (L5), and a runtime cannot tell whose data a fourth one would be.
    Fix: `personal` is private to the actor, `brain` a shared project, `local` a workspace folder.
    """
    for section in ("verbs", "stimuli"):
        rows = pack.policy.value.get(section) if isinstance(pack.policy.value, Mapping) else None
        for name, row in rows.items() if isinstance(rows, Mapping) else ():
            privacy = row.get("privacy") if isinstance(row, Mapping) else None
            land = privacy.get("land") if isinstance(privacy, Mapping) else None
            if isinstance(land, str) and land not in LANDS:
                meant = "personal (the actor's), brain (a project's) or local (a folder's)"
                fix = names.did_you_mean(land.lower(), LANDS) or meant
                message = f"`{land}` is no land; the lands are {', '.join(LANDS)}"
                yield at(pack.policy, pointer(section, name, "privacy", "land"), message, fix)
