"""`hcp-author introspect`: a program's command tree, as an indented tree or as JSON."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from hcp_author.errors import OK, UserError


def command(
    program: Annotated[str, typer.Argument(metavar="PROGRAM", help="a program's name or its file's path")],
    depth: Annotated[int, typer.Option("--depth", min=0, max=4, help="how many words of subcommands to read")] = 2,
    format_: Annotated[
        str, typer.Option("--format", metavar="text|json", help="text for people, json for programs")
    ] = "text",
    as_json: Annotated[bool, typer.Option("--json", help="the same as --format json")] = False,
    no_sandbox: Annotated[bool, typer.Option("--no-sandbox", help="run the program without a sandbox")] = False,
    timeout: Annotated[
        float, typer.Option("--timeout", min=1, metavar="SECONDS", help="time for the whole reading")
    ] = 45.0,
) -> int:
    """Read a program's command tree from its help, without running any of its commands.

    The program is asked for help only, in a sandbox without network, home or standard input.

    Example: hcp-author introspect git --depth 1
    """
    from hcp_author.introspect.crawl import introspect

    if format_ not in ("text", "json"):
        raise UserError(f"`{format_}` is no format", "--format text, or --format json")
    show = _progress if sys.stderr.isatty() and not as_json else None
    tree = introspect(program, depth=depth, budget_seconds=timeout, sandbox=not no_sandbox, progress=show)
    if show:
        print("\r\x1b[K", end="", file=sys.stderr)
    if as_json or format_ == "json":
        import json

        print(json.dumps(tree.to_json(), ensure_ascii=False, indent=1))
        return OK
    from hcp_author.introspect.drawing import draw

    print(draw(tree))
    return OK


def _progress(line: str) -> None:
    """Show on one line of the terminal what is being asked."""
    print(f"\r\x1b[K{line[:78]}", end="", file=sys.stderr, flush=True)
