"""The emitter of feed."""

import subprocess


def emit(ctx):
    """What the builds pushed."""
    argv = [f"{ctx.pack_root}/bin/feed", "send"]
    subprocess.run(argv, check=True)
    yield {"ref": "run.completed", "payload": {}}
