import threading


def emit(ctx):
    """Look every minute."""
    while True:
        yield {"ref": "run.completed", "payload": {}}
        stopped.wait(60)


stopped = threading.Event()
