"""What to say where a text is no JSON: what stands there, and what to type instead."""

from __future__ import annotations

import re

from hcp_author.pack.text import describe, visible

_WORD = re.compile(r"\w+")

# What people write where JSON wants a value, and what to type instead.
_HABITS = (
    (re.compile(r"'"), "a single quote begins no JSON value", "write \"…\" in place of '…'"),
    (re.compile(r"//|/\*|#"), "JSON has no comments", "remove the comment"),
    (re.compile(r"(?:None|undefined|nil|NULL|Null)\b"), "`{word}` is no JSON value", "write null"),
    (re.compile(r"(?:True|TRUE|yes|on)\b"), "`{word}` is no JSON value", "write true"),
    (re.compile(r"(?:False|FALSE|no|off)\b"), "`{word}` is no JSON value", "write false"),
    (re.compile(r"nan\b|[+-]?inf\b|\+Infinity\b"), "`{word}` is no JSON value", "write null"),
    (re.compile(r"\+[0-9]"), "a number has no `+` before it", "remove the `+`"),
    (re.compile(r"-?\.[0-9]"), "a number begins with a digit", "write 0 before the point"),
    (re.compile(r"[\]}]"), "a value is missing before `{word}`", "remove the comma before it, or write the value"),
    (re.compile(r","), "a value is missing before `,`", "remove the comma, or write the value"),
)


def trailing(text: str, at: int) -> tuple[str, str]:
    """What follows the end of the document."""
    if text[at] in "/#":
        return "JSON has no comments", "remove the comment"
    return f"text after the end of the document: `{visible(text[at : at + 20], 20)}`", "remove it"


def expected(text: str, at: int, what: str) -> tuple[str, str]:
    """What stands where `what` is expected."""
    char = text[at : at + 1]
    if not char:
        return f"the file ends where {what} is expected", "write what is missing at the end"
    if char in "/#":
        return "JSON has no comments", "remove the comment"
    return f"{what} is expected, not {_named(char)}", f"write {what} before it"


def no_comma(text: str, at: int, close: str) -> tuple[str, str]:
    """A member that neither a comma nor the closing bracket follows."""
    char = text[at : at + 1]
    if (char and char in '"{[-') or char.isalnum():
        return f"a comma is missing before {_named(char)}", "write `,` after the value before it"
    return expected(text, at, f"`,` or `{close}`")


def bad_key(text: str, at: int) -> tuple[str, str]:
    """Something that is no key."""
    word = _WORD.match(text, at)
    if word:
        return f"the key `{visible(word[0], 40)}` has no quotes", f'write "{visible(word[0], 40)}"'
    if text[at : at + 1] == "'":
        return "a key stands in double quotes, not single ones", "write \"…\" in place of '…'"
    return expected(text, at, "a key in double quotes")


def bad_value(text: str, at: int) -> tuple[int, str, str]:
    """Something that begins no value; where it ends comes first."""
    for habit, message, fix in _HABITS:
        found = habit.match(text, at)
        if found:
            return found.end(), message.format(word=found[0]), fix
    if at >= len(text):
        return at, "the file ends where a value is expected", "write what is missing at the end"
    word = _WORD.match(text, at)
    if word:
        return word.end(), f"`{visible(word[0], 40)}` is no JSON value", "put text in double quotes"
    return at + 1, f"{_named(text[at])} begins no JSON value", "remove it"


def bad_string(text: str, at: int, end: int) -> tuple[int, int, str, str]:
    """A string that breaks off at `end`; where to point comes first."""
    char = text[end : end + 1]
    if not char or char == "\n" or char == "\r":
        return at, end, "the string does not end on its line", 'write `"` at its end (a line break is `\\n`)'
    if char == "\\":
        shown = visible(text[end : end + 2])
        return end, end + 2, f"`{shown}` is no escape of JSON", "write `\\\\` for a backslash"
    return end, end + 1, f"{_named(char)} stands in a string", f"remove it, or write `\\u{ord(char):04x}`"


def _named(char: str) -> str:
    return f"`{char}`" if char.isascii() and char.isprintable() and char != "`" else describe(char)


def number_fix(word: str, literal: bool) -> str:
    """What to type instead of a word that begins like a number or literal and goes on otherwise."""
    if literal:
        return "put text in double quotes"
    return "remove the leading zeros" if re.match(r"-?0[0-9]", word) else "write a number, or put text in double quotes"
