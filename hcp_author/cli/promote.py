"""`hcp-author promote`: a pass-through pack becomes one with named commands, in one diff."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.cli._reading import ask
from hcp_author.errors import OK, UserError

if TYPE_CHECKING:
    from hcp_author.scaffold.change import Change

PICK = "The verbs to take, joined by commas."
EVIDENCE = "A script, history or folder in which calls of the program are counted; may be repeated."
KIND = "The kind, where it shall be another: read_only takes reads alone."
BINDING = "The Binding mode, where it shall be another."


def command(
    pack: Annotated[Path, typer.Argument(metavar="PACK", help="The pack's folder.")] = Path(),
    pick: Annotated[str | None, typer.Option("--pick", metavar="VERBS", help=PICK)] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Take the verbs that are proposed; ask nothing.")] = False,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help=KIND)] = None,
    binding: Annotated[str | None, typer.Option("--binding", metavar="MODE", help=BINDING)] = None,
    land: Annotated[str | None, typer.Option("--land", metavar="LAND", help="Whose the data is.")] = None,
    evidence: Annotated[list[str] | None, typer.Option("--evidence", metavar="PATH", help=EVIDENCE)] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the diff; write nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print hcp-author/change/1.")] = False,
    no_sandbox: Annotated[bool, typer.Option("--no-sandbox", help="Ask for help outside a sandbox.")] = False,
    refresh: Annotated[bool, typer.Option("--refresh", help="Ask for help again, whatever was kept of it.")] = False,
) -> int:
    """Give a pass-through pack named commands: verbs, Policy rows, tables, fixtures and proof, in one diff.

    The wrapped program's help is read, and what was called through the pass-through is ranked first. On a terminal one
    picks; else --yes or --pick says what. Your own text stays byte for byte. The new pack is linted and proved before
    it takes the old one's place, and otherwise nothing is changed.

    Example: hcp-author promote mail --yes --dry-run
    """
    from hcp_author.promotion.promote import Order, promote
    from hcp_author.propose.select import propose

    _check(kind, binding, land)
    picks = None if pick is None else [word.strip() for word in pick.split(",") if word.strip()]
    try:
        order = Order(pack, picks, yes, kind, binding, land, evidence or (), dry_run)
        change = promote(order, partial(ask, sandbox=not no_sandbox, refresh=refresh), propose)
    except KeyboardInterrupt:
        # typer makes a bare exit status of it, and nobody would say `interrupted`
        raise typer.Abort from None
    if as_json:
        print(json.dumps(change.to_json(), ensure_ascii=False))
        return OK
    if change.diff is not None:
        print(_fit(change.diff), end="")
    print(*_page(change), sep="\n", file=sys.stderr if dry_run else sys.stdout)
    return OK


def _check(kind: str | None, binding: str | None, land: str | None) -> None:
    """Refuse a word that is none of its option's; raises UserError."""
    from hcp_author.pack.model import LANDS, MODES
    from hcp_author.pack.text import clean

    modes = tuple(mode for mode in MODES if mode != "mock")
    kinds = ("channel", "read_only")
    for option, word, known in (("--kind", kind, kinds), ("--binding", binding, modes), ("--land", land, LANDS)):
        if word is not None and word not in known:
            raise UserError(f"`{clean(word, 40)}` cannot stand for {option}", f"{option} {' or '.join(known)}")


def _fit(diff: str) -> str:
    """A diff as it is for a file or a pipe; for a terminal, without anything that would steer it."""
    from hcp_author.pack.text import visible

    if not sys.stdout.isatty():
        return diff
    lines = ("\t".join(visible(part) for part in line.rstrip("\r").split("\t")) for line in diff.split("\n"))
    return "\n".join(lines)


def _page(change: Change) -> Iterator[str]:
    """What was done, each verb beside what was typed before it, and what to know and type next."""
    from hcp_author.pack.text import clean

    done = "would name" if change.dry_run else "named"
    yield f"{done} {len(change.verbs)} commands, and doctor, in {clean(change.pack)}"
    wide = max(len(verb["verb_key"]) for verb in change.verbs)
    for verb in change.verbs:
        yield f"  {_first(verb, wide)}{clean(verb['call'])}"
        yield f"  {'':<{wide}}  {'was':<12} {clean(verb['pass_through'])}"
    for note in change.notes:
        yield f"note: {note}"
    yield "next:"
    yield from (f"  {line}" for line in change.next)


def _first(verb: dict[str, Any], wide: int) -> str:
    return f"{verb['verb_key']:<{wide}}  {verb['effect']:<12} "
