"""Every sentence of both spec pages and of the format that a pack can break, and what keeps it; told by `rule --laws`.

The rows stand in two tables: `_sentences_commands` (L1 to L5 and the format) and `_sentences_loops` (L6 to L12, Sense,
the non-goals, text that deceives).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hcp_author.lint.laws import _sentences_commands, _sentences_loops


@dataclass(frozen=True)
class Sentence:
    """One sentence in our own words: its id (`L3.2`), its law (`L3`), and what keeps it.

    `kept_by` are ids of rules, tests as `tests/FILE.py::NAME` for what only a runtime can break, or `prose` for what
    neither a folder of files nor a runtime can break.
    """

    id: str
    law: str
    words: str
    kept_by: tuple[str, ...]


def read(table: str) -> Iterator[Sentence]:
    """The rows of a table: a line with the id and our words, then what keeps it, indented."""
    for row in re.split(r"^(?=\S)", table.strip(), flags=re.MULTILINE):
        head, _, keepers = row.partition("\n")
        name, _, words = head.partition(" ")
        if name:
            yield Sentence(name, name.split(".")[0], words, tuple(keepers.split()))


SENTENCES: tuple[Sentence, ...] = (
    *read(_sentences_commands.TEXT),
    *read(_sentences_loops.TEXT),
)
