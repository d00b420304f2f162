"""Where a Markdown text claims that a pack conforms or was proved, for the laws of proof (L12)."""

from __future__ import annotations

import re

from hcp_author.pack.late import pattern

CLAIM = pattern(
    r"\bconform(?:s|ant|ing|ance)\b[^.\n]{0,30}\b(?:hcp|spec\w*|protocol)\b"
    r"|\bhcp[ -](?:conform\w*|complian\w*|certified|proven|proved|verified)\b"
    r"|\b(?:certified|proven|proved|verified)\b[^.\n]{0,30}\bhcp\b"
    r"|\bconformant and (?:certified|proven|proved|verified|tested)\b"
    r"|\bpasses (?:the|its|all) (?:proof|conformance)\b"
    r"|!\[[^\]\n]{0,60}(?:conform|proof|prove|certified)[^\]\n]{0,60}\]\([^)\n]{0,300}\)",
    re.IGNORECASE,
)
DENIED = pattern(r"\b(?:not|no|never|until|unless|before|once|if|whether|yet)\b|n['’]t\b", re.IGNORECASE)


def find(text: str) -> tuple[int, int] | None:
    """Where the first claim stands, as (start, end); None where there is none, or it is denied or only asked for."""
    for match in CLAIM.finditer(text):
        start = max(text.rfind("\n", 0, match.start()), text.rfind(". ", 0, match.start())) + 1
        if not DENIED.search(text, start, match.end()):
            return match.span()
    return None
