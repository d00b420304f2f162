"""A rule's page, read from its docstring: what is wrong, why, how to mend it, and examples that a test runs."""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from hcp_author.lint.contract import Rule
from hcp_author.pack import secrets
from hcp_author.pack.text import visible

Kind = Literal["value", "text", "absent", "link", "mode"]

BASE = "mail"
_SECTION = re.compile(r"(Why|Fix|Base|Bad|Good): ?(.*)")
_LINK = re.compile(r"link (\S+) -> (\S+)")
_MODE = re.compile(r"mode (\S+) ([0-7]{3,4})")
# `{{"gh" "p_…"}}`: a text in pieces, so that no scanner takes the example for the thing itself
_JOINED = re.compile(r'\{\{((?:"(?:[^"\\]|\\.)*" ?)+)\}\}')
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Piece:
    """One change to a pack: what `file` becomes at `pointer`, or as a whole.

    `kind` value: the JSON value `text` stands at `pointer` (`-` appends). text: the file's content, appended where the
    file is no JSON. absent: the value, or without a pointer the file, is taken away. link: `text` is where it leads.
    mode: `text` is the mode, octal.
    """

    kind: Kind
    file: str
    pointer: str
    text: str

    @property
    def head(self) -> str:
        """Where it stands, for a reader: `policy.json, at /verbs/send`."""
        return f"{self.file}, at {self.pointer}" if self.pointer else self.file

    @property
    def content(self) -> str:
        """The text as the file gets it, its pieces joined."""
        return joined(self.text)

    @property
    def shown(self) -> str:
        """The text as a reader sees it: secrets masked, hidden characters written out."""
        told = {"absent": "(absent)", "link": f"(a link to {self.text})", "mode": f"(mode {self.text})"}
        whole = told.get(self.kind) or secrets.mask(self.content)
        return "\n".join(visible(line) for line in whole.split("\n"))


@dataclass(frozen=True)
class Example:
    """What breaks the rule, and the same thing in order; the pieces of each belong together."""

    bad: tuple[Piece, ...]
    good: tuple[Piece, ...]

    def named(self) -> Iterator[tuple[str, Piece]]:
        """Each piece with the name of its half: `Bad` or `Good`."""
        yield from (("Bad", piece) for piece in self.bad)
        yield from (("Good", piece) for piece in self.good)


@dataclass(frozen=True)
class Page:
    """One rule explained. `base` names the clean pack that the examples are laid over: mail, fleet, feed or wrap."""

    what: str
    why: str
    fix: str
    base: str
    examples: tuple[Example, ...]


def of(rule: Rule) -> Page:
    """The page of a rule."""
    return parse(rule.page)


def parse(docstring: str) -> Page:
    """Read a docstring of this form; what is missing is empty. Raises ValueError where an example cannot be read.

    What is wrong. Then `Why:`, `Fix:`, `Base:`, `Bad:` and `Good:`, each at the start of a line, its further lines
    below; those of an example are indented.
    """
    found = list(sections(inspect.cleandoc(docstring)))
    words = {name: " ".join(f"{head}\n{body}".split()) for name, head, body in found if name not in ("Bad", "Good")}
    return Page(
        what=words.get("", ""),
        why=words.get("Why", ""),
        fix=words.get("Fix", ""),
        base=words.get("Base", BASE),
        examples=tuple(examples([(name, piece(head, body)) for name, head, body in found if name in ("Bad", "Good")])),
    )


def sections(text: str) -> Iterator[tuple[str, str, str]]:
    """(name, rest of its line, lines below) of each part; the first has no name."""
    name, head, body = "", "", list[str]()
    for line in text.split("\n"):
        match = _SECTION.fullmatch(line)
        if match:
            yield name, head, "\n".join(body)
            name, head, body = match[1], match[2], []
        else:
            body.append(line)
    yield name, head, "\n".join(body)


def examples(pieces: list[tuple[str, Piece]]) -> Iterator[Example]:
    """Pieces in a row belong together: each run of bad ones, and the run of good ones after it."""
    bad: tuple[Piece, ...] = ()
    for name, run in groupby(pieces, key=lambda pair: pair[0]):
        together = tuple(one for _, one in run)
        if name == "Bad":
            if bad:
                raise ValueError("an example has a bad half and no good one")
            bad = together
        elif not bad:
            raise ValueError("an example has a good half and no bad one before it")
        else:
            yield Example(bad, together)
            bad = ()
    if bad:
        raise ValueError("an example has a bad half and no good one")


def piece(head: str, body: str) -> Piece:
    """One `Bad:` or `Good:` part; raises ValueError where its head says nothing that is known."""
    text = textwrap.dedent(body).strip("\n")
    if link := _LINK.fullmatch(head):
        return Piece("link", link[1], "", link[2])
    if mode := _MODE.fullmatch(head):
        return Piece("mode", mode[1], "", mode[2])
    file, _, pointer = head.partition(" ")
    if not file or " " in pointer or (pointer and not pointer.startswith("/")):
        raise ValueError(f"`{head}` is no FILE, FILE POINTER, link FILE -> TARGET or mode FILE 0644")
    if text == "absent":
        return Piece("absent", file, pointer, "")
    if pointer:
        json.loads(joined(text))
    return Piece("value" if pointer else "text", file, pointer, text)


def joined(text: str) -> str:
    """The text with each `{{"one" "two"}}` as `onetwo`; the parts are JSON strings."""
    return _JOINED.sub(lambda match: "".join(json.loads(part) for part in _STRING.findall(match[1])), text)
