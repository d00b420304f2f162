"""What packs, verbs and triggers may be called, which names a reader takes for one, and where programs lie."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LONGEST = 40
# pack_id and verb_key: lower-case words joined by `-` (pack-format: verbs)
WORDS = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
# a ref names a fact, lower case and dot-separated (Sense: Declare)
REF = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:_[a-z0-9]+)*)*", re.ASCII)

# a property becomes `--kebab-case` on the CLI face (pack-format: The two faces)
ARGUMENT = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*", re.ASCII)

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


def as_words(name: str) -> str:
    """The nearest name of that form: `My Mail!` gives `my-mail`; empty where nothing is left."""
    plain = unicodedata.normalize("NFKD", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name))
    words = re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).lstrip("-0123456789")
    return words[:LONGEST].strip("-")


def collision_key(name: str) -> str:
    """Equal for names that a reader or a file system takes for one: NFKC, case folded, `_` and `.` as `-`."""
    return re.sub(r"[-_.\s]+", "-", unicodedata.normalize("NFKC", name).casefold()).strip("-")


def look_alike_key(name: str) -> str:
    """Equal for names that look alike in most typefaces: `rn` and `m`, `0` and `o`, `1` and `l`, `vv` and `w`."""
    return collision_key(name).replace("rn", "m").replace("vv", "w").translate(str.maketrans("01", "ol"))


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
