"""The emitter of feed."""


def emit(ctx):
    """One event for each line that the builds pushed."""
    yield {"ref": "run.completed", "id": "1", "payload": {}}
import subprocess


def emit(ctx):
    """Announce what the pack answers."""
    said = subprocess.run([ctx.pack_root + "/bin/feed", "list", "--json"], capture_output=True, text=True)
    yield {"ref": "run.completed", "payload": {"said": said.stdout}}
