"""`hcp-author introspect`: a program's command tree, from the program itself or from a saved document."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hcp_author.cli._reading import (
    FileArgument,
    FromOption,
    ProgramArgument,
    RefreshOption,
    TimeoutOption,
    ask,
    check,
    read,
)
from hcp_author.errors import OK, UserError
from hcp_author.introspect import BUDGET_SECONDS

if TYPE_CHECKING:
    from hcp_author.introspect.tree import Tree

FORMATS = ("text", "tree", "json", "opencli")


def command(
    program: ProgramArgument = "",
    file: FileArgument = "",
    from_: FromOption = "",
    depth: Annotated[int, typer.Option("--depth", min=0, max=4, help="how many words of subcommands to read")] = 2,
    format_: Annotated[
        str,
        typer.Option("--format", metavar="tree|json|opencli", help="a tree for people, or JSON: ours or OpenCLI's"),
    ] = "tree",
    as_json: Annotated[bool, typer.Option("--json", help="the same as --format json")] = False,
    unread: Annotated[bool, typer.Option("--unread", help="show the lines that were not understood instead")] = False,
    refresh: RefreshOption = False,
    no_sandbox: Annotated[bool, typer.Option("--no-sandbox", help="run the program without a sandbox")] = False,
    timeout: TimeoutOption = BUDGET_SECONDS,
) -> int:
    """Read a program's command tree from its help, without running any of its commands.

    The program is asked for help only, in a sandbox without network, home or standard input. With --from nothing is
    run at all: FILE is read, a page of help, a manual page, an OpenCLI description, or what --json printed. Whose
    help it is the document mostly says; where it doesn't, PROGRAM does ("git log" for a subcommand).

    Example: hcp-author introspect git --depth 1

    Example: hcp-author introspect --from man git.1

    Example: git log -h | hcp-author introspect --from help -
    """
    if format_ not in FORMATS:
        raise UserError(f"`{format_}` is no format", "--format tree, --format json or --format opencli")
    if from_:
        tree = read(from_, program, file, "introspect")
    else:
        check(program, file, "introspect")
        tree = ask(program, depth=depth, budget_seconds=timeout, sandbox=not no_sandbox, refresh=refresh)
    print(_shown(tree, "json" if as_json else format_, unread))
    return OK


def _shown(tree: Tree, format_: str, unread: bool) -> str:
    """The tree in a format; `unread`: only the lines that were not understood, in those that people read."""
    if format_ == "json":
        return json.dumps(tree.to_json(), ensure_ascii=False, indent=1)
    if format_ == "opencli":
        from hcp_author.introspect.opencli import write

        return json.dumps(write(tree), ensure_ascii=False, indent=1)
    from hcp_author.introspect import drawing

    return drawing.unread(tree) if unread else drawing.draw(tree, _columns())


def _columns() -> int | None:
    """How wide the terminal is that the tree is drawn on; None where it goes elsewhere: lines stay whole there."""
    return max(20, shutil.get_terminal_size().columns) if sys.stdout.isatty() else None
