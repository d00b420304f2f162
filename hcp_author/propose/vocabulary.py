"""The words that evidence is made of: data files beside this one, each word with its reason, open to review."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hcp_author.propose.words import bases

FOLDER = Path(__file__).with_name("vocabulary")


@dataclass(frozen=True)
class Word:
    """One word of a name: the effect it speaks for, how strongly (1 to 3), its part in a name, and why."""

    word: str
    effect: str
    strength: int
    part: str
    reason: str


@cache
def read(name: str) -> dict[str, Any]:
    """Return one vocabulary file, e.g. `effect`, as it stands."""
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return data


@cache
def name_words() -> dict[str, Word]:
    """Return every word that a command's name is judged by (effect.json: names)."""
    groups = read("effect")["names"]
    return {
        word: Word(word, group["effect"], group["strength"], group["part"], group["reason"])
        for group in groups
        for word in group["words"]
    }


@cache
def reasons(name: str, *keys: str) -> dict[str, str]:
    """Return {word: reason} of one list of a vocabulary file, found by its keys, e.g. effect, options, writes."""
    node: Any = read(name)
    for key in keys:
        node = node[key]
    return dict.fromkeys(node["words"], node["reason"])


def name_word(word: str) -> Word | None:
    """Look one word of a name up. A plural is a thing's name, so of plurals only those of reports are known."""
    known = name_words()
    if word in known:
        return known[word]
    return next((known[form] for form in bases(word) if form in known and known[form].effect == "read"), None)


@cache
def changing_verbs() -> frozenset[str]:
    """Return the words that, as the verb of a sentence, tell of a change."""
    return frozenset(w.word for w in name_words().values() if w.effect in ("write", "destructive") and w.part == "verb")
