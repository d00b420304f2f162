"""A report under the settings of the one who lints: rules left out, suppressions, the baseline."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hcp_author.errors import UserError
from hcp_author.lint import baseline, engine, settings, suppress
from hcp_author.lint.contract import Finding, Report
from hcp_author.lint.laws import RULES
from hcp_author.lint.settings import Settings
from hcp_author.lint.suppress import Suppression


def places(roots: Sequence[Path], chosen: Settings, changed: bool = False) -> list[Path]:
    """The packs to lint: those that are named, and those found below a folder but for the excluded ones.

    Raises UserError (2) where a root holds no pack, or none is left. With `changed` the roots are packs that nobody
    named: excluded ones are left out, and none may be left.
    """
    if changed:
        return [place for place in roots if not chosen.excludes(place)]
    found = [place for root in roots for place in below(root, chosen)]
    if not found:
        raise UserError(
            f"every pack in `{settings.shown(roots[0])}` is excluded by {settings.shown(chosen.file or Path())}",
            "name the pack itself",
        )
    return list(dict.fromkeys(found))


def below(root: Path, chosen: Settings) -> list[Path]:
    """The packs of one root; one that is named itself is meant."""
    found = engine.packs_in(root)
    named = found == [root] or not os.path.isdir(root)
    return found if named else [place for place in found if not chosen.excludes(place)]


def rules(chosen: Settings) -> list[str]:
    """The ids of the rules that count."""
    return [rule.id for rule in RULES if settings.counts(chosen, rule.id, rule.law)]


def suppressions(chosen: Settings) -> tuple[Suppression, ...]:
    """The suppressions that the settings name; UserError (2) where they cannot be taken as they are."""
    return suppress.read(chosen.suppressions) if chosen.suppressions else ()


def filter_of(chosen: Settings) -> Callable[[Finding], bool]:
    """Whether a finding is one to act on: of a rule that counts, and not suppressed."""
    decided = suppress.valid(suppressions(chosen))
    places: dict[str, tuple[str, str]] = {}

    def wanted(finding: Finding) -> bool:
        return chosen.wants(finding) and not any(suppress.holds(each, finding, places) for each in decided)

    return wanted


@dataclass(frozen=True)
class Settled:
    """The report under the settings, and how many findings of the baseline are there no more; 0 where it is unknown."""

    report: Report
    gone: int = 0


def settle(report: Report, chosen: Settings, roots: Sequence[Path], with_baseline: bool = True) -> Settled:
    """The report without what the settings leave out, and with what is wrong with the suppressions themselves."""
    known = baseline.read(chosen.baseline) if chosen.baseline and with_baseline else None
    ids = rules(chosen)
    wanted = [one for one in report.findings if chosen.wants(one)]
    sifted = suppress.sift(wanted, suppressions(chosen), roots, ids)
    kept, baselined, gone = sifted.kept, 0, 0
    if known is not None:
        rest = baseline.sift(kept, known)
        kept, baselined, gone = rest.kept, rest.known, rest.gone if whole(chosen, roots) else 0
    stale = [one for one in sifted.stale if chosen.wants(one)]
    if chosen.strict:
        stale = [replace(one, severity="error") if one.severity == "warning" else one for one in stale]
    # by what they are, since two findings may be equal and one of them known
    left = {id(one) for one in kept}
    settled = replace(
        report,
        findings=(*stale, *kept),
        rules_run=len(ids),
        suppressed=sifted.suppressed,
        baselined=baselined,
        hidden=tuple(one for one in report.findings if id(one) not in left),
    )
    return Settled(settled, gone)


def whole(chosen: Settings, roots: Sequence[Path]) -> bool:
    """Whether all was looked at that the baseline may be about: every rule, and the folder that it stands in."""
    folder = os.path.realpath((chosen.baseline or Path()).parent)
    seen = any(suppress.within(folder, os.path.realpath(root)) for root in roots)
    return seen and not chosen.select and not chosen.ignore
