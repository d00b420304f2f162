"""HARNESS.md: tables and examples are drawn between markers from the pack; all else stays byte for byte (L10)."""

from __future__ import annotations

import io

from hcp_author.errors import FINDINGS, UserError
from hcp_author.pack.markdown import CELL_LIMIT, cell, paragraph, prose
from hcp_author.pack.markers import SECTIONS, Section, begin, body, end, find, missing
from hcp_author.pack.model import Pack

__all__ = ["CELL_LIMIT", "Section", "begin", "body", "cell", "diff", "draw", "end", "find", "missing", "page"]


def draw(pack: Pack, text: str | None) -> str:
    """The new text of HARNESS.md: what stands between markers is drawn anew, the rest is kept byte for byte.

    Without a text (no HARNESS.md) a whole page is made. UserError (1) where the text has no markers at all, or
    markers that do not fit together (the message names the line).
    """
    if text is None:
        return draw(pack, page(pack))
    sections = find(text)
    if not sections:
        raise UserError(
            "HARNESS.md has no markers, so there is no place for its tables",
            f"put {begin('hot-path')} and {end('hot-path')} on lines of their own where the table belongs",
            FINDINGS,
        )
    parts, here = [], 0
    for section in sections:
        parts += [text[here : section.start], body(pack, section.name).replace("\n", section.line_end)]
        here = section.end
    return "".join([*parts, text[here:]])


def page(pack: Pack) -> str:
    """A whole HARNESS.md for a pack that has none: lead, tables, examples, anti-patterns, pointers."""
    parts = [f"# {cell(pack.pack_id)}\n", f"{paragraph(pack.summary) or 'TODO: one line, in your own words.'}\n"]
    titles = {"hot-path": "## Hot path", "triggers": "## Triggers", "examples": "## Examples"}
    for section in SECTIONS:
        if body(pack, section):
            parts.append(f"{titles[section]}\n\n{begin(section)}\n{end(section)}\n")
    parts.append("## Not like this\n\n- Do not pass `--confirm` unless the person who asked wants this very change.\n")
    parts.append(f"## More\n\n- {prose(f'`{pack.pack_id} --help`')}\n")
    return "\n".join(parts)


def diff(old: str | None, new: str) -> str:
    """The change as a unified diff; empty where there is none."""
    if old == new:
        return ""
    import difflib

    before = io.StringIO(old or "", newline="\n").readlines()
    after = io.StringIO(new, newline="\n").readlines()
    first = "/dev/null" if old is None else "a/HARNESS.md"
    lines = difflib.unified_diff(before, after, first, "b/HARNESS.md")
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
