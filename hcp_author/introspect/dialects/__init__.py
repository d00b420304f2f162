"""The shelf of dialects: which kinds of help text there are, told by the shape of the text alone."""

from __future__ import annotations

import re
from typing import Protocol

from hcp_author.introspect.dialects import (
    _tongues,
    argparse,
    boost,
    boxed,
    busybox,
    clap,
    cli11,
    click,
    cobra,
    commander,
    dart,
    docopt,
    dotnet,
    fire,
    general,
    getopt,
    goflag,
    grammar,
    haskell,
    kingpin,
    knack,
    manual,
    oclif,
    optionator,
    optionparser,
    optparse,
    overview,
    perl,
    plumbum,
    prompted,
    symfony,
    thor,
    urfave,
    windows,
    yargs,
)
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.operands import of_group
from hcp_author.introspect.tree import Command, Option

_SHORT = 100
_VERSION = re.compile(r"(?:[\w.@-]{1,40}[ /,]{1,2}){1,4}\(?(?:version |v)?\d{1,6}(?:\.\d{1,8}){1,4}[\w.+-]{0,40}\)?")
_PARTING = (", ", "- ", ": ", "– ", "— ", "= ")


class Dialect(Protocol):
    """What every module on the shelf offers."""

    __name__: str

    def recognises(self, lines: list[str]) -> bool:
        """Whether a page is written in this dialect, by its shape."""

    def read(self, lines: list[str], program: str, path: tuple[str, ...]) -> Page:
        """The page of `program`'s command `path`."""


# the first that recognises a page reads it, those with the plainest marks first; `general` recognises every text
DIALECTS: tuple[Dialect, ...] = (
    fire,
    manual,
    boxed,
    grammar,
    busybox,
    goflag,
    kingpin,
    urfave,
    oclif,
    overview,
    boost,
    cli11,
    knack,
    haskell,
    dart,
    optionator,
    plumbum,
    symfony,
    yargs,
    thor,
    clap,
    cobra,
    commander,
    click,
    docopt,
    perl,
    prompted,
    optparse,
    argparse,
    dotnet,
    optionparser,
    windows,
    getopt,
    general,
)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path` with the first dialect that recognises it."""
    lines = _unversioned(_tongues.english([line.rstrip() for line in lines]))
    dialect = next(d for d in DIALECTS if d.recognises(lines))
    page = dialect.read(lines, program, path)
    page.dialect = dialect.__name__.rsplit(".", 1)[-1]
    _tidy(page)
    return page


def _unversioned(lines: list[str]) -> list[str]:
    """The lines, the first one blank if it only names the program and its version: it is no summary."""
    at = next((at for at, line in enumerate(lines) if line), None)
    if at is None or len(lines[at]) > _SHORT or not _VERSION.fullmatch(lines[at].strip()):
        return lines
    return [*lines[:at], "", *lines[at + 1 :]]


def _tidy(page: Page) -> None:
    """Take off what parts a name from its description, and the operand that only names the commands."""
    facts: list[Option | Command] = [*page.options, *page.inherited, *page.commands]
    for fact in facts:
        while fact.summary.startswith(_PARTING):
            fact.summary = fact.summary[2:]
    page.arguments = of_group(page.arguments) if page.commands else page.arguments
    names = {name for command in page.commands for name in (command.name, *command.aliases)}
    named = [one for one in page.arguments if one.choices and len(one.choices) > 1 and set(one.choices) <= names]
    if named:
        page.arguments = [one for one in page.arguments if one not in named]
        page.acts = False if all(one.required for one in named) else page.acts
