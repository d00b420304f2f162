"""The verbs of fleet, over a machine list of its own."""

OPERATORS = frozenset(("ann", "bob"))
MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return MACHINES


def show(args, ctx):
    """One machine."""
    if ctx.principal not in OPERATORS:
        return {}
    return {args["machine"]: MACHINES.get(args["machine"])}


VERBS = {"list": list_, "show": show, "restart": show, "status": list_}
