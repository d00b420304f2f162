"""What the commands that read a program share: an earlier answer or a new one, and a line that tells of it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hcp_author.errors import UserError
from hcp_author.introspect import PROPOSAL_SECONDS

if TYPE_CHECKING:
    from hcp_author.introspect.tree import Tree

ProgramArgument = Annotated[
    str, typer.Argument(metavar="PROGRAM", show_default=False, help="a program's name or its file's path")
]
FileArgument = Annotated[
    str, typer.Argument(metavar="FILE", show_default=False, help="with --from: the document, - is standard input")
]
FromOption = Annotated[
    str, typer.Option("--from", metavar="help|man|opencli|tree", help="read a document of that kind and run nothing")
]
TimeoutOption = Annotated[float, typer.Option("--timeout", min=1, metavar="SECONDS", help="time for the whole reading")]
RefreshOption = Annotated[bool, typer.Option("--refresh", help="ask again, whatever was kept of an earlier time")]


def ask(
    program: str,
    *,
    depth: int = 2,
    budget_seconds: float = PROPOSAL_SECONDS,
    sandbox: bool = True,
    refresh: bool = False,
) -> Tree:
    """A program's tree, kept or read anew; on a terminal a line tells what is being asked, for it may take a while."""
    from hcp_author.introspect.cache import introspect

    show = _progress if sys.stderr.isatty() else None
    try:
        return introspect(
            program, depth=depth, budget_seconds=budget_seconds, sandbox=sandbox, progress=show, refresh=refresh
        )
    finally:
        if show:
            show("")


def read(kind: str, program: str, file: str, command: str) -> Tree:
    """The tree of a document, from `[PROGRAM] FILE`; without either, of what is piped in."""
    from hcp_author.introspect.documents import open_file

    if not file:
        program, file = "", program
    if not file and sys.stdin is not None and not sys.stdin.isatty():
        file = "-"
    if not file:
        raise UserError("which document? FILE is missing", f"hcp-author {command} --from {kind} FILE")
    return open_file(kind, file, program)


def check(program: str, file: str, command: str) -> None:
    """Without --from there must be a program, and no document; raises UserError."""
    if file:
        raise UserError(
            f"`{file}` is one argument too many: a document is read with --from",
            f"hcp-author {command} {program} --from help {file}",
        )
    if not program:
        raise UserError("which program? PROGRAM is missing", f"hcp-author {command} PROGRAM")


def _progress(line: str) -> None:
    """Show on one line of the terminal what is being asked."""
    print(f"\r\x1b[K{line[:78]}", end="", file=sys.stderr, flush=True)
