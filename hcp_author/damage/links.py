"""A folder of hard links that is a pack again after each damage: cheaper than a copy of it each time."""

from __future__ import annotations

import os
import shutil


def restore(pack: str, copy: str) -> None:
    """Make the folder `copy` what the pack is, by hard links, whatever was done to it or missing from it.

    Who changes a file of it puts a new one in its place, as Copy does, or the pack would change too.
    """
    os.makedirs(copy, exist_ok=True)
    there = {one.name: one for one in os.scandir(copy)}
    for one in os.scandir(pack):
        found = there.pop(one.name, None)
        if found and not same(one, found):
            discard(found)
            found = None
        if one.is_dir(follow_symlinks=False):
            restore(one.path, os.path.join(copy, one.name))
        elif not found:
            put(one.path, os.path.join(copy, one.name))
    for left in there.values():
        discard(left)
    shutil.copymode(pack, copy)


def put(file: str, place: str) -> None:
    """Link a file to a place; a copy has to do where the file system has no such links."""
    try:
        os.link(file, place, follow_symlinks=False)
    except OSError:
        shutil.copy2(file, place, follow_symlinks=False)


def same(one: os.DirEntry[str], found: os.DirEntry[str]) -> bool:
    """Whether an entry of the copy is the pack's own: the very file, or a folder as well."""
    folders = [entry.is_dir(follow_symlinks=False) for entry in (one, found)]
    return all(folders) if any(folders) else one.inode() == found.inode()


def discard(one: os.DirEntry[str]) -> None:
    """Take a file, a link or a folder away."""
    if one.is_dir(follow_symlinks=False):
        shutil.rmtree(one.path)
    else:
        os.unlink(one.path)
