"""The format: names of files that are, or look like, one and the same.

L2.3 One name means one command: none is given twice, and none looks like another.
F.4 A pack is a folder of regular files: no link out, nothing that hangs, and one file for one name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from hcp_author.lint.contract import Hit, on_file, rule
from hcp_author.pack import names
from hcp_author.pack.model import Pack
from hcp_author.pack.text import visible

# what readers and runtimes open by name
OWN = ("surface.json", "policy.json", "HARNESS.md", "proof.json", "proof.py", "adapter.py", "README.md")


@rule("F-colliding-files", "F", "error", phase="file")
def colliding_files(pack: Pack) -> Iterator[Hit]:
    """Two files of the pack have names that some file systems take for one: they differ in case, or in how an accent
    is written.

    Why: a pack is a folder that can be copied; on another machine one of the two overwrites the other, and the pack
    that was reviewed is not the one that runs.
    Fix: rename or remove one of them.
    Bad: Policy.json
        {}
    Good: notes.json
        {}
    """
    seen: dict[str, str] = {}
    for name in pack.files:
        first = seen.setdefault(unicodedata.normalize("NFC", name).casefold(), name)
        if first != name:
            told = min((first, name), key=lambda one: one in OWN)
            other = first if told == name else name
            message = f"`{visible(told)}` and `{visible(other)}` are one file to some file systems"
            yield on_file(told, message, "rename or remove one of the two")


@rule("F-look-alike-file", "F", "error", phase="file")
def look_alike_file(pack: Pack) -> Iterator[Hit]:
    """A file is named so that a reader takes it for one of the pack's own (`po1icy.json` beside `policy.json`).

    Why: a reviewer who reads the one has not read the other, which is what the runtime reads.
    Fix: rename or remove it.
    Bad: po1icy.json
        {}
    Good: notes.json
        {}
    """
    keys = {names.look_alike_key(name): name for name in OWN if name in pack.files}
    for name in pack.files:
        meant = keys.get(names.look_alike_key(name))
        same = meant is not None and unicodedata.normalize("NFC", name).casefold() == meant.casefold()
        if meant and name != meant and not same:
            message = f"{names.shown(name)} looks like `{meant}`, and is another file"
            yield on_file(name, message, "rename or remove it")
