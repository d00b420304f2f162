"""`hcp-author harness`: the tables and examples of HARNESS.md, drawn from the pack."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hcp_author.errors import FINDINGS, OK, UserError

TYPE_CHECKING = False
if (
    TYPE_CHECKING
):  # main.invoke hands the first two in where typer reads the options; a plain command line needs neither
    from typing import Annotated

    import typer

    from hcp_author.pack.model import Pack

NAME = "HARNESS.md"


def command(
    pack: Annotated[Path, typer.Argument(help="the pack's folder")] = Path(),
    check: Annotated[bool, typer.Option("--check", help="write nothing; exit 1 with a diff where it is stale")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="write nothing; print the diff")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print hcp-author/change/1")] = False,
) -> int:
    """Redraw what stands between the markers of a pack's HARNESS.md: hot-path table, triggers table, examples.

    All other text is yours and stays byte for byte. A pack without HARNESS.md gets a whole page.
    Exits 0; 1 where --check finds it stale, or where the pack's files must be mended first.

    Example: hcp-author harness mail --check
    """
    from hcp_author import harness_md
    from hcp_author.pack import files

    found = files.read(pack)
    refuse_broken(found, pack)
    new = harness_md.draw(found, found.harness)
    stale = new != found.harness
    if stale and not check and not dry_run:
        files.replace(pack / NAME, new)
    diff = harness_md.diff(found.harness, new) if check or dry_run else None
    notes = [
        f"{NAME} has no markers for `{name}`: put {harness_md.begin(name)} and {harness_md.end(name)} "
        "on lines of their own where it belongs"
        for name in harness_md.missing(found, new)
    ]
    if as_json:
        print(json.dumps(document(found, pack, stale, diff, notes)))
    else:
        tell(found, pack, stale, diff, notes, check)
    return FINDINGS if check and stale else OK


def refuse_broken(pack: Pack, root: Path) -> None:
    """A table drawn from files that cannot be read whole would leave verbs out in silence."""
    from hcp_author.pack import shape
    from hcp_author.pack.text import as_word, visible

    documents = {"surface.json": pack.surface, "policy.json": pack.policy}
    wrong = [(name, one) for name, one in pack.troubles if name in (*documents, NAME) and one.code != "F-link"]
    wrong += [(name, one) for name, document in documents.items() for one in shape.check(document, name[:-5])]
    if wrong:
        name, problem = wrong[0]
        where = f"{visible(str(root / name))}:{problem.place.line}:{problem.place.column}"
        raise UserError(f"{where}: {problem.message}", f"hcp-author lint {visible(as_word(root))}", FINDINGS)


def document(pack: Pack, root: Path, stale: bool, diff: str | None, notes: list[str]) -> dict[str, object]:
    """The document `hcp-author/change/1`."""
    made = pack.harness is None
    return {
        "format": "hcp-author/change/1",
        "pack": str(root),
        "created": [NAME] if stale and made else [],
        "changed": [NAME] if stale and not made else [],
        "kept": [] if stale else [NAME],
        "refused": [],
        "dry_run": diff is not None,
        **({} if diff is None else {"diff": diff}),
        "next": [],
        "notes": notes,
    }


def tell(pack: Pack, root: Path, stale: bool, diff: str | None, notes: list[str], check: bool) -> None:
    """The same for a person: the diff on standard output, what was done or is to do on standard error."""
    from hcp_author.pack.text import as_word, visible

    shown = visible(str(root / NAME))
    for line in (diff or "").splitlines():
        print("\t".join(visible(part) for part in line.rstrip("\r").split("\t")))
    if not stale:
        print(f"{shown} is up to date", file=sys.stderr)
    elif diff is None:
        print(f"{shown} {'made' if pack.harness is None else 'redrawn'}", file=sys.stderr)
    elif check:
        print(f"{shown} is stale\n  try: hcp-author harness {visible(as_word(root))}", file=sys.stderr)
    else:
        print(f"{shown} would be {'made' if pack.harness is None else 'redrawn'}; nothing was written", file=sys.stderr)
    for note in notes:
        print(f"note: {note}", file=sys.stderr)
