"""Text that deceives: characters that nobody sees.

T.1 What a reviewer sees is what an agent reads: T-hidden-character, T-hidden-character-in-file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from hcp_author.lint.contract import Hit, Severity, Text, at, in_text, on_file, rule
from hcp_author.lint.laws._texts import is_name, strings_of
from hcp_author.pack.late import pattern
from hcp_author.pack.model import Pack
from hcp_author.pack.text import describe, hidden_characters, is_hidden, joins_emoji, visible

# files that people and agents read as text; what fixtures hold is data, JSON files are read by value
READ_AS_TEXT = pattern(
    r"(?:.*\.(?:md|py|txt|ya?ml|toml|cfg|ini|sh|ts|js)|\.gitignore|Makefile|Dockerfile|LICENSE)", re.IGNORECASE
)
# the escapes by which JSON in plain ASCII can hold a hidden character
ODD_ESCAPE = pattern(r"\\[ubf]|\x7f")
TAGS = pattern("[\U000e0000-\U000e007f]+")
SHOWN = 5


@rule("T-hidden-character", "T", "error")
def hidden_in_json(pack: Pack) -> Iterator[Hit]:
    """A text holds a character that draws nothing, or steers the terminal or the direction of reading.

    Why: a reviewer sees one text and an agent reads another; a terminal obeys what it should show.
    Fix: remove the character; an emoji's own joiners in prose are only warned of.
    Bad: surface.json /summary
        "Search, read\\u200b and tag mail."
    Good: surface.json /summary
        "Search, read and tag mail."
    """
    for document in (pack.surface, pack.policy):
        escapes = "\\" in document.text and ODD_ESCAPE.search(document.text)
        if not escapes and next(hidden_characters(document.text), None) is None:
            continue
        for where, text, is_key in strings_of(document):
            found = odd_characters(text)
            if found and not is_name(pack, where, text, is_key):
                char, severity = found[0]
                message = f"{describe(char)} is hidden in this text{decoded(text)}"
                yield at(document, where, message, "remove it", key=is_key, severity=severity)
    for name in pack.files:
        odd = None if name.isascii() and name.isprintable() else next((char for char in name if is_hidden(char)), None)
        if odd:
            yield on_file(name, f"the file's name `{visible(name)}` holds {describe(odd)}", "rename the file")


@rule("T-hidden-character-in-file", "T", "error", over="text", alone=True)
def hidden_in_text(pack: Pack, text: Text) -> Iterator[Hit]:
    """A text file holds a character that draws nothing, or steers the terminal or the direction of reading.

    Why: a reviewer sees one text and an agent, or Python, reads another.
    Fix: remove the character; an emoji's own joiners in prose are only warned of.
    Bad: HARNESS.md
        Ask for what you need{{"\\u200b"}}, and no more.
    Good: HARNESS.md
        Ask for what you need, and no more.
    """
    if text.name.startswith("fixtures/") or not READ_AS_TEXT.fullmatch(text.name.rsplit("/", 1)[-1]):
        return
    lines = hidden_by_line(text.content)
    for found in lines[:SHOWN]:
        (index, char), others = found[0], len(found) - 1
        severity: Severity | None = "warning" if joins_emoji(text.content, index) else None
        more = f", and {others} more on this line" if others else ""
        below = ", and more below" if len(lines) > SHOWN and found is lines[SHOWN - 1] else ""
        message = f"{describe(char)} is hidden here{decoded(text.content)}{more}{below}"
        yield in_text(text, index, index + 1, message, "remove it", severity=severity)


def hidden_by_line(content: str) -> list[list[tuple[int, str]]]:
    """The hidden characters with their offsets, those of one line together; an emoji's joiners apart from the others.

    Of a text with many only the first lines.
    """
    lines: dict[tuple[int, bool], list[tuple[int, str]]] = {}
    line, last = 1, 0
    for index, char in hidden_characters(content):
        line, last = line + content.count("\n", last, index), index
        lines.setdefault((line, joins_emoji(content, index)), []).append((index, char))
        if len(lines) > SHOWN:
            break
    return list(lines.values())


def odd_characters(text: str) -> list[tuple[str, Severity | None]]:
    """The hidden characters of a JSON string, with the severity that they call for; the worst first."""
    joins: Severity = "warning"
    found = [(char, joins if joins_emoji(text, index) else None) for index, char in hidden_characters(text)]
    return sorted(found, key=lambda one: one[1] or "")


def decoded(text: str) -> str:
    """What the invisible letters of the tag block say, in plain ones."""
    # the report shows no more than the beginning
    said = "".join(chr(ord(char) - 0xE0000) for match in islice(TAGS.finditer(text), 200) for char in match[0][:200])
    return f'; it says "{visible(said, 60)}"' if said.strip() else ""
