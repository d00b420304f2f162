"""Names and sentences taken apart into plain lower-case words."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BREAK = re.compile(r"[^a-z0-9]+")
_TOKEN = re.compile(r"[a-z0-9][a-z0-9'-]*|[,/&;:.()]")
_CLAUSE = re.compile(r"[.;:](?:\s|$)|\s[-–—]\s")
_RUNS = re.compile(
    r"\b(?:run|runs|execute|executes|exec|evaluate|evaluates)\s+(?:(?:a|an|any|the|one|some)\s+)?(?:[\w-]+\s+){0,2}?"
    r"(?:commands?|scripts?|programs?|executables?|sql|code|statements?|quer(?:y|ies))\b"
    r"|\barbitrary (?:commands?|code|sql)\b|\b(?:api|http) requests?\b|\bpass(?:ed)?[ -](?:on )?(?:to|through)\b"
)
JOINS = frozenset((",", "/", "&", "or", "and", "then"))
_OPENERS = frozenset(("to", "can", "will", "used", "it", "this", "command", "tool", "the"))


def of_name(name: str) -> list[str]:
    """Split a command's, option's or operand's name: `getBucket`, `get-bucket`, `--get_bucket` -> get, bucket."""
    return [word for word in _BREAK.split(_CAMEL.sub(" ", name.strip("-<>[]. ")).lower()) if word]


def dashed(name: str) -> str:
    """Return the name's words joined by `-`, the form in which the vocabulary holds whole names."""
    return "-".join(of_name(name))


def bases(word: str) -> list[str]:
    """Return the forms that `word` may be the third person or plural of, itself first: copies -> copies, copie, copy.

    >>> bases("fetches")
    ['fetches', 'fetche', 'fetch']
    """
    forms = [word]
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        forms.append(word[:-1])
        if word.endswith("ies"):
            forms.append(word[:-3] + "y")
        elif word.endswith("es"):
            forms.append(word[:-2])
    return forms


def tokens(sentence: str) -> list[str]:
    """Return a sentence's words and its joining marks, in order and in lower case."""
    return _TOKEN.findall(sentence.lower())


def clauses(text: str) -> list[list[str]]:
    """Return the tokens of each clause of `text`; a clause ends at a full stop, semicolon, colon or free dash."""
    return [found for part in _CLAUSE.split(text) if (found := tokens(part))]


def leads(clause: list[str], is_verb: Callable[[str], bool]) -> list[str]:
    """Return the verbs that a clause begins with: `List, create, or delete branches` -> list, create, delete."""
    found: list[str] = []
    open_ = True
    for token in clause:
        if token in JOINS and found:
            open_ = True
        elif open_ and is_verb(token):
            found.append(token)
            open_ = False
        elif found or not (token in _OPENERS or token.endswith("ly")):
            break
    return found


def joined(clause: list[str], is_verb: Callable[[str], bool]) -> list[str]:
    """Return the verbs that stand after a joining word or mark, anywhere in the clause: `and optionally creates`."""
    plain = [token for token in clause if not token.endswith("ly")]
    return [word for before, word in pairwise(plain) if before in JOINS and is_verb(word)]


def done_to_it(clause: list[str]) -> list[str]:
    """Return the words after a joining word that something is done to `it` by: `and play it`, `or turn them on`."""
    plain = [token for token in clause if not token.endswith("ly")]
    triples = zip(plain, plain[1:], plain[2:], strict=False)
    return [word for join, word, what in triples if join in JOINS and word not in JOINS and what in ("it", "them")]


def without_name(name: str, sentence: str) -> str:
    """Return the sentence without the command's own name before it: `blame (praise): Show …`, `(alias) list …`."""
    lead = rf"\s*(?:{re.escape(name)}\s*(?:\([^)]*\))?\s*[:–—-]+\s+|\([^)]*\)\s+)"
    return re.sub(lead, "", sentence, count=1, flags=re.IGNORECASE) if re.match(lead, sentence, re.I) else sentence


def phrase_in(text: str, phrases: dict[str, str] | frozenset[str]) -> str | None:
    """Return the first of `phrases` that stands in `text` as whole words, or None."""
    line = " " + re.sub(r"\s+", " ", text.lower()) + " "
    for phrase in phrases:
        at = line.find(phrase)
        while at >= 0:
            end = at + len(phrase)
            if not line[at - 1].isalnum() and line[at - 1] != "-" and not line[end].isalnum():
                return phrase
            at = line.find(phrase, at + 1)
    return None


def runs_what_it_is_given(text: str) -> str | None:
    """Return the words by which a sentence tells that it runs a command or a query of the caller's, or None."""
    found = _RUNS.search(text.lower())
    return None if found is None else found.group()
