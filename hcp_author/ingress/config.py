"""The user's own word on how events reach one pack: its sources, their keys, and what to wake; never the pack's."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hcp_author.errors import FINDINGS, UserError
from hcp_author.ingress import address, maps
from hcp_author.runtime import locks, places, strict

KEYED = ("signed", "mapped")
WAYS = (*KEYED, "spool", "redis", "process")
WINDOW = 300  # seconds that a signature's time may be off, either way
SHORTEST_KEY = 16  # characters; a shorter one can be guessed
LONGEST_NAME = 64  # characters; a source's name leads the id of each of its events
_KEYS = {
    "signed": {"keys", "window"},
    "mapped": {"keys", "window", "map"},
    "spool": {"folder"},
    "redis": {"url", "stream"},
    "process": set(),
}


@dataclass(frozen=True)
class Source:
    """One way in. `keys` are secrets by name; `map` is a map's name or absolute path; `window` is in seconds."""

    name: str
    way: str
    keys: dict[str, str] = field(default_factory=dict, repr=False)
    window: int = WINDOW
    map: str = ""
    folder: str = ""
    url: str = field(default="", repr=False)  # it may hold a password
    stream: str = ""


@dataclass(frozen=True)
class Config:
    """The sources of one pack in one folder, and the argv that is run after a record (None: nothing is)."""

    sources: dict[str, Source]
    wake: tuple[str, ...] | None


def read(pack_id: str, root: str) -> Config:
    """The configuration for the pack in folder `root`; raises UserError, naming the file and what is wrong in it."""
    sense = _sense(pack_id, document(pack_id), root)
    sources = {name: source(pack_id, name, facts) for name, facts in sense.get("sources", {}).items()}
    return Config(sources, _wake(pack_id, sense.get("wake")))


def following(pack_id: str, root: str) -> Callable[[], dict[str, Source]]:
    """A function that gives the sources as they stand now, and reads the file again once it has changed."""
    seen: list[tuple[int, ...]] = []
    found: dict[str, Source] = {}

    def now() -> dict[str, Source]:
        if seen != [mark := _mark(places.config_file(pack_id))]:
            found.clear()  # before it is read: what cannot be read lets nobody in
            found.update(read(pack_id, root).sources)
            seen[:] = [mark]
        return found

    return now


def _mark(path: str) -> tuple[int, ...]:
    try:
        facts = os.stat(path)
    except OSError:
        return ()
    return facts.st_ino, facts.st_mtime_ns, facts.st_size


def document(pack_id: str) -> dict[str, Any]:
    """The whole file, which holds secrets: it must be this user's, and closed to others."""
    path = places.config_file(pack_id)
    try:
        value = strict.loads(strict.read_file(path, closed_to=0o077))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise wrong(pack_id, str(getattr(error, "strerror", None) or error)) from None
    if not isinstance(value, dict):
        raise wrong(pack_id, "it must hold an object")
    return value


def kept(pack_id: str, root: str, name: str) -> dict[str, Any]:
    """One source that `read` has seen, as it stands in the file."""
    return dict(document(pack_id)[os.path.realpath(root)]["sense"]["sources"][name])


def elsewhere(pack_id: str, root: str) -> list[str]:
    """The other folders that sources are named for, under the same pack_id: a pack that was moved has left them."""
    here, whole = os.path.realpath(root), document(pack_id)
    named = {folder: facts.get("sense") for folder, facts in whole.items() if isinstance(facts, dict)}
    return sorted(
        one for one, sense in named.items() if one != here and isinstance(sense, dict) and sense.get("sources")
    )


