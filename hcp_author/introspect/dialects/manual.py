"""Manual pages as `man` renders them: NAME, SYNOPSIS, OPTIONS at the left edge, rows indented under them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import described, facts, layout, listing, optionrows, rows, spoken
from hcp_author.introspect.reading.elements import Element
from hcp_author.introspect.reading.placeholders import literal
from hcp_author.introspect.reading.synopsis import Synopsis, synopsis
from hcp_author.introspect.text import clean

_FEW = 3
_TITLE_LINE = re.compile(r"(\S{1,80}\([0-9a-z]{1,6}\))\s.{0,1500}\1", re.IGNORECASE)
# what is typed into a running program
_TYPED = frozenset(
    ("INTERACTIVE", "KEY", "KEYBOARD", "EDITING", "INTERNAL", "META", "BUILTIN", "BUILT-IN", "CONNECTED")
)
_KEY = re.compile(r" +(?:ESC-|\^[A-Z](?: |$))")
_SILENT = (
    "SEE ALSO",
    "AUTHOR",
    "BUGS",
    "COPYRIGHT",
    "FILES",
    "HISTORY",
    "EXIT",
    "REPORTING",
    "STANDARDS",
    "NOTES",
    "COLOPHON",
    "CAVEATS",
    "LICENSE",
)


def recognises(lines: list[str]) -> bool:
    """A first line like `LOG(1)   Manual   LOG(1)`, or NAME and SYNOPSIS alone at the left edge."""
    first = next((line for line in lines if line), "")
    return bool(_TITLE_LINE.match(first.strip())) or (
        "NAME" in lines and ("SYNOPSIS" in lines or "DESCRIPTION" in lines)
    )


def read(lines: list[str], program: str, path: tuple[str, ...]) -> Page:
    """Read a rendered manual page of `program`'s command `path`."""
    page = Page(manual=True)
    lines = [line.rstrip() for line in lines]
    usages: list[Synopsis] = []
    listed = False
    for title, body in _sections(lines):
        if title == "NAME":
            names, _, about = " ".join(" ".join(body).split()).partition(" - ")
            page.title, page.summary = clean(names, 200), clean(about, 400)
        elif title.startswith(("SYNOPSIS", "USAGE")):
            usages.append(_synopsis(body, program, path))
        elif title.startswith("EXAMPLE"):
            page.examples = facts.examples(body, program)
        elif title.startswith("ENVIRONMENT"):
            page.env += facts.env_rows(rows.rows(body))
        elif not title.startswith(_SILENT):
            page.called |= {word: about for word, about in _called(body, [program, *path]) if word not in page.called}
            page.below |= dict(_following(body, program, path))
            _lists(page, title, body, program, path, listed)
        listed = listed or _of_commands(title)
    if len(page.commands) < _FEW and spoken.stands_for_command(usages):
        _spread(page, _sections(lines), program, path)
    spoken.fill(page, usages)
    page.env = list(dict.fromkeys([*page.env, *described.variables("\n".join(lines))]))
    return page


def _sections(lines: list[str]) -> list[tuple[str, list[str]]]:
    """The sections of a manual page: a title stands at the left edge and in capitals."""
    found: list[tuple[str, list[str]]] = []
    for line in lines:
        if line and line[0] != " ":
            found.append((line.strip() if line == line.upper() else "NOTES", []))
        elif found:
            found[-1][1].append(line)
    return found


def _synopsis(body: list[str], program: str, path: tuple[str, ...]) -> Synopsis:
    """The usage lines; pages of subcommands may name them `prog-sub` instead of `prog sub`."""
    joined = "-".join([program, *path])
    plain = [
        line.replace(joined, " ".join([program, *path]), 1) if line.strip().startswith(joined) else line
        for line in body
    ]
    return synopsis(plain, program, path, told=False)[0]


def _of_commands(title: str) -> bool:
    """Whether a section describes the commands."""
    words = set(title.split())
    return bool({"COMMANDS", "SUBCOMMANDS"} & words) and "OPTION" not in title and not _TYPED & words


def _lists(page: Page, title: str, body: list[str], program: str, path: tuple[str, ...], listed: bool) -> None:
    """Rows of options anywhere in running text; rows of commands only under a title that says so.

    `listed`: the commands were described before; then only a section that says so has options of the program's own.
    """
    of_commands = _of_commands(title)
    if not of_commands and (not listed or "OPTION" in title or title.endswith("FLAGS")):
        found_options = optionrows.read(_paragraph_rows(body, options=True), page.unread, strict=True)
        page.options = optionrows.joined(page.options, found_options)
    keys = sum(1 for line in body if _KEY.match(line))
    # the topics of a command that shows them are typed after it
    if (of_commands or title == "GROUPS" or (path and title == "TOPICS")) and keys < _FEW:
        found = listing.commands(_paragraph_rows(body, options=False), program, path, title.capitalize())
        known = {c.name for c in page.commands}
        fresh = [c for c in found if c.name not in known and c.name == c.name.lower()]
        # single letters are keys to press while it runs
        letters = sum(1 for c in found if len(c.name) == 1)
        page.commands += fresh if len(found) > 1 and 2 * letters <= len(found) else []


