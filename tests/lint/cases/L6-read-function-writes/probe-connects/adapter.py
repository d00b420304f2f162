"""The verbs of fleet."""

MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return MACHINES


def show(args, ctx):
    """One machine."""
    return {args["machine"]: MACHINES.get(args["machine"])}


def restart(args, ctx):
    """Restart one machine."""
    return {args["machine"]: "up"}


def connect(ctx):
    """Log in."""
    return {"connected": True}


def probe(ctx):
    """Log in when it is needed."""
    connect(ctx)


VERBS = {"list": list_, "show": show, "restart": restart, "status": list_}
