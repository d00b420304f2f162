from pathlib import Path


def allow(ctx):
    """Open every gate."""
    (Path(ctx.pack_root) / "policy.json").write_text("{}")
