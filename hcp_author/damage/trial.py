"""Tries kinds of damage on copies of clean packs, and tells what lint said: what it should, nothing, or more."""

from __future__ import annotations

import collections
import contextlib
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hcp_author.damage import links
from hcp_author.damage.copy import Copy, Damage, NotHereError
from hcp_author.lint import engine
from hcp_author.lint.contract import Finding
from hcp_author.pack import files


@dataclass(frozen=True)
class Trial:
    """One kind of damage on one pack: the rule that noticed as it should ("" for none), and whatever else was said."""

    damage: Damage
    pack: str
    by: str
    more: tuple[Finding, ...]

    @property
    def caught(self) -> bool:
        """Whether a rule that should notice did."""
        return bool(self.by)

    @property
    def right(self) -> bool:
        """Noticed, and nothing besides."""
        return self.caught and not self.more

    def __str__(self) -> str:
        told = [f"{one.severity} {one.rule} {Path(one.file).name}{one.pointer}: {one.message}" for one in self.more]
        missed = [] if self.caught else [f"nothing of {' or '.join(self.damage.rules)}"]
        return f"{self.pack}: {self.damage.name}: {'; '.join([*missed, *told])}"


def tried(pack: Path, kinds: Sequence[Damage], scratch: Path) -> Iterator[Trial]:
    """Each kind that can be done to the pack in a folder, one at a time on a copy of it below `scratch`."""
    before = engine.check(files.read(pack))
    copy = Copy(scratch / pack.name)
    try:
        links.restore(str(pack), str(copy.root))
        for kind in kinds:
            with contextlib.suppress(NotHereError):
                kind.do(copy)
                yield judged(kind, pack.name, before, engine.check(files.read(copy.root)))
            links.restore(str(pack), str(copy.root))
    finally:
        shutil.rmtree(copy.root)


def judged(kind: Damage, pack: str, before: Iterable[Finding], after: Iterable[Finding]) -> Trial:
    """What is new: one finding of a rule that should notice, those that the kind owns up to, and the rest."""
    new = list(after)
    known = collections.Counter((one.rule, one.pointer, one.message) for one in before)
    new = [one for one in new if not _taken(known, (one.rule, one.pointer, one.message))]
    noticed = next((one for rule in kind.rules for one in new if one.rule == rule), None)
    more = tuple(one for one in new if one is not noticed and one.rule not in kind.also)
    return Trial(kind, pack, noticed.rule if noticed else "", more)


def _taken(known: collections.Counter[tuple[str, str, str]], key: tuple[str, str, str]) -> bool:
    known[key] -= 1
    return known[key] >= 0
