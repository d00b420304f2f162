import time


def emit(ctx):
    """Look every minute."""
    while True:
        yield {"ref": "run.completed", "payload": {}}
        pause()


def pause():
    """A minute."""
    time.sleep(60)
