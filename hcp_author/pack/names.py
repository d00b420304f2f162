"""What packs, verbs and triggers may be called, which names a reader takes for one, and where programs lie."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from hcp_author.pack.late import pattern

LONGEST = 40
# pack_id and verb_key: lower-case words joined by `-` (pack-format: verbs)
WORDS = pattern(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
# a ref names a fact, lower case and dot-separated (Sense: Declare)
REF = pattern(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:_[a-z0-9]+)*)*", re.ASCII)

# a property becomes `--kebab-case` on the CLI face (pack-format: The two faces)
ARGUMENT = pattern(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*", re.ASCII)

# letters of other scripts that most typefaces draw like a plain one
_TWINS = str.maketrans(
    "\u0430\u0432\u0441\u0501\u0435\u0261\u04bb\u0456\u0458\u043a\u04cf\u043c\u0578\u043e\u0440\u051b"
    "\u0433\u0455\u0442\u0443\u0475\u0461\u0445\u03b1\u03b3\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03f2"
    "\u03c4\u03c5\u03c7\u03c9\u0585\u057d\u013101",
    "abcdeghijklmnopqrstyvwxayeikvopctuxwouiol",
)
# the same of capital letters, whose small ones may look otherwise
_CAPITAL_TWINS = str.maketrans(
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "ABEKMHOPCTYXIJSABEZHIKMNOPTYX",
)
# commands that each face has of itself
RESERVED_VERBS = frozenset(("connect", "help"))
# where a system's own package managers put programs, and nobody but an administrator can write
SYSTEM_PLACES = (
    *("/bin/", "/sbin/", "/usr/", "/opt/", "/snap/", "/nix/store/", "/run/current-system/", "/gnu/store/"),
    *("/var/lib/flatpak/", "/home/linuxbrew/.linuxbrew/", "/Applications/", "/Library/", "/System/"),
)
NOT_SYSTEM = ("/usr/tmp/",)


def is_words(name: str) -> bool:
    """Whether `name` is lower-case words joined by `-`, 1 to 40 characters."""
    return len(name) <= LONGEST and WORDS.fullmatch(name) is not None


@lru_cache(maxsize=1024)
def as_words(name: str) -> str:
    """The nearest name of that form: `My Mail!` gives `my-mail`; empty where nothing is left."""
    plain = unicodedata.normalize("NFKD", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name))
    words = re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).lstrip("-0123456789")
    return words[:LONGEST].strip("-")


@lru_cache(maxsize=4096)
def collision_key(name: str) -> str:
    """Equal for names that a reader or a file system takes for one: NFKC, case folded, `_` and `.` as `-`."""
    return re.sub(r"[-_.\s]+", "-", unicodedata.normalize("NFKC", name).casefold()).strip("-")


@lru_cache(maxsize=4096)
def look_alike_key(name: str) -> str:
    """Equal for names that look alike in most typefaces: `rn` and `m`, `0` and `o`, Latin and Cyrillic `a`."""
    return collision_key(name.translate(_CAPITAL_TWINS)).translate(_TWINS).replace("rn", "m").replace("vv", "w")


def in_system_place(path: str) -> bool:
    """Whether a file of this absolute path is the system's own, and no person's."""
    return path.startswith(SYSTEM_PLACES) and not path.startswith(NOT_SYSTEM) and ".." not in path.split("/")


def shown(name: str) -> str:
    """A name for a message: each character that is not plain ASCII also by its number."""
    odd = [f"U+{ord(char):04X}" for char in name if not " " <= char < "\x7f" or (char == " " and name != name.strip())]
    text = repr(name)[1:-1]
    return f"`{text}` ({', '.join(odd[:4])}{', …' if len(odd) > 4 else ''})" if odd else f"`{text}`"


def nearest(word: str, words: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `words` that `word` is most like, or None."""
    import difflib

    close = difflib.get_close_matches(word, list(words), 1, cutoff)
    return close[0] if close else None


def did_you_mean(word: str, words: Iterable[str]) -> str | None:
    """``did you mean `search`?``, where one is near."""
    close = nearest(word, words)
    return f"did you mean `{close}`?" if close else None
