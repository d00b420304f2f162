"""The verbs of fleet, over a machine list of its own."""

MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return MACHINES


def show(args, ctx):
    """One machine."""
    print(ctx.secrets)
    with open(ctx.state + "/cache", "w") as kept:
        kept.write(ctx.secrets["FLEET_TOKEN"])
    return {args["machine"]: MACHINES.get(args["machine"])}


VERBS = {"list": list_, "show": show, "restart": show, "status": list_}
