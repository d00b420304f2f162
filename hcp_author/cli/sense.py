"""`hcp-author sense`: the Sense grant of a pack, what the sink recorded, and how events reach it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from hcp_author.cli._sense_listen import listen
from hcp_author.cli._sense_pack import (
    Folder,
    Json,
    asking,
    complain,
    off_note,
    record_number,
    say,
    the_sink,
    typed,
    usable,
    where,
)
from hcp_author.cli._sense_sources import source, wake
from hcp_author.errors import FINDINGS, OK, UserError

Host = Annotated[
    str | None, typer.Option("--session", metavar="FILE", help="a host's session/1: its Principal and project")
]
HEADS = ("N", "TIME", "REF", "ROUTE", "LAND", "ID", "PAYLOAD")


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
    after: Annotated[int, typer.Option("--after", metavar="N", help="those after the record with this number")] = 0,
    as_json: Json = False,
) -> int:
    """List what was recorded for you and was not set aside, oldest first; `brain` only to members of its project.

    Example: hcp-author sense inbox mail
    """
    from hcp_author.ingress import inbox as records

    record_number(after, "--after", pack)
    read, who = usable(pack), asking(session, pack)
    note = off_note(who, read, pack)
    whose = {"project": who.project(), "after": after}
    with the_sink():
        found = records.each(where(), read.pack_id, who.principal, seen=seen, **whose)
        first = list(itertools.islice(found, 1))  # so that a sink that cannot be used is told before anything is
        if as_json:
            facts = {"pack_id": read.pack_id, "principal": who.principal, "sense": "off" if note else "on"}
            return document(facts, itertools.chain(first, found))
        if note:
            complain(note)
        table(itertools.chain(first, found))
        if not first:
            hidden = not seen and records.numbers(where(), read.pack_id, who.principal, **whose, most=1)
            when = f" after {after}" if after else ""
            print(f"nothing recorded for {read.pack_id}{when}" + (" that you have not set aside" if hidden else " yet"))
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

    record_number(after, "--after", pack)
    read, who = usable(pack), asking(session, pack)
    end = time.monotonic() + seconds if seconds is not None else None
    with the_sink():
        newest = records.last(where())
        if note := off_note(who, read, pack):
            complain(note)
        begin = after if after >= 0 else newest
        whose = {"project": who.project(), "after": begin, "until": end}
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
        why = "say which records, or --all, not both" if every else "say which records, or --all"
        raise UserError(why, f"hcp-author sense ack {typed(pack)} --all")
    for number in numbers or ():
        record_number(number, "N", pack)
    sink, project = where(), who.project()
    with the_sink():
        wanted = numbers or records.numbers(sink, read.pack_id, who.principal, project=project, seen=False, most=-1)
        done = records.set_aside(sink, read.pack_id, who.principal, wanted, project)
    if strange := sorted(set(wanted) - set(done)):
        why = f"there is no record {strange[0]} of `{read.pack_id}` for `{who.principal}`"
        raise UserError(why, f"hcp-author sense inbox {typed(pack)} --all", FINDINGS)
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
    from hcp_author.cli import _grants
    from hcp_author.runtime import session

    read = usable(folder)
    if read.plane == "control":
        why = f"`{read.pack_id}` is a control plane pack: its grants come from the operator's session alone"
        raise UserError(why, 'write "sense.enable" into the grants of the session file', FINDINGS)
    principal, word = session.principal(), "on" if granted else "off"
    try:
        _grants.set_grant(principal, read.pack_id, str(folder), granted)
    except OSError as error:  # a disk that is full does not say of which file
        raise OSError(error.errno, error.strerror, error.filename or session.grants_file()) from None
    facts = {"pack_id": read.pack_id, "principal": principal, "sense": word}
    return say(facts, as_json, f"Sense is {word} for {principal} on {read.pack_id}")


def document(facts: dict[str, Any], records: Iterable[dict[str, Any]]) -> int:
    """Print hcp-author/sense/1 with its records one by one: there may be more than fit in memory."""
    print(json.dumps({"format": "hcp-author/sense/1", **facts})[:-1], end=', "records": [')
    for number, record in enumerate(records):
        print(", " if number else "", json.dumps(record), sep="", end="")
    print("]}")
    return OK


def table(records: Iterator[dict[str, Any]]) -> None:
    """Print records in columns, as wide as the first of them need; longer cells stand out of line."""
    some = [row(record) for record in itertools.islice(records, 100)]
    rows = [HEADS, *some] if some else []
    widths = [max(len(line[n]) for line in rows) for n in range(6)] if rows else []
    for line in itertools.chain(rows, map(row, records)):
        print("  ".join([*(cell.ljust(width) for cell, width in zip(line[:6], widths, strict=True)), line[6]]))


def row(record: dict[str, Any]) -> tuple[str, ...]:
    """One record as a person reads it; ASCII JSON for the payload, so that nothing in it can act on a terminal."""
    from datetime import datetime

    from hcp_author.pack.text import visible

    when = datetime.fromtimestamp(record["time"]).astimezone().isoformat(" ", "seconds")
    words = (record["ref"], record["route"], record["land"], visible(str(record["event_id"]), 40))
    return (str(record["n"]), when, *words, json.dumps(record["payload"]))
