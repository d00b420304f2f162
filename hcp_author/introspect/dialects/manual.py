"""Manual pages as `man` renders them: NAME, SYNOPSIS, OPTIONS at the left edge, rows indented under them."""

from __future__ import annotations

import re

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import described, facts, layout, listing, optionrows, rows, spoken
from hcp_author.introspect.reading.synopsis import Synopsis, synopsis
from hcp_author.introspect.text import clean

_FEW = 3
_TITLE_LINE = re.compile(r"(\S{1,80}\([0-9a-z]{1,6}\))\s.{0,1500}\1", re.IGNORECASE)
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
    usages: list[Synopsis] = []
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
            _lists(page, title, body, program, path)
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


def _lists(page: Page, title: str, body: list[str], program: str, path: tuple[str, ...]) -> None:
    """Rows of options anywhere in running text; rows of commands only under a title that says so."""
    of_commands = bool({"COMMANDS", "SUBCOMMANDS"} & set(title.split())) and "OPTION" not in title
    if not of_commands:
        found_options = optionrows.read(_paragraph_rows(body, options=True), page.unread, strict=True)
        page.options = optionrows.joined(page.options, found_options)
    if of_commands or title == "GROUPS":
        found = listing.commands(_paragraph_rows(body, options=False), program, path, title.capitalize())
        known = {c.name for c in page.commands}
        fresh = [c for c in found if c.name not in known and c.name == c.name.lower()]
        page.commands += fresh if len(found) > 1 else []


def _spread(page: Page, found: list[tuple[str, list[str]]], program: str, path: tuple[str, ...]) -> None:
    """Commands that are described one after the other in several sections, each with its usage for a title."""
    for title, body in found:
        listed = [row for row in _paragraph_rows(body, options=False) if row.text]
        usages = [row for row in listed if _is_usage(row.head)]
        spelled = sum(1 for row in usages if "[-" in row.head)
        if len(usages) >= _FEW and len(usages) >= 0.6 * len(listed) and spelled >= len(usages) / 3:
            for command in listing.commands(usages, program, path, title.capitalize()):
                if all(c.name != command.name for c in page.commands):
                    page.commands.append(command)


def _is_usage(head: str) -> bool:
    """Whether a row's head is a name in lower case followed by nothing but options and operands."""
    name, _, rest = head.partition(" ")
    return (
        listing.is_name(name)
        and name == name.lower()
        and (rest[:1] in ("[", "-", "<") or (not rest and "-" in name) or (bool(rest) and rest.isupper()))
    )


def _paragraph_rows(body: list[str], options: bool) -> list[rows.Row]:
    """Rows at the text's own indent whose description stands deeper, below or beside."""
    base = _base(body)
    found: list[rows.Row] = []
    taking = False
    for line in body:
        indent = layout.indent_of(line)
        text = line.strip()
        if not text:
            continue
        if indent <= base + 1 and (rows.is_option(text) if options else text[0].isalnum()):
            head, about = rows.split(line, None)
            found.append(rows.Row(head, indent, [about] if about else []))
            taking = True
        elif indent > base + 1 and taking:
            found[-1].text.append(text)
        else:
            taking = False
    return _with_depth(found)


def _base(body: list[str]) -> int:
    """The indent of the text: the most frequent among the least indented lines, titles of subsections aside."""
    indents = [layout.indent_of(line) for line in body if line]
    return min((i for i in indents if i > 3), default=7)


def _with_depth(found: list[rows.Row]) -> list[rows.Row]:
    """Rows without a description are kept only directly before one that has (several spellings of one option)."""
    kept: list[rows.Row] = []
    for at, row in enumerate(found):
        following = found[at + 1] if at + 1 < len(found) else None
        if row.text or " - " in row.head or (following is not None and rows.is_option(row.head)):
            kept.append(row)
    return kept
