"""`hcp-author sense`: the Sense grant of a pack, what the sink recorded, and how events reach it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.cli._sense_sources import listen, source, wake
from hcp_author.errors import FINDINGS, OK, UserError

if TYPE_CHECKING:
    from hcp_author.pack.model import Pack

Folder = Annotated[Path, typer.Argument(metavar="PACK", help="the pack's folder")]
Json = Annotated[bool, typer.Option("--json", help="print hcp-author/sense/1")]
Host = Annotated[
    str | None, typer.Option("--session", metavar="FILE", help="a host's session/1: its Principal and project")
]


def on(pack: Folder, as_json: Json = False) -> int:
    """Turn Sense on for you and one pack: what it announces is recorded. It never runs a command.

    Example: hcp-author sense on mail
    """
    return grant(pack, True, as_json)


def off(pack: Folder, as_json: Json = False) -> int:
    """Turn Sense off for you and one pack: what it announces is acknowledged and dropped.

    Example: hcp-author sense off mail
    """
    return grant(pack, False, as_json)


def inbox(
    pack: Folder,
    session: Host = None,
    seen: Annotated[bool, typer.Option("--all", help="those too that were set aside")] = False,
    as_json: Json = False,
) -> int:
    """List what was recorded for you and was not set aside, oldest first; `brain` only to members of its project.

    Example: hcp-author sense inbox mail
    """
    read, who = usable(pack), asking(session, pack)
    records = recorded(read.pack_id, who, seen=seen)
    if as_json:
        return say({"pack_id": read.pack_id, "principal": who.principal, "records": records}, True)
    rows = [("N", "TIME", "REF", "ROUTE", "LAND", "ID", "PAYLOAD"), *(row(record) for record in records)]
    widths = [max(len(line[n]) for line in rows) for n in range(6)]
    for line in rows if records else []:
        print("  ".join([*(cell.ljust(width) for cell, width in zip(line[:6], widths, strict=True)), line[6]]))
    if not records:
        print(
            f"nothing recorded for {read.pack_id}"
            + (" yet" if seen or not recorded(read.pack_id, who, True) else " that you have not set aside")
        )
    return OK


def tail(
    pack: Folder,
    session: Host = None,
    after: Annotated[int, typer.Option("--after", metavar="N", help="begin after the record with this number")] = -1,
    seconds: Annotated[float | None, typer.Option("--for", metavar="SECONDS", help="end by itself")] = None,
    as_json: Json = False,
) -> int:
    """Show each record as it comes, until ctrl-C; with --json one document a line.

    Example: hcp-author sense tail mail --for 1
    """
    import time

    from hcp_author.ingress import inbox as records

    read, who = usable(pack), asking(session, pack)
    known = recorded(read.pack_id, who, seen=True)
    begin = after if after >= 0 else (known[-1]["n"] if known else 0)
    end = time.monotonic() + seconds if seconds is not None else None
    whose = {"project": who.project(), "after": begin, "until": end}
    with the_sink():
        for record in records.follow(where(), read.pack_id, who.principal, **whose):
            print(json.dumps(record) if as_json else "  ".join(row(record)), flush=True)
    return OK


def ack(
    pack: Folder,
    numbers: Annotated[list[int] | None, typer.Argument(metavar="[N]...", help="the numbers of records")] = None,
    every: Annotated[bool, typer.Option("--all", help="all that are there now")] = False,
    session: Host = None,
    as_json: Json = False,
) -> int:
    """Set records aside: `inbox` shows them no more. Nothing is removed; `inbox --all` has them still.

    Example: hcp-author sense ack mail --all
    """
    from hcp_author.ingress import inbox as records

    read, who = usable(pack), asking(session, pack)
    if bool(numbers) == every:
        raise UserError("say which records, or --all", f"hcp-author sense ack {pack} --all")
    wanted = numbers or [record["n"] for record in recorded(read.pack_id, who)]
    with the_sink():
        done = records.set_aside(where(), read.pack_id, who.principal, wanted, who.project())
    if strange := sorted(set(wanted) - set(done)):
        why = f"there is no record {strange[0]} of `{read.pack_id}` for `{who.principal}`"
        raise UserError(why, f"hcp-author sense inbox {pack} --all", FINDINGS)
    facts = {"pack_id": read.pack_id, "principal": who.principal, "acknowledged": done}
    return say(facts, as_json, f"{len(done)} set aside")


GROUP = {
    "on": (on, "record what a pack announces"),
    "off": (off, "drop what it announces"),
    "inbox": (inbox, "list what was recorded"),
    "tail": (tail, "show records as they come"),
    "ack": (ack, "set records aside"),
    "listen": (listen, "let events in by the sources that you named"),
    "source": (source, "name a source: signed requests, a vendor's pushes, a queue, the pack's own process"),
    "wake": (wake, "have a command of yours run after each record"),
}


def grant(folder: Path, granted: bool, as_json: bool) -> int:
    """Give or take `sense.enable`; what an operator's session holds is not the user's to give (L9)."""
    from hcp_author.runtime import session

    read = usable(folder)
    if read.plane == "control":
        why = f"`{read.pack_id}` is a control plane pack: its grants come from the operator's session alone"
        raise UserError(why, 'write "sense.enable" into the grants of the session file', FINDINGS)
    principal, word = session.principal(), "on" if granted else "off"
    session.set_grant(principal, read.pack_id, str(folder), granted)
    facts = {"pack_id": read.pack_id, "principal": principal, "sense": word}
    return say(facts, as_json, f"Sense is {word} for {principal} on {read.pack_id}")


def usable(folder: Path) -> Pack:
    """The pack, where it can be read and has a trigger; raises UserError."""
    from hcp_author.pack import files

    read = files.read(folder)
    if read.surface.problems:
        raise UserError(
            f"{folder}/surface.json: {read.surface.problems[0].message}", f"hcp-author lint {folder}", FINDINGS
        )
    if not read.triggers:
        raise UserError(f"`{read.pack_id}` declares no trigger, so it has no Sense", f"hcp-author show {folder}")
    return read


def asking(source: str | None, folder: Path) -> Any:
    """Who asks: the Principal of a host's session, or this user; raises UserError."""
    from hcp_author.runtime import fault, session

    try:
        return session.open_(source, str(folder))
    except fault.Fault as refused:
        raise UserError(refused.message, refused.hint, FINDINGS) from None


