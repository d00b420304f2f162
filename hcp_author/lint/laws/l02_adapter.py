"""L2: adapter.py can be read as Python, and its VERBS are the declared verbs; parsed (ast), never run.

L2.13 The code behind the verbs is the declared verbs.
"""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.lint.contract import Hit, line_of, rule
from hcp_author.lint.laws._adapter_file import FILE, parsed, source, verbs_of
from hcp_author.lint.laws._code import place_of
from hcp_author.pack import names
from hcp_author.pack.late import ast
from hcp_author.pack.model import Pack
from hcp_author.pack.source import START, Place


@rule("L2-adapter-syntax", "L2", "error", needs=("surface:/wrap",))
def adapter_syntax(pack: Pack) -> Iterator[Hit]:
    """adapter.py is no Python.

    Why: a verb whose code cannot be read is a name for nothing (L2).
    Fix: mend it at the place named.
    Base: fleet
    Bad: adapter.py
        def status(:
    Good: adapter.py
        def others():
            return []
    """
    data = source(pack)
    found = parsed(data) if data is not None else None
    if data is None or found is None or isinstance(found, ast.Module):
        return
    line, column = found.lineno or 1, found.offset or 1
    place = Place(max(line, 1), max(column, 1), max(line, 1), max(column, 1) + 1)
    shown = line_of(data.decode("utf-8", "replace"), place.line) if found.lineno else ""
    message = f"`{FILE}` is no Python: {found.msg}"
    yield Hit(FILE, place, "", message, "mend it there", excerpt=shown)


@rule("L2-adapter-verbs", "L2", "error", phase="derived", needs=("surface:/verbs/*/verb_key", "surface:/wrap"))
def adapter_verbs(pack: Pack) -> Iterator[Hit]:
    """VERBS of adapter.py lacks a verb that the pack declares; a warning where it has one that the pack does not.

    Why: the surface and the code behind it are one list (L2): what has no function fails when it is called, and what
    is not declared is never called. VERBS is compared where it is written out once, as `VERBS = {"list": list_, …}`;
    what a program makes of it, the proof asks.
    Fix: give each declared verb its function, under its own name.
    Base: fleet
    Bad: surface.json /verbs/-
        {"verb_key": "drain", "summary": "Drain one host."}
    Bad: policy.json /verbs/drain
        {"operation": "write", "confirm": true, "privacy": {"land": "personal"}}
    Good: surface.json /verbs/0/summary
        "List the hosts of the fleet."
    """
    data = source(pack)
    module = parsed(data) if data is not None else None
    declared = [verb.verb_key for verb in pack.verbs if not verb.builtin and not verb.exec]
    if data is None or not isinstance(module, ast.Module) or not declared or pack.kind == "sense_only":
        return
    keys = verbs_of(module)
    if keys is None:
        return
    lines = data.decode("utf-8", "replace")
    lacking = [key for key in declared if key not in keys]
    strange = {key: names.nearest(key, lacking) for key in keys if pack.verb(key) is None}
    lacking = [key for key in lacking if key not in strange.values()]
    if lacking:
        named = ", ".join(f"`{key}`" for key in lacking)
        fix = f'add "{lacking[0]}": … to VERBS' if keys else f'VERBS = {{"{lacking[0]}": …}}'
        made = next((node for node in ast.walk(module) if isinstance(node, ast.Name) and node.id == "VERBS"), None)
        place = place_of(made, lines) if made else START
        message = f"`VERBS` has no function for {named}"
        yield Hit(FILE, place, "", message, fix, excerpt=line_of(lines, place.line) if made else "")
    for key, meant in strange.items():
        message = f"`VERBS` has a function for {names.shown(key)}, which is no verb of this pack"
        fix = f"did you mean `{meant}`?" if meant else "declare it in surface.json, or take it out"
        place = place_of(keys[key], lines)
        yield Hit(FILE, place, "", message, fix, None if meant else "warning", excerpt=line_of(lines, place.line))
