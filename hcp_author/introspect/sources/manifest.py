"""The manifest that oclif writes into a program's npm package, read as a file: every command with flags and arguments.

Source: oclif's `oclif.manifest.json` and the `oclif` part of package.json. Ids are words joined by `:`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from hcp_author.introspect import evidence
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.page import Page
from hcp_author.introspect.reading.listing import MAX_COMMANDS, MAX_SUMMARY, is_name
from hcp_author.introspect.reading.optionrows import MAX_OPTIONS
from hcp_author.introspect.text import clean
from hcp_author.introspect.tree import Command, Option, Positional, Value

MAX_BYTES = 1 << 24
MAX_NODES = 3000
_NUMBERS = {"integer": "integer", "number": "number", "url": "string", "file": "path", "directory": "path"}
_TEMPLATE = "<%"


class Manifest:
    """All commands of one program: path -> what its manifest says; and the summaries of its topics."""

    def __init__(self, commands: dict[tuple[str, ...], dict[str, Any]], topics: dict[tuple[str, ...], str]) -> None:
        self._commands, self._topics = commands, topics
        # path -> the names right below it, and whether all that lies there is hidden
        self._names: dict[tuple[str, ...], dict[str, bool]] = {}
        for path, entry in commands.items():
            for at, name in enumerate(path):
                names = self._names.setdefault(path[:at], {})
                names[name] = names.get(name, True) and entry.get("hidden") is True

    def page(self, path: tuple[str, ...]) -> Page | None:
        """The command or topic `path`, with what lies right below it."""
        below = self._below(path)
        if path not in self._commands and not below:
            return None
        entry = self._commands.get(path, {})
        page = Page(source="manifest", machine=True, exact=True, commands=below, acts=path in self._commands)
        page.summary = _summary(entry) or self._topics.get(path, "")
        page.options = [o for name, flag in _named(entry.get("flags")) for o in _option(name, flag)][:MAX_OPTIONS]
        page.arguments = [
            _operand(name, one, entry) for name, one in _named(entry.get("args")) if not one.get("hidden")
        ]
        page.aliases = _aliases(entry, path)
        return page

    def _below(self, path: tuple[str, ...]) -> list[Command]:
        """The commands right below `path`, those that the manifest hides marked so."""
        found = []
        for name, hidden in list(self._names.get(path, {}).items())[:MAX_COMMANDS]:
            here = (*path, name)
            about = _summary(self._commands.get(here, {})) or self._topics.get(here, "")
            aliases = _aliases(self._commands.get(here, {}), here)
            found.append(Command(name, aliases=aliases, summary=about, hidden=hidden))
        return found


def open_source(crawl: Crawl, first: Page) -> Manifest | None:
    """The manifest beside the package.json of an npm program that is made with oclif."""
    told = evidence.framework(crawl.door.found)
    if "oclif" not in told.offers:
        return None
    known = commands(evidence.read_json(os.path.join(told.folder, evidence.MANIFEST), MAX_BYTES))
    package = evidence.read_json(os.path.join(told.folder, "package.json"), evidence.MAX_JSON)
    return Manifest(known, topics(package)) if known else None


def commands(document: object) -> dict[tuple[str, ...], dict[str, Any]]:
    """The commands of a manifest by their paths, at most MAX_NODES."""
    listed = document.get("commands") if isinstance(document, dict) else None
    found = [(path, entry) for key, entry in _named(listed) for path in _path(entry.get("id", key))]
    return dict(found[:MAX_NODES])


def topics(package: object) -> dict[tuple[str, ...], str]:
    """The topics that package.json describes: path -> summary; they may lie in one another (`subtopics`)."""
    settings = package.get("oclif") if isinstance(package, dict) else None
    found: dict[tuple[str, ...], str] = {}
    left: list[tuple[tuple[str, ...], object, int]] = [
        ((), settings.get("topics") if isinstance(settings, dict) else None, 0)
    ]
    for above, topics, depth in left:
        for name, one in _named(topics):
            for path in _path(name):
                found[above + path] = _text(one.get("description"))
                if depth < 4 and len(left) < MAX_NODES:
                    left.append((above + path, one.get("subtopics"), depth + 1))
    return found


def _named(value: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of an object by name, or of a list of objects that carry their names (older manifests)."""
    rows = list(value.items()) if isinstance(value, dict) else []
    if isinstance(value, list):
        rows = [(one.get("name"), one) for one in value if isinstance(one, dict)]
    yield from ((name, one) for name, one in rows if isinstance(name, str) and isinstance(one, dict))


def _path(key: object) -> list[tuple[str, ...]]:
    """An id as a path, in a list; [] where it is none."""
    words = tuple(key.split(":")) if isinstance(key, str) else ()
    return [words] if words and all(map(is_name, words)) else []


def _summary(entry: dict[str, Any]) -> str:
    """The first line of what a command says about itself."""
    return _text(entry.get("summary")) or _text(entry.get("description"))


def _text(value: object) -> str:
    """The first line of a text, "" where it is to be filled in by the program."""
    line = next((part for part in value.split("\n") if part.strip()), "") if isinstance(value, str) else ""
    return "" if _TEMPLATE in line else clean(line, MAX_SUMMARY)


def _option(name: str, flag: dict[str, Any]) -> list[Option]:
    """One flag as an option, in a list; [] for one that is hidden or has no name that can be typed."""
    if flag.get("hidden") is True or not is_name(name):
        return []
    char = flag.get("char")
    one = Option(long=f"--{name}", summary=_text(flag.get("summary")) or _text(flag.get("description")))
    one.short = f"-{char}" if isinstance(char, str) and len(char) == 1 and char.isalnum() else None
    one.other_names = [f"--no-{name}"] if flag.get("allowNo") is True else []
    one.other_names += [f"--{a}" for a in _words(flag.get("aliases"))]
    if flag.get("type") == "option":
        choices = [clean(word, 80) for word in _words(flag.get("options"))]
        label = flag.get("helpValue")
        one.value = Value(clean(label, 60) if isinstance(label, str) else name, choices=choices or None)
    one.required = flag.get("required") is True and flag.get("default") is None
    one.repeatable = flag.get("multiple") is True
    one.deprecated = bool(flag.get("deprecated"))
    return [one]


def _operand(name: str, one: dict[str, Any], entry: dict[str, Any]) -> Positional:
    """One argument; the last of a command that is not strict may be given more than once."""
    choices = [clean(word, 80) for word in _words(one.get("options"))]
    names = [n for n, _ in _named(entry.get("args"))]
    many = entry.get("strict") is False and names[-1:] == [name]
    needed = one.get("required") is True and one.get("default") is None
    return Positional(clean(name, 60), required=needed, variadic=many, choices=choices or None)


def _aliases(entry: dict[str, Any], path: tuple[str, ...]) -> list[str]:
    """Other names of a command beside it; an alias that lies elsewhere in the tree is left out."""
    others = [other for key in _words(entry.get("aliases")) for other in _path(key)]
    return [other[-1] for other in others if other[:-1] == path[:-1]]


def _words(value: object) -> list[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []
