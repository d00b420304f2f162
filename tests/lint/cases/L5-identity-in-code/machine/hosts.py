import getpass
import os


def folder(ctx):
    return os.path.join(ctx.state, getpass.getuser(), os.environ["FLEET_PROJECT"])
