"""`hcp-author sense`: the Sense grant of a pack, and what the sink recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.errors import FINDINGS, OK, UserError

if TYPE_CHECKING:
    from hcp_author.pack.model import Pack

ACTIONS = ("on", "off", "inbox")


def command(
    action: Annotated[str, typer.Argument(help="on, off or inbox", metavar="on|off|inbox")],
    pack: Annotated[Path, typer.Argument(help="the pack's folder")],
    as_json: Annotated[bool, typer.Option("--json", help="print hcp-author/sense/1")] = False,
) -> int:
    """Turn Sense on or off for you and one pack, or list what was recorded.

    Sense is off until you turn it on. It records what a pack announces; it never runs a command.

    Example: hcp-author sense on mail
    """
    from hcp_author.pack import files
    from hcp_author.runtime import session

    if action not in ACTIONS:
        raise UserError(f"`{action}` is none of on, off, inbox", f"hcp-author sense on {pack}")
    read = files.read(pack)
    usable(read, pack, action)
    principal = session.principal()
    if action == "inbox":
        return inbox(read.pack_id, principal, as_json)
    session.set_grant(principal, read.pack_id, "sense.enable", action == "on")
    return say({"pack_id": read.pack_id, "principal": principal, "sense": action}, as_json)


def usable(read: Pack, folder: Path, action: str) -> None:
    """Refuse a pack that cannot be read, that has no trigger, or whose grant is not the user's to give."""
    if read.surface.problems:
        raise UserError(
            f"{folder}/surface.json: {read.surface.problems[0].message}", f"hcp-author lint {folder}", FINDINGS
        )
    if not read.triggers:
        raise UserError(f"`{read.pack_id}` declares no trigger, so it has no Sense", f"hcp-author show {folder}")
    if read.plane == "control" and action != "inbox":
        why = f"`{read.pack_id}` is a control plane pack: its grants come from the operator's session alone"
        raise UserError(why, 'write "sense.enable" into the grants of the session file', FINDINGS)


def inbox(pack_id: str, principal: str, as_json: bool) -> int:
    """Print the records of one pack and Principal, oldest first."""
    import sqlite3

    from hcp_author.runtime import sink

    try:
        records = sink.inbox(sink.default(), pack_id, principal)
    except sqlite3.Error as error:
        raise UserError(f"the sink `{sink.default()}` cannot be read: {error}", "move it away", FINDINGS) from None
    if as_json:
        return say({"pack_id": pack_id, "principal": principal, "records": records}, True)
    rows = [("TIME", "REF", "ROUTE", "LAND", "ID", "PAYLOAD"), *(row(record) for record in records)]
    widths = [max(len(line[n]) for line in rows) for n in range(5)]
    for line in rows if records else []:
        print("  ".join([*(cell.ljust(width) for cell, width in zip(line[:5], widths, strict=True)), line[5]]))
    if not records:
        print(f"nothing recorded for {pack_id} yet")
    return OK


def row(record: dict[str, Any]) -> tuple[str, ...]:
    """One record as a person reads it; ASCII JSON for the payload, so that nothing in it can act on a terminal."""
    from datetime import datetime

    from hcp_author.pack.text import visible

    when = datetime.fromtimestamp(record["time"]).strftime("%Y-%m-%d %H:%M:%S")
    words = (record["ref"], record["route"], record["land"], visible(str(record["event_id"]), 40))
    return (when, *words, json.dumps(record["payload"]))


def say(facts: dict[str, Any], as_json: bool) -> int:
    """Print what was done, for a person or a machine."""
    if as_json:
        print(json.dumps({"format": "hcp-author/sense/1", **facts}))
    else:
        print(f"Sense is {facts['sense']} for {facts['principal']} on {facts['pack_id']}")
    return OK
