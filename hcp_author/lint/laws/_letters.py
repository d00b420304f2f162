"""Words that mix Latin letters with letters of other scripts that look like them."""

from __future__ import annotations

from collections.abc import Iterator

from hcp_author.pack.late import pattern

# letters of other scripts that most typefaces draw as Latin ones, and the Latin letters
CYRILLIC = (
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0432\u043a\u043c\u043d\u0442\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425",
    "aeopcyxijshdqwbkmhtABESIJKMHOPCTYX",
)
GREEK = (
    "\u03bf\u03bd\u03c1\u03c5\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "ovpuABEZHIKMNOPTYX",
)
SEEN_AS = dict(zip(CYRILLIC[0] + GREEK[0], CYRILLIC[1] + GREEK[1], strict=True))
# small letters that are only near in shape make no look-alike word by themselves
NEAR = frozenset("\u0432\u043a\u043c\u043d\u0442\u03c5\u03bd")
WORD = pattern(r"[^\W\d_]{2,}")
LATIN = pattern(r"[A-Za-z]")


def mixed(text: str) -> Iterator[tuple[str, str, int]]:
    """Each word that mixes scripts so, as (word, the first such letter, where the word begins)."""
    if text.isascii():
        return
    for match in WORD.finditer(text):
        word = match[0]
        if not word.isascii() and LATIN.search(word):
            odd = next((char for char in word if char in SEEN_AS and char not in NEAR), None)
            if odd:
                yield word, odd, match.start()
