"""Completion scripts that the program prints itself: asked for once, in a form that its own help names for that."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

from hcp_author.introspect import evidence, shells, ways
from hcp_author.introspect.asking import Crawl, ask, count, interface
from hcp_author.introspect.page import Page
from hcp_author.introspect.sources._completed import Completed
from hcp_author.introspect.text import word_set
from hcp_author.introspect.tree import Option

# the names that a command or an option for this purpose has; what installs a completion has none of them
_COMMANDS = word_set("""
    completion completions shell-completion shell-completions generate-completion generate-completions
    generate-shell-completion generate-shell-completions gen-completion gen-completions completion-script
    generate-completion-script print-completion print-completions
""")
_OPTIONS = frozenset("--" + name for name in _COMMANDS)
_FLAGS = ("--{}-completion", "--{}-completions", "--completion-{}", "--print-{}-completion", "--generate-{}-completion")
_KIND, _KINDS = "--generate", "complete-{}"
_WORD = re.compile(r"[a-z]+")
_SHELLS = ("fish", "zsh", "bash")
# what these print asks the program itself at every key
_DYNAMIC = word_set("cobra click typer argcomplete yargs oclif posener urfave kingpin symfony")


class Generated:
    """The program's own completion script, asked for where the help of a command could not be had."""

    def __init__(self, crawl: Crawl, first: Page) -> None:
        self._crawl, self._first = crawl, first
        self._lock = threading.Lock()
        self._asked = False
        self._found: Completed | None = None

    def page(self, path: tuple[str, ...]) -> Page | None:
        """What the script says about a command whose help said nothing."""
        if not path or self._crawl.told.get(path) is not None:
            return None
        with self._lock:
            if not self._asked:
                self._asked = True
                self._found = self._ask()
        return self._found.page(path) if self._found is not None else None

    def _ask(self) -> Completed | None:
        """Ask once, and read the answer."""
        form = next(_by_option(self._first), None) or next(_by_command(self._crawl, self._first), None)
        answer = interface(self._crawl, form) if form is not None else None
        if form is None or answer is None or answer.status != 0 or answer.ended():
            return None
        read = shells.read(answer.out, self._crawl.name(), next(shell for shell in _SHELLS if shell in form[-1]))
        return Completed(read.pages, self._crawl.told) if read is not None else None


def open_source(crawl: Crawl, first: Page) -> Generated | None:
    """The script, where the help names a command or an option for it, and it is not known to ask the program again.

    Never outside of a sandbox: this form is none that asks for help.
    """
    if crawl.door.kind == "none" or evidence.framework(crawl.door.found).frameworks & _DYNAMIC:
        return None
    named = any(c.name in _COMMANDS for c in first.commands) or next(_by_option(first), None) is not None
    return Generated(crawl, first) if named else None


def _by_option(first: Page) -> Iterator[tuple[str, ...]]:
    """`--completion SHELL`, `--fish-completion`, `--generate complete-fish`: where the option's own words say so."""
    named = [
        one
        for one in (*first.options, *first.inherited)
        if "complet" in f"{one.summary} {one.long}".lower() + " ".join(_choices(one))
    ]
    for shell in _SHELLS:
        for one in named:
            if one.long in _OPTIONS and one.value is not None and _takes(one, shell):
                yield (str(one.long), shell)
            elif one.value is None and one.long in [form.format(shell) for form in _FLAGS]:
                yield (str(one.long),)
            elif one.long == _KIND and _KINDS.format(shell) in _choices(one):
                yield (_KIND, _KINDS.format(shell))


def _by_command(crawl: Crawl, first: Page) -> Iterator[tuple[str, ...]]:
    """`completion SHELL`, `… --shell SHELL`, `… --SHELL`: where that command's own help names shells."""
    name = next((c.name for c in first.commands if c.name in _COMMANDS), None)
    if name is None:
        return
    reply = ask(crawl, ways.LONG, (name,))
    count(crawl, reply)
    if reply.answer.status != 0 or reply.answer.ended():
        return
    page = reply.page
    options = {o.long: o for o in page.options}
    spoken = frozenset(_WORD.findall(" ".join(reply.text.lines).lower()))
    for shell in _SHELLS:
        told = options.get("--shell")
        if told is not None and told.value is not None and _takes(told, shell):
            yield (name, "--shell", shell)
        elif f"--{shell}" in options and options[f"--{shell}"].value is None:
            yield (name, f"--{shell}")
        elif any(c.name == shell for c in page.commands) or (page.arguments and shell in spoken):
            yield (name, shell)


def _choices(one: Option) -> list[str]:
    return (one.value.choices if one.value is not None else None) or []


def _takes(one: Option, shell: str) -> bool:
    """Whether an option takes that shell: in its choices, or in the words about it."""
    if _choices(one):
        return shell in _choices(one)
    name = (one.value.name if one.value is not None else None) or ""
    return bool({"shell", *_SHELLS} & set(_WORD.findall(f"{name} {one.summary}".lower())))
