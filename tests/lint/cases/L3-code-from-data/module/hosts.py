import importlib


def load(args, ctx):
    return importlib.import_module(args["name"])
