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
MOST_RECORDS = 2**63 - 1  # as SQLite counts
# what SQLite says of the sink, and what mends it; only what is no sink at all may be moved away
MENDS = (
    ("locked", "the same again in a moment: another process is using it"),
    ("full", "make room on its disk, then the same again"),
    ("disk I/O", "make room on its disk, and look whether that is sound"),
    ("without its journal", "put it back where it was"),
    ("not a database", "move it away"),
    ("malformed", "move it away"),
    ("no such ", "move it away"),
)
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
    """Have the sink's troubles told: UserError, naming its file and what mends it."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        why = str(error)
        fix = next((mend for word, mend in MENDS if word in why), "see who may read and write there")
        raise UserError(f"the sink `{where()}` cannot be used: {why}", fix, FINDINGS) from None


def record_number(number: int, flag: str, folder: Path) -> None:
    """Refuse a number that no record could have; raises UserError."""
    if abs(number) > MOST_RECORDS:
        why = f"`{flag}`: the number is too large to be a record's"
        raise UserError(why, f"hcp-author sense inbox {typed(folder)}")


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
