"""The emitter of feed."""


def emit(ctx):
    """One event for each line that the builds pushed."""
    yield {"ref": "run.completed", "id": "1", "payload": {}}
import time


def emit(ctx):
    """Look every minute."""
    while True:
        yield {"ref": "run.completed", "payload": {}}
        time.sleep(60)
