"""What a completion file says, gathered by command path while it is read."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.values import type_of
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Option, Value

Path = tuple[str, ...]
SOURCE = "completion"
MAX_PATHS, MAX_NAMES, MAX_CHOICES = 3000, 2000, 200
MAX_SUMMARY = 500
MAX_TEXT = 20_000
_OPTION = re.compile(r"-[^\s\w\[\]<>{}|,=()$\"'`;\\-]|--?[\w?@#%][\w?@#%.:+-]*")
_COMMAND = re.compile(r"\w[\w.:+@-]*")
_CHOICE = re.compile(r"[\w.:+@/,%=-]+")


@dataclass
class Gathered:
    """The pages of a program by path; `generated` where a framework wrote the file, so that its lists are whole."""

    pages: dict[Path, Page] = field(default_factory=dict)
    generated: bool = False

    def page(self, path: Path) -> Page:
        """The page of a path, made where it is missing; beyond MAX_PATHS one that is thrown away."""
        if path not in self.pages and len(self.pages) >= MAX_PATHS:
            return Page()
        return self.pages.setdefault(path, Page(source=SOURCE, machine=True))


def opened(text: str, variable: re.Pattern[str], known: Mapping[str, str], keep: bool = False) -> str:
    """A text with its variables opened once, cut at MAX_TEXT; one that is not known is kept as written, or left out."""
    parts: list[str] = []
    at = size = 0
    for match in variable.finditer(text[:MAX_TEXT]):
        told = known.get(match[1], match[0] if keep else "")
        parts += [text[at : match.start()], told]
        size += len(told)
        at = match.end()
        if size > MAX_TEXT:
            break
    return ("".join(parts) + text[at:])[:MAX_TEXT]


def paths_of(rest: str, prefix: str, functions: Container[str]) -> list[Path]:
    """The commands that a function `PREFIXrest` can be about: one word, or two where the first has a function too."""
    first, more = rest, ""
    for at, char in enumerate(rest[:60]):
        if char == "_" and prefix + rest[:at] in functions:
            first, more = rest[:at], rest[at + 1 :]
    below = [(more,), (more.replace("_", "-"),)] if is_command(more) else [()]
    words = dict.fromkeys((first, first.replace("_", "-")))
    return list(dict.fromkeys((word, *last) for word in words if is_command(word) for last in below))


def is_option(word: str) -> bool:
    """Whether a word is an option's name and nothing else."""
    return len(word) <= 80 and _OPTION.fullmatch(word) is not None and word != "--"


def is_command(word: str) -> bool:
    """Whether a word can be a command's name."""
    return len(word) <= 60 and _COMMAND.fullmatch(word) is not None


def value(name: str = "", optional: bool = False, listed: list[str] | None = None, path: bool = False) -> Value:
    """A value of that name, its closed set where all of `listed` are plain words, its type where that is known."""
    name = clean(name, 80)
    name = name[1:-1].strip() if name[:1] + name[-1:] in ("<>", "[]", "()") else name
    choices = [w for w in dict.fromkeys(listed or []) if len(w) <= 80 and _CHOICE.fullmatch(w)]
    whole = len(choices) == len(dict.fromkeys(listed or [])) and 1 < len(choices) <= MAX_CHOICES
    kept = choices if whole else None
    return Value(name or None, optional, kept, "path" if path else type_of(name, kept) if name or kept else None)


def option(names: list[str], summary: str = "", takes: Value | None = None, repeatable: bool = False) -> Option | None:
    """An option of those names; None where none of them is one. The first long name and the first letter lead."""
    named = [n for n in dict.fromkeys(names) if is_option(n)]
    long = next((n for n in named if n.startswith("--")), None)
    short = next((n for n in named if len(n) == 2), None)
    others = [n for n in named if n not in (long, short)]
    if long is None and others:
        long = others.pop(0)
    if not named:
        return None
    return Option(long, short, others, clean(summary, MAX_SUMMARY), takes, repeatable=repeatable, source=SOURCE)


def add_option(page: Page, one: Option | None) -> None:
    """Add an option to a page; the letter that follows its long name with the same words is the same option."""
    if one is None or len(page.options) >= MAX_NAMES:
        return
    last = page.options[-1] if page.options else None
    if last is not None and not one.summary and not last.summary and _initial(last, one):
        last.long = one.long
        return
    if last is not None and one.summary and last.summary == one.summary and bool(last.value) == bool(one.value):
        if one.long is None and last.short is None and not one.other_names:
            last.short = one.short
            return
        if one.short is None and last.long is None and not last.other_names:
            last.long, last.other_names, last.value = one.long, one.other_names, one.value or last.value
            return
    page.options.append(one)


def _initial(letter: Option, long: Option) -> bool:
    """Whether a letter and the long name right after it are one option: a word of the name begins with the letter."""
    if letter.long or not letter.short or letter.other_names or not long.long or long.short or long.other_names:
        return False
    initials = {word[:1].lower() for word in long.long[2:].split("-")}
    return letter.short[1:].lower() in initials and bool(letter.value) == bool(long.value)


def add_command(page: Page, name: str, summary: str = "") -> None:
    """Add a command to a page once; `help` and what is no command's name are left out."""
    if not is_command(name) or name == "help" or len(page.commands) >= MAX_NAMES:
        return
    known = next((c for c in page.commands[-50:] if c.name == name), None)
    if known is None:
        page.commands.append(Command(name, summary=clean(summary, MAX_SUMMARY), source=SOURCE))
