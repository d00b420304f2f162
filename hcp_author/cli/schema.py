"""`hcp-author schema`: the JSON Schemas of what we read and print."""

from __future__ import annotations

import difflib
import json
import sys
from typing import Annotated

import typer

from hcp_author.errors import OK, UserError


def command(
    name: Annotated[str, typer.Argument(help="surface, policy, tree, …; without it the names are listed")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="list the names as JSON")] = False,
) -> int:
    """Print a JSON Schema (2020-12): of surface.json, of policy.json, or of what a command prints under --json.

    Example: hcp-author schema surface > surface.schema.json
    """
    from hcp_author.pack import shape

    names = shape.names()
    if name:
        if name not in names:
            near = difflib.get_close_matches(name, names, 1)
            fix = f"hcp-author schema {near[0]}" if near else f"one of {', '.join(names)}"
            raise UserError(f"there is no schema `{name}`", fix)
        sys.stdout.write(shape.text(name))
    elif as_json:
        told = [{"name": each, "title": shape.load(each)["title"]} for each in names]
        print(json.dumps({"format": "hcp-author/schemas/1", "schemas": told}))
    else:
        wide = max(map(len, names))
        print("\n".join(f"{each:<{wide}}  {shape.load(each)['title']}" for each in names))
    return OK
