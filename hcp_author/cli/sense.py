"""`hcp-author sense`: the Sense grant of a pack, and what the sink recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from hcp_author.errors import OK, UserError

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
    if not read.triggers:
        raise UserError(f"`{read.pack_id}` declares no trigger, so it has no Sense", f"hcp-author show {pack}")
    principal = session.principal()
    if action == "inbox":
        return inbox(read.pack_id, principal, as_json)
    session.set_grant(principal, read.pack_id, "sense.enable", action == "on")
    return say({"pack_id": read.pack_id, "principal": principal, "sense": action}, as_json)


def inbox(pack_id: str, principal: str, as_json: bool) -> int:
    """Print the records of one pack and Principal, oldest first."""
    from hcp_author.runtime import sink

    records = sink.inbox(sink.default(), pack_id, principal)
    if as_json:
        return say({"pack_id": pack_id, "principal": principal, "records": records}, True)
    for record in records:
        payload = json.dumps(record["payload"])  # ASCII only: nothing in it can act on a terminal
        print(f"{record['time']}  {record['ref']:<18} {record['route']:<7} {record['land']:<9} {payload}")
    if not records:
        print(f"nothing recorded for {pack_id} yet")
    return OK


def say(facts: dict[str, Any], as_json: bool) -> int:
    """Print what was done, for a person or a machine."""
    if as_json:
        print(json.dumps({"format": "hcp-author/sense/1", **facts}))
    else:
        print(f"Sense is {facts['sense']} for {facts['principal']} on {facts['pack_id']}")
    return OK
