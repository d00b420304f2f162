"""What a rule is, what it yields, and what comes of it: Rule, Hit, Finding, Edit, Report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar

from hcp_author.pack.record import record
from hcp_author.pack.source import START, Document, Place

Severity = Literal["error", "warning", "note"]
Phase = Literal["file", "shape", "law", "derived", "drawn", "catalog"]
Over = Literal["pack", "text", "catalog"]

# what is written from the two JSON files (proof.json, then the tables) is looked at once those are in order
PHASES: tuple[Phase, ...] = ("file", "shape", "law", "derived", "drawn")
EXCERPT_LIMIT = 400
_LINE_END = re.compile(r"\r\n|\n|\r")


@record(frozen=True)
class Text:
    """One text file of a pack: its name, relative, with `/`, and its content, line ends as they are."""

    name: str
    content: str


@record(frozen=True)
class Hit:
    """What a rule yields: where, and what is wrong there; the engine adds which rule and which pack.

    `file` is relative to the pack, with `/`. `severity` is None where the rule's own holds. `fix` is what to type
    or write next; `safe` says that a program may do it unasked (it never widens a permission). `breaks` are pointers of
    the same file that are unsure because of it, besides its own.
    """

    file: str
    place: Place
    pointer: str
    message: str
    fix: str | None = None
    severity: Severity | None = None
    safe: bool = False
    excerpt: str = ""
    breaks: tuple[str, ...] = ()


@record(frozen=True)
class Edit:
    """One replacement in a file: lines and columns from 1, columns in code points, end exclusive.

    `file` is as in Finding.file. Start equal to end inserts; an empty `text` removes.
    """

    file: str
    start_line: int
    start_column: int
    end_line: int
    end_column: int
    text: str


@record(frozen=True)
class Finding:
    """One wrong thing, with its place: lines and columns from 1, columns in code points, end exclusive.

    `law` is L1 to L12, S (Sense), N (the non-goals), F (the format) or T (text that deceives). `pack` is the pack_id,
    or the folder's name where there is none. `file` is as the caller's folder would name it. `pointer` is a JSON
    pointer, empty outside JSON. `excerpt` is the line it stands on, secrets masked, empty where no line helps.
    `edits` are what mends it, in one go; filled only where somebody asked for them.
    """

    rule: str
    law: str
    severity: Severity
    pack: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    pointer: str
    message: str
    fix: str | None = None
    safe: bool = False
    excerpt: str = ""
    edits: tuple[Edit, ...] = ()


@record(frozen=True)
class Report:
    """All findings of one run, in order, and how much was looked at.

    `suppressed` and `baselined` count what the one who lints decided to leave out, and `hidden` holds all that is left
    out by any setting. `fixed` is what was mended before (None: nobody asked), `unfixed` what could not be, each with
    the reason, `diff` what would be changed, where nothing was to be written.
    """

    findings: tuple[Finding, ...]
    packs: int
    rules_run: int
    suppressed: int = 0
    baselined: int = 0
    hidden: tuple[Finding, ...] = ()
    fixed: tuple[Finding, ...] | None = None
    unfixed: tuple[tuple[Finding, str], ...] = ()
    diff: str | None = None

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(1 for finding in self.findings if finding.severity == severity)


@record(frozen=True)
class Entry:
    """One pack of a catalog, as the rules across packs know it: its number in the run, its folder, what it is."""

    index: int
    folder: str
    pack_id: str
    plane: str


@record(frozen=True)
class Rule:
    """One rule: its id, the law it guards, and the generator function that finds breaches.

    `needs` names what it reads, as `surface:/verbs/*/exec`: while that part is broken, the rule is silent, so that one
    mistake stays one finding. `over` says what `check` is given: the pack; the pack and one of its text files; all
    entries of a catalog, and a function that reads one's pack (it yields the entry with each hit).
    `alone` is said of a rule over texts that looks at the text's name and content and at nothing else of the pack, so
    that a text in which it found nothing need not be looked at in the next pack.
    """

    id: str
    law: str
    severity: Severity
    since: str
    phase: Phase
    over: Over
    needs: tuple[tuple[str, tuple[str, ...]], ...]
    check: Callable[..., Iterator[Any]]
    alone: bool = False

    @property
    def page(self) -> str:
        """The rule's documentation: what is wrong. Why: … Fix: …"""
        return self.check.__doc__ or ""


Check = TypeVar("Check", bound=Callable[..., Iterator[Any]])


def rule(
    id: str,  # noqa: A002 - the field's own name
    law: str,
    severity: Severity,
    *,
    needs: tuple[str, ...] = (),
    phase: Phase = "law",
    over: Over = "pack",
    alone: bool = False,
    since: str = "0.1.0",
) -> Callable[[Check], Rule]:
    """Mark a generator function as a rule; its docstring is its page."""
    parts = tuple(split_need(need) for need in needs)

    def mark(check: Check) -> Rule:
        return Rule(id, law, severity, since, phase, over, parts, check, alone)

    return mark


def split_need(need: str) -> tuple[str, tuple[str, ...]]:
    """`surface:/verbs/*/exec` -> (`surface.json`, (`verbs`, `*`, `exec`)); `HARNESS.md` -> (`HARNESS.md`, ())."""
    document, _, pointer = need.partition(":")
    return document if "." in document else f"{document}.json", tuple(pointer.split("/")[1:])


def at(
    document: Document,
    pointer: str,
    message: str,
    fix: str | None = None,
    *,
    key: bool = False,
    severity: Severity | None = None,
    safe: bool = False,
) -> Hit:
    """A hit on the value at `pointer`, or with `key` on the key that names it."""
    place = document.key_place(pointer) if key else document.place(pointer)
    return Hit(document.name, place, pointer, message, fix, severity, safe, line_of(document.text, place.line))


def in_text(
    text: Text,
    start: int,
    end: int,
    message: str,
    fix: str | None = None,
    *,
    severity: Severity | None = None,
    show: bool = True,
) -> Hit:
    """A hit on `content[start:end]` of a text file; `show=False` keeps the line out of every report."""
    line, column = line_and_column(text.content, start)
    end_line, end_column = line_and_column(text.content, end)
    place = Place(line, column, end_line, end_column)
    return Hit(text.name, place, "", message, fix, severity, excerpt=line_of(text.content, line) if show else "")


def on_file(file: str, message: str, fix: str | None = None, *, severity: Severity | None = None) -> Hit:
    """A hit on a file as a whole, or on one that is missing."""
    return Hit(file, START, "", message, fix, severity)


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of an offset."""
    count, last = text.count, text.rfind
    line = 1 + count("\n", 0, offset) + count("\r", 0, offset) - count("\r\n", 0, offset)
    return line, offset - max(last("\n", 0, offset), last("\r", 0, offset))


def line_of(text: str, line: int) -> str:
    """The text of one line, without its end; empty where there is none, or it is too long to show."""
    found = _LINE_END.split(text, line)[line - 1 : line]
    return found[0] if found and len(found[0]) <= EXCERPT_LIMIT else ""
