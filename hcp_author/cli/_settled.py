"""`lint` with settings: what is chosen, what is mended first, what is left of the report, what a baseline is given."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hcp_author.errors import FINDINGS, OK, UserError
from hcp_author.lint import settings, settled
from hcp_author.lint.contract import Report
from hcp_author.lint.settings import Settings

# the packs in folders, strictly or not -> what is found
Lint = Callable[[Sequence[Path], bool], Report]


@dataclass(frozen=True)
class Mode:
    """What `--fix`, `--suggested` and `--diff` come to together."""

    fix: bool = False
    suggested: bool = False
    write: bool = False


def mode(fix: bool, suggested: bool, diff: bool) -> Mode:
    """The three options as one; UserError where they ask for nothing."""
    if suggested and not (fix or diff):
        raise UserError("--suggested says which fixes, and nothing asks for fixes", "--fix --suggested, or with --diff")
    return Mode(fix or diff, suggested, fix and not diff)


def choose(
    config: str | None,
    isolated: bool,
    select: Sequence[str] | None,
    ignore: Sequence[str] | None,
    strict: bool,
    suppressions: str | None,
    baseline: str | None,
) -> Settings:
    """The settings of the file that is named or found, and what the command line says instead."""
    found = settings.load(path("config", config), isolated)
    files = path("suppressions", suppressions), path("baseline", baseline)
    return settings.with_options(found, select or (), ignore or (), strict, *files)


def path(name: str, given: str | None) -> Path | None:
    """The path that an option gives; an empty one is most often a variable that was not set."""
    if given == "":
        raise UserError(f"--{name} is given no file", f"--{name} FILE, or leave it out")
    return Path(given) if given else None


def run(
    roots: Sequence[Path], chosen: Settings, write_baseline: bool, asked: Mode, lint: Lint, changed: bool = False
) -> Report:
    """Mend first where that is asked for, then lint, and leave out what the settings leave out."""
    if write_baseline and (chosen.baseline is None or asked.fix):
        refuse_baseline(asked)
    places = settled.places(roots, chosen, changed)
    mended = mend(places, chosen, asked) if asked.fix else None
    report = lint(places, chosen.strict)
    under = settled.settle(report, chosen, roots, with_baseline=not write_baseline)
    report = under.report
    if under.gone and chosen.baseline:
        shown = settings.shown(chosen.baseline)
        print(f"note: {shown} holds {counted(under.gone)} no more there; --write-baseline drops them", file=sys.stderr)
    if write_baseline:
        report = taken(report, chosen)
    return replace(report, **mended) if mended else report


def refuse_baseline(asked: Mode) -> None:
    """Say why no baseline can be written."""
    if asked.fix:
        raise UserError("--write-baseline takes what is found, and --fix changes it", "run --fix first, then the other")
    raise UserError("--write-baseline does not know where to", "--baseline hcp-author-baseline.json --write-baseline")


def mend(places: Sequence[Path], chosen: Settings, asked: Mode) -> dict[str, Any]:
    """What the report is to say of the mending."""
    from hcp_author.cli import _fixing

    done = _fixing.work(places, asked.suggested, settled.filter_of(chosen), asked.write)
    return {
        "fixed": tuple(done.fixed),
        "unfixed": tuple(done.unfixed),
        "diff": None if asked.write else done.diff,
    }


def taken(report: Report, chosen: Settings) -> Report:
    """Write the baseline, and leave out what it holds now."""
    from hcp_author.lint import baseline, suppress
    from hcp_author.pack import files

    # what is wrong with the suppressions themselves is mended there
    own = [one for one in report.findings if one.rule in (suppress.UNUSED, suppress.EXPIRED)]
    rest = [one for one in report.findings if one not in own]
    if chosen.baseline is not None:
        files.replace(chosen.baseline, baseline.take(rest))
        print(f"{settings.shown(chosen.baseline)}: {counted(len(rest))} written", file=sys.stderr)
    return replace(report, findings=tuple(own), baselined=len(rest), hidden=(*report.hidden, *rest))


def counted(number: int) -> str:
    """`1 finding`, `2 findings`."""
    return f"{number} finding{'' if number == 1 else 's'}"


def show(report: Report) -> int:
    """Print the diff alone on standard output, and what it comes to on standard error; 1 where there is one."""
    from hcp_author.pack.text import visible

    on_terminal = sys.stdout.isatty()
    for line in (report.diff or "").split("\n")[:-1]:
        # what is sent on may be applied, and has to be whole
        print("\t".join(map(visible, line.rstrip("\r").split("\t"))) if on_terminal else line)
    for finding, why in report.unfixed:
        print(f"not fixed: {visible(finding.file)}: {finding.rule}: {visible(why)}", file=sys.stderr)
    count = len(report.fixed or ())
    print(f"{counted(count)} would be fixed; nothing was written", file=sys.stderr)
    return FINDINGS if report.diff else OK
