"""The emitter of feed."""

def emit(ctx):
    """What the builds pushed."""
    yield {"ref": "run.completed", "payload": {}}


def list_(args, ctx):
    """The builds."""
    return []


VERBS = {"list": list_}
