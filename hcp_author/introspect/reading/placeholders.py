"""The words of a usage line: which stand for options, for a command or for what is given, and which for themselves."""

from __future__ import annotations

from hcp_author.introspect.reading.elements import Element
from hcp_author.introspect.text import word_set

OPTION_WORDS = frozenset(
    (
        "option",
        "options",
        "flag",
        "flags",
        "opts",
        "global options",
        "command options",
        "switches",
        "global-options",
        "command-options",
        "global_options",
        "general-options",
        "options...",
        "opt",
        "global flags",
        "parameters",
    )
)
COMMAND_WORDS = frozenset(
    (
        "command",
        "subcommand",
        "cmd",
        "subcmd",
        "commands",
        "subcommands",
        "verb",
        "action",
        "sub-command",
        "command name",
        "sub_command",
        "operation",
        "subcommand name",
    )
)
# lower-case words that stand for a thing, never for themselves, where usage lines mark placeholders by nothing
THINGS = word_set("""
    source target file files name names path paths dir directory image container transport url uri host user
    package packages pattern query id key value destination dest src dst args argument arguments input output
    filename folder repository repo branch tag ref group item items text string number expression
    device mountpoint partition interface pid program
""")
_OPTION_ENDINGS = ("_option", "_options", "_flag", "_flags", " options", " flags")
COMMAND_ENDINGS = frozenset(("action", "command", "subcommand", "cmd", "subcmd", "verb"))
REST_WORDS = frozenset(("args", "arguments", "command args", "command arguments", "arg", "argument", "command-args"))


def literal(piece: Element) -> bool:
    """Whether a piece is a word to be typed as it stands."""
    text = piece.text
    return (
        text[:1].isalnum()
        and not text.isdigit()
        and text == text.lower()
        and all(c.isalnum() or c in "-_:" for c in text)
        and (not piece.repeat and name_of(text) not in OPTION_WORDS | REST_WORDS and not stands_for_command(text))
    )


def name_of(text: str) -> str:
    """The bare name of a placeholder, in lower case."""
    return text.strip("<>[]{}()|.…=;,\"'`").strip().lower()


def speaks_of_options(text: str) -> bool:
    """Whether a placeholder's words say that options stand there (`[options]`, `[WIDE_FLAG ...]`)."""
    name = name_of(text)
    return name in OPTION_WORDS or name.replace("-", "_").endswith(_OPTION_ENDINGS)


def stands_for_command(text: str) -> bool:
    """Whether a placeholder's words say that a command stands there (`<command>`, `ROLE_ACTION`)."""
    name = name_of(text)
    return name in COMMAND_WORDS or name.replace("-", "_").rsplit("_", 1)[-1] in COMMAND_ENDINGS
