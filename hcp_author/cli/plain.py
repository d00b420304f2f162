"""Command lines that are answered without typer: the plain ones of what runs on each commit or keystroke.

Typer reads the same options from the commands' annotations; tests/lint/test_lint_speed.py holds both to say the same.
Whatever is not plain (`--help`, `--`, a short option, a missing value, a word that no row names) is left to typer.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# command -> (option that takes no value -> parameter, option that takes one -> parameter, parameter of the words that
# are no options, whether there may be several, the options of which one must be given)
PLAIN: dict[str, tuple[dict[str, str], dict[str, str], str, bool, tuple[str, ...]]] = {
    "lint": (
        {
            "--strict": "strict",
            "--changed": "changed",
            "--json": "as_json",
            "--isolated": "isolated",
            "--no-cache": "no_cache",
        },
        {"--format": "format", "--stdin-filename": "stdin_filename"},
        "packs",
        True,
        (),
    ),
    "harness": ({"--check": "check", "--json": "as_json"}, {}, "pack", False, ("--check",)),
}


def read(name: str, words: list[str]) -> dict[str, Any] | None:
    """The arguments of a command's function by name, as typer would give them; None where typer must read them."""
    if name not in PLAIN:
        return None
    flags, values, operand, several, wanted = PLAIN[name]
    if wanted and not any(word in wanted for word in words):
        return None
    given: dict[str, Any] = {}
    operands = []
    waiting = iter(words)
    for word in waiting:
        option, equals, value = word.partition("=")
        if word in flags:
            given[flags[word]] = True
        elif option in values:
            value = value if equals else next(waiting, "-")
            if not value or value.startswith("-"):
                return None
            given[values[option]] = value
        elif word.startswith("-"):
            return None
        else:
            operands.append(word)
    return _with_operands(given, operand, several, operands)


def _with_operands(given: dict[str, Any], name: str, several: bool, words: list[str]) -> dict[str, Any] | None:
    if not words:
        return given
    if several:
        return {**given, name: words}
    if len(words) > 1:
        return None
    from pathlib import Path

    return {**given, name: Path(words[0])}
