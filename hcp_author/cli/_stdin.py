"""`lint --stdin-filename`: text from standard input stands in for one file of a pack, as an editor holds it."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hcp_author.cli import _output, _settled
from hcp_author.errors import FINDINGS, OK, UserError
from hcp_author.lint import catalog, engine, places, settled
from hcp_author.lint.contract import Finding, Report
from hcp_author.lint.laws import RULES
from hcp_author.lint.settings import Settings
from hcp_author.pack import files
from hcp_author.pack.model import Pack
from hcp_author.pack.source import SIZE_LIMIT
from hcp_author.pack.text import visible


@dataclass(frozen=True)
class Held:
    """One file of a pack as it is held elsewhere: the pack's folder, the file's name in it, as it was given, its text.

    `root` is None where the file lies in no pack.
    """

    root: Path | None
    name: str
    file: str
    text: str


def held(file: str, paths: Sequence[str] | None, changed: bool, write_baseline: bool) -> Held:
    """The file that standard input stands for; UserError where that cannot be, before any of it is read."""
    again = "hcp-author lint --stdin-filename mail/policy.json < policy.json"
    if not file or os.path.isdir(file):
        raise UserError("--stdin-filename is given no file", again)
    if [path for path in paths or () if path != "-"]:
        raise UserError("--stdin-filename names the one file that is looked at, and paths are given too", again)
    if write_baseline:
        raise UserError("--write-baseline takes what lies on the disk, not standard input", "leave one of them out")
    found = places.holding(file)
    if found is None and not changed:
        message = f"`{visible(file)}` lies in no pack: no folder above it has a surface.json"
        raise UserError(message, "name a file of a pack; --changed passes over any other")
    name = os.path.relpath(file, found).replace(os.sep, "/") if found else file
    return Held(Path(found) if found else None, name, file, typed())


def typed() -> str:
    """All of standard input as it is: line ends, a BOM, and bytes that are no UTF-8 come out as they went in."""
    data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise UserError(f"standard input holds more than {SIZE_LIMIT} bytes", "no file of a pack is as long")
    return data.decode("utf-8", "surrogateescape")


def run(one: Held, chosen: Settings, asked: _settled.Mode, wanted: Sequence[_output.Output], printed: bool) -> int:
    """Lint the one file, and with `--fix` print its text as it is mended, or what would change under `--diff`.

    Only what stands in that file is told, and mended; that the pack has more to tell is said on standard error. The
    mended text has standard output to itself, and the report goes to standard error then. `printed` says that a report
    was asked for, and not the diff alone.
    """
    mended, done = mend(one, chosen, asked) if asked.fix else (one, {})
    if asked.write:
        sys.stdout.flush()
        sys.stdout.buffer.write(mended.text.encode("utf-8", "surrogateescape"))
    pack = read(mended if asked.write else one)
    report = replace(told(pack, one, chosen), **done)
    if asked.fix and not asked.write and not printed:
        return _settled.show(report)
    with contextlib.redirect_stdout(sys.stderr) if asked.write else contextlib.nullcontext():
        _output.write(wanted, report, {pack.root: pack} if pack else {})
    return FINDINGS if report.count("error") or report.diff else OK


def read(one: Held) -> Pack | None:
    """The pack with the file as it is held; None where it lies in none."""
    return files.read(one.root, {one.name: one.text}) if one.root is not None else None


def told(pack: Pack | None, one: Held, chosen: Settings) -> Report:
    """The findings of the one file, under the settings."""
    if pack is None:
        return Report((), 0, len(settled.rules(chosen)))
    found = engine.check(pack)
    if chosen.strict:
        found = [catalog.stricter(each) for each in found]
    report = settled.settle(Report(tuple(found), 1, len(RULES)), chosen, [pack.root]).report
    own = tuple(each for each in report.findings if stands_in(each, one))
    if others := len(report.findings) - len(own):
        where = visible(os.path.normpath(pack.root))
        print(f"note: other files of `{where}` have {_settled.counted(others)}", file=sys.stderr)
    return replace(report, findings=own)


def stands_in(finding: Finding, one: Held) -> bool:
    """Whether a finding is one of the file that is held."""
    return one.root is not None and finding.file == os.path.normpath(os.path.join(one.root, one.name))


def mend(one: Held, chosen: Settings, asked: _settled.Mode) -> tuple[Held, dict[str, Any]]:
    """The file as it is mended, and what the report is to say of that; nothing is written."""
    if one.root is None:
        return one, {"fixed": (), "diff": None if asked.write else ""}
    from hcp_author.lint import fixes
    from hcp_author.scaffold import change

    counts = settled.filter_of(chosen)

    def wanted(finding: Finding) -> bool:
        return stands_in(finding, one) and counts(finding) and not fixes.FIXES[finding.rule].executable

    work = fixes.mend(one.root, asked.suggested, wanted, {one.name: one.text})
    old = one.text.encode("utf-8", "surrogateescape")
    new = work.after.get(one.name, old)
    name = os.path.relpath(one.file).replace(os.sep, "/")
    diff = None if asked.write else change.diff_of({name: old}, {name: new})
    unfixed = tuple((each.finding, each.why) for each in work.refused)
    fixed = replace(one, text=new.decode("utf-8", "surrogateescape"))
    return fixed, {"fixed": work.fixed, "unfixed": unfixed, "diff": diff}
