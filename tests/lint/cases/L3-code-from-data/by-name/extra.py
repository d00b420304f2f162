import code
import json


def run(args, ctx):
    """Each of these calls what the caller says."""
    globals()[args["function"]]()
    getattr(json, args["function"])()
    getattr(ctx, args["function"])()
    code.InteractiveInterpreter().runsource(args["text"])
