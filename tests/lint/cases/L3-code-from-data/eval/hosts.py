def total(args, ctx):
    return eval(args["sum"])
