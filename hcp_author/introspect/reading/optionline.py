"""The head of an option row -> Option: `-s, --long=VALUE`, `--[no-]x`, `--a / --b`, `-n, --num int`, `{a,b}` …"""

from __future__ import annotations

import re

from hcp_author.introspect.reading.values import value_of
from hcp_author.introspect.tree import Option, Value

_NAME = re.compile(r"-\.(?=,|$)|--?(?:\[no-?\]|\(no-?\)|\[no\])?[\w?@#%*$.:+-]*[\w?@#%*$+]|-[^\s\w\[\]<>{}|,=-]")
# an index or a letter in brackets within a name: `--lists[0].key`, `--colo[u]r`
_INSIDE = re.compile(r"\[\d+\][\w.-]*|\[[a-z]{1,2}\][a-z][\w-]*")
_LETTER = re.compile(r"\[([a-z]{1,2})\]")
_SEPARATORS = (", ", ",", " | ", "|", " / ", "/", " or ", " ")
_CLOSING = {"[": "]", "<": ">", "{": "}", "(": ")"}
CONNECTING = frozenset(("and", "or", "with", "is", "to", "can", "may", "was", "as"))
_ANY = ("-OPTION", "-OPTIONS", "_OPTION", "_OPTIONS", "-FLAG", "-FLAGS", "_FLAGS")
# what is said louder by saying it twice
_COUNTED = "vqd"
MAX_NAMES = 8
MAX_ENDINGS = 20
MAX_NAME = 100


def option(head: str) -> tuple[Option, str] | None:
    """Read the head of an option row; also gives what is left of it (a description after one blank).

    None where the head is no option's.
    """
    names: list[str] = []
    value: Value | None = None
    repeatable = False
    rest = head.strip().removesuffix(":").rstrip()
    while rest.startswith("-") and len(names) < MAX_NAMES:
        name, rest = _name(rest)
        if not name or rest.startswith("-<"):
            # `--assert-<feature>` is no name that can be typed
            break
        names.append(name)
        repeatable = repeatable or rest.startswith(("...", "…"))
        rest = rest.removeprefix("...").removeprefix("…")
        while rest.startswith("|" + name[-1:]) and not rest.startswith("|-"):
            # `-v|vv|vvv`: the same letter, repeated
            rest = rest[1:].lstrip(name[-1])
        found, rest = _value(rest)
        value = _better(value, found)
        rest = _past_separator(rest)
    if not names:
        return None
    if value is not None and value.name:
        # `-Lfolder / -L folder`: the value glued to the name, and then apart
        names = [name for name in names if name[:2] not in names or name[1:2] == "-" or name[2:] != value.name] or names
    doubled = [name for name in names if len(name) == 3 and name[1] == name[2] and name[1] in _COUNTED]
    one = _option([name[:2] if name in doubled else name for name in names], value)
    # `-vv` is `-v`, given twice
    one.repeatable = repeatable or bool(doubled)
    return one, rest.strip()


def endings_of(head: str) -> tuple[str, list[str]]:
    """A head without the endings that its long name may take, and these: `--create[-far|-near]`."""
    before, opening, after = head.partition("[-")
    inner, _, rest = after.partition("]")
    endings = [f"-{word.removeprefix('-')}" for word in inner.split("|")]
    name = before.rpartition("--")[2]
    plain = name.replace("-", "").isalnum() and all(e[1:].replace("-", "").isalnum() for e in endings)
    if not opening or "--" not in before or not plain or not all(w[:1] == "-" for w in inner.split("|")[1:]):
        return head, []
    return before + rest, endings[:MAX_ENDINGS]


def _name(text: str) -> tuple[str, str]:
    """The option name that a text begins with, and what follows it."""
    match = _NAME.match(text)
    if match is None or match.group() == "--" or text.startswith("\ufffd", match.end()):
        # what a byte that is no text breaks off is no name either
        return "", text
    name = match.group().rstrip(".:") if len(match.group()) > 2 else match.group()
    if (name[1].isdigit() and ":" in name) or name in ("-*", "-NUM", "-NUMBER") or name.endswith(_ANY):
        # a range (`-1d:+4w`), any word, any number or any option, and none that can be typed
        return "", text
    inner = _INSIDE.match(text, len(name))
    while inner is not None and len(name) < MAX_NAME and len(name) > 2:
        name += inner.group()
        inner = _INSIDE.match(text, len(name))
    return name, text[len(name) :]


def _option(names: list[str], value: Value | None) -> Option:
    """Sort names into the first long, the first short, and others; `--[no-]x` stands for `--x` and `--no-x`."""
    plain: list[str] = []
    for name in names:
        plain += _negations(name)
    plain = list(dict.fromkeys(plain))
    long = next((n for n in plain if n.startswith("--")), None) or next((n for n in plain if len(n) > 2), None)
    short = next((n for n in plain if len(n) == 2), None)
    return Option(long=long, short=short, other_names=[n for n in plain if n not in (long, short)], value=value)


def _negations(name: str) -> list[str]:
    for mark in ("[no-]", "(no-)", "[no]"):
        if mark in name:
            return [name.replace(mark, ""), name.replace(mark, mark.strip("[]()"))]
    if _LETTER.search(name):
        return [_LETTER.sub("", name), _LETTER.sub(r"\1", name)]
    return [name]


