"""Which words of a fixed command line change something, by kinds: a deed, a file to write, a setting, a tag, a program.

The words are judged where they stand, so that nouns (`tag`, `run list`, `release view`) stay what they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hcp_author.pack.argv import Element

# first words that look, whatever stands after them
LOOK = frozenset(("describe", "explain", "help", "man", "cat", "print", "inspect", "which", "query", "preview", "ls"))
# a subcommand that begins so changes something, whatever stands after it
BEGINS = frozenset(
    ("checkout", "switch", "repair", "clone", "commit", "rebase", "compact", "umount", "unmount", "revert", "pull")
)
# a subcommand that is only this changes something
ALONE = frozenset(("new", "mount", "stash"))
# the second word of two, after a noun
SECOND = frozenset(
    (
        *("expire", "set", "unset", "run", "lock", "unlock", "star", "unstar", "ready", "passwd", "reopen", "pin"),
        *("unpin", "transfer", "fork", "approve", "trigger", "dispatch", "foreach", "add", "remove", "create"),
        *("edit", "start", "stop", "cancel", "rename", "pop"),
    )
)
# what is listed by a bare word, and removed or moved by a letter after it
NAMED = frozenset(("branch", "tag", "bookmark", "label", "alias", "remote", "worktree", "session", "volume"))
LETTERS = frozenset(("-d", "-D", "-m", "-M"))
TAGGERS = frozenset(("tag", "label", "retag", "modify", "flag"))
# `-inbox`, and no letters of options (`-n1`, `-am`)
TAG = re.compile(r"\+[A-Za-z][\w:/.-]*|-[A-Za-z][a-z][\w:/.-]+")
FILE_OPTIONS = frozenset(("--output", "--output-file", "--outfile", "--output-document", "--out", "--log-file", "-o"))
FILE = re.compile(r"(?!/dev/)(?:[^=]*/[^=]*|[\w-]+\.\w{1,5})")
SETTING = re.compile(r"[A-Za-z][\w-]*\.[\w.-]+")
# options under which another program is run beside the one that is wrapped
RUN_BESIDE = frozenset(("--open-files-in-pager", "--exec-path", "--upload-pack", "--receive-pack", "--ssh-command"))
SHELL_SETTING = re.compile(r"(?:alias\.[^=]*=!|core\.(?:pager|editor|sshcommand|fsmonitor|hookspath)=)", re.IGNORECASE)


def literals(words: Sequence[str], where: str) -> tuple[Element, ...]:
    """A list of plain words (a probe) as elements; `where` is the pointer of the list."""
    return tuple(Element("literal", f"{where}/{index}", text=word) for index, word in enumerate(words))


def find(elements: tuple[Element, ...]) -> Element | None:
    """The first element that says that something is changed, in a command line that is said to read; or None."""
    commands = [one for one in commands_of(elements) if one.text[:1].isalpha()]
    if commands and commands[0].text in LOOK:
        return None
    tests = (deeds(commands), letters(commands, elements), settings(commands, elements), tags(commands, elements))
    return next((one for test in (*tests, written(elements)) for one in test), None)


def commands_of(elements: tuple[Element, ...]) -> Iterator[Element]:
    """The literals before the first option or argument."""
    for one in elements:
        if one.kind != "literal" or one.text.startswith("-"):
            return
        yield one


def deeds(commands: list[Element]) -> Iterator[Element]:
    """`checkout main`, `new`, `reflog expire`."""
    words = [one.text for one in commands]
    if words and (words[0] in BEGINS or (words[-1] in ALONE and len(words) == 1)):
        yield commands[0]
    # `foreach` with a value of the caller's is L3-free-argv
    if len(words) > 1 and words[1] in SECOND and (words[1] != "foreach" or len(words) > 2):
        yield commands[1]


def letters(commands: list[Element], elements: tuple[Element, ...]) -> Iterator[Element]:
    """`branch -D x`: the letter stands right after the one word that would list."""
    if len(commands) == 1 and commands[0].text in NAMED and len(elements) > 1:
        following = elements[1]
        # `-m` takes a message elsewhere, and moves only what has branches
        moves = following.text.lower() != "-m" or commands[0].text == "branch"
        if following.kind == "literal" and following.text in LETTERS and moves:
            yield following


def settings(commands: list[Element], elements: tuple[Element, ...]) -> Iterator[Element]:
    """`config user.name x`: a setting, and a value after it."""
    for one, key, value in zip(elements, elements[1:], elements[2:], strict=False):
        is_key = key.kind == "literal" and SETTING.fullmatch(key.text)
        is_value = value.kind == "positional" or (value.kind == "literal" and not value.text.startswith("-"))
        if one in commands[:1] and one.text == "config" and is_key and is_value:
            yield key


def tags(commands: list[Element], elements: tuple[Element, ...]) -> Iterator[Element]:
    """`tag +seen`: one word, or each of an argument's, with a sign before it."""
    if not commands or commands[0].text not in TAGGERS:
        return
    for one in elements:
        if one.kind == "literal" and one.text == "--":
            return
        signed = one.kind == "literal" and len(one.text) > 2 and TAG.fullmatch(one.text)
        if signed or (one.kind == "positional" and one.prefix in ("+", "-")):
            yield one


def written(elements: tuple[Element, ...]) -> Iterator[Element]:
    """`--output=FILE`, `-o FILE`: a value that is a file, and not a format (`-o json`)."""
    for index, one in enumerate(elements):
        if one.kind != "literal":
            continue
        if one.text == "--":
            return
        name, equals, value = one.text.partition("=")
        following = elements[index + 1] if index + 1 < len(elements) else None
        if not equals and following is not None and following.kind == "literal":
            value = following.text
        if name in FILE_OPTIONS and FILE.fullmatch(value):
            yield one


def runs_beside(elements: tuple[Element, ...]) -> Iterator[Element]:
    """Each fixed word under which another program is run: `--exec-path=DIR`, `-c alias.x=!sh`."""
    for index, one in enumerate(elements):
        if one.kind != "literal":
            continue
        name, equals, value = one.text.partition("=")
        joined = one.text[2:] if one.text.startswith("-c") else value if name == "--config" else ""
        before = elements[index - 1].text if index else ""
        setting = one.text if before in ("-c", "--config") else joined
        if (name in RUN_BESIDE and (equals or name != "--exec-path")) or SHELL_SETTING.match(setting):
            yield one
