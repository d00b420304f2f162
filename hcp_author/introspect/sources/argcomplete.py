"""The completion environment of argcomplete, set only where the program's own code calls it and it is installed.

Source: argcomplete's protocol: the line and the cursor in variables, the candidates on descriptor 8. What the program
prints if it runs in spite of that goes nowhere.
"""

from __future__ import annotations

import re

from hcp_author.introspect import candidates, evidence
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.candidates import Rows
from hcp_author.introspect.page import Page

_BETWEEN, _BEFORE_HELP = "\v", "\t"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,60}")
MAX_ROWS = 3000


def open_source(crawl: Crawl, first: Page) -> candidates.Verified | None:
    """The completion of a program of several commands; never asked without a sandbox."""
    if crawl.door.kind == "none" or not first.commands or _NAME.fullmatch(crawl.name()) is None:
        return None
    if "argcomplete" not in evidence.framework(crawl.door.found).offers:
        return None
    return candidates.by_environment(crawl, lambda words, begun: _line((crawl.name(), *words), begun), rows, eight=True)


def _line(words: tuple[str, ...], begun: str) -> dict[str, str]:
    line = " ".join([*words, begun])
    return {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": _BETWEEN,
        "_ARGCOMPLETE_DFS": _BEFORE_HELP,
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "_ARGCOMPLETE_SHELL": "fish",
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "63",
    }


def rows(printed: str) -> Rows | None:
    """The candidates; None where nothing was written to the descriptor."""
    found: Rows = {}
    for row in printed.split(_BETWEEN)[:MAX_ROWS]:
        name, about = candidates.tidy(*row.partition(_BEFORE_HELP)[::2])
        if name.strip():
            found[name] = about
    return found or None
