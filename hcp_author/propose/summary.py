"""A program's own sentence about a command, made fit to stand in a pack: it is data, and may be hostile."""

from __future__ import annotations

import re

from hcp_author.pack.text import clean
from hcp_author.propose.vocabulary import read
from hcp_author.propose.words import phrase_in

LIMIT = 100
_MARKUP = re.compile(
    r"<!--.*?(?:-->|$)|<[/!a-zA-Z][^>]*>?|!?\[[^\]]*\]\([^)]*\)|&[#a-zA-Z0-9]+;|\{[{%].*?[}%]\}|\$\{[^}]*\}"
)
_TICKS = re.compile(r"`+")


def fit(text: str, path: tuple[str, ...]) -> tuple[str, str | None]:
    """Return (one line of at most 100 characters, None), or (a neutral stub, why) where the text is not fit.

    Text that talks to an agent is never passed on; markup and hidden characters are dropped.
    """
    line = clean(text)
    phrase = agent_directed(line)
    if phrase is not None:
        why = f"its help text seems written for an agent (`{phrase}`): write your own summary"
        return str(read("text")["stub"]), why
    line = unmarked(line, LIMIT)
    if not line:
        return f"Run {clean(' '.join(path)) or 'the program'}.", None
    return line[0].upper() + line[1:], None


def unmarked(text: str, limit: int) -> str:
    """Return `text` as one line of at most `limit` characters without comments, tags, links, code or templates."""
    return clean(_MARKUP.sub("", _TICKS.sub("'", text)).strip(" #>*-|\\"), limit)


def agent_directed(text: str) -> str | None:
    """Return the words by which `text` seems to talk to an agent, or None; it finds some cases only."""
    for group in read("text")["agent_directed"]:
        for phrase in group["phrases"]:
            found = phrase in text.lower() if not phrase[0].isalpha() else phrase_in(text, {phrase: ""})
            if found:
                return str(phrase)
    return None
