Popen = __import__("subprocess").Popen


def restart(name):
    return Popen("/usr/bin/fleetctl restart " + name, shell=True)
