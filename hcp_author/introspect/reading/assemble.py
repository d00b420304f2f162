"""The general reading of a page: its sections by their titles, their rows by their shape; the dialects build on it."""

from __future__ import annotations

import itertools
import re

from hcp_author.introspect.page import Page
from hcp_author.introspect.reading import described, facts, layout, listing, optionrows, rows, spelled, spoken
from hcp_author.introspect.reading.elements import elements
from hcp_author.introspect.reading.synopsis import Synopsis, synopsis
from hcp_author.introspect.reading.usage import Usage
from hcp_author.introspect.reading.usage import options as usage_options
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Option, Positional

_KEYS = re.compile(r"^ {1,8}\S{0,3} {0,2}(?:\^[A-Z]|ESC-|Ctrl-)", re.MULTILINE)


def read(
    lines: list[str],
    program: str,
    path: tuple[str, ...],
    meanings: dict[str, list[str]] | None = None,
    nested: bool = False,
) -> Page:
    """Read one page of help of `program`'s command `path`. Never raises; linear in the text.

    `meanings`: words that a placeholder stands for, where the page defines it. `nested`: rows that stand deeper
    under an operand are the commands that it stands for.
    """
    page = Page()
    lines = [line.rstrip() for line in lines]
    text = "\n".join(lines)
    found = layout.sections(lines)
    told_usage = any(section.kind == "usage" for section in found)
    usages = [s for section in found if (s := _usage(section, program, path, told_usage)) is not None]
    places = spoken.places(usages)
    told = spoken.stands_for_command(usages)
    for at, section in enumerate(found):
        _section(page, section, program, path, nested)
        stands = told or section.title.lower() in places or _between(found, at)
        if section.title and not section.kind and stands:
            _add(page, listing.commands(_clear(rows.rows(section.lines)), program, path, section.title))
    for name, names in (meanings or {}).items():
        if name in places:
            _add(page, [Command(word, heading=name.upper()) for word in names])
    spoken.fill(page, usages)
    spelled.by_example(page, program, path)
    page.summary = facts.summary(found, program)
    if len(_KEYS.findall(text)) > 2:
        # a list of keys to press, not of commands
        page.commands = [c for c in page.commands if len(c.name) > 1]
    page.env = list(dict.fromkeys([*page.env, *described.variables(text)]))
    page.listings = facts.listings(text, program)
    page.describes = facts.describes(text, program)
    page.longer = facts.longer(text)
    own = {n for o in page.options for n in optionrows.names_of(o)}
    page.inherited = [o for o in page.inherited if not optionrows.names_of(o) & own]
    return page


def _between(found: list[layout.Section], at: int) -> bool:
    """Whether a section stands between two lists of commands: one more of them, whose title does not tell."""
    beside = (found[at - 1], found[at + 1]) if 0 < at < len(found) - 1 else ()
    return bool(beside) and all(one.kind == "commands" and one.indent == found[at].indent for one in beside)


def _usage(section: layout.Section, program: str, path: tuple[str, ...], told: bool) -> Synopsis | None:
    """The usage lines of a section, where it has some; what is no usage line stays in the section.

    `told`: some section of the page says that it is usage; then no other is.
    """
    opening = next((line.strip() for line in section.lines if line), "").startswith((f"{program} [", f"{program} <"))
    if section.kind != "usage" and (section.title or (told and not opening)):
        return None
    read_lines, section.lines = synopsis(section.lines, program, path, told=section.kind == "usage")
    return read_lines


def _section(page: Page, section: layout.Section, program: str, path: tuple[str, ...], nested: bool) -> None:
    """Add what one section holds, as far as its title tells."""
    if section.kind == "examples":
        page.examples += facts.examples(section.lines, program)
        return
    if section.kind == "aliases":
        page.aliases += facts.aliases(section.lines, program, path)
        return
    listed = rows.rows(section.lines)
    options = optionrows.read(listed, page.unread, strict=section.kind in ("", "prose", "usage"))
    if section.kind == "options":
        _values_in_brackets(options, section.lines)
    if section.kind == "inherited":
        page.inherited = optionrows.joined(page.inherited, options)
    else:
        page.options = optionrows.joined(page.options, options)
    others = [row for row in listed if not rows.is_option(row.head)]
    if section.kind == "topics":
        page.topics |= {row.head.split()[0].rstrip(":") for row in others if row.head and row.text}
    elif section.kind == "environment":
        page.env += facts.env_rows(others)
    elif section.kind == "arguments":
        _arguments(page, others, program, path if nested else None)
    elif section.kind == "commands":
        found = listing.commands(others, program, path, section.title)
        _add(page, found)
        page.unread += _unread(others, found)


