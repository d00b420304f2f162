import os


def restart(name):
    os.system("/usr/bin/fleetctl restart " + name)
