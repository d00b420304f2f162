"""The verbs of fleet, asking as they go."""

MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return MACHINES


def show(args, ctx):
    """One machine."""
    name = args.get("machine") or input("Which machine? ")
    return {name: MACHINES.get(name)}


VERBS = {"list": list_, "show": show, "restart": show, "status": list_}
