"""Foreign text as Markdown that says no more than itself: cells, paragraphs, tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hcp_author.pack.late import pattern
from hcp_author.pack.text import clean

CELL_LIMIT = 120

# nothing of it is markup to anybody
_PLAIN = pattern(r"[A-Za-z0-9 ,.;()'\"+=-]{0,120}\Z")
_CODE_NAME = pattern(r"-{0,2}[A-Za-z0-9][A-Za-z0-9._-]*\Z")
# What begins a link by itself in GitHub's Markdown; it goes, and the rest is plain words.
_AUTOLINK = pattern(r"(?i)(?:[a-z][a-z0-9+.-]*)?://|(?<![a-z0-9])(?:(?:mailto|xmpp):(?=\S)|www\.)")
_MAIL = pattern(r"(?<=[A-Za-z0-9._+-])@(?=[A-Za-z0-9_-]+\.)")
_MARKUP = frozenset("\\`*{}[]<>|&~$")


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A GFM table whose cells are ready Markdown; empty without rows."""
    if not rows:
        return ""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def cell(text: str) -> str:
    """Foreign text as one cell: one line, at most 120 characters, nothing of it markup."""
    plain = clean(text)
    if _PLAIN.match(plain) and "www." not in plain.lower():
        return plain
    plain = _without_links(plain)
    shown = [_escape(plain, index) for index in range(len(plain))]
    if sum(map(len, shown)) > CELL_LIMIT:
        while sum(map(len, shown)) > CELL_LIMIT - 1:
            shown.pop()
        shown.append("…")
    return "".join(shown)


def paragraph(text: str) -> str:
    """Foreign text as a paragraph: like a cell, and its beginning makes no heading, list or rule."""
    return re.sub(r"\A(\d*)([#+=.)-])", r"\1\\\2", cell(text))


def code(name: str) -> str:
    """A name as code, where it is fit to be one."""
    return f"`{name}`" if len(name) <= CELL_LIMIT and _CODE_NAME.match(name) else cell(name)


def prose(text: str) -> str:
    """Our own words with names in backticks: the names become code where they are harmless."""
    pieces = text.split("`")
    if len(pieces) != 3 or not all(_CODE_NAME.match(word) for word in pieces[1].split(" ")):
        return cell(text)
    return f"{pieces[0]}`{pieces[1]}`{pieces[2]}"


def _escape(text: str, index: int) -> str:
    """One character so that no Markdown (CommonMark, GFM, maths, templates) sees more in it than itself."""
    char = text[index]
    if char in _MARKUP:
        return "\\" + char
    if char == "_" and not (_word_at(text, index - 1) and _word_at(text, index + 1)):
        return "\\_"
    if char == "!" and text[index + 1 : index + 2] == "[":
        return "\\!"
    # `{%`, `{#`, `<%`, `<!--`: no template engine or lax reader finds its opening either
    return "\\" + char if char in "%#!?/-" and text[index - 1 : index] in ("{", "<") else char


def _without_links(text: str) -> str:
    """Take away what makes a bare address a link, until nothing of it is left."""
    while (plain := _MAIL.sub(" at ", _AUTOLINK.sub("", text))) != text:
        text = plain
    return text


def _word_at(text: str, index: int) -> bool:
    return 0 <= index < len(text) and text[index].isalnum()
