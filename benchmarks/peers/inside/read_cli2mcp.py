"""cli2mcp: its own scan of the program, with what it parsed on the way kept by path.

The published descriptor keeps leaf commands only and joins their names with `_`; here groups count as well.
"""

from __future__ import annotations

import sys

from cli2mcp import scanner
from shape import command, operand, option, planted, show

read: dict[tuple[str, ...], dict] = {}
parse, run = scanner.parse_help, scanner._run_help
at: list[tuple[str, ...]] = [()]


def noted_run(parts):
    at[0] = tuple(parts[1:])
    return run(parts)


def noted_parse(text):
    read[at[0]] = parse(text)
    return read[at[0]]


scanner._run_help, scanner.parse_help = noted_run, noted_parse
scanner.scan(sys.argv[1])
root = command(sys.argv[1])
for path, parsed in sorted(read.items(), key=lambda pair: len(pair[0])):
    options = [option([a["name"]], True, a["required"]) for a in parsed["args"] if a["name"].startswith("-")]
    operands = [operand(a["name"], a["required"]) for a in parsed["args"] if not a["name"].startswith("-")]
    if path:
        planted(root, path, command(path[-1], options, operands))
    else:
        root.update(options=options, arguments=operands)
show(root)
