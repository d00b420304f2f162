"""Which command lines print a credential, by their words, for the laws on who mints it (L4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from hcp_author.pack import names, secrets
from hcp_author.pack.argv import Element

# subcommands that a login is kept under, and words that print what follows them
LOGINS = frozenset(("auth", "login", "account", "session", "credential", "credentials"))
SHOWS = frozenset(("show", "print", "reveal", "get", "export", "dump"))
# what a helper for credentials is told, to have it print one
GIVES = {"credential": ("fill", "get"), "credentials": ("fill", "get")}
# programs that keep passwords, and are run for nothing else
KEEPERS = frozenset(("pass", "gopass", "secret-tool", "lpass", "keyring"))


def handed_out(elements: tuple[Element, ...]) -> Iterator[Element]:
    """The last word of `auth token`, and each fixed option that shows a credential."""
    words = list(takewhile(lambda one: one.kind == "literal" and not one.text.startswith("-"), elements))
    if gives_login([one.text for one in words]):
        yield words[-1]
    for one in elements:
        shown = option_words(one.text) if one.kind == "literal" else ""
        if shown.partition("-")[0] in SHOWS and is_shown(shown):
            yield one


def gives_login(words: Sequence[str]) -> bool:
    """Whether subcommands print a credential: `auth token`, `credential fill`, `find-generic-password`."""
    if not words:
        return False
    last = names.as_words(words[-1])
    of_login = len(words) > 1 and words[0] in LOGINS and (is_shown(last) or words[-1] in GIVES.get(words[0], ()))
    return of_login or (last.startswith("find-") and is_shown(last.removeprefix("find-")))


def said_by(words: Sequence[str]) -> str:
    """The part of a whole command line, program first, that prints a credential; empty where none is known to."""
    program, rest = words[0].rsplit("/", 1)[-1], words[1:]
    if program in KEEPERS or program.startswith("git-credential"):
        return program
    commands = list(takewhile(lambda word: word and not word.startswith("-"), rest))
    found = [" ".join(commands[:end]) for end in range(1, len(commands) + 1) if gives_login(commands[:end])]
    options = [word for word in rest if (shown := option_words(word)).partition("-")[0] in SHOWS and is_shown(shown)]
    return next(iter((*found, *options)), "")


def is_shown(words: str) -> bool:
    """Whether words name a credential, alone or after a word that prints it: `token`, `print-access-token`."""
    first, _, rest = words.partition("-")
    printed = secrets.is_secret_word(rest) or rest in ("identity-token", "id-token")
    return secrets.is_secret_word(words) or (first in SHOWS and printed)


def option_words(text: str) -> str:
    """The words of a long option, joined by `-`; empty for anything else."""
    return names.as_words(text[2:]) if text.startswith("--") and len(text) > 2 else ""
