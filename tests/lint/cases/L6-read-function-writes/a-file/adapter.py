"""The verbs of fleet, over a machine list of its own."""

MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return MACHINES


def show(args, ctx):
    """One machine."""
    keep(ctx, args)
    return {args["machine"]: MACHINES.get(args["machine"])}


VERBS = {"list": list_, "show": show, "restart": show, "status": list_}


def keep(ctx, args):
    """Count who asks."""
    with open(ctx.state + "/seen.json", "a") as seen:
        seen.write(args["machine"])
    with open(ctx.state + "/.lock", "w"):
        pass
