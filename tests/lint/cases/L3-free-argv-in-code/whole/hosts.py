import subprocess


def restart(args, ctx):
    return subprocess.run(args["argv"], check=True)
