"""A tree for people: one line a command, with its operands, the options it needs, and the classes of all of them."""

from __future__ import annotations

import os
import textwrap
from collections import Counter

from hcp_author.introspect import classes
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Option, Positional, Tree

WIDTH = 100
MAX_LEFT = 44
FEW = 6
MAX_CLASSES = 3
MAX_NOTES = 20


def draw(tree: Tree, width: int | None = None) -> str:
    """The whole tree as text, no line wider than `width` columns (None: one line for each command and option).

    Every foreign string in it is made safe for a terminal.
    """
    program = tree.program
    title = " ".join(w for w in (program.name, program.version) if w)
    lines = [clean(_typed(f"{title} ({program.path})" if program.path else title), 200)]
    if tree.root.summary:
        lines.append(clean(tree.root.summary, WIDTH))
    below: list[str] = []
    if tree.env:
        more = f" and {len(tree.env) - 20} more" if len(tree.env) > 20 else ""
        below += ["", clean("reads from the environment: " + ", ".join(tree.env[:20]) + more, 400)]
    below += ["", coverage(tree), *_notes(tree)]
    return "\n".join([*_folded(lines, width), "", *_rows(tree.root, width), *_folded(below, width)])


def _typed(text: str) -> str:
    """A text with the bytes of a file's name that are no UTF-8 as a shell would take them."""
    return os.fsencode(text).decode("utf-8", "backslashreplace")


def _folded(lines: list[str], width: int | None) -> list[str]:
    """Lines that fit into a width; what is left of one goes on below it, further in."""
    if width is None:
        return lines
    folded: list[str] = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        folded += _wrapped(line, width, indent) or [""]
    return folded


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines of at most `width` columns, those after the first indented."""
    return textwrap.wrap(text, max(width, len(indent) + 8), subsequent_indent=indent, break_on_hyphens=False)


def _beside(left: str, right: str, width: int | None, cut: bool = True) -> list[str]:
    """Two columns in a row, or the right one below where the left one is too long (`cut`) for it."""
    if width is None:
        if cut and len(left) + 2 > MAX_LEFT and right:
            return [left, " " * MAX_LEFT + right]
        return [(left + " " * max(2, MAX_LEFT - len(left)) + right).rstrip()]
    column = min(MAX_LEFT, width * 2 // 5)
    rows = _folded([left], width)
    told = [" " * column + line for line in _wrapped(right, width - column)]
    if told and len(rows) == 1 and len(left) + 2 <= column:
        return [left + told[0][len(left) :], *told[1:]]
    return rows + told


def unread(tree: Tree) -> str:
    """The lines of help that were not understood, each under its command."""
    lines: list[str] = []
    for path in dict.fromkeys(tuple(one.path) for one in tree.unread):
        lines.append(clean(" ".join([tree.program.name, *path]), 200) + ":")
        lines += [f"  {clean(one.line, 300)}" for one in tree.unread if tuple(one.path) == path]
    more = tree.coverage.unread_lines - len(tree.unread)
    lines += [f"and {more} more"] if more > 0 and lines else []
    return "\n".join([*lines, "", coverage(tree)] if lines else ["every line was understood", "", coverage(tree)])


def coverage(tree: Tree) -> str:
    """One honest line about how much was read, from where, and where to look for the rest."""
    seen = tree.coverage
    parts = [_many(seen.commands, "command")]
    parts += [f"{seen.probed} asked"] if seen.probed else []
    parts += [f"{seen.failed} without help of their own"] if seen.failed else []
    parts += [f"{seen.not_asked} not asked"] if seen.not_asked else []
    parts += [f"{_many(seen.unread_lines, 'line')} not understood (--unread)"] if seen.unread_lines else []
    parts += ["not all could be read (see the notes)"] if seen.partial else []
    parts += [f"from {told}"] if (told := _sources(tree.root)) else []
    parts += [f"{seen.seconds:.1f} s"] if seen.seconds else []
    parts += [f"sandbox: {seen.sandbox}" if seen.sandbox != "not run" else "nothing was run"]
    return ", ".join([*parts, *(["kept from an earlier time (--refresh asks again)"] if seen.cached else [])])


def _sources(root: Command) -> str:
    """Where the options and commands were read, the most first."""
    found: Counter[str] = Counter()
    for command in _all(root):
        found.update(source for source in (command.source, *(o.source for o in command.options)) if source)
    return " and ".join(clean(name, 30) for name, _ in found.most_common(3))


def _all(command: Command) -> list[Command]:
    return [command, *(one for child in command.commands for one in _all(child))]


def _notes(tree: Tree) -> list[str]:
    notes = [
        clean(f"note: {' '.join([*note.path, '']).strip() or tree.program.name}: {note.problem}", 200)
        for note in tree.notes[:MAX_NOTES]
    ]
    return notes + ([f"and {len(tree.notes) - MAX_NOTES} more notes (--json)"] if len(tree.notes) > MAX_NOTES else [])


def _rows(root: Command, width: int | None) -> list[str]:
    """The commands under their headings; without any, the root's own options."""
    if not root.commands:
        return _options(root, width)
    shared = frozenset(n for o in root.options for n in (o.long, o.short, *o.other_names) if n)
    rows: list[str] = []
    heading = ""
    for command in root.commands:
        if command.heading != heading:
            heading = command.heading
            rows += ["", *_folded([clean(heading, 60).rstrip(":") + ":"], width)] if rows or heading else []
        rows += _command(command, 1, shared, width)
    if root.options:
        own = f"and {_many(len(root.options), 'option')} of {clean(root.name, 60)} itself"
        rows += ["", *_folded([f"{own}: {_few(root.options)}"], width)]
    return rows[1:] if rows and not rows[0] else rows


