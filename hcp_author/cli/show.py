"""`hcp-author show`: a pack at a glance."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.errors import FINDINGS, OK, UserError

if TYPE_CHECKING:
    from hcp_author.pack.model import Pack

UNCUT = 100_000
LEAST_SUMMARY = 20
BOLD, YELLOW = "1", "33"


def command(
    pack: Annotated[Path, typer.Argument(help="the pack's folder")] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="print hcp-author/pack/1")] = False,
) -> int:
    """Print a pack as a table: its verbs with class, gate and land, and its triggers.

    Example: hcp-author show mail
    """
    from hcp_author.pack import files
    from hcp_author.pack.text import visible

    found = files.read(pack)
    shown = visible(str(pack))
    if not isinstance(found.surface.value, dict):
        problem = found.surface.problems[0].message if found.surface.problems else "it holds no object"
        raise UserError(f"{shown}/surface.json: {problem}", f"hcp-author lint {shown}", FINDINGS)
    facts = glance(found)
    print(json.dumps(facts) if as_json else "\n".join(page(facts)))
    if found.troubles:
        count = len(found.troubles)
        print(f"note: {count} problem{'s' if count > 1 else ''} in its files: hcp-author lint {shown}", file=sys.stderr)
    return OK


def glance(pack: Pack) -> dict[str, Any]:
    """The document `hcp-author/pack/1`."""
    from hcp_author.pack import tables

    verbs = ("verb_key", "summary", "class", "gate", "land")
    triggers = ("ref", "land", "then")
    return {
        "format": "hcp-author/pack/1",
        "pack_id": pack.pack_id,
        "kind": pack.kind,
        "plane": pack.plane,
        "summary": pack.summary,
        "binding": {"default": pack.binding.default, "modes": list(pack.binding.modes)} if pack.binding else None,
        "wrap": {"bin": pack.wrap.bin, "paths": list(pack.wrap.paths)} if pack.wrap else None,
        "pass_through": pack.pass_through,
        "connect": None if pack.connect is None else str(pack.connect.get("summary", "")),
        "verbs": [dict(zip(verbs, row, strict=True)) for row in tables.hot_path(pack)],
        "triggers": [dict(zip(triggers, row, strict=True)) for row in tables.triggers(pack)],
        "problems": len(pack.troubles),
    }


def page(facts: dict[str, Any]) -> Iterator[str]:
    """The lines for a person; foreign text is one line each, with nothing hidden."""
    from hcp_author.pack.text import clean

    yield f"{paint(leading(facts['pack_id']) or '?', BOLD)}  {', '.join(about(facts))}"
    if facts["summary"]:
        yield leading(facts["summary"])
    if facts["wrap"]:
        places = ", ".join(map(clean, facts["wrap"]["paths"])) or "a place in your own configuration"
        yield f"wraps {clean(facts['wrap']['bin'])} ({places})"
    if facts["connect"] is not None:
        yield f"connect: {clean(facts['connect']) or 'a person logs in'}"
    if facts["verbs"]:
        yield ""
        rows = [[row[key] for key in ("verb_key", "class", "gate", "land", "summary")] for row in facts["verbs"]]
        yield from columns(("VERB", "CLASS", "GATE", "LAND", "WHAT IT DOES"), rows)
    if facts["triggers"]:
        yield ""
        yield from columns(("TRIGGER", "LAND", "THEN"), [list(row.values()) for row in facts["triggers"]])


def leading(text: str) -> str:
    """Foreign text that begins a line: in quotes where it begins with a mark, as `::error::` does.

    Some CI systems take such a line, also an indented one, for a command to themselves.
    """
    from hcp_author.pack.text import clean

    line = clean(text)
    return line if not line or line[0].isalnum() else json.dumps(line, ensure_ascii=False)


def about(facts: dict[str, Any]) -> Iterator[str]:
    """Kind, plane, Binding, and whether the pack is in the bootstrap state."""
    from hcp_author.pack.text import clean

    yield clean(facts["kind"]) or "no kind"
    yield f"{clean(facts['plane'])} plane"
    binding = facts["binding"]
    others = [clean(mode) for mode in binding["modes"] if mode != binding["default"]] if binding else []
    yield (
        f"Binding {clean(binding['default'])}" + (f" ({', '.join(others)})" if others else "")
        if binding
        else "no Binding"
    )
    if facts["pass_through"]:
        yield "pass-through: does not conform"


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table whose last column takes what is left of the line, and is cut there."""
    from hcp_author.pack.text import clean, fit, width

    cells = [[leading(first), *map(clean, rest)] for first, *rest in rows]
    wide = [max(map(width, column)) for column in zip(heads, *cells, strict=True)]
    rest = max(room() - sum(wide[:-1]) - 2 * len(heads), LEAST_SUMMARY)
    for index, line in enumerate([list(heads), *cells]):
        padded = [cell + " " * (size - width(cell)) for cell, size in zip(line[:-1], wide, strict=False)]
        text = "  " + "  ".join([*padded, fit(line[-1], rest)]).rstrip()
        yield paint(text, BOLD) if index == 0 else text.replace("  confirm  ", f"  {paint('confirm', YELLOW)}  ", 1)


def room() -> int:
    """How wide a line may be: as the terminal; nothing is cut where the output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else UNCUT


def paint(text: str, code: str) -> str:
    """Colour is for a terminal, and for people who did not say no (NO_COLOR)."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    return f"\x1b[{code}m{text}\x1b[0m"
