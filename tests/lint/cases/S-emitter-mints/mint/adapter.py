"""The emitter of feed."""


def emit(ctx):
    """One event for each line that the builds pushed."""
    yield {"ref": "run.completed", "id": "1", "payload": {}}
from builds import hub


def emit(ctx):
    """Announce after a login of its own."""
    yield {"ref": "run.completed", "payload": hub.mint(ctx)}
