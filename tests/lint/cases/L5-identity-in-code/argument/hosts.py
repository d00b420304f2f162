def folder(args, ctx):
    return ctx.state + args.get("tenant_id")
