import subprocess as sp

ARGV = ["fleetctl", "list"]


def hosts():
    return sp.check_output(ARGV, text=True)
