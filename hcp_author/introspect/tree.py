"""A program's command tree as plain data, and its JSON (`hcp-author/tree/1`)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Value:
    """What an option takes: its metavar, whether it may be left out, its closed set, its type.

    `type` is one of string, integer, number, path, boolean or null where nothing tells.
    """

    name: str | None = None
    optional: bool = False
    choices: list[str] | None = None
    type: str | None = None


@dataclass
class Option:
    """One option; `value` is None for a switch. Names carry their dashes (`--limit`, `-n`).

    `source`, here and below: where it was read (`help`, `man`, or the name of another source).
    """

    long: str | None = None
    short: str | None = None
    other_names: list[str] = field(default_factory=list)
    summary: str = ""
    value: Value | None = None
    required: bool = False
    repeatable: bool = False
    deprecated: bool = False
    source: str = ""


@dataclass
class Positional:
    """One operand of a command, in order. `prefixes`: the marks one of which must lead each value (`+<tag>`).

    `after_dashes`: its usage offers `--` right before it, which keeps it apart from what comes before.
    """

    name: str
    required: bool = True
    variadic: bool = False
    choices: list[str] | None = None
    prefixes: list[str] = field(default_factory=list)
    source: str = ""
    after_dashes: bool = False


@dataclass
class Command:
    """One node of the tree; `group` is true where it only holds commands and does nothing by itself."""

    name: str
    aliases: list[str] = field(default_factory=list)
    summary: str = ""
    hidden: bool = False
    group: bool = False
    heading: str = ""
    options: list[Option] = field(default_factory=list)
    arguments: list[Positional] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    examples: list[str] = field(default_factory=list)
    source: str = ""


@dataclass
class Program:
    """Which file was read: plain name, absolute path, version line (or ""), sha256 in hex (or "")."""

    name: str
    path: str
    version: str = ""
    sha256: str = ""


@dataclass
class Coverage:
    """How much was read, in commands, probes, unread help lines and seconds; in which sandbox; and whether just now.

    `sandbox`: bubblewrap, unshare, none, or `not run` where a document was read. `cached`: it is an earlier answer.
    `partial`: the time was up before all was read, or a command's help could not be had because it had to be ended.
    `failed`: commands that were asked and gave no help of their own; `not_asked`: those that were not asked: the time
    was up, they read as writes, or those beside them had shown that it is of no use.
    """

    commands: int = 0
    probed: int = 0
    failed: int = 0
    unread_lines: int = 0
    seconds: float = 0.0
    sandbox: str = "none"
    cached: bool = False
    partial: bool = False
    not_asked: int = 0


@dataclass
class Note:
    """A problem met on the way, and the command path it belongs to."""

    path: list[str]
    problem: str


@dataclass
class Unread:
    """A line of help that stood in a list and that no reader understood, and the command path it belongs to."""

    path: list[str]
    line: str


@dataclass
class Tree:
    """All that introspection found out.

    `env`: the variable names that the help itself names. `asked`: every argument list that the program was run
    with, in order. `unread`: the lines that were not understood, at most MAX_UNREAD.
    """

    program: Program
    root: Command
    coverage: Coverage = field(default_factory=Coverage)
    notes: list[Note] = field(default_factory=list)
    env: list[str] = field(default_factory=list)
    asked: list[list[str]] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The document of `hcp-author introspect --format json`."""
        return {"format": "hcp-author/tree/1", **asdict(self)}
