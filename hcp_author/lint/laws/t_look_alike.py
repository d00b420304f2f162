"""Text that deceives: letters that look like others.

T.5 A word is spelt in the letters it seems to be spelt in: T-look-alike-letters.
T.6 A name is taken for no other: F-look-alike-file, F-colliding-files, L2-look-alike-verbs, S-ref-name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Text, at, in_text, rule
from hcp_author.lint.laws._letters import SEEN_AS, mixed
from hcp_author.lint.laws._sections import is_drawn
from hcp_author.lint.laws._texts import is_name, strings_of
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import describe, visible

READ = pattern(r".*\.(?:md|txt|py|ya?ml|toml|sh)", re.IGNORECASE)
SHOWN = 5


@rule("T-look-alike-letters", "T", "warning", over="text")
def look_alike_letters(pack: Pack, text: Text) -> Iterator[Hit]:
    """A word mixes Latin letters with letters of another script that look like them.

    Why: a reviewer reads one word, and an agent, a search or a program finds another. Names of verbs and triggers are
    judged by their own rules.
    Fix: write the word in the letters of one script.
    Bad: HARNESS.md

        Start with se{{"\\u0430"}}rch.
    Good: HARNESS.md

        Start with search.
    """
    if text.name in ("surface.json", "policy.json"):
        document = pack.surface if text.name == "surface.json" else pack.policy
        if not text.content.isascii() or "\\u" in text.content:
            for where, said, is_key in strings_of(document):
                found = next(mixed(said), None)
                if found and not is_name(pack, where, said, is_key):
                    yield at(document, where, told(found[0], found[1]), "write it in one script", key=is_key)
    elif READ.fullmatch(text.name) and not text.content.isascii():
        # what is drawn, and what repeats a name, comes from surface.json, where it is told
        drawn = text.content if text.name == "HARNESS.md" else ""
        names = " ".join([pack.pack_id, *(one.verb_key for one in pack.verbs), *(one.ref for one in pack.triggers)])
        own = (one for one in mixed(text.content) if one[0] not in names and not is_drawn(drawn, one[2]))
        for word, char, start in islice(own, SHOWN):
            yield in_text(text, start, start + len(word), told(word, char), "write it in one script")


def told(word: str, char: str) -> str:
    """What is wrong with one word."""
    return f"`{visible(word, 40)}` is spelt with {describe(char)}, which looks like `{SEEN_AS[char]}`"
