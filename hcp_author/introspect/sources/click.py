"""The completion environment of click and of typer, set only where the library's own file for it was found.

Source: click 8's `_PROG_COMPLETE=fish_complete` (`TYPE,VALUE` and a tab before the description), and typer's
`complete_powershell` (`VALUE:::DESCRIPTION`): of the forms that they offer those that look like nothing else.
"""

from __future__ import annotations

import re

from hcp_author.introspect import candidates, evidence
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.candidates import Rows
from hcp_author.introspect.page import Page

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,60}")
_ROW = re.compile(r"(?:plain|file|dir),([^\t]{0,400})(?:\t(.*))?")
_TYPER_OPTIONS = frozenset(("--install-completion", "--show-completion"))
_TYPER_MARK = ":::"
MAX_ROWS = 3000


def open_source(crawl: Crawl, first: Page) -> candidates.Verified | None:
    """The completion of a program whose help says that it does nothing without one of its commands.

    Without a sandbox it is never asked: a program that did not know the variable would run bare.
    """
    name = crawl.name()
    if crawl.door.kind == "none" or not _needs_command(first, name):
        return None
    offers = evidence.framework(crawl.door.found).offers
    variable = f"_{name}_COMPLETE".replace("-", "_").upper()
    if "typer" in offers and {o.long for o in candidates.listed(first)} >= _TYPER_OPTIONS:
        make, read = _typer, typer_rows
    elif "click" in offers:
        make, read = _click, click_rows
    else:
        return None
    # a begun option is completed as one even after an option that takes a value
    return candidates.by_environment(crawl, lambda w, b: make(variable, (name, *w), b), read, tells_values=False)


def _needs_command(first: Page, name: str) -> bool:
    """Whether the usage is click's, begins with the program's own name, and a command must follow."""
    usage = first.usages[0] if first.usages else ""
    return bool(first.commands) and _NAME.fullmatch(name) is not None and usage == f"{name} [OPTIONS] COMMAND [ARGS]..."


def _click(variable: str, words: tuple[str, ...], begun: str) -> dict[str, str]:
    return {variable: "fish_complete", "COMP_WORDS": " ".join([*words, begun]).strip(), "COMP_CWORD": begun}


def _typer(variable: str, words: tuple[str, ...], begun: str) -> dict[str, str]:
    line = " ".join([*words, begun])
    return {
        variable: "complete_powershell",
        "_TYPER_COMPLETE_ARGS": line,
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": begun,
    }


def click_rows(printed: str) -> Rows | None:
    """The candidates; None where what was printed is something else. A description may go on over several lines."""
    rows: Rows = {}
    for line in printed.splitlines()[:MAX_ROWS]:
        found = _ROW.fullmatch(line)
        if found is not None:
            name, about = candidates.tidy(found[1], found[2] or "")
            rows[name] = about
        elif not rows:
            return None
    return rows


def typer_rows(printed: str) -> Rows | None:
    """The candidates; None where what was printed is something else."""
    rows: Rows = {}
    for line in printed.splitlines()[:MAX_ROWS]:
        name, mark, about = line.partition(_TYPER_MARK)
        if mark:
            name, about = candidates.tidy(name, about)
            rows[name] = about
        elif not rows:
            return None
    return rows
