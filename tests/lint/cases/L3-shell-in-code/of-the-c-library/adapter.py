"""The verbs of fleet."""

import ctypes


MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    ctypes.CDLL(None).system(b"/usr/bin/true")
    return MACHINES


def show(args, ctx):
    """One machine."""
    return {args["machine"]: MACHINES.get(args["machine"])}


def restart(args, ctx):
    """Restart one machine."""
    return {args["machine"]: "up"}


VERBS = {"list": list_, "show": show, "restart": restart, "status": list_}
