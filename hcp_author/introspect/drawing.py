"""A tree for people: one line a command, indented, with its operands and how many options it takes."""

from __future__ import annotations

from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Option, Positional, Tree

WIDTH = 100
MAX_LEFT = 44


def draw(tree: Tree) -> str:
    """The whole tree as text; every foreign string in it is made safe for a terminal."""
    program = tree.program
    title = " ".join(w for w in (program.name, program.version) if w)
    lines = [clean(f"{title} ({program.path})", 200)]
    if tree.root.summary:
        lines.append(clean(tree.root.summary, WIDTH))
    lines += ["", *_rows(tree.root)]
    if tree.env:
        lines += ["", clean("reads from the environment: " + ", ".join(tree.env[:20]), 300)]
    return "\n".join([*lines, "", coverage(tree), *_notes(tree)])


def coverage(tree: Tree) -> str:
    """One honest line about how much was read."""
    seen = tree.coverage
    parts = [f"{seen.commands} commands", f"{seen.probed} asked"]
    parts += [f"{seen.failed} without help of their own"] if seen.failed else []
    parts += [f"{seen.unread_lines} lines not understood"] if seen.unread_lines else []
    return ", ".join([*parts, f"{seen.seconds:.1f} s", f"sandbox: {seen.sandbox}"])


def _notes(tree: Tree) -> list[str]:
    return [
        clean(f"note: {' '.join([*note.path, '']).strip() or tree.program.name}: {note.problem}", 200)
        for note in tree.notes[:20]
    ]


def _rows(root: Command) -> list[str]:
    """The commands under their headings; without any, the root's own options."""
    if not root.commands:
        return _options(root)
    rows: list[str] = []
    heading = ""
    for command in root.commands:
        if command.heading != heading:
            heading = command.heading
            rows += ["", clean(heading, 60).rstrip(":") + ":"] if rows or heading else []
        rows += _command(command, 1)
    if root.options:
        rows += ["", f"and {len(root.options)} option{'s' * (len(root.options) != 1)} of every command"]
    return rows[1:] if rows and not rows[0] else rows


def _command(command: Command, level: int) -> list[str]:
    """A command's line and those of its subcommands."""
    names = "|".join([command.name, *command.aliases[:2]])
    left = "  " * level + " ".join([names, *map(operand, command.arguments)])
    count = f" ({len(command.options)} option{'s' * (len(command.options) != 1)})" if command.options else ""
    gap = " " * max(2, MAX_LEFT - len(left))
    line = clean(command.summary, max(20, WIDTH - max(MAX_LEFT, len(left) + 2) - len(count))) + count
    indent = left[: len(left) - len(left.lstrip())]
    rows = [(indent + clean(left, MAX_LEFT * 2) + gap + line).rstrip()]
    for child in command.commands:
        rows += _command(child, level + 1)
    return rows


def operand(one: Positional) -> str:
    """An operand as usage lines write it: `<file>`, `[<file>...]`."""
    text = f"<{'|'.join(one.choices) if one.choices and len(one.choices) < 6 else one.name}>" + "..." * one.variadic
    return text if one.required else f"[{text}]"


def _options(root: Command) -> list[str]:
    """The options of a program without subcommands, one a line."""
    operands = " ".join([root.name, "[options]", *map(operand, root.arguments)])
    rows = [f"  {clean(operands, WIDTH)}", ""]
    for one in root.options:
        left = "  " + option(one)
        rows.append((left + " " * max(2, MAX_LEFT - len(left)) + clean(one.summary, WIDTH - MAX_LEFT)).rstrip())
    return rows


def option(one: Option) -> str:
    """An option as help texts write it: `-n, --limit <N>`."""
    names = ", ".join(n for n in (one.short, one.long, *one.other_names) if n)
    if one.value is None:
        return clean(names, 80)
    value = (
        "|".join(one.value.choices) if one.value.choices and len(one.value.choices) < 6 else one.value.name or "value"
    )
    return clean(f"{names} [<{value}>]" if one.value.optional else f"{names} <{value}>", 80)
