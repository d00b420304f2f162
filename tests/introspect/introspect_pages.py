"""A page of help as text for people: what the readers found in it, one fact a line."""

from __future__ import annotations

from pathlib import Path

from hcp_author.introspect import dialects
from hcp_author.introspect.drawing import operand
from hcp_author.introspect.page import Page
from hcp_author.introspect.text import read
from hcp_author.introspect.tree import Command, Option

PAGES = Path(__file__).parent / "pages"


def files() -> list[Path]:
    """Every page; its name is DIALECT-WHAT@PROGRAM@SUBCOMMAND.txt."""
    return sorted(PAGES.glob("*.txt"))


def page(file: Path) -> Page:
    """A page as the crawl would read it."""
    program, *path = file.stem.split("@")[1:] or ["tide"]
    return dialects.read(read(file.read_bytes()).lines, program, tuple(path))


def told(found: Page) -> str:
    """What a page says, in lines that can be compared."""
    lines = [f"summary: {found.summary}", f"acts: {found.acts}"]
    lines += [f"usage: {line}" for line in found.usages]
    lines += [
        "operand: " + " ".join([operand(a), *a.prefixes, *(["of " + "|".join(a.choices)] if a.choices else [])])
        for a in found.arguments
    ]
    lines += [f"option: {option(o)}" for o in found.options]
    lines += [f"inherited: {option(o)}" for o in found.inherited]
    lines += [line for one in found.commands for line in command(one, "")]
    lines += [f"candidate: {one.name}" for one in found.candidates]
    for name in ("aliases", "env", "examples", "listings", "unread"):
        lines += [f"{name}: {value}" for value in getattr(found, name)]
    lines += [f"topic: {topic}" for topic in sorted(found.topics)]
    return "\n".join(lines) + "\n"


def option(one: Option) -> str:
    """An option: its names, what it takes, its marks, its summary."""
    names = ", ".join(n for n in (one.long, one.short, *one.other_names) if n)
    value = ""
    if one.value is not None:
        value = f" <{one.value.name}:{one.value.type}>" + " optional" * one.value.optional
        value += f" of {'|'.join(one.value.choices)}" if one.value.choices else ""
    marks = " required" * one.required + " repeatable" * one.repeatable + " deprecated" * one.deprecated
    return f"{names}{value}{marks} - {one.summary}"


def command(one: Command, path: str) -> list[str]:
    """A command and those below it."""
    name = f"{path} {one.name}".strip()
    parts = ["|".join([name, *one.aliases]), *map(operand, one.arguments)]
    line = f"command: {' '.join(parts)} - {one.summary}" + (f" [{one.heading}]" if one.heading else "")
    below = [f"  {option(o)}" for o in one.options]
    return [line, *below, *[row for child in one.commands for row in command(child, name)]]
