"""`hcp-author lint`: packs held against the laws."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from hcp_author.errors import FINDINGS, OK, UserError


def command(
    packs: Annotated[
        list[str] | None, typer.Argument(metavar="[PACK]...", help="packs, or folders that hold packs; default: .")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="warnings are errors too (notes never are)")] = False,
    format: Annotated[str, typer.Option("--format", help="text or json", metavar="FORMAT")] = "text",  # noqa: A002
    as_json: Annotated[bool, typer.Option("--json", help="the same as --format json")] = False,
) -> int:
    """Check packs against the laws: what is wrong, where, and what to type to mend it.

    Nothing that a pack brings is run, no configuration is read from it, nothing is fetched and nothing is written.
    Exits 0 without errors, 1 with errors (under --strict with warnings too), 2 where a path is no pack.

    Example: hcp-author lint mail --strict
    """
    from hcp_author.lint import engine
    from hcp_author.report import FORMATS

    if packs and "" in packs:
        raise UserError("one of the paths is empty", "hcp-author lint .")
    name = "json" if as_json else format
    if name not in FORMATS:
        raise UserError(f"there is no format `{name}`", f"hcp-author lint --format {next(iter(FORMATS))}")
    report = engine.run([Path(pack) for pack in packs or ["."]], strict=strict)
    sys.stdout.write(FORMATS[name](report, wants_colour()))
    return FINDINGS if report.count("error") else OK


def wants_colour() -> bool:
    """Colour is for a terminal, and for people who did not say no (NO_COLOR)."""
    return sys.stdout.isatty() and not (os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb")
