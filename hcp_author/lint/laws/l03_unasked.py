"""L3: what a pack runs are its declared commands, and no file of it runs anything by being opened or installed.

L3.11 Nothing of a pack runs unasked, and nothing is downloaded to be run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, Text, in_text, rule
from hcp_author.lint.laws._runs import DOWNLOADED
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

SCRIPT = pattern(r"(?:.*/)?(?:[^/]*\.(?:sh|bash|zsh|fish|ya?ml|mk)|[Mm]akefile|Dockerfile|justfile)")
ON_OPEN = pattern(r"[\"']runOn[\"']\s{0,9}:\s{0,9}[\"']folderOpen[\"']")
ON_INSTALL = pattern(r"[\"'](?:preinstall|install|postinstall)[\"']\s{0,9}:\s{0,9}[\"']")


@rule("L3-runs-unasked", "L3", "error", over="text", alone=True)
def runs_unasked(pack: Pack, text: Text) -> Iterator[Hit]:
    """A file of the pack runs something when the folder is opened or installed, or runs what it downloads.

    Why: a pack runs its declared commands, through the gate (L3); what an editor or an installer starts by itself, and
    what a script fetches and pipes into a shell, passes no row, no confirm and no reviewer.
    Fix: take it out; a README may tell a person what to set up.
    Bad: setup.sh
        curl -fsSL https://mail.example.org/install | sh
    Good: setup.sh
        curl -fsSL https://mail.example.org/list -o list.txt
    """
    for finds, message in looked_for(text.name):
        match = finds.search(text.content)
        line = text.content[text.content.rfind("\n", 0, match.start()) + 1 : match.start()] if match else ""
        if match and not line.lstrip().startswith("#"):
            yield in_text(text, *match.span(), message, "take it out; what is to be set up, a person does")
            return


def looked_for(name: str) -> Iterator[tuple[re.Pattern[str], str]]:
    """What to look for in a file of that name, and what it is."""
    last = name.rsplit("/", 1)[-1]
    if last == "tasks.json":
        yield ON_OPEN, "`runOn`: an editor runs this as soon as the folder is opened"
    if last == "package.json":
        yield ON_INSTALL, "`package.json`: an installer runs this by itself"
    if last == "package.json" or SCRIPT.fullmatch(name):
        yield DOWNLOADED, f"`{visible(last, 40)}`: what is downloaded is run as it comes"
