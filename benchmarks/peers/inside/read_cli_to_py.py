"""cli-to-py: `cli-to-py NAME --json`, with its default of reading every subcommand."""

from __future__ import annotations

import asyncio
import sys

from cli_to_py.load_schema import load_schema
from shape import command, operand, option, show


def options(rows):
    found = []
    for row in rows or ():
        long = "--" + row.long_name if len(row.long_name) > 1 else "-" + row.long_name
        found.append(option([long, row.short_name], row.takes_value, row.is_required))
    return found


def operands(rows):
    return [operand(row.name, row.required, row.variadic) for row in rows or ()]


def node(one):
    made = command(one.name, options(one.flags), operands(one.positional_args), map(node, one.subcommands or ()))
    made["aliases"] = list(one.aliases)
    return made


top = asyncio.run(load_schema(sys.argv[1], subcommands=True)).command
show(command(sys.argv[1], options(top.flags), operands(top.positional_args), map(node, top.subcommands)))
