import subprocess


def restart(name):
    return subprocess.run(["/bin/sh", "-c", f"fleetctl restart {name}"], check=True)
