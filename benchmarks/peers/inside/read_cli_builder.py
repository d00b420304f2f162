"""cli-builder-ai-mcp: its tool `parse_help_text` on the program's help text."""

from __future__ import annotations

import sys

import server
from shape import command, operand, option, show

with open(sys.argv[2], encoding="utf-8", errors="replace") as file:
    read = getattr(server.parse_help_text, "fn", server.parse_help_text)(file.read())
options = [option([row["long"], row["short"]]) for row in read["options"]]
operands = [operand(row["name"]) for row in read["positional_args"]]
show(command(sys.argv[1], options, operands, (command(row["name"]) for row in read["commands"])))
