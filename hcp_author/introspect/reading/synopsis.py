"""Finds the usage lines in a section: where each begins, what continues it, what describes it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hcp_author.introspect.reading.layout import indent_of
from hcp_author.introspect.reading.rows import is_option
from hcp_author.introspect.reading.usage import Usage, usage

MAX_LINES = 200
# `1. prog NAME` and below it `2. prog NAME --all`
_COUNTED = re.compile(r"\d\. (?=[a-z])")


@dataclass
class Synopsis:
    """Usage lines, and for each what the page says under it."""

    lines: list[Usage] = field(default_factory=list)
    summaries: list[str] = field(default_factory=list)


def synopsis(lines: list[str], program: str, path: tuple[str, ...], told: bool) -> tuple[Synopsis, list[str]]:
    """The usage lines among `lines`, and the lines that are none of them.

    `told`: the section says that it is usage, so its first line is one whatever it begins with.
    """
    texts: list[tuple[int, str]] = []
    about: list[list[str]] = []
    rest: list[str] = []
    open_line = False
    for line in lines:
        text = line.strip()
        counted = _COUNTED.match(text) if told else None
        text = text[counted.end() :] if counted else text
        begins = bool(counted) or _begins(text, program, told and not texts and not any(r.strip() for r in rest))
        if begins and len(texts) < MAX_LINES:
            text, beside = _two_columns(text)
            # a line beside its title stands far right; what goes on with it need not
            texts.append(
                (0 if told and not texts else indent_of(line), text.removeprefix("or:").removeprefix("or ").strip())
            )
            about.append([beside] if beside else [])
            open_line = True
        elif open_line and text and _continues(text, indent_of(line) - texts[-1][0], len(program)):
            texts[-1] = (texts[-1][0], texts[-1][1] + " " + text)
        elif open_line and text and told and indent_of(line) > texts[-1][0] and not is_option(text):
            about[-1].append(text)
        else:
            open_line = open_line and bool(text) and bool(about[-1])
            rest.append(line)
    read = [usage(text, program, path) for _, text in texts]
    return Synopsis(read, [" ".join(words) for words in about]), rest


def _two_columns(text: str) -> tuple[str, str]:
    """A usage line and what is said beside it, where a wide gap parts it from a sentence."""
    left, gap, right = text.partition("  ")
    if not gap and ": " in text:
        # `prog FILE: what this does`
        left, gap, right = text.partition(": ")
        if len(left.split()) < 2 or not left[-1].isalnum() or not right.replace(" ", "").isalpha():
            return text, ""
    words = right.split()
    enough = len(words) > (0 if gap == ": " else 1)
    plain = enough and words[0][0].isalpha() and not any(c in right for c in "[<{|")
    return (left, right.strip()) if gap and plain and words[0] != words[0].upper() else (text, "")


def _begins(text: str, program: str, first: bool) -> bool:
    """Whether a line begins a usage line: the program's name and then something, or `or:`."""
    if not text:
        return False
    if first and not is_option(text):
        return True
    text = _two_columns(text.removeprefix("or:").strip())[0]
    if not text.startswith(program):
        return False
    after = text[len(program) :]
    return not after or (after[0] == " " and not _prose(after.strip()))


def _prose(text: str) -> bool:
    """Whether what follows the program's name reads like a sentence: `is a program that …`, `(version) …`, `- …`."""
    words = text.split()
    if words[0] in ("-", "--", "—", "is", "was", "are", "can", "will", "has", "and", "provides", "allows"):
        return True
    if words[0] == "version" and len(words) > 1:
        return True
    if text.startswith("(") and words[-2:-1] and words[-2].endswith(")") and words[-1][0].isdigit():
        # `prog (The Suite) 1.2`
        return True
    return len(words) > 3 and not any(c in text for c in "[<{|") and text != text.upper() and text[-1] in ".!"


def _continues(text: str, deeper: int, name: int) -> bool:
    """Whether a line goes on with the usage line above it: by its indent past the program's name, or by its shape."""
    if deeper <= 0 or "  " in text:
        return False
    if deeper > name:
        return True
    first, *more = text.split()
    if is_option(text) and len(more) > 2 and all(w.isalpha() and w.islower() for w in more[:3]):
        # `-0[digits] say how records end`: the list of options begins right below
        return False
    return text[0] in "[<{(|-." or first.isupper() or first.endswith("...")
