"""Completion files of bash, zsh and fish, read as text: what they say about a program's commands and options."""

from __future__ import annotations

import re

from hcp_author.introspect.reading.optionrows import joined
from hcp_author.introspect.shells import bash, fish, zsh
from hcp_author.introspect.shells.gathered import Gathered

MAX_BYTES = 1 << 20
_FISH = re.compile(r"^[ \t]*complete[ ](?:-c|--command|[\w.+-]{1,60} -[slofnda])[ ]", re.MULTILINE)
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f\ue000-\ue002]")


def read(data: bytes, program: str, name: str = "") -> Gathered | None:
    """The pages that a completion file has for `program`; None where it holds none (one that asks the program itself).

    `name` is the file's name or that of the shell, if known. Nothing is run; never raises; linear in `data`.
    """
    if len(data) > MAX_BYTES:
        return None
    text = _HIDDEN.sub("", data.decode("utf-8", "replace").replace("\r\n", "\n"))
    reader = {"fish": fish, "zsh": zsh, "bash": bash}[shell(text, name)]
    gathered = reader.read(text, program)
    for page in gathered.pages.values():
        page.options = joined([], page.options)
        page.commands = list({c.name: c for c in reversed(page.commands)}.values())[::-1]
    gathered.pages = {p: page for p, page in gathered.pages.items() if page.options or page.commands or page.arguments}
    return gathered if any(page.options or page.commands for page in gathered.pages.values()) else None


def shell(text: str, name: str = "") -> str:
    """Which shell a completion is written for: by its name's end, else by its shape."""
    for known in ("fish", "zsh", "bash"):
        if name.endswith(known):
            return known
    if text.startswith("#compdef") or "\n#compdef" in text or "_arguments" in text:
        return "zsh"
    return "fish" if _FISH.search(text) else "bash"


def whole(one: Gathered) -> bool:
    """Whether a file says all there is to say: written by a framework, and with its descriptions."""
    return one.generated and any(o.summary for page in one.pages.values() for o in page.options)


def together(files: list[Gathered]) -> Gathered:
    """Several files about one program as one; the first says most. One that says all stands alone."""
    alone = next((one for one in files if whole(one)), None)
    first, *more = files if alone is None else [alone]
    for other in more:
        first.generated = first.generated and other.generated
        for path, page in other.pages.items():
            known = first.pages.setdefault(path, page)
            if known is not page:
                known.options = joined(known.options, page.options)
                known.commands += [c for c in page.commands if c.name not in {k.name for k in known.commands}]
    return first
