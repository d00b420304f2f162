"""The pack that a `sense` command is about, who asks, whether Sense is on for them, and the sink."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.errors import FINDINGS, OK, UserError

if TYPE_CHECKING:
    from hcp_author.pack.model import Pack
    from hcp_author.runtime.manifest import Pack as Running

Folder = Annotated[Path, typer.Argument(metavar="PACK", help="the pack's folder")]
Json = Annotated[bool, typer.Option("--json", help="print hcp-author/sense/1")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="say what would be kept, and keep nothing")]


def usable(folder: Path) -> Pack:
    """The pack, where it can be read and has a trigger; raises UserError."""
    from hcp_author.pack import files

    read = files.read(folder)
    if read.surface.problems:
        raise UserError(
            f"{folder}/surface.json: {read.surface.problems[0].message}", f"hcp-author lint {typed(folder)}", FINDINGS
        )
    if not read.triggers:
        raise UserError(f"`{read.pack_id}` declares no trigger, so it has no Sense", f"hcp-author show {typed(folder)}")
    return read


def readable(folder: Path) -> Running:
    """The pack as the runtime reads it, with a trigger; raises UserError."""
    from hcp_author.pack import files
    from hcp_author.runtime import fault, manifest

    read = files.read(folder)
    try:
        pack = manifest.load(str(folder))
    except fault.Fault as refused:
        raise UserError(refused.message, f"hcp-author lint {typed(folder)}", FINDINGS) from None
    if not pack.triggers:
        raise UserError(f"`{read.pack_id}` declares no trigger, so it has no Sense", f"hcp-author show {typed(folder)}")
    return pack


def asking(source: str | None, folder: Path) -> Any:
    """Who asks: the Principal of a host's session, or this user; raises UserError."""
    from hcp_author.runtime import fault, session

    try:
        return session.open_(source, str(folder))
    except fault.Fault as refused:
        raise UserError(refused.message, refused.hint, FINDINGS) from None


def off_note(who: Any, pack: Any, folder: Path) -> str:
    """What to say where Sense is off for who asks, with what turns it on; empty where it is on."""
    from hcp_author.runtime import announce

    if who.holds(announce.GRANT, pack.pack_id):
        return ""
    by_session = who.host or pack.plane == "control"
    mend = f"the session must grant {announce.GRANT}" if by_session else f"hcp-author sense on {typed(folder)}"
    return f"Sense is off for {who.principal} on {pack.pack_id}: {mend}"


def where() -> str:
    """The user's sink."""
    from hcp_author.runtime import sink

    return sink.default()


@contextmanager
def the_sink() -> Iterator[None]:
    """Have the sink's troubles told: UserError, naming its file."""
    import sqlite3

    try:
        yield
    except (sqlite3.Error, OverflowError) as error:  # a number that no file of SQLite's could hold
        fix = "hcp-author sense inbox --help" if isinstance(error, OverflowError) else "move it away"
        raise UserError(f"the sink `{where()}` cannot be used: {error}", fix, FINDINGS) from None


def typed(folder: Path) -> str:
    """The pack's folder as one would type it."""
    from hcp_author.pack.text import as_word

    return as_word(folder)


def complain(text: str) -> None:
    """Tell a person at the terminal, in one line; where nobody listens any more, that is no trouble."""
    from contextlib import suppress

    from hcp_author.pack.text import visible

    with suppress(OSError):
        print(visible(text), file=sys.stderr, flush=True)


def say(facts: dict[str, Any], as_json: bool, text: str = "") -> int:
    """Print what was done, for a person or a machine."""
    print(json.dumps({"format": "hcp-author/sense/1", **facts}) if as_json else text)
    return OK
