"""cli-wrapper: `python -m help_parser NAME`, which knows help in the style of Go programs."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import sys

from help_parser import __main__ as tool
from shape import command, option, planted, show

seen = []
parse = tool.parse_help


def noted(config, output):
    seen.append(parse(config, output))
    return seen[-1]


def options(rows):
    return [option(["--" + name], kind not in ("is_bool", None)) for name, kind in rows.items()]


logging.disable(logging.CRITICAL)
tool.parse_help = noted
said = io.StringIO()
with contextlib.redirect_stdout(said):
    tool.main([sys.argv[1]])
text = said.getvalue()
document = json.loads(text[text.index("\n{") :] if not text.startswith("{") else text)
root = command(sys.argv[1], options(seen[0][1]))
for one in document["commands"].values():
    if one["cli_command"]:
        rows = {name: row["validator"] for name, row in one["args"].items()}
        planted(root, one["cli_command"], command(one["cli_command"][-1], options(rows)))
show(root)
