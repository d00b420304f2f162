"""Damage that a pack can take, by kind: each breaks one sentence of the laws, and says which rule ought to notice."""

from __future__ import annotations

from hcp_author.damage import (
    arguments,
    beyond,
    bindings,
    code,
    commands,
    deeds,
    files,
    policy,
    proofs,
    sense,
    shape,
    skill,
    strangers,
    surface,
    text,
)
from hcp_author.damage.copy import Copy, Damage, NotHereError

# written out, in the order of the laws
KINDS: tuple[Damage, ...] = (
    *files.KINDS,
    *proofs.KINDS,
    *shape.KINDS,
    *surface.KINDS,
    *bindings.KINDS,
    *arguments.KINDS,
    *commands.KINDS,
    *policy.KINDS,
    *code.KINDS,
    *deeds.KINDS,
    *sense.KINDS,
    *beyond.KINDS,
    *skill.KINDS,
    *text.KINDS,
    *strangers.KINDS,
)

__all__ = ["KINDS", "Copy", "Damage", "NotHereError"]