def where() -> str:
    """The user's sink."""
    from hcp_author.runtime import sink

    return sink.default()


def recorded(pack_id: str, who: Any, seen: bool = False) -> list[dict[str, Any]]:
    """The records that one may see; raises UserError where the sink cannot be read."""
    from hcp_author.ingress import inbox as records

    with the_sink():
        return records.read(where(), pack_id, who.principal, project=who.project(), seen=seen)


@contextmanager
def the_sink() -> Iterator[None]:
    """Have the sink's troubles told: UserError, naming its file."""
    import sqlite3

    try:
        yield
    except (sqlite3.Error, OverflowError) as error:  # a number that no file of SQLite's could hold
        fix = "hcp-author sense inbox --help" if isinstance(error, OverflowError) else "move it away"
        raise UserError(f"the sink `{where()}` cannot be used: {error}", fix, FINDINGS) from None


def row(record: dict[str, Any]) -> tuple[str, ...]:
    """One record as a person reads it; ASCII JSON for the payload, so that nothing in it can act on a terminal."""
    from datetime import datetime

    from hcp_author.pack.text import visible

    when = datetime.fromtimestamp(record["time"]).strftime("%Y-%m-%d %H:%M:%S")
    words = (record["ref"], record["route"], record["land"], visible(str(record["event_id"]), 40))
    return (str(record["n"]), when, *words, json.dumps(record["payload"]))


def say(facts: dict[str, Any], as_json: bool, text: str = "") -> int:
    """Print what was done, for a person or a machine."""
    print(json.dumps({"format": "hcp-author/sense/1", **facts}) if as_json else text)
    return OK
