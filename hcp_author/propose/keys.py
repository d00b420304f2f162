"""Verb keys: a command's path as one plain name that is unique in its pack and means nothing else there."""

from __future__ import annotations

from hcp_author.pack.model import HEALTH_VERBS
from hcp_author.pack.names import LONGEST, RESERVED_VERBS, look_alike_key
from hcp_author.propose.vocabulary import read
from hcp_author.propose.words import of_name

# words that the pack's face or the runtime means something by, besides its two own commands
TAKEN = (*RESERVED_VERBS, *HEALTH_VERBS, "run", "mock", "announce", "emit", "link", "session", "envelope")


def verb_key(path: tuple[str, ...], noun: str) -> str:
    """Return the path joined by `-` (`pr list` -> pr-list), at most 40 characters; empty where no letter is left.

    `noun` leads the names that a pack gives a meaning of its own: `status` becomes `repo-status` (L6).
    """
    parts = [word for name in path for word in of_name(name)]
    parts = [word for at, word in enumerate(parts) if at == 0 or word != parts[at - 1]]
    parts = parts or of_name(noun)
    doors = read("effect")["catch_all"]["doors"]
    if (len(parts) == 1 and parts[0] in TAKEN) or all(part in doors for part in parts):
        parts = [*of_name(noun), *parts]
    while parts and not parts[0][0].isalpha():
        parts = [*of_name(noun)[:1], *parts] if of_name(noun) and of_name(noun)[0][0].isalpha() else parts[1:]
    return _short(parts)


def _short(parts: list[str]) -> str:
    """Join the parts; the middle ones go first where the whole is too long."""
    parts = list(parts)
    while len("-".join(parts)) > LONGEST and len(parts) > 2:
        parts.pop(len(parts) // 2)
    return "-".join(parts)[:LONGEST].strip("-")


def unique(key: str, taken: set[str]) -> str:
    """Return `key`, or `key-2` and so on where another path has it already, or one that looks like it."""
    number, name = 2, key
    alike = {look_alike_key(other) for other in taken}
    while look_alike_key(name) in alike:
        name = f"{key[: LONGEST - 3].strip('-')}-{number}"
        number += 1
    return name


def renamed(path: tuple[str, ...], wanted: str, key: str) -> str | None:
    """Say why a verb's key is not the command's own words; None where it is."""
    own = "-".join(word for name in path for word in of_name(name))
    if key != wanted:
        return f"is called `{key}`, as another verb is `{wanted}` or looks like it"
    if path and own in TAKEN and key != own:
        return f"is called `{key}`, as `{own}` means something of its own in a pack"
    return None
