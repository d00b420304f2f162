"""L3: never an allow-list of subcommands in the place of named commands.

L3.3 Never behind an allow-list of subcommands, whatever it is called.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from hcp_author.lint.contract import Hit, at, rule
from hcp_author.lint.laws._texts import keys_in
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.source import pointer
from hcp_author.pack.text import visible

# allow-lists of subcommands and their spellings, without `-` and `_`
LISTED = pattern(
    r"(?:(?:allow(?:ed)?|permit(?:ted)?|accept(?:ed)?|whitelist(?:ed)?|enabled?|safe|exposed?|den(?:y|ied)|block(?:ed)?"
    r"|blacklist(?:ed)?|forbid(?:den)?|disallow(?:ed)?|exclude[ds]?)(?:sub)?(?:commands?|cmds?|verbs?|args|argv|actions)"
    r"|(?:sub)?commands?(?:allow|deny|block)list|subcommands?|subcmds?)"
)


@rule("L3-allowed-subcommands", "L3", "error", phase="shape")
def allowed_subcommands(pack: Pack) -> Iterator[Hit]:
    """The pack lists subcommands that are let through, or held back, in the place of naming commands.

    Why: an allow-list of words carries no args, no class and no gate (L3).
    Fix: make each of them a verb.
    Bad: surface.json /wrap/allowedSubcommands
        ["search", "show"]
    Good: surface.json /wrap/paths
        ["/usr/bin/notmuch"]
    """
    for document in (pack.surface, pack.policy):
        if not any(map(lists_words, keys_in(document))):
            continue
        for where, key in keys_of(document.value, ""):
            if lists_words(key):
                message = f"`{visible(key, 60)}` is no way to name commands"
                yield at(document, where, message, "make each of them a verb", key=True)


@lru_cache(maxsize=1024)
def lists_words(key: str) -> bool:
    """Whether a key is called like a list of words that are let through, or not."""
    return LISTED.fullmatch(re.sub(r"[-_.\s]", "", key.removeprefix("x-")).lower()) is not None


def keys_of(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every key but names of verbs, refs, arguments and variables, as (pointer, key)."""
    if isinstance(value, dict):
        for key, inner in value.items():
            place = where + pointer(key)
            yield place, key
            if key not in ("args", "env", "stimuli") and not (key == "verbs" and isinstance(inner, dict)):
                yield from keys_of(inner, place)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from keys_of(inner, where + pointer(index))
