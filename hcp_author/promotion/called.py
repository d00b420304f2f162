"""What was called through the pass-through, from its own log: paths and option names, never a value."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from typing import Any

from hcp_author.introspect.tree import Command
from hcp_author.runtime import passlog, places
from hcp_author.runtime.fault import Fault

LARGEST = 4 << 20  # bytes of the log's end that are looked at: some fifty thousand calls


def counts(pack_id: str, root: Command) -> Mapping[tuple[str, ...], int]:
    """How often each command path of this pack was called; a call without a command counts for each of its options.

    `root` tells which names are one option's, which goes by its long one. A line that is none of ours is passed over:
    the log is evidence for a rank, and decides nothing else.
    """
    found: Counter[tuple[str, ...]] = Counter()
    names = {name: option.long or name for option in root.options for name in (option.short, *option.other_names)}
    for line in _lines():
        if line.get("pack_id") == pack_id and (words := _words(line.get("path"))) is not None:
            options = [] if words else _words(line.get("options")) or ()
            found.update([words] if words else {(names.get(option) or option,) for option in options})
    return dict(found)


def _lines() -> list[dict[str, Any]]:
    """The log's lines that are JSON objects, of its last part where it is very long."""
    made = []
    for line in _end().split(b"\n"):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            made.append(value)
    return made


def _end() -> bytes:
    try:
        with open(os.path.join(places.folder("STATE"), passlog.NAME), "rb") as log:
            log.seek(max(log.seek(0, os.SEEK_END) - LARGEST, 0))
            return log.read(LARGEST)
    except (OSError, Fault):
        return b""


def _words(value: Any) -> tuple[str, ...] | None:
    good = isinstance(value, list) and all(isinstance(word, str) for word in value)
    return tuple(value) if good else None
