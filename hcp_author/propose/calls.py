"""Which commands of one program a piece of shell text calls, told by the program's own tree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any

from hcp_author.introspect.tree import Command, Option, Tree
from hcp_author.propose.actions import main_name, names_of
from hcp_author.propose.modes import modes
from hcp_author.propose.shellwords import HEREDOC, commands
from hcp_author.propose.vocabulary import read, reasons

Path = tuple[str, ...]

NESTED = 4  # how many times text of the shell may stand in text of the shell
CHAIN = 8  # how many programs may start one another in one call
BUNDLE = 8  # letters of options in one word without a dash
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=")


@dataclass(frozen=True)
class Known:
    """What is needed of a program to understand a call: its name, its root, and its mode options by their names.

    `below` are the commands of each command by name and alias, `options` its options by name; the key is its id.
    """

    name: str
    root: Command
    modes: dict[str, str]
    below: dict[int, dict[str, Command]] = field(default_factory=dict, repr=False)
    options: dict[int, dict[str, Option]] = field(default_factory=dict, repr=False)


def known(tree: Tree) -> Known:
    """Gather from a tree what understanding a call takes."""
    found = {name: main_name(one.mode) for one in modes(tree.root) if one.mode for name in names_of(one.mode)}
    program = Known(tree.program.name, tree.root, found)
    rest = [tree.root]
    while rest:
        node = rest.pop()
        names = [(name, child) for child in node.commands for name in child.aliases]
        program.below[id(node)] = dict(names) | {child.name: child for child in reversed(node.commands)}
        program.options[id(node)] = {name: option for option in node.options for name in names_of(option)}
        rest += node.commands
    return program


def called(text: str, program: Known) -> Iterator[Path]:
    """The command path of each call of the program in `text`; words that are no command of its are passed over.

    A program without commands gives the paths of its modes, `("--list",)`, or `()`.
    """
    if program.name in text:
        for words in commands(text):
            for arguments in _arguments(words, program.name, NESTED):
                yield from paths(arguments, program)


def _arguments(words: Sequence[str], name: str, deep: int) -> Iterator[Sequence[str]]:
    """The arguments of each call of the program called `name` that one simple command makes."""
    starts = reasons("shell", "starts")
    for at, word in enumerate(words[:-1]):
        if word in starts:
            yield from _arguments(words[at + 1 :], name, deep - 1) if deep else ()
            words = words[:at]
            break
    for _ in range(CHAIN):
        words = _led(words)
        if not words:
            return
        first = words[0].rsplit("/", 1)[-1]
        if first == name:
            yield words[1:]
            return
        launcher = _launchers().get(first)
        if first == HEREDOC or launcher is None or launcher.get("as"):
            yield from _inner(words, launcher or {}, name, deep)
            return
        words = _launched(words[1:], launcher)


def _led(words: Sequence[str]) -> Sequence[str]:
    """The words from the program's name on: past assignments and the words of the grammar; none where none follows."""
    leads, ends, names = (reasons("shell", kind) for kind in ("leads", "ends", "names"))
    at = 0
    while at < len(words) and words[at] not in ends:
        word = words[at]
        if word not in leads and word not in names and not _ASSIGNMENT.match(word):
            return words[at:]
        at += 2 if word in names else 1
    return ()


def _launched(words: Sequence[str], launcher: dict[str, Any]) -> Sequence[str]:
    """What a program that starts another is given to start: past its options, assignments and operands."""
    at, operands = 0, launcher.get("operands", 0)
    while at < len(words):
        word = words[at]
        if word == "--":
            at += 1
            break
        if word.startswith("-") and len(word) > 1:
            at += 2 if word in launcher.get("values", ()) else 1
        elif _ASSIGNMENT.match(word):
            at += 1
        else:
            break
    return words[at + operands :]


