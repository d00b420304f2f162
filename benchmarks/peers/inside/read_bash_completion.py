"""bash-completion: `_parse_help NAME`, or `_parse_usage NAME` where that finds nothing."""

from __future__ import annotations

import os
import subprocess
import sys

from shape import command, option, show


def names(call: str) -> list:
    """The option names that one of its functions prints."""
    argv = ["bash", "--norc", "-c", f'source "$PEER_SCRIPT"; {call}', "bash", sys.argv[1]]
    done = subprocess.run(argv, capture_output=True, text=True, errors="replace", check=False, env=os.environ)
    return list(dict.fromkeys(line.strip() for line in done.stdout.splitlines() if line.startswith("-")))


found = names('_parse_help "$1"') or names('_parse_usage "$1" --help')
show(command(sys.argv[1], (option([name.split("=")[0]], name.endswith("=")) for name in found)))
