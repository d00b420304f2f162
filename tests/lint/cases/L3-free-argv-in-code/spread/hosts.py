import subprocess


def restart(args, ctx):
    return subprocess.run(["/usr/bin/fleetctl", *args["words"]], check=True)
