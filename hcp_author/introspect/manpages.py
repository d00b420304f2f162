"""Manual pages that lie beside a program: found by name in its own prefix, read as files, nothing is run."""

from __future__ import annotations

import functools
import os
import zlib

from hcp_author.introspect.resolve import Found, path_folders

MAX_BYTES = 4_000_000
_SECTIONS = ("man1", "man8", "man6", "man5")


@functools.lru_cache(maxsize=4)
def beside(found: Found) -> dict[str, str]:
    """The pages of a program and its commands: page name (`prog`, `prog-sub`) -> absolute file.

    Only folders of the prefix that the program itself lies in are looked at, so that a page of another
    program of the same name is not taken for its own.
    """
    pages: dict[str, str] = {}
    for folder in _folders(found):
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            page = name.removesuffix(".gz").rpartition(".")[0]
            if page == found.name or page.startswith(found.name + "-"):
                pages.setdefault(page, os.path.join(folder, name))
    return pages


def elsewhere(name: str) -> str:
    """The file of a manual page of that name, wherever the system keeps its manuals; "" where there is none."""
    roots = [root for root in os.environ.get("MANPATH", "").split(os.pathsep) if os.path.isabs(root)]
    roots += [os.path.join(os.path.dirname(folder), "share/man") for folder in path_folders()]
    for root in dict.fromkeys([*roots, "/usr/local/share/man", "/usr/share/man"]):
        for section in _SECTIONS:
            for end in (".gz", ""):
                file = os.path.join(root, section, f"{name}.{section[3:]}{end}")
                if os.path.isfile(file):
                    return file
    return ""


def source(path: str) -> bytes:
    """The source of a page, unpacked, at most MAX_BYTES; b"" where it cannot be read."""
    try:
        with open(path, "rb") as file:
            raw = file.read(MAX_BYTES)
        if not path.endswith(".gz"):
            return raw
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(raw, MAX_BYTES)
    except (OSError, zlib.error):
        return b""


def prefixes(found: Found) -> list[str]:
    """The prefixes that a program lies in, as found and behind its links."""
    lain = []
    for path in (found.path, found.real):
        folder = os.path.dirname(path)
        if os.path.basename(folder) in ("bin", "sbin", "games"):
            lain.append(os.path.dirname(folder))
    return list(dict.fromkeys("/usr" if prefix in ("/", "") else prefix for prefix in lain))


def _folders(found: Found) -> list[str]:
    """The manual folders of the prefixes that the program lies in."""
    return [
        os.path.join(prefix, place, section)
        for prefix in prefixes(found)
        for place in ("share/man", "man")
        for section in _SECTIONS
    ]
