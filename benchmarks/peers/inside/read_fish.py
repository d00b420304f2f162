"""fish: its `create_manpage_completions.py` on the program's manual page and on those of its commands."""

from __future__ import annotations

import itertools
import os
import shlex
import subprocess
import sys

from shape import command, option, pages, planted, show

DASHES = {"-s": "-", "-l": "--", "-o": "-"}
name = sys.argv[1]
found = pages(name)
script = [sys.executable, os.environ["PEER_SCRIPT"], "--stdout", *found.values()]
said = subprocess.run(script, capture_output=True, text=True, check=False).stdout if found else ""
root = command(name)
rows: dict[str, list] = {stem: [] for stem in found}
for line in said.splitlines():
    if not line.startswith("complete -c "):
        continue
    try:
        words = shlex.split(line.replace("\\'", "'\"'\"'"))
    except ValueError:
        words = line.split(" -d ")[0].split()
    names = [DASHES[a] + b for a, b in itertools.pairwise(words) if a in DASHES]
    rows.setdefault(words[2], []).append(option(names))
for stem, options in rows.items():
    if stem == name:
        root["options"] = options
    elif stem.startswith(name + "-"):
        planted(root, [stem[len(name) + 1 :]], command(stem, options))
show(root)
