"""yargs: types and other facts in brackets at the right edge, `[string] [required] [choices: "a", "b"]`."""

from __future__ import annotations

import re

from hcp_author.introspect.dialects import _marks
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import assemble
from hcp_author.introspect.reading.values import value_of
from hcp_author.introspect.tree import Option, Value

_FACT = re.compile(r" ?\[(string|number|boolean|array|count|required)\]")
_TYPES = {"string": "string", "number": "number", "array": None}
_CHOICES = re.compile(r"\[choices: ([^\]]{1,600})\]")
_DEFAULT = "[default]"
_DOTS = re.compile(r"(?<=[\w-])\.\.(?=[\]>])")


def recognises(lines: list[str]) -> bool:
    """Some line ends in the type of an option, and the option that asks for help says so in its words."""
    return any(line.endswith("]") and "Show help" in line and "[boolean]" in line for line in lines) or any(
        line.endswith(("[boolean]", "[string]", "[count]")) and "--version" in line for line in lines
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read one page of help of `program`'s command `path`."""
    page = assemble.read([_DOTS.sub("...", line) if ".." in line else line for line in lines], program, path)
    for one in _marks.options(page):
        _facts(one)
    for command in page.commands:
        if _DEFAULT in command.summary:
            # what this command does is done without its name as well
            command.summary = command.summary.replace(_DEFAULT, "").strip()
            page.acts = True
    return page


def _facts(one: Option) -> None:
    """Write into an option what the brackets behind its description say."""
    said = _FACT.findall(one.summary)
    choices = _CHOICES.search(one.summary)
    one.required = one.required or "required" in said
    one.repeatable = one.repeatable or "array" in said or "count" in said
    kind = next((word for word in said if word in _TYPES), None)
    if choices is not None:
        words = [w.strip(" \"'") for w in choices.group(1).split(",")]
        one.value = Value(kind, choices=words, type="string")
    elif kind is not None:
        one.value = Value(kind, type=_TYPES[kind])
    elif one.value is None and "[default: " in one.summary and "boolean" not in said and "count" not in said:
        one.value = value_of("value")
    elif one.value is None and "boolean" not in said and "count" not in said:
        # without a type the word that follows is taken, if one does; one that must be given has one
        one.value = Value("value", optional="required" not in said)
    one.summary = _FACT.sub("", one.summary).strip()
