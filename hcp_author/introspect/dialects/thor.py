"""Thor: `#` before descriptions, options that may be left out in brackets, the others without."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble, optionrows

_MARK = "  # "
_WORDS = re.compile(r"=(\w+(?: \w+){1,20})(?=\]|$)")
_LISTS = ("commands:", "Commands:")


def recognises(lines: list[str]) -> bool:
    """Rows with `  # `, under a title that ends in `commands:` or beside options in brackets."""
    if not any(_MARK in line or line.lstrip().startswith("# ") for line in lines):
        return False
    return (
        any(line.endswith(_LISTS) and line[0] != " " for line in lines if line)
        or any(line.lstrip().startswith(("[--", "-")) and "[--" in line and _MARK in line for line in lines)
        or (_marks.titled(lines, "Usage:") and _marks.titled(lines, "Options:"))
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    needed, several = _said(lines)
    page = assemble.read([_plain(line) for line in lines], program, path)
    for one in page.options:
        names = optionrows.names_of(one)
        one.required = bool(names & needed) and one.value is not None
        one.repeatable = one.repeatable or bool(names & several)
        if one.value is not None and one.value.name == "N":
            one.value.type = "number"
    if page.commands and not page.usages:
        # called without a command it only lists them
        page.acts = False
    for command in page.commands:
        # the row of a group of commands; its own page says the rest
        if any(operand.name.upper() == "SUBCOMMAND" for operand in command.arguments):
            command.arguments = []
    return page


def _said(lines: list[str]) -> tuple[set[str], set[str]]:
    """The names of options that stand without brackets, and of those that take several words."""
    needed: set[str] = set()
    several: set[str] = set()
    for line in lines:
        text = line.strip()
        head = text.partition(_MARK)[0]
        if not text.startswith(("-", "[-")):
            continue
        names = {word.strip("[],").partition("=")[0] for word in head.split() if word.startswith(("-", "[-"))}
        if "[-" not in head:
            needed |= names
        several |= names if _WORDS.search(head.strip()) else set()
    return needed, several


def _plain(line: str) -> str:
    """A row as other help has it: no brackets around options, no mark before the description."""
    head, mark, about = line.partition(_MARK)
    if head.strip().startswith(("-", "[-")):
        head = _WORDS.sub("=<words>", head.rstrip())
        head = head.replace("[-", "-").replace("],", ",").removesuffix("]")
        return head + "   " + about if mark else head
    if line.lstrip().startswith("# "):
        return line.replace("# ", "  ", 1)
    return head + "    " + about if mark else line
