"""The marked sections of HARNESS.md, for the laws that read it: no error, whatever the markers are like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hcp_author.errors import UserError
from hcp_author.pack import markers
from hcp_author.pack.late import pattern
from hcp_author.pack.markers import Section
from hcp_author.pack.model import Pack

_PLACED = pattern(r"HARNESS\.md:(\d+): (.*)", re.DOTALL)


@lru_cache(maxsize=2)
def sections(text: str) -> tuple[Section, ...] | None:
    """The sections in order; None where the markers do not fit together. Several rules ask for each sentence."""
    try:
        return tuple(markers.find(text))
    except UserError:
        return None


def misfit(text: str) -> tuple[int, str, str] | None:
    """Where and why the markers do not fit together: (line, message, fix); None where they do."""
    if sections(text) is not None:
        return None
    try:
        markers.find(text)
    except UserError as error:
        placed = _PLACED.match(error.message)
        return (int(placed[1]), placed[2], error.fix) if placed else (1, error.message, error.fix)
    return None


def is_drawn(text: str, offset: int) -> bool:
    """Whether a place is between markers: what stands there comes from surface.json, which is read by itself."""
    return any(section.start <= offset < section.end for section in sections(text) or ())


def without_place(pack: Pack, text: str) -> list[str]:
    """The tables that the pack has something for, and the text no markers; its markers fit together."""
    # examples may be the author's own, as long as there are some
    own = ("examples",) if "```" in text else ()
    return [name for name in markers.missing(pack, text) if name not in own]


def comments(content: str) -> Iterator[tuple[int, int]]:
    """Where comments stand, as (start, end); one that is never closed is none."""
    end = 0
    while (start := content.find("<!--", end)) >= 0 and (end := content.find("-->", start + 4) + 3) > 2:
        yield start, end
