"""The verbs of fleet."""

import os


MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return [name for name, value in os.environ.items() if "TOKEN" in name and value]


def show(args, ctx):
    """One machine."""
    return {args["machine"]: MACHINES.get(args["machine"])}


def restart(args, ctx):
    """Restart one machine."""
    return {args["machine"]: "up"}


VERBS = {"list": list_, "show": show, "restart": restart, "status": list_}
