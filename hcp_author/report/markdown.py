"""A summary in Markdown, fit for a job's page: a table for each pack, nothing foreign in it is markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from hcp_author.lint.contract import Finding, Report
from hcp_author.report import text, unchecked
from hcp_author.report.view import PLAIN, View, place, shown

# a job's page takes 1 MiB of all its steps, and nobody reads a thousand rows
ROWS = 500
BYTES = 500_000
CELL = 300
HEAD = "| | Rule | Where | What is wrong | What to do |\n| --- | --- | --- | --- | --- |\n"
# words and marks that Markdown, GitHub's and GitLab's autolinks, mentions and references make nothing of
_WORDS = re.compile(r"(?:[A-Za-z0-9 .,;()'\"/?+=%-]|:(?=[ ]|\Z))*")
_TICKS = re.compile("`+")


def render(report: Report, view: View = PLAIN) -> str:
    """A heading with the counts, a table for each pack, what was not checked."""
    lines = [f"## hcp-author lint: {text.summary(report)}\n"]
    room, told = BYTES, 0
    for row in rows(report, view):
        if told == ROWS or len(row) > room:
            break
        lines.append(row)
        told, room = told + 1, room - len(row)
    left = len(report.findings) - told
    if left:
        lines.append(f"\n… and {text.counted(left, 'finding')} more: `hcp-author lint` tells all of them\n")
    return "".join([*lines, *not_checked(report, view)])


def rows(report: Report, view: View) -> Iterator[str]:
    """The rows, the first of each pack with its heading."""
    for pack, found in groupby(report.findings, key=lambda one: one.pack):
        head = f"\n### {code(pack)}\n\n{HEAD}"
        for finding in found:
            yield head + row(finding, view.folder)
            head = ""


def row(finding: Finding, folder: str) -> str:
    """One finding."""
    where = code(f"{place(finding.file, folder)}:{finding.line}:{finding.column}")
    cells = [finding.severity, code(finding.rule), where, prose(finding.message), prose(finding.fix or "")]
    return f"| {' | '.join(cells)} |\n"


def not_checked(report: Report, view: View) -> list[str]:
    """What was not checked, as a list, cut like the table."""
    gaps = unchecked.gaps(report, view.rules)
    lines = [f"- {code(f'{place(gap.file, view.folder)}:{gap.line}')}: {prose(gap.text)}\n" for gap in gaps[:ROWS]]
    if len(gaps) > ROWS:
        lines.append(f"- … and {len(gaps) - ROWS} more\n")
    return ["\nNot checked:\n\n", *lines] if lines else []


def prose(words: str) -> str:
    """A message: its backticked names as code, plain words as they are, all that could be more as code too."""
    words = shown(words[:CELL] + ("…" if len(words) > CELL else ""))
    pieces = words.split("`")
    if len(pieces) % 2 == 0 or not all(map(harmless, pieces[::2])):
        return code(words) if words else ""
    return "".join(code(piece) if number % 2 and piece else piece for number, piece in enumerate(pieces))


def harmless(words: str) -> bool:
    """Whether these words are nothing but words to every Markdown."""
    return _WORDS.fullmatch(words) is not None and not re.search(r"(?i)\bGH-\d|www", words)


def code(words: str) -> str:
    """Any text as a code span within a table: its fence is longer than any run of backticks in it."""
    words = shown(words).replace("|", "\\|") or " "
    fence = "`" * (max(map(len, _TICKS.findall(words)), default=0) + 1)
    pad = " " if words[0] in "` " or words[-1] in "` " or len(fence) > 1 else ""
    return f"{fence}{pad}{words}{pad}{fence}"
