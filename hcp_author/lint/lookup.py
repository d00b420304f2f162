"""Where the settings of the one who lints stand; nothing costly is imported, since most runs find none."""

from __future__ import annotations

import os

OWN_FILE = "hcp-author.toml"
SHARED_FILE = "pyproject.toml"
# decisions alone are settings too, of a catalog that has no other
DECISIONS = "hcp-author-suppressions.toml"
# what a pyproject.toml without settings of ours does not hold
NAME = b"hcp-author"


def find(here: str) -> list[str]:
    """The nearest files that may hold settings, from the folder `here` upwards: one, or two in one folder, or none.

    None that lies in a pack, or below one: no pack decides what it is judged by.
    """
    folders = [here]
    while os.path.dirname(folders[-1]) != folders[-1]:
        folders.append(os.path.dirname(folders[-1]))
    packs = [index for index, folder in enumerate(folders) if is_pack(folder)]
    for folder in folders[packs[-1] + 1 if packs else 0 :]:
        found = [place for place in (os.path.join(folder, name) for name in (OWN_FILE, SHARED_FILE)) if speaks(place)]
        alone = os.path.join(folder, DECISIONS)
        if found or os.path.isfile(alone):
            return found or [alone]
    return []


def speaks(file: str) -> bool:
    """Whether a file may hold settings: hcp-author.toml always, another where our name stands in it."""
    if not os.path.isfile(file):
        return False
    if os.path.basename(file) == OWN_FILE:
        return True
    try:
        with open(file, "rb") as stream:
            return NAME in stream.read(1024 * 1024)
    except OSError:
        return False


def is_pack(folder: str) -> bool:
    """Whether a folder is a pack, whatever its surface.json is."""
    return os.path.lexists(os.path.join(folder, "surface.json"))
