"""The emitter of feed."""


def emit(ctx):
    """One event for each line that the builds pushed."""
    yield {"ref": "run.completed", "id": "1", "payload": {}}
from time import sleep


def emit(ctx):
    """Look every minute."""
    for build in builds():
        yield {"ref": "run.completed", "payload": build}


def builds():
    while True:
        try:
            yield {"id": 1}
        except OSError:
            sleep(5)
        else:
            sleep(60)
