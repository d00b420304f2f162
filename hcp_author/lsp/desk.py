"""What lies open in an editor, by pack: which pack a file belongs to, its unsaved texts, its findings."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from hcp_author.errors import UserError
from hcp_author.lint import catalog, engine, settings, settled
from hcp_author.lint import places as folders
from hcp_author.lint.contract import Finding, Report
from hcp_author.lint.laws import RULES
from hcp_author.lint.settings import Settings
from hcp_author.pack import files
from hcp_author.pack.model import Pack

# of a workspace that was opened: so many packs are looked at unasked, and so many folders looked through for them
PACKS = 200
FOLDERS = 20_000


def pack_of(file: Path, workspace: Sequence[Path] = ()) -> Path | None:
    """The pack that a file lies in; None where it lies in none.

    A pack may hold a folder that looks like one: the outermost within the workspace counts, as it does for lint, and
    where none lies within it, the nearest.
    """
    found = [folder for folder in file.parents if engine.is_pack(folder)]
    inside = [folder for folder in found if any(folder.is_relative_to(root) for root in workspace)]
    return inside[-1] if inside else next(iter(found), None)


def packs_below(folder: Path) -> Iterator[Path | None]:
    """The packs of a workspace's folder, and None after each folder in which nothing was found; it ends in time."""
    waiting, seen, found = [str(folder)], 0, 0
    while waiting and seen < FOLDERS and found < PACKS:
        place = waiting.pop()
        seen += 1
        if folders.is_pack(place):
            found += 1
            yield Path(place)
        elif not os.path.lexists(os.path.join(place, "pyvenv.cfg")):
            waiting += [os.path.join(place, name) for name in folders.folders_in(place) or ()]
            yield None


def unsaved(root: Path, texts: Mapping[Path, str]) -> dict[str, str]:
    """The texts of the files of one pack, by their names in it."""
    return {file.relative_to(root).as_posix(): text for file, text in texts.items() if file.is_relative_to(root)}


def read(root: Path, texts: Mapping[Path, str]) -> Pack | None:
    """A pack as the editor holds it; None where the folder is a pack no longer."""
    try:
        return files.read(root, unsaved(root, texts))
    except (UserError, OSError):
        return None


def chosen_for(root: Path) -> Settings:
    """The settings of whoever keeps the pack; ours where they are broken, as `lint` will tell."""
    try:
        return settings.load(here=root.parent)
    except UserError:
        return Settings()


def findings(pack: Pack) -> list[Finding]:
    """What lint says of a pack, under the settings of whoever keeps it; what is broken there changes nothing."""
    chosen = chosen_for(pack.root)
    found = engine.check(pack)
    if chosen.strict:
        found = [catalog.stricter(one) for one in found]
    try:
        return list(settled.settle(Report(tuple(found), 1, len(RULES)), chosen, [pack.root]).report.findings)
    except UserError:
        return found


def text_of(file: Path, texts: Mapping[Path, str]) -> str:
    """The text of a file as the editor holds it, else as it lies on the disk; empty where it cannot be read."""
    if file in texts:
        return texts[file]
    data = files.read_bytes(file.parent, file.name)
    return data.decode("utf-8", "replace").removeprefix("\ufeff") if isinstance(data, bytes) else ""
