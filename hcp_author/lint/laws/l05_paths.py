"""L5: `local` is a workspace folder, and what a caller names in it is known to be a path, so that it is kept inside.

L5.3 A local verb stays in the session's workspace.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.pack import argv
from hcp_author.pack.model import Pack
from hcp_author.pack.names import collision_key
from hcp_author.pack.source import pointer

PATHS = frozenset(
    (
        *("file", "files", "path", "paths", "dir", "dirs", "directory", "directories", "folder", "folders"),
        *("filename", "filenames", "filepath", "filepaths", "pathspec", "file-name", "file-path", "pathname"),
    )
)


@rule(
    "L5-undeclared-path",
    "L5",
    "warning",
    needs=("surface:/verbs/*/exec", "surface:/verbs/*/args", "policy:/verbs/*", "surface:/wrap"),
)
def undeclared_path(pack: Pack) -> Iterator[Hit]:
    """An operand called a path, of a verb on land `local`, is not declared as one.

    Why: `local` is a workspace folder (L5). The runtime follows what `"format": "path"` declares, links and all, and
    refuses what leads out of that folder; of a plain text it does not know that it is a path.
    Fix: `{"type": "string", "format": "path"}`; for a list, say it of its items.
    Bad: policy.json /verbs/count/privacy/land
        "local"
    Bad: surface.json /verbs/2/args/properties/path
        {"type": "string"}
    Bad: surface.json /verbs/2/exec/argv
        ["count", "--", {"positional": "query"}, {"positional": "path"}]
    Good: policy.json /verbs/count/privacy/land
        "local"
    Good: surface.json /verbs/2/args/properties/path
        {"type": "string", "format": "path"}
    Good: surface.json /verbs/2/exec/argv
        ["count", "--", {"positional": "query"}, {"positional": "path"}]
    """
    rows = pack.rows
    for verb in pack.verbs if pack.wrap else ():
        row = rows.get(verb.verb_key)
        declared = argv.properties(verb)
        for one in argv.elements(verb) if row and row.land == "local" else ():
            schema = declared.get(one.arg)
            if one.kind == "positional" and not one.prefix and collision_key(one.arg) in PATHS and is_text(schema):
                message = f"`{one.arg}` of `{verb.verb_key}` is not declared as a path, so that nothing keeps it inside"
                where = verb.pointer + pointer("args", "properties", one.arg)
                yield at(pack.surface, where, message, '"format": "path"', key=True)


def is_text(schema: Any) -> bool:
    """Whether a schema lets any text through, alone or as the items of a list, that is no path."""
    inner = schema.get("items") if isinstance(schema, Mapping) and schema.get("type") == "array" else schema
    if not isinstance(inner, Mapping) or inner.get("type") != "string":
        return False
    return not {"enum", "const"} & inner.keys() and inner.get("format") != "path"
