import os


def login(ctx):
    return ctx.secrets.get("FLEET_TOKEN") or os.environ.get("FLEET_TOKEN")
