"""`hcp-author lsp`: the language server, on standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

from hcp_author.errors import UserError


def command(
    stdio: Annotated[bool, typer.Option("--stdio", help="the only way there is; editors say it")] = True,
) -> int:
    """Serve an editor: findings as you type, the page of a rule on hover, and fixes.

    It speaks the Language Server Protocol on standard input and output; an editor starts it. It needs the extra `lsp`
    (`pip install "hcp-author[lsp]"`). As with `lint`, nothing that a pack brings is run, and nothing is written: the
    editor makes the changes. Exits 0 where the editor said `shutdown` first, 1 where it just went away.

    Example: hcp-author lsp
    """
    try:
        from hcp_author.lsp import server
    except ModuleNotFoundError as error:
        if error.name and error.name.split(".")[0] in ("pygls", "lsprotocol"):
            raise UserError("the language server needs the package `pygls`", 'pip install "hcp-author[lsp]"') from None
        raise
    return server.serve()
