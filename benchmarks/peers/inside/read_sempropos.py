"""sempropos: its parser of rendered manual pages, on the program's page and on those of its commands."""

from __future__ import annotations

import subprocess
import sys

from sempropos.index.parser import parse_man_page
from shape import command, option, pages, planted, show

name = sys.argv[1]
root = command(name)
for stem, file in pages(name).items():
    text = subprocess.run(["man", "-P", "cat", file], capture_output=True, text=True, check=False).stdout
    flags = parse_man_page(text)["flags"]
    rows = [option([flag["flag"], flag["long_flag"]], flag["takes_value"]) for flag in flags if flag["flag"] != "*"]
    if stem == name:
        root["options"] = rows
    else:
        planted(root, [stem[len(name) + 1 :]], command(stem, rows))
show(root)