def change(pack_id: str, root: str, key: str, value: Any) -> None:
    """Set, or with None remove, `wake` or `sources/NAME`; the rest of the file stays. Raises UserError."""
    path = places.config_file(pack_id)
    try:
        with locks.locked(path):
            whole = document(pack_id)
            holder = {**_sense(pack_id, whole, root)}
            top, _, name = key.partition("/")
            where = holder.setdefault(top, {}) if name else holder
            where.pop(name or top, None)
            if value is not None:
                where[name or top] = value
            whole.setdefault(os.path.realpath(root), {})["sense"] = holder
            places.write(path, strict.dumps(whole, indent=2) + "\n")
    except OSError as error:
        busy = error.errno == errno.EBUSY  # as locks says it
        fix = "the same again in a moment" if busy else "make room, or see who may read and write there"
        raise wrong(pack_id, f"it cannot be written: {error.strerror}", fix) from None


def source(pack_id: str, name: str, facts: Any) -> Source:
    """One source, held against what its way takes; raises UserError."""
    if flaw := trouble(name, facts):
        raise wrong(pack_id, f"source `{name}`: {flaw[1]}")
    return Source(name, **facts)


def trouble(name: str, facts: Any) -> tuple[str, str] | None:
    """What is wrong with a source: which part (`name`, `way`, `keys` …) and why; None where nothing is."""
    if not name.isascii() or not name.replace("-", "").isalnum() or name != name.lower() or len(name) > LONGEST_NAME:
        return "name", f"a name is lower-case words joined by `-`, at most {LONGEST_NAME} characters"
    if not isinstance(facts, dict) or facts.get("way") not in WAYS:
        return "way", f"`way` must be one of {', '.join(WAYS)}"
    way = facts["way"]
    if unknown := sorted(facts.keys() - _KEYS[way] - {"way"}):
        return unknown[0], f"`{way}` takes no `{unknown[0]}`"
    return _wrong_part(way, facts)


def wrong(pack_id: str, why: str, fix: str = "hcp-author sense source --help") -> UserError:
    """The error for a configuration that cannot be used; nothing is listened to then."""
    return UserError(f"{places.config_file(pack_id)}: {why}", fix, FINDINGS)


def _sense(pack_id: str, whole: dict[str, Any], root: str) -> dict[str, Any]:
    """What the file holds about Sense for one folder."""
    facts = whole.get(os.path.realpath(root), {})
    if not isinstance(facts, dict):
        raise wrong(pack_id, f"what it holds for `{os.path.realpath(root)}` must be an object")
    sense = facts.get("sense", {})
    if not isinstance(sense, dict) or not isinstance(sense.get("sources", {}), dict):
        raise wrong(pack_id, "`sense` must be an object with `sources`")
    return sense


def _wrong_part(way: str, facts: dict[str, Any]) -> tuple[str, str] | None:
    """What is wrong with a part of a source."""
    if "keys" in _KEYS[way]:
        keys = facts.get("keys")
        if not isinstance(keys, dict) or not keys or not all(_is_key(one) for one in keys.values()):
            return "keys", f"`keys` must hold secrets of {SHORTEST_KEY} characters or more, by name"
    window = facts.get("window", WINDOW)
    if isinstance(window, bool) or not isinstance(window, int) or not 1 <= window <= 3600:
        return "window", "`window` must be a number of seconds from 1 to 3600"
    if way == "mapped" and (why := maps.trouble(facts.get("map"))):
        return "map", why
    if way == "spool" and not _is_path(facts.get("folder", "/")):
        return "folder", "`folder` must be an absolute path"
    for key in ("url", "stream") if way == "redis" else ():
        if not isinstance(facts.get(key), str) or not facts[key]:
            return key, "`url` and `stream` must say which stream of which server"
    if way == "redis" and (why := address.trouble(facts["url"])):
        return "url", why
    return None


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and value.startswith("/") and "\0" not in value


def _is_key(secret: Any) -> bool:
    return isinstance(secret, str) and len(secret) >= SHORTEST_KEY and secret.isprintable()


def _wake(pack_id: str, argv: Any) -> tuple[str, ...] | None:
    if argv is None:
        return None
    good = isinstance(argv, list) and argv and all(isinstance(word, str) and "\0" not in word for word in argv)
    if not good or not argv[0].startswith("/"):
        raise wrong(pack_id, "`wake` must be a list of words that begins with an absolute path")
    return tuple(argv)
