"""A value's placeholder -> Value: name, choices, whether it may be left out, and its type where a word tells."""

from __future__ import annotations

from hcp_author.introspect.text import word_set
from hcp_author.introspect.tree import Value

MAX_CHOICES = 64
# words that name a kind of thing: between bars they are placeholders, not a closed set
_KINDS = word_set("""
    id name path file url pattern query dir namespace key tag branch commit user host address filename filepath
    pathname dirname directory index uri hostname username num number seconds
""")
_TYPE_WORDS = word_set("boolean bool string number integer null object array")
_TYPES: tuple[tuple[str, frozenset[str]], ...] = (
    ("integer", word_set("int integer ints uint uint32 uint64 int32 int64 num number n count port depth")),
    ("number", word_set("float float32 float64 decimal double ratio")),
    ("path", word_set("path file filename dir directory folder pathname filepath infile outfile dirname root")),
    ("string", word_set("string str text strings stringarray stringslice name url")),
    ("boolean", word_set("bool boolean")),
)


def value_of(text: str, optional: bool = False) -> Value:
    """Read a placeholder: `<file>`, `NUM`, `{a,b}`, `(a|b)`, `[a|b]`, `KEY=VALUE`, `string[="x"]`."""
    inner = text.strip().rstrip(",").removesuffix("...").rstrip()
    begun = inner.find("]") + 1 if inner.startswith("[") else 0
    if begun and (inner[begun : begun + 1].isalnum() or inner[begun : begun + 1] == "<"):
        # `[scheme://]host` is a host
        inner = inner[begun:]
    if inner.endswith("]") and "[" in inner[1:]:
        inner = inner[: inner.index("[", 1)] or inner
    choices = choices_of(inner)
    name = inner.strip("<>[]{}()\"'~; ").removesuffix("...").strip()
    name = name if choices else name.split("[")[0].replace("]", "").strip("<>") or name
    return Value(name=name[:80] or None, optional=optional, choices=choices, type=type_of(name, choices))


def choices_of(text: str) -> list[str] | None:
    """The closed set that a placeholder spells out, or None: at least two plain words, parted by `|` or `,`."""
    inner = text.strip()
    listed = inner[:1] == "{" or ("|" in inner and inner[:1] in "([<")
    inner = inner.strip("<>[]{}()")
    if "|" in inner:
        words = inner.split("|")
    elif listed and "," in inner:
        words = inner.split(",")
    else:
        return None
    words = [w.strip().strip("'\"`") for w in words]
    words = [w.removesuffix("...") for w in words if w and w != "..."]
    if 2 * len(_KINDS & set(words)) >= len(words) or _of_types(words):
        return None
    return words if 2 <= len(words) <= MAX_CHOICES and all(plain(w) for w in words) else None


def _of_types(words: list[str]) -> bool:
    """Whether words tell of types: one beside a word that is none (`boolean|inline`), or two that may both be given."""
    types = len(_TYPE_WORDS & set(words))
    return types > 0 and (types < len(words) or types == 2)


def plain(word: str) -> bool:
    """Whether a word can be one of a closed set: lower case, short, no brackets, no option, no list of its own."""
    return (
        len(word) <= 40
        and (word[:1] != "-" or word[1:].isdigit())
        and "," not in word
        and any(map(str.isalnum, word))
        and " " not in word
        and not set(word) & set("<>[]{}()=")
        and (not word.isupper() or word.isdigit() or len(word) > 12)
    )


def type_of(name: str, choices: list[str] | None) -> str | None:
    """integer, number, path, boolean or string, by the placeholder's word; None where it does not tell."""
    if choices:
        return "string"
    word = name.lower().strip("<>")
    for kind, words in _TYPES:
        if word in words:
            return kind
    last = word.replace("_", "-").rsplit("-", 1)[-1]
    if last in ("file", "path", "dir", "directory", "folder", "filename"):
        return "path"
    return "integer" if last in ("count", "number", "port", "num") else None
