"""The verbs of fleet, over a machine list of its own."""

import sqlite3

MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return MACHINES


def show(args, ctx):
    """One machine."""
    sqlite3.connect(ctx.state + "/fleet.db").execute("UPDATE machines SET seen = 1")
    return {args["machine"]: MACHINES.get(args["machine"])}


VERBS = {"list": list_, "show": show, "restart": show, "status": list_}
