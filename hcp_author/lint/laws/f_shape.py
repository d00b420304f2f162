"""The format: surface.json and policy.json have the published shape.

L4.1 A pack names a Binding mode, one that it declares.
L5.1 There are three lands: personal, brain and local.
F.2 surface.json and policy.json have the published shape: keys, types and values.
F.9 exec.argv is data: each element of a known form, naming a declared argument; no shell, ever.
F.10 exec.output is json, jsonl, text or base64; past the limit the answer is an error.
F.12 settings and secrets are names, and their values never stand in a pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hcp_author.lint.contract import Hit, line_of, rule
from hcp_author.pack import shape
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.source import Document, Problem, pointer

_MISSING = pattern(r"has no `([^`]+)`$")
_MEANT = pattern(r"did you mean `([^`]+)`")


def told(pack: Pack, code: str) -> Iterator[Hit]:
    """What the schemas say under this code."""
    for document, schema in ((pack.surface, "surface"), (pack.policy, "policy")):
        for problem in problems(document, schema):
            if problem.code == code:
                excerpt = line_of(document.text, problem.place.line)
                place, message, fix = problem.place, problem.message, problem.fix or None
                yield Hit(document.name, place, named(problem), message, fix, excerpt=excerpt, breaks=meant(problem))


@lru_cache(maxsize=4)  # each document is asked for once per code
def problems(document: Document, schema: str) -> tuple[Problem, ...]:
    """The problems of one document under its schema."""
    return tuple(shape.check(document, schema))


def named(problem: Problem) -> str:
    """The pointer; of a missing key the one that it would have, so that what stands beside it is still checked."""
    missing = _MISSING.search(problem.message) if problem.code == "F-missing-key" else None
    return problem.pointer + (pointer(missing[1]) if missing else "")


def meant(problem: Problem) -> tuple[str, ...]:
    """The pointer of the key that a misspelt one was meant to be: what needs that key would only miss it again."""
    close = _MEANT.match(problem.fix) if problem.code == "F-unknown-key" else None
    return (problem.pointer.rsplit("/", 1)[0] + pointer(close[1]),) if close else ()


@rule("F-missing-key", "F", "error", phase="shape")
def missing_key(pack: Pack) -> Iterator[Hit]:
    """A key that must be there is missing.

    Why: what is not said has to be guessed, and each runtime guesses on its own.
    Fix: add it; `hcp-author schema surface` and `hcp-author schema policy` say what goes there.
    Bad: policy.json /verbs/search
        {"operation": "read"}
    Good: policy.json /verbs/search
        {"operation": "read", "privacy": {"land": "personal"}}
    """
    return told(pack, "F-missing-key")


@rule("F-unknown-key", "F", "error", phase="shape")
def unknown_key(pack: Pack) -> Iterator[Hit]:
    """A key is none of the format's.

    Why: a misspelt `confirm` gates nothing, and nobody notices.
    Fix: correct it, or take it out; notes of your own stand at the top level under `x-…`.
    Bad: policy.json /verbs/tag/confrim
        true
    Good: policy.json /verbs/tag/confirm
        true
    """
    return told(pack, "F-unknown-key")


@rule("F-wrong-type", "F", "error", phase="shape")
def wrong_type(pack: Pack) -> Iterator[Hit]:
    """A value has another type than the format says.

    Why: `"confirm": "false"` is true in one language and false in the next.
    Fix: write a value of the type that the message names.
    Bad: policy.json /verbs/tag/confirm
        "true"
    Good: policy.json /verbs/tag/confirm
        true
    """
    return told(pack, "F-wrong-type")


@rule("F-wrong-value", "F", "error", phase="shape")
def wrong_value(pack: Pack) -> Iterator[Hit]:
    """A value is none of those that the format knows, or not of their form.

    Why: a word that no runtime knows is refused by some and passed over by others.
    Fix: write one of those that the message names.
    Bad: policy.json /verbs/search/operation
        "reads"
    Good: policy.json /verbs/search/operation
        "read"
    """
    return told(pack, "F-wrong-value")
