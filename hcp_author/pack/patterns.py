"""What is wrong with a regular expression that somebody else wrote: it does not compile, or takes exponential time."""

from __future__ import annotations

import re
import warnings

from hcp_author.pack.late import pattern

LONGEST = 500
# a group that repeats, and holds something that repeats: `(a+)+`
_NESTED = pattern(r"\((?:\?:)?[^()]{0,200}[*+}][^()]{0,200}\)[*+{]")
# a repeated choice between two that begin alike: `(a|a)*`, `(a|ab)+`
_ALIKE = pattern(r"\((?:\?:)?(?:[^()|]{0,100}\|)?(?P<first>\\?[^()|\\])[^()|]{0,100}\|(?P=first)[^()]{0,100}\)[*+{]")
# the same greedy repetition twice in a row: `.*.*`
_TWICE = pattern(r"(?P<one>\\?[^\\()|*+?]|\[[^\]]{1,100}\])[*+](?P=one)[*+]")


def trouble(text: str) -> str | None:
    """Why no reader should run the expression `text`, as a phrase; None where nothing speaks against it.

    Judged by its shape (nested or alike repetitions), never by running it.
    """
    if len(text) > LONGEST:
        return f"is longer than {LONGEST} characters"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text)
    except (re.error, OverflowError, RecursionError):
        return "does not compile"
    for shape in (_NESTED, _ALIKE, _TWICE):
        found = shape.search(text)
        if found:
            return f"can take exponential time (`{found[0]}`)"
    return None
