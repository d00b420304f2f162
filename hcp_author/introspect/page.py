"""What one page of help says, before the pages of a program are joined into its tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from hcp_author.introspect.tree import Command, Option, Positional


@dataclass
class Page:
    """One page, read.

    `acts`: whether the command does something without a subcommand (None: the page does not say). `plain`: its
    operands are those of the plain call, not of one that an option makes special. `inherited`: options that the
    page marks as another command's. `topics`: words that are help texts, not commands. `listings`: further forms
    that the page names for listing commands (argument lists), and `describes` for describing all to machines.
    `longer`: a form that it names for a longer page about the same. `candidates`: words that are commands if they
    turn out to have help of their own. `called`: words that it calls the command with in its headings, each with
    what is said of it. `below`: words that may follow a command, by that command. `unread`: lines in lists that
    no reader understood. `manual`: it is a manual page, and `title` what its NAME names. `source`: where it was read.
    `machine`: it was written for machines (a completion, a manifest), so that what it lists is there for certain, and
    it may add to what the help lists. `adds`: people wrote it, and its commands are some that the help leaves out.
    `dialect`: the module on the shelf that read it. `closed`: it lists all there is. `exact`: it is certain about
    which options take a value and which must be given.
    """

    summary: str = ""
    options: list[Option] = field(default_factory=list)
    inherited: list[Option] = field(default_factory=list)
    arguments: list[Positional] = field(default_factory=list)
    commands: list[Command] = field(default_factory=list)
    aliases: list[str] = field(default_factory=list)
    topics: set[str] = field(default_factory=set)
    examples: list[str] = field(default_factory=list)
    env: list[str] = field(default_factory=list)
    listings: list[tuple[str, ...]] = field(default_factory=list)
    describes: list[tuple[str, ...]] = field(default_factory=list)
    acts: bool | None = None
    plain: bool = True
    longer: tuple[str, ...] | None = None
    candidates: list[Command] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=dict)
    below: dict[str, list[str]] = field(default_factory=dict)
    usages: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    manual: bool = False
    title: str = ""
    source: str = "help"
    machine: bool = False
    adds: bool = False
    closed: bool = False
    exact: bool = False
    dialect: str = ""

    def size(self) -> int:
        """How many options and commands were found."""
        return len(self.options) + len(self.commands)

    def says_something(self) -> bool:
        """Whether anything but prose was found."""
        return bool(self.options or self.inherited or self.commands or self.usages)