def _called(body: list[str], call: list[str]) -> Iterator[tuple[str, str]]:
    """The words that the command is called with in headings, and what is said beside: `prog sub word - what it does`.

    A heading stands no deeper than the text, and something stands deeper below it.
    """
    base = _base(body)
    for line, coming in itertools.pairwise([line for line in body if line] + [""]):
        head, dash, about = line.strip().partition(" - ")
        words = [word for word in head.split() if not word.startswith("[")]
        titled = bool(dash) or layout.indent_of(coming) > layout.indent_of(line)
        if layout.indent_of(line) <= base and titled and words[:-1] == call and listing.is_name(words[-1]):
            yield words[-1], clean(about, listing.MAX_SUMMARY)


def _following(body: list[str], program: str, path: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """The words that a usage line in running text lists after a command: `prog device {show | set | up} [ARG]`."""
    if not any("{" in line for line in body):
        return
    for line in _synopsis(body, program, path).lines:
        first, *rest = line.elements or [Element("")]
        words = [piece for piece in rest if piece.group and piece.group == rest[0].group]
        if literal(first) and not first.group and len(words) > 1 and all(map(literal, words)) and words[-1].barred:
            yield first.text, [piece.text for piece in words]


def _spread(page: Page, found: list[tuple[str, list[str]]], program: str, path: tuple[str, ...]) -> None:
    """Commands that are described one after the other in several sections, each with its usage for a title."""
    chapters = [(title, _paragraph_rows(body, options=False, alone=True)) for title, body in found]
    if not any(_is_chapter(listed) for _, listed in chapters):
        return
    # what a section named COMMANDS says of them are examples
    page.commands = []
    for title, listed in chapters:
        whole = _is_chapter(listed)
        told = [at for at, row in enumerate(listed) if row.text]
        usages = [listed[at] for at in told if _spelled(listed[at]) or (whole and _beside_spelled(listed, at))]
        for command in listing.commands(usages, program, path, title.capitalize()):
            if all(c.name != command.name for c in page.commands):
                page.commands.append(command)


def _is_chapter(listed: list[rows.Row]) -> bool:
    """Whether the rows of a section are usages of commands, by majority."""
    told = [row for row in listed if row.text]
    usages = [row for row in told if _is_usage(row.head)]
    spelled = sum(1 for row in usages if "[-" in row.head)
    return len(usages) >= _FEW and len(usages) >= 0.6 * len(told) and spelled >= len(usages) / 3


def _spelled(row: rows.Row) -> bool:
    """Whether a row is a usage with options."""
    return "[-" in row.head and _is_usage(row.head)


def _beside_spelled(listed: list[rows.Row], at: int) -> bool:
    """Whether a usage without options stands beside one with options, and not in a list of something else."""
    beside = listed[max(0, at - 1) : at + 2]
    return _is_usage(listed[at].head) and " -" not in listed[at].head and any(_spelled(row) for row in beside)


def _is_usage(head: str) -> bool:
    """Whether a row's head is a name in lower case followed by nothing but options and operands."""
    name, _, rest = head.partition(" ")
    return (
        listing.is_name(name)
        and name == name.lower()
        and (rest[:1] in ("[", "-", "<") or (not rest and "-" in name) or (bool(rest) and rest.isupper()))
    )


def _paragraph_rows(body: list[str], options: bool, alone: bool = False) -> list[rows.Row]:
    """Rows whose description stands deeper, below or beside: at the text's own indent, or options under a term.

    `alone`: lines that no description follows, too.
    """
    base = _base(body)
    found: list[rows.Row] = []
    taking = False
    for line in body:
        indent = layout.indent_of(line)
        text = line.strip()
        if not text:
            continue
        deepest = max(base, found[-1].indent) + 1 if taking else (len(line) if options else base + 1)
        if indent <= deepest and (rows.is_option(text) if options else text[0].isalnum()):
            head, about = rows.split(line, None)
            found.append(rows.Row(head, indent, [about] if about else []))
            taking = True
        elif taking and indent > deepest:
            found[-1].text.append(text)
        else:
            taking = False
    return found if alone else _with_depth(found, base)


def _base(body: list[str]) -> int:
    """The indent of the text: the most frequent among the least indented lines, titles of subsections aside."""
    indents = [layout.indent_of(line) for line in body if line]
    return min((i for i in indents if i > 3), default=7)


def _with_depth(found: list[rows.Row], base: int) -> list[rows.Row]:
    """Rows without a description are kept only directly before another (several spellings of one option).

    Those that stand deeper than the text (`base`) must have one of their own.
    """
    kept: list[rows.Row] = []
    for at, row in enumerate(found):
        following = found[at + 1] if at + 1 < len(found) else None
        spelling = following is not None and rows.is_option(row.head) and row.indent <= base + 1
        if row.text or " - " in row.head or spelling:
            kept.append(row)
    return kept
