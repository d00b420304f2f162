"""Which variables no pack sets: by a closed list that has its reasons, the same as the runtime's own."""

from __future__ import annotations

import json
import os
import re
from functools import lru_cache

from hcp_author.pack.late import pattern

_LIST = os.path.join(os.path.dirname(__file__), "unsafe_variables.json")
_PLAIN = pattern(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def refused(name: str) -> str | None:
    """Why no pack, setting or helper sets the variable `name`, as a sentence goes on after it; None where one may."""
    if not _PLAIN.fullmatch(name):
        return "is no plain name of letters, digits and `_`"
    names, starts, ends = unsafe()
    upper = name.upper()
    found = [why for start, why in starts.items() if upper.startswith(start)]
    found += [why for end, why in ends.items() if upper.endswith(end)]
    return names.get(upper) or next(iter(found), None)


@lru_cache(maxsize=1)
def unsafe() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The list: reasons by whole name, by a name's start, and by its end."""
    with open(_LIST, encoding="utf-8") as file:
        read = json.load(file)
    return read["names"], read["starts"], read["ends"]