def _past_separator(rest: str) -> str:
    """Skip what stands between two names of one option; leave all else as it is."""
    for separator in _SEPARATORS:
        tail = rest[len(separator) :].lstrip()
        if rest.startswith(separator) and tail.startswith("-") and tail[1:2] not in ("", " "):
            return tail
        if rest.startswith(separator) and tail.startswith("[-") and "]" in tail:
            # `-r [--revision] ARG`: the other name in brackets
            inner, _, after = tail[1:].partition("]")
            return inner + after if " " not in inner and "=" not in inner else rest
    return rest


def _value(rest: str) -> tuple[Value | None, str]:
    """The value that follows a name, and what is left; (None, rest) where there is none."""
    if rest.startswith("[") and not rest.startswith("[-"):
        inner, after = _bracket(rest)
        if inner in ("=true", "=false"):
            return None, after
        letters = len(inner) == 1 and inner.isalpha()
        while after.startswith("[") and not after.startswith("[-"):
            # `-B[<n>][/<m>]` has a value, `-C[f][n]` has letters that may be added
            more, after = _bracket(after)
            if letters and len(more) == 1 and more.isalpha():
                return None, after
        return value_of(inner.lstrip("= ,:"), optional=True), after
    word = rest[1:].partition(" ")[0]
    if rest.startswith("=") and set(word.replace("/", "|").split("|")) == {"true", "false"}:
        # a switch that may be spelled out
        return None, rest[1 + len(word) :]
    if rest.startswith("=") and rest[1:2] in ("", " ", ","):
        return Value(), rest[1:]
    if rest.startswith(("=", ":")) and len(rest) > 1 and not rest.startswith(": "):
        return _attached(rest[1:])
    if rest.startswith(("<", "{")):
        return _attached(rest)
    if rest.startswith(" ") and len(rest) > 1:
        return _spaced(rest)
    return None, rest


def _attached(rest: str) -> tuple[Value | None, str]:
    """A value right after `=`: everything up to a blank or separator outside of brackets."""
    at, depth = 0, 0
    while at < len(rest):
        char = rest[at]
        if char in _CLOSING:
            depth += 1
        elif char in _CLOSING.values():
            depth -= 1
        elif depth <= 0 and (char == " " or (char in ",|" and rest[at + 1 :].lstrip().startswith("-"))):
            break
        if depth < 0:
            break
        at += 1
    word, after = rest[:at], rest[at:]
    if not word:
        return None, rest
    return value_of(word), _more_values(after)


def _spaced(rest: str) -> tuple[Value | None, str]:
    """A value after a blank: bracketed, in capitals, or one single word with nothing after it but a next name."""
    text = rest.lstrip()
    if text.startswith("<bool>"):
        return None, text[len("<bool>") :]
    if text[0] in "<{" or (text[0] == "(" and "|" in text.partition(")")[0]):
        return _attached(text)
    if text[0] == "[" and not text.startswith("[-"):
        inner, after = _bracket(text)
        if after[:1].isalnum() or after[:1] == "<":
            # `[protocol://]host[:port]`
            return _attached(text)
        return value_of(inner, optional="|" not in inner and not after.startswith("...")), _more_values(after)
    word, _, after = text.partition(" ")
    bare = word.rstrip(",|")
    if text[0] in "-|/:[(" or not bare or bare in CONNECTING:
        return None, rest
    if _capital(bare) or (word != bare and after.lstrip().startswith("-")) or not after.strip() or _one_more(after):
        tail = text[len(bare) :]
        return value_of(bare, optional="[=" in bare), _more_values(tail)
    return None, rest


def _one_more(after: str) -> bool:
    """Whether after a lower-case word there comes only a next name of the option, or nothing but punctuation."""
    text = after.strip()
    return text.startswith(("-", "| ", "/ -", "[,", "...", "[")) and not text.startswith(("- ", "[-"))


def _capital(word: str) -> bool:
    """Whether a word is written as a placeholder: NAME, KEY=VALUE, N, FILE[:LINE]."""
    letters = [c for c in word if c.isalpha()]
    return bool(letters) and all(c.isupper() for c in letters) and word[0] not in "(\"'"


def _more_values(rest: str) -> str:
    """Skip further values of the same option: `X [X ...]`, `A B`, `…`."""
    text = rest
    while True:
        ahead = text.lstrip()
        if ahead.startswith("..."):
            text = ahead[3:]
        elif ahead.startswith("[") and not ahead.startswith(("[-", "[default", "[env", "[possible", "[required")):
            _, text = _bracket(ahead)
        elif ahead.startswith("<"):
            _, _, text = ahead.partition(">")
        elif ahead.startswith("| ") and not ahead[2:].lstrip().startswith("-"):
            text = ahead[2:].lstrip().partition(" ")[2]
        elif (
            ahead and _capital(ahead.split(" ", 1)[0].rstrip(",")) and text.startswith(" ") and not ahead.endswith(".")
        ):
            text = ahead[len(ahead.split(" ", 1)[0].rstrip(",")) :]
        else:
            return text


def _bracket(text: str) -> tuple[str, str]:
    """What stands inside the bracket that a text begins with, and what follows it."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if depth == 0:
            return text[1:at], text[at + 1 :]
    return text[1:], ""


def _better(old: Value | None, new: Value | None) -> Value | None:
    """The value that tells more: the last named one (`-n NUM, --num NUM`), with choices if either has them."""
    if new is None or (old is not None and old.choices and not new.choices):
        return old
    return new
