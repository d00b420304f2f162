"""Where the packs of a catalog lie: folders with a surface.json, at any depth, in order; links are not followed."""

from __future__ import annotations

import os
from collections.abc import Iterator

# other programs' folders: version control, environments, caches, what is built
IGNORED = frozenset(
    (
        *(".git", ".hg", ".svn", ".hcp", "node_modules", "site-packages", "__pycache__", ".venv", "venv", "virtualenv"),
        *(".tox", ".nox", ".eggs", ".cache", ".mypy_cache", ".ruff_cache", ".pytest_cache"),
    )
)
SURFACE = "/surface.json"


def is_pack(folder: str) -> bool:
    """A pack is a folder with a surface.json, whatever that is."""
    return os.path.lexists(folder + SURFACE) and os.path.isdir(folder)


def holding(file: str) -> str | None:
    """The pack that a file or folder lies in, named as `file` is named; None where no folder above it is a pack.

    A pack may hold a folder that looks like one: of several the outermost counts, as it does for who searches from
    above. That search began in the working folder, or below: what lies above it counts only where nothing else does.
    """
    here, whole = os.getcwd(), os.path.abspath(file)
    above = []
    while os.path.dirname(whole) != whole:
        whole = os.path.dirname(whole)
        if is_pack(whole):
            above.append(whole)
    inside = [folder for folder in above if f"{folder}/".startswith(f"{here.rstrip('/')}/")]
    found = inside[-1] if inside else next(iter(above), None)
    return found if found is None or os.path.isabs(file) else os.path.relpath(found, here)


def below(folder: str) -> Iterator[str]:
    """The packs in the folders of `folder`, by name; a pack is not searched for packs.

    A folder that cannot be looked into comes with them, since it may be a pack (`shut` tells it from one).
    """
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        if place != folder and os.path.lexists(place + SURFACE):
            yield place
            continue
        names = folders_in(place)
        if names is None:
            yield place
        elif names and not os.path.lexists(place + "/pyvenv.cfg"):
            start = "" if place == os.curdir else place.rstrip("/") + "/"
            waiting += [start + name for name in names]


def folders_in(folder: str) -> list[str] | None:
    """The names of the folders to look into, the last one first; None where the folder cannot be looked into."""
    try:
        with os.scandir(folder) as entries:
            found = [one.name for one in entries if one.is_dir(follow_symlinks=False) and one.name not in IGNORED]
    except FileNotFoundError:
        return []  # it went away meanwhile
    except OSError:
        return None
    if found and not os.access(folder, os.X_OK):
        return None
    found.sort(reverse=True)
    return found


def shut(folder: str) -> bool:
    """Whether a folder may not be looked into."""
    return not os.access(folder, os.R_OK | os.X_OK) and os.path.lexists(folder)
