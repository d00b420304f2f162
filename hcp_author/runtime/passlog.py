"""The log of the pass-through: which of the program's known commands and options were used, and never a value (L3)."""

from __future__ import annotations

import os

from . import places, strict

LARGEST = 16 << 20  # bytes of introspection.json
NAME = "passthrough.log"


def note(pack_id: str, root: str, argv: list[str]) -> None:
    """Add one line for a call; `promote` reads it as evidence of what is really used."""
    import time

    path, options = known(_tree(root), argv)
    line = {"time": int(time.time()), "pack_id": pack_id, "path": path, "options": options}
    name = os.path.join(places.private(places.folder("STATE")), NAME)
    log = os.open(name, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    os.write(log, (strict.dumps(line) + "\n").encode())
    os.close(log)


def known(root: object, argv: list[str]) -> tuple[list[str], list[str]]:
    """The words of `argv` that the tree knows as commands, and the names that it knows as options, sorted.

    Every other word may be a value. An option that takes one takes the next word with it; after an option that is not
    known nobody can tell, so no command is looked for any more.
    """
    node, path, options, takes = root, [], set(), _options(root)
    words = iter(argv)
    for word in words:
        if word == "--":
            break
        if word.startswith("-") and word != "-":
            spelt = (word.partition("=")[0], "" if word.startswith("--") else word[:2])
            options.add(name := next((name for name in spelt if name in takes), ""))
            if name == word and takes[name]:
                next(words, None)
            node = node if name else None
            continue
        node = next((one for one in _list(node, "commands") if isinstance(one, dict) and one.get("name") == word), None)
        if node is not None:
            path.append(word)
            takes.update(_options(node))
    return path, sorted(options - {""})


def _options(node: object) -> dict[str, bool]:
    """Each name of a command's options, and whether it takes the next word: `-n|--limit=integer` does."""
    made: dict[str, bool] = {}
    for shape in _list(node, "options"):
        names, equals, _ = str(shape).rstrip("!*").partition("=")
        made.update(dict.fromkeys(names.rstrip("[").split("|"), bool(equals) and not names.endswith("[")))
    return made


def _list(node: object, key: str) -> list[object]:
    value = node.get(key) if isinstance(node, dict) else None
    return value if isinstance(value, list) else []


def _tree(root: str) -> object:
    """The root of what the program looked like when it was wrapped; None where nothing tells."""
    try:
        whole = strict.loads(strict.read_file(os.path.join(root, ".hcp", "introspection.json"), LARGEST))
    except (OSError, strict.NotStrict):
        return None
    return whole.get("root") if isinstance(whole, dict) else None
