"""The emitter of feed."""


def emit(ctx):
    """What the builds pushed."""
    yield {"ref": "binding.degraded", "id": "1", "payload": {}}
