"""A value's placeholder -> Value: name, choices, whether it may be left out, and its type where a word tells."""

from __future__ import annotations

from hcp_author.introspect.tree import Value

MAX_CHOICES = 64
_TYPES: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "integer",
        frozenset(
            (
                "int",
                "ints",
                "integer",
                "uint",
                "uint8",
                "uint16",
                "uint32",
                "uint64",
                "int32",
                "int64",
                "num",
                "number",
                "n",
                "count",
                "port",
                "lines",
                "limit",
                "depth",
                "size",
                "width",
                "bytes",
            )
        ),
    ),
    ("number", frozenset(("float", "float32", "float64", "decimal", "double", "ratio"))),
    (
        "path",
        frozenset(
            (
                "path",
                "file",
                "filename",
                "dir",
                "directory",
                "folder",
                "pathname",
                "filepath",
                "infile",
                "outfile",
                "dirname",
                "file-name",
                "file_path",
                "file-path",
                "output-file",
                "root",
            )
        ),
    ),
    ("string", frozenset(("string", "str", "text", "strings", "stringarray", "stringslice", "name", "url"))),
    ("boolean", frozenset(("bool", "boolean"))),
)
_NOT_NUMBERS = frozenset(("size", "limit", "lines", "width", "bytes"))


def value_of(text: str, optional: bool = False) -> Value:
    """Read a placeholder: `<file>`, `NUM`, `{a,b}`, `(a|b)`, `[a|b]`, `KEY=VALUE`, `string[="x"]`."""
    inner = text.strip().rstrip(",").removesuffix("...").rstrip()
    if inner.endswith("]") and "[" in inner[1:]:
        inner = inner[: inner.index("[", 1)] or inner
    choices = choices_of(inner)
    name = inner.strip("<>[]{}()\"'~ ").removesuffix("...").strip()
    name = name if choices else name.split("[")[0].strip("<>]") or name
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
    words = [w for w in words if w and w != "..."]
    return words if 2 <= len(words) <= MAX_CHOICES and all(plain(w) for w in words) else None


def plain(word: str) -> bool:
    """Whether a word can be one of a closed set: lower case, short, no brackets."""
    return (
        len(word) <= 40
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
        if word in words and word not in _NOT_NUMBERS:
            return kind
    last = word.replace("_", "-").rsplit("-", 1)[-1]
    if last in ("file", "path", "dir", "directory", "folder", "filename"):
        return "path"
    return "integer" if last in ("count", "number", "port", "num") else None
