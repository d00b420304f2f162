"""Whether a text could hold a secret at all, quickly: most hold none, and pack.secrets then needs no patterns.

All that is looked for holds a long word: at least twelve characters without white space, quotes, commas or semicolons.
Such words are few in a pack, each different one is looked at once, and only the beginnings of known tokens are searched
for in them. What is said here to hold nothing never matches in pack.secrets; a test holds that for each kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from hcp_author.pack.late import pattern

LONG = 12
MARKS = "\"'`,;"
DIGIT, LETTER = pattern(r"\d"), pattern("[A-Za-z]")
# a text of this length is searched as it stands
SHORT = 200
# a name may begin so many letters before its last word, and the sign after it comes within so many
BEFORE, AFTER = 16, 16
# how the tokens of pack.secrets begin, as far as it is plain text
BEGINNINGS = (
    *("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "AKIA", "ASIA", "xapp-", "hooks.slack.com", "AIza"),
    *(
        "ya29.",
        "GOCSPX-",
        "sk_live_",
        "sk_test_",
        "rk_live_",
        "rk_test_",
        "whsec_",
        "npm_",
        "pypi-AgE",
        "glpat-",
        "glptt-",
    ),
    *("gldt-", "glrt-", "glcbt-", "glsoat-", "glagent-", "gloas-", "glft-", "glimt-", "hf_", "SG.", ":AA", "eyJ"),
    *("AGE-SECRET-KEY-1", "doo_v1_", "dop_v1_", "dor_v1_", "dckr_pat_", "shpat_", "shpca_", "shppa_", "shpss_", "dapi"),
    *("ATATT3", "lin_api_", "ntn_", "secret_", "hvs.", "hvb.", "hvr.", "glsa_", "glc_", "tskey-", "AccountKey="),
    *("discord.com", "discordapp.com", "sq0", "EAAA", "figd_", "PMAK-", "sbp_", "pscale_", "sntrys_", "sntryu_"),
    *("NRAK-", "NRII-", "nfp_", "rubygems_", "r8_", "gsk_", "xai-", "pplx-", "CCIPAT_", "pul-", "v1.0-", "ops_eyJ"),
)
# beginnings that many a word has, with what must follow
COMMON = {
    "sk-": r"sk-[A-Za-z0-9_-]{20}",
    "xox": r"xox[abeoprs]-[A-Za-z0-9-]{10}",
    "SK": r"SK[0-9a-f]{32}",
    "key-": r"key-[0-9a-f]{32}",
    "sl.": r"sl\.[A-Za-z0-9_-]{100}",
    "dp.": r"dp\.(?:pt|st|ct|sa)\.",
    "pat": r"pat[A-Za-z0-9]{14}\.",
    "cio": r"cio[A-Za-z0-9]{32}",
}
# what has a space in it
IN_TWO_WORDS = ("-----BEGIN ", "FlyV1 ")
# what follows a number of up to ten digits, with which the token begins
AFTER_DIGITS = ":AA"


# several rules ask for each text of a pack
@lru_cache(maxsize=16)
def long_words(text: str) -> tuple[str, ...]:
    """The different long words of a text."""
    for mark in MARKS:
        text = text.replace(mark, " ")
    return tuple([word for word in set(text.split()) if len(word) >= LONG])


@lru_cache(maxsize=16)
def joined(text: str) -> str:
    """The different long words of a text, one a line."""
    return "\n".join(long_words(text))


def starts(text: str) -> list[int]:
    """Where a token that is known by its own shape could begin, in order."""
    words = text if len(text) < SHORT else joined(text)
    found = [head for head in BEGINNINGS if head in words] + [head for head in IN_TWO_WORDS if head in text]
    found += [head for head, rest in COMMON.items() if head in words and re.search(rest, words)]
    places = {at for head in found for at in occurrences(text, head)}
    if AFTER_DIGITS in found:
        places |= {at - back for at in occurrences(text, AFTER_DIGITS) for back in range(11) if at >= back}
    return sorted(places)


def occurrences(text: str, word: str) -> Iterator[int]:
    """Where a word stands."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def mixed(text: str) -> bool:
    """Whether a long word of the text has letters and digits, as a secret has."""
    if not DIGIT.search(joined(text)):
        return False
    return any(DIGIT.search(word) and LETTER.search(word) for word in long_words(text))


def names(text: str, words: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where one of these words, in any case, is the end of a name that something is assigned to: what to look at."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a letter became two, and places differ
        yield 0, len(text)
        return
    for word in words:
        for at in occurrences(lowered, word):
            after = lowered[at + len(word) : at + len(word) + AFTER]
            if ":" in after or "=" in after:
                yield max(0, at - BEFORE), at + len(word) + AFTER + LONG + 12
