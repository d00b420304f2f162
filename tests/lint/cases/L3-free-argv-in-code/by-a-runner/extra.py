import subprocess


def run(args, ctx):
    """Each of these runs what the caller says."""
    subprocess.run(["/usr/bin/env", args["program"]])
    subprocess.run(["/usr/bin/find", ".", "-exec", args["program"], ";"])
    subprocess.run([args["program"]])
    subprocess.run(["/usr/bin/git", "log", args["revision"]])
