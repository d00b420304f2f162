"""The shelf of dialects: which kinds of help text there are, told by the shape of the text alone."""

from __future__ import annotations

from typing import Protocol

from hcp_author.introspect.dialects import argparse, boxed, general, grammar, manual
from hcp_author.introspect.page import Page


class Dialect(Protocol):
    """What every module on the shelf offers."""

    def recognises(self, lines: list[str]) -> bool:
        """Whether a page is written in this dialect, by its shape."""

    def read(self, lines: list[str], program: str, path: tuple[str, ...]) -> Page:
        """The page of `program`'s command `path`."""


# the first that recognises a page reads it; `general` recognises every text
DIALECTS: tuple[Dialect, ...] = (manual, boxed, grammar, argparse, general)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path` with the first dialect that recognises it."""
    dialect = next(d for d in DIALECTS if d.recognises(lines))
    return dialect.read(lines, program, path)
