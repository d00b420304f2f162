"""The pages of tldr that lie on this machine: short examples that people wrote of what a program is used for."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping

from hcp_author.propose import calls
from hcp_author.propose.calls import Path
from hcp_author.propose.vocabulary import read

PAGE_BYTES = 64 << 10
MOST_PAGES = 400
OWN = "its program's tldr page shows it {times}"
FURTHER = "tldr pages show it {times}"

_EXAMPLE = re.compile(r"`([^`\n]+)`\s*$", re.MULTILINE)
_CHOICE = re.compile(r"\{\{\[([^\]|{}\n]*)\|([^\]{}\n]*)\]\}\}")
_PLACEHOLDER = re.compile(r"\{\{[^{}\n]*\}\}")


def counts(name: str, program: calls.Known) -> Iterator[tuple[Mapping[Path, int], str, str]]:
    """(calls, how they are told, the weight's name) of the program's own page, and of the pages of its commands."""
    own: Counter[Path] = Counter()
    further: Counter[Path] = Counter()
    for page, text in _pages(name):
        counted = own if page == name else further
        for example in examples(text):
            counted.update(calls.called(example, program))
    if own:
        yield dict(own), OWN, "tldr"
    if further:
        yield dict(further), FURTHER, "tldr_further"


def examples(text: str) -> Iterator[str]:
    """The examples of a page as lines of shell: of a choice of names the long one, `_` for what one fills in."""
    for line in _EXAMPLE.findall(text):
        yield _PLACEHOLDER.sub("_", _CHOICE.sub(r"\2", line))


def _pages(name: str) -> Iterator[tuple[str, str]]:
    """Name and text of the program's pages: NAME.md and NAME-COMMAND.md, from the first folder that has any."""
    stem = name.lower()
    for folder in _folders():
        found = _texts(folder, stem)
        if found:
            yield from ((name if page == stem else page, text) for page, text in found.items())
            return


def _texts(folder: str, stem: str) -> dict[str, str]:
    """The pages of one folder of pages by their names; what is for all systems first."""
    found: dict[str, str] = {}
    for system in ("common", "osx" if sys.platform == "darwin" else "linux"):
        try:
            names = sorted(os.listdir(os.path.join(folder, system)))
        except OSError:
            continue
        ours = [
            page for page in names if page == f"{stem}.md" or (page.startswith(f"{stem}-") and page.endswith(".md"))
        ]
        for page in ours[:MOST_PAGES]:
            text = _text(os.path.join(folder, system, page))
            if text:
                found.setdefault(page[:-3], text)
    return found


def _text(path: str) -> str:
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, "rb") as file:
            return file.read(PAGE_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def _folders() -> Iterator[str]:
    """The folders of pages that the clients of tldr keep (shell.json: tldr)."""
    home = os.environ.get("HOME", "")
    if not os.path.isabs(home):
        return
    places = {
        "home": home,
        "cache": os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache"),
        "data": os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share"),
    }
    known = read("shell")["tldr"]
    for folder in known["folders"]:
        for pages in known["pages"]:
            yield os.path.join(folder.format(**places), pages)