def _command(command: Command, level: int, shared: frozenset[str], width: int | None) -> list[str]:
    """A command's line and those of its subcommands."""
    names = "|".join([command.name, *command.aliases[:2]])
    needed = [option(one) for one in command.options if one.required]
    left = "  " * level + " ".join([names, *needed, *map(operand, command.arguments)])
    left = left[: len(left) - len(left.lstrip())] + clean(left, MAX_LEFT * 2)
    told = "; ".join(w for w in ("hidden" * command.hidden, _classes(command.options, shared)) if w)
    about = clean(command.summary, WIDTH - MAX_LEFT) if command.summary else ""
    right = " ".join(w for w in (about, f"({told})" if told else "") if w)
    rows = _beside(left, right, width)
    for child in command.commands:
        rows += _command(child, level + 1, shared, width)
    return rows


def _classes(options: list[Option], shared: frozenset[str]) -> str:
    """How many options there are, and of which classes mostly: `9 options: 1 required`, `2 output options`."""
    told = [(kind, count) for kind, count in classes.counted(options, shared) if kind not in ("other", "global")]
    if len(told) == 1 and told[0][1] == len(options):
        return _many(len(options), f"{told[0][0]} option")
    shown = sorted(told, key=lambda one: (one[0] != "required", -one[1]))[:MAX_CLASSES]
    parts = ", ".join(f"{count} {kind}" for kind, count in shown)
    return (_many(len(options), "option") + (f": {parts}" if parts else "")) if options else ""


def _few(options: list[Option]) -> str:
    """The first few options by name."""
    names = [clean(o.long or o.short or (o.other_names or ["?"])[0], 40) for o in options]
    return ", ".join(names[:FEW]) + (", …" if len(names) > FEW else "")


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"


def operand(one: Positional) -> str:
    """An operand as usage lines write it: `<file>`, `[<file>...]`."""
    text = f"<{'|'.join(one.choices) if one.choices and len(one.choices) < 6 else one.name}>" + "..." * one.variadic
    return text if one.required else f"[{text}]"


def _options(root: Command, width: int | None) -> list[str]:
    """The options of a program without subcommands, one a line, under their classes where there are many."""
    operands = " ".join([root.name, "[options]", *map(operand, root.arguments)])
    rows = _folded([f"  {clean(operands, WIDTH)}"], width)
    found = [(kind, [one for one in root.options if classes.class_of(one) == kind]) for kind in classes.CLASSES]
    if len(root.options) <= 2 * FEW:
        found = [("", root.options)]
    for kind, options in found:
        rows += [""] if options else []
        rows += [f"{kind}:"] if options and kind else []
        for one in options:
            right = (clean(one.summary, WIDTH - MAX_LEFT) + _marks(one)).strip()
            rows += _beside("  " + option(one), right, width, cut=False)
    return rows


def _marks(one: Option) -> str:
    """What is special about an option, in brackets."""
    told = [word for word in ("required", "repeatable", "deprecated") if getattr(one, word)]
    return f" ({', '.join(told)})" if told else ""


def option(one: Option) -> str:
    """An option as help texts write it: `-n, --limit <N>`."""
    names = ", ".join(n for n in (one.short, one.long, *one.other_names) if n)
    if one.value is None:
        return clean(names, 80)
    value = (
        "|".join(one.value.choices) if one.value.choices and len(one.value.choices) < 6 else one.value.name or "value"
    )
    return clean(f"{names} [<{value}>]" if one.value.optional else f"{names} <{value}>", 80)
