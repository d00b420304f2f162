from shutil import which

PROGRAM = which("fleetctl")
