"""How a report is to be written: for which reader, from which folder, with which rules explained."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping

from hcp_author.lint.contract import Rule
from hcp_author.pack.record import record
from hcp_author.pack.text import visible

# GitHub and Azure obey these anywhere within a line, and TeamCity at its start
_CI_COMMAND = re.compile(r"##(?=[a-z]{0,20}\[)")


@record(frozen=True)
class View:
    """What a format is told besides the report.

    `columns` is the width of the terminal, 0 where there is none. `folder` is what paths are told from where the format
    wants them so: a checkout; empty is the working folder. `rules` are those that ran, with their pages. `fixes` says
    by a rule's id whether `--fix` mends it: safe or suggested. `hints` asks for what a person might type next.
    """

    colour: bool = False
    columns: int = 0
    folder: str = ""
    rules: tuple[Rule, ...] = ()
    fixes: Mapping[str, str] | None = None
    version: str = ""
    hints: bool = False


PLAIN = View()


def shown(text: str) -> str:
    r"""Foreign text for a log: one line, hidden characters written out, and no command to a CI (`##[error]`) in it."""
    return _CI_COMMAND.sub(r"\\x23#", visible(text))


def document(value: object) -> str:
    """A JSON document and a newline, in ASCII: no terminal and no CI finds anything in it, and readers get it all."""
    text = json.dumps(value, indent=2)
    # json leaves DEL alone, and some terminals do not
    return _CI_COMMAND.sub(r"\\u0023#", text.replace("\x7f", "\\u007f")) + "\n"


def below(file: str, folder: str) -> str | None:
    """The path of a file as seen from a folder, with `/`; None where it lies elsewhere. Empty is the working folder.

    Both are compared as they are written, and then without their links: a checkout is often behind one.
    """
    folder = folder or os.curdir
    for plain in (os.path.abspath, os.path.realpath):
        try:
            path = os.path.relpath(plain(file), plain(folder))
        except ValueError:  # no file can have this name
            continue
        if path != os.pardir and not path.startswith(os.pardir + os.sep):
            return path.replace(os.sep, "/")
    return None


def place(file: str, folder: str) -> str:
    """The path as seen from the folder, or absolute where it lies elsewhere."""
    path = below(file, folder)
    return os.path.abspath(file) if path is None else path
