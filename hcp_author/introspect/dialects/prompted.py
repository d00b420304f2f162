"""Usage behind a prompt, as cac and meow print it: `Usage` over `$ prog <file>`."""

from __future__ import annotations

import itertools

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble

_TITLES = ("usage", "usage:")
_PROMPT = "$ "


def recognises(lines: list[str]) -> bool:
    """The title alone on a line, and a prompt at the beginning of the next one."""
    filled = [line.strip() for line in lines if line]
    return any(title.lower() in _TITLES and below.startswith(_PROMPT) for title, below in itertools.pairwise(filled))


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    found: list[str] = []
    inside = False
    for line in lines:
        text = line.strip()
        if text.lower() in _TITLES:
            inside = True
            line = line if text.endswith(":") else f"{line}:"
        elif inside and text.startswith(_PROMPT):
            line = line.replace(_PROMPT, "", 1)
        elif text:
            inside = False
        found.append(line)
    page = assemble.read(found, program, path)
    # `[file]  do this` beside the commands: what is done without one
    page.unread = [head for head in page.unread if not head.startswith(("[", "<"))]
    return page
