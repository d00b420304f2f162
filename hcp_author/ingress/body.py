"""A body as JSON: ours strictly, a vendor's with its large integers as text; what is wrong is said without a value."""

from __future__ import annotations

import json
import re
from typing import Any

from hcp_author.runtime import strict

_PLACE = re.compile(r"line \d+(?:, column \d+)?: ")
_BARE = (  # what a reason may hold a key or a number in, and what is said instead
    (re.compile(r"the key .* is given twice", re.DOTALL), "a key is given twice"),
    (re.compile(r"the number `[^`]*` is beyond"), "a number is beyond 2^53, which parsers round; use a string"),
    (re.compile(r"the number `[^`]*` is too large|Exceeds the limit"), "a number is too large"),
    (re.compile(r"`(?:NaN|-?Infinity)` is not"), "NaN or Infinity is not a JSON number"),
)


def vendors(text: str) -> Any:
    """A vendor's JSON: an integer that parsers round is its decimal text instead; raises NotStrict."""
    try:
        strict.loads_output(text)  # what it refuses is refused here too: a key given twice, NaN, depth
    except strict.NotStrict as error:
        raise strict.NotStrict(_placed(text, str(error))) from None
    return json.loads(text, parse_int=_exact)


def bare(why: str) -> str:
    """A reason as `strict` gives it, with its place and without a key or a number of the text."""
    found = _PLACE.match(why)
    place, rest = (found[0], why[found.end() :]) if found else ("", why)
    return place + next((said for form, said in _BARE if form.match(rest)), rest)


def _exact(digits: str) -> int | str:
    return digits if len(digits) > 17 or abs(int(digits)) > strict.LARGEST else int(digits)


def _placed(text: str, why: str) -> str:
    """The reason with its place, where `loads` tells it; a large integer, which is let in here, may stand before it."""
    if _PLACE.match(why):
        return why
    try:
        strict.loads(text)
    except strict.NotStrict as error:
        if " is beyond 2^53" not in str(error):
            return str(error)
    return bare(why)
