"""A program's own sentence about a command, made fit to stand in a pack: it is data, and may be hostile."""

from __future__ import annotations

import re

from hcp_author.pack.text import clean
from hcp_author.propose.vocabulary import name_word, read
from hcp_author.propose.words import of_name, phrase_in

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
        return _of_path(path), None
    return line[0].upper() + line[1:], None


def _of_path(path: tuple[str, ...]) -> str:
    """A sentence made of a command's own words, where its help has none: `key list` -> List key."""
    parts = [word for name in path for word in of_name(name)]
    verb = next((word for word in reversed(parts) if (known := name_word(word)) and known.part == "verb"), None)
    rest = [word for word in parts if word is not verb]
    if not parts:
        return "Call the program."
    said = " ".join([verb, *rest]) if verb and rest else f"Call {' '.join(parts)}"
    return clean(f"{said[0].upper()}{said[1:]}.", LIMIT)


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
