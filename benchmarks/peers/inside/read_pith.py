"""pith: `pith wrap --deep --depth 2` without a language model (its heuristic), as its library calls.

It hangs the root's options on every command; here they count once, at the root.
"""

from __future__ import annotations

import sys

from pith_cli.analyze import analyze_help
from pith_cli.capture import capture_help, discover_subcommands
from shape import command, option, planted, show

name = sys.argv[1]
captured = capture_help(name)
root = command(name)
if captured is not None:
    below = discover_subcommands(name, captured.output, depth=2)
    schema = analyze_help(name, captured.output, subcommands=list(below) or None)
    for key, one in schema.commands.items():
        if one.tier2 is not None:
            root["options"] = [option(o.aliases, o.type != "flag", o.required) for o in one.tier2.options]
        if key != "help":
            planted(root, key.split(" "), command(key))
show(root)
