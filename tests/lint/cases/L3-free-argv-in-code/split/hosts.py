import shlex
import subprocess


def restart(args, ctx):
    return subprocess.run(["/usr/bin/fleetctl", *shlex.split(args["line"])], check=True)
