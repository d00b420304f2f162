"""argparse: `usage:` first, and commands that stand as deeper rows under the operand that they are chosen by."""

from __future__ import annotations

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_OPERANDS = ("positional arguments:", "Positional arguments:")
_OPTIONS = ("options:", "optional arguments:", "Options:", "Optional arguments:")


def recognises(lines: list[str]) -> bool:
    """A usage line in front, and one of the titles that argparse gives to its lists."""
    first = next((line for line in lines if line), "")
    return first.lower().startswith("usage:") and any(line in _OPERANDS or line in _OPTIONS for line in lines)


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    return assemble.read(lines, program, path, nested=True)