def _values_in_brackets(options: list[Option], lines: list[str]) -> None:
    """Give options the values that brackets above their rows spell out: `[--before <date>] [--cpu <cpu>]`."""
    filled = (line.strip() for line in lines if line.strip())
    text = " ".join(itertools.takewhile(lambda line: line.startswith("["), filled))
    spelled = usage_options(Usage("", elements(text))) if text else []
    values = {name: one.value for one in spelled for name in optionrows.names_of(one) if one.value is not None}
    for one in options:
        if one.value is None:
            found = (values[name] for name in optionrows.names_of(one) if name in values)
            one.value = next(found, None)


def _unread(others: list[rows.Row], found: list[Command]) -> list[str]:
    """The heads of rows in a command list that gave no command."""
    names = {name for c in found for one in (c, *c.commands) for name in (one.name, *one.aliases)}
    heads = [" ".join([row.head, *row.text[:1]]).replace("|", " ").replace(",", " ") for row in others]
    return [
        clean(head, 100)
        for head in heads
        if not names & {w.strip(":*()") for w in head.replace("[", "").replace("]", "").split()}
    ]


def _clear(listed: list[rows.Row]) -> list[rows.Row]:
    """The rows of a list whose title does not tell, if every one of them looks like a command's; else none."""
    others = [row for row in listed if not rows.is_option(row.head)]
    listed = [row for row in others if row.text and len(row.head.split()) < 4]
    heads = [row.head.split()[0].rstrip(":,").replace("[", "").replace("]", "") for row in listed]
    sure = (
        len(listed) > 1 and len(listed) >= len(others) - 1 and all(listing.is_name(h) and h == h.lower() for h in heads)
    )
    return listed if sure else []


def _add(page: Page, found: list[Command]) -> None:
    """Add commands; a second mention of one only adds its subcommands and fills an empty summary."""
    for command in found:
        known = next((c for c in page.commands if c.name == command.name), None)
        if known is None:
            if len(page.commands) < listing.MAX_COMMANDS:
                page.commands.append(command)
            continue
        known.summary = known.summary or command.summary
        names = {c.name for c in known.commands}
        known.commands += [c for c in command.commands if c.name not in names]


def _arguments(page: Page, others: list[rows.Row], program: str, path: tuple[str, ...] | None) -> None:
    """Operands; with a `path`, the rows that stand deeper under one of them are its commands."""
    base = min((row.indent for row in others), default=0)
    deeper = [row for row in others if row.indent > base]
    standing = any(row.indent == base and (row.head.startswith("{") or row.head.isupper()) for row in others)
    if path is not None and standing and all(row.text for row in deeper[:1]):
        _add(page, listing.commands(deeper, program, path))
    for row in others:
        if row.indent == base and not row.head.startswith("{"):
            _argument(page, row)


def _argument(page: Page, row: rows.Row) -> None:
    """One operand from its row: `<file>`, `FILE`, `[FILE]...`, `name TEXT`."""
    text = row.head
    words = text.split()
    name = text.strip("[]. …*").strip("<").split(">")[0] if text[0] in "<[" else words[0].strip("[]<>.…*")
    if not name or len(name) > 60 or len(words) > 6 or not any(map(str.isalnum, name)):
        return
    about = row.summary()
    low = about.lower()
    needed = "[optional]" not in low and not text.startswith("[") and ("[required]" in low or "default:" not in low)
    if all(a.name.lower() != name.lower() for a in page.arguments):
        page.arguments.append(Positional(name, needed, "..." in text or "…" in text, described.listed_choices(about)))
