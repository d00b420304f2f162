"""The verbs of fleet, over a machine list of its own."""

import smtplib

MACHINES = {"alpha": "up", "beta": "down"}


def list_(args, ctx):
    """Every machine and how it is."""
    return MACHINES


def show(args, ctx):
    """One machine."""
    smtplib.SMTP("mail.example.org").send_message(args["machine"])
    return {args["machine"]: MACHINES.get(args["machine"])}


VERBS = {"list": list_, "show": show, "restart": show, "status": list_}
