"""genzshcomp: `NAME --help | genzshcomp`, its parser of optparse and argparse help."""

from __future__ import annotations

import sys

from genzshcomp import HelpParser
from shape import command, option, show

with open(sys.argv[2], encoding="utf-8", errors="replace") as file:
    text = file.read()
parser = HelpParser(text).help2parseobj()
actions = getattr(parser, "option_list", None) or parser._actions
options = []
for action in actions:
    names = getattr(action, "option_strings", None) or [*action._long_opts, *action._short_opts]
    options.append(option(names, bool(action.metavar)))
show(command(sys.argv[1], options))