def _inner(words: Sequence[str], launcher: dict[str, Any], name: str, deep: int) -> Iterator[Sequence[str]]:
    """The calls in the text that a shell is given: after `-c`, as a heredoc, or as the words themselves."""
    texts: list[str] = []
    if launcher.get("as") == "text":
        texts = [" ".join(word for word in _launched(words[1:], launcher) if word != HEREDOC)]
    elif launcher.get("as") == "shell" or words[0] == HEREDOC:
        texts = [text for sign, text in pairwise(words) if _before_text(sign)]
    for text in texts[:1] if deep and name in "".join(texts[:1]) else ():
        for inner in commands(text):
            yield from _arguments(inner, name, deep - 1)


def _before_text(word: str) -> bool:
    """Tell whether a shell takes the word after this one for text: `-c`, `-lc`, or a heredoc."""
    return word == HEREDOC or (word[:1] == "-" and word[:2] != "--" and word.endswith("c"))


@cache
def _launchers() -> dict[str, dict[str, Any]]:
    return {word: group for group in read("shell")["launchers"] for word in group["words"]}


def paths(arguments: Sequence[str], program: Known) -> list[Path]:
    """The command path that a call's arguments mean; asking for help is no use, and nor is a word not known."""
    before = list(arguments[: arguments.index("--")]) if "--" in arguments else list(arguments)
    if "--help" in before or "--version" in before:
        return []
    if program.root.commands:
        path = _path(before, program)
        return [path] if path else []
    return _modes(before, program) or [()]


def _path(words: Sequence[str], program: Known) -> Path:
    """Follow the words down the tree, past options and their values."""
    path: list[str] = []
    node, options = program.root, [program.options[id(program.root)]]
    loose, at = False, 0  # loose: an option that nobody knows may take the next word
    while at < len(words) and node.commands:
        word = words[at]
        at += 1
        if word.startswith("-") and len(word) > 1:
            takes = _takes(word, options)
            at += takes or 0
            loose = takes is None
            continue
        child = program.below[id(node)].get(word)
        if child is None:
            if not loose:
                break
            loose = False
            continue
        node, loose = child, False
        path.append(child.name)
        options.append(program.options[id(child)])
    return tuple(path)


def _takes(word: str, options: Sequence[dict[str, Option]]) -> int | None:
    """How many of the next words belong to the option `word`: 0 or 1, None where nobody knows it."""
    name, joined, _ = word.partition("=")
    option = _find(name, options)
    if option is not None:
        return int(option.value is not None and not option.value.optional and not joined)
    if word.startswith("--"):
        return 0 if joined else None
    for at, letter in enumerate(word[1:], 2):
        option = _find(f"-{letter}", options)
        if option is None:
            return None
        if option.value is not None:
            return int(at == len(word) and not option.value.optional)
    return 0


def _find(name: str, options: Sequence[dict[str, Option]]) -> Option | None:
    """The option of this name that stands nearest: a command's own before one of those above it."""
    return next((own[name] for own in reversed(options) if name in own), None)


def _modes(words: Sequence[str], program: Known) -> list[Path]:
    """The mode options among the words of a program without commands, each once, in their order."""
    options = program.options[id(program.root)]
    found: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        names = _names(word, options, first=at == 0)
        found += [program.modes[name] for name in names if name in program.modes]
        at += 1 + (_takes(word, [options]) or 0 if word.startswith("-") else 0)
    return [(name,) for name in dict.fromkeys(found)]


def _names(word: str, options: dict[str, Option], *, first: bool) -> list[str]:
    """The options that one word names: `--list`, `-l`, the letters of `-xvf` and, as the first word, of `xvf`."""
    name = word.partition("=")[0]
    if name in options or word.startswith("--"):
        return [name]
    dash = word.startswith("-")
    if not (dash or (first and word.isalpha())) or len(word) > BUNDLE:
        return []
    letters = [f"-{letter}" for letter in word.lstrip("-")]
    for at, letter in enumerate(letters if dash else ()):
        if letter in options and options[letter].value is not None:
            return letters[: at + 1]  # what follows is its value
    return letters if all(letter in options for letter in letters) else []
