"""`hcp-author lint`: packs held against the laws."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from hcp_author.errors import FINDINGS, OK, UserError

TYPE_CHECKING = False
if TYPE_CHECKING:  # main.invoke hands both in where typer reads the options; a plain command line needs neither
    from typing import Annotated

    import typer


def command(
    packs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PACK]...", help="packs, files of packs, or folders that hold packs; default: ."),
    ] = None,
    changed: Annotated[
        bool,
        typer.Option("--changed", help="the paths are changed files: pass over those in no pack and in excluded ones"),
    ] = False,
    stdin_filename: Annotated[
        str | None,
        typer.Option("--stdin-filename", help="standard input is this file: look at it alone", metavar="FILE"),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="warnings are errors too (notes never are)")] = False,
    format: Annotated[  # noqa: A002
        str,
        typer.Option(
            "--format", help="text, json, sarif, junit, github, gitlab or markdown; default: text", metavar="FORMAT"
        ),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="the same as --format json")] = False,
    output: Annotated[
        list[str] | None,
        typer.Option(
            "--output",
            help="write a report to a file too, - is standard output; may be repeated",
            metavar="FORMAT=FILE",
        ),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", help="only these rules or laws (L6, S, L6-open-write)", metavar="RULES"),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", help="all but these rules or laws", metavar="RULES")
    ] = None,
    config: Annotated[
        str | None, typer.Option("--config", help="settings; default: the nearest hcp-author.toml", metavar="FILE")
    ] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="look for no settings")] = False,
    suppressions: Annotated[
        str | None, typer.Option("--suppressions", help="decisions, each with its reason", metavar="FILE")
    ] = None,
    baseline: Annotated[
        str | None, typer.Option("--baseline", help="leave out what this file holds", metavar="FILE")
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="write what is found now to the baseline")
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="mend what can be mended without widening anything")] = False,
    suggested: Annotated[bool, typer.Option("--suggested", help="with --fix or --diff: guesses too")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="write nothing; show what --fix would change")] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, help="how many packs are checked at once; default: the processors", metavar="N"),
    ] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="look at every pack anew, and keep nothing of it for the next run")
    ] = False,
) -> int:
    """Check packs against the laws: what is wrong, where, and what to type to mend it.

    Nothing that a pack brings is run, no configuration is read from it and nothing is fetched; nothing is written but
    by --fix, --output and --write-baseline, and a note, below ~/.cache, of what was found, so that the next
    run may pass over packs that did not change. Settings stand in hcp-author.toml or pyproject.toml, above the packs.
    Exits 0 without errors, 1 with errors (under --strict with warnings too) or with changes to show (--diff), 2 where a
    path is no pack.

    A file stands for the pack that it lies in. With --stdin-filename only what stands in that file is told, and --fix
    prints its text as it is mended to standard output, the report to standard error.

    Example: hcp-author lint mail --strict

    Example: hcp-author lint mail --fix --suggested --diff
    """
    from hcp_author.cli import _output
    from hcp_author.lint import kept as _kept
    from hcp_author.lint import lookup

    if packs and "" in packs:
        raise UserError("one of the paths is empty", "hcp-author lint .")
    wanted = _output.plan(format, as_json, output or [])
    if stdin_filename is not None:
        from hcp_author.cli import _settled, _stdin

        held = _stdin.held(stdin_filename, packs, changed, write_baseline)
        chosen = _settled.choose(config, isolated, select, ignore, strict, suppressions, baseline)
        asked = _settled.mode(fix, suggested, diff)
        return _stdin.run(held, chosen, asked, wanted, bool(as_json or format or output))
    roots = [Path(pack) for pack in packs or ["."]]
    mends = fix or suggested or diff
    given = (select, ignore, config, suppressions, baseline, write_baseline or mends or None)
    plain = all(one is None or one == [] for one in given) and (isolated or not lookup.find(os.getcwd()))
    kept = None if no_cache or mends else _kept.opened(roots)
    known = _kept.report(kept, roots, changed) if kept and plain else None
    if known:
        _output.write(wanted, known)
        return OK
    from hcp_author.cli import _counting
    from hcp_author.lint import engine

    if changed:
        roots = list(dict.fromkeys(place for root in roots for place in engine.packs_of(root)))
    run = partial(engine.run, jobs=jobs, progress=_counting.counting("packs"), kept=kept)
    if plain:
        report = run(roots, strict=strict)
    else:
        from hcp_author.cli import _settled

        chosen = _settled.choose(config, isolated, select, ignore, strict, suppressions, baseline)
        report = _settled.run(roots, chosen, write_baseline, _settled.mode(fix, suggested, diff), run, changed)
    if report.diff is None or as_json or format or output:
        _output.write(wanted, report)
    else:
        return _settled.show(report)
    return FINDINGS if report.count("error") or report.diff else OK
