"""The released runtime and proof script, by bytes and by digest, and what a pack has in their place."""

from __future__ import annotations

import json
import os
from functools import lru_cache

from hcp_author.pack import digests, files
from hcp_author.pack.model import Pack

OURS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@lru_cache(maxsize=1)  # two rules ask
def bin_files(pack: Pack) -> dict[str, bytes]:
    """Every file under bin/ by its path in it, the launcher as `launcher`; what cannot be read is empty."""
    found: dict[str, bytes] = {}
    for name, data in files.contents(pack, (name for name in pack.files if name.startswith("bin/"))):
        key = "launcher" if name == f"bin/{pack.pack_id}" else name.removeprefix("bin/")
        found[key] = data if isinstance(data, bytes) else b""
    return found


def name_of(key: str, pack: Pack) -> str:
    """The path in bin/ for a key of bin_files."""
    return pack.pack_id if key == "launcher" else key


@lru_cache(maxsize=1)
def our_runtime() -> dict[str, bytes]:
    """The runtime of this release, in the same form."""
    folder = os.path.join(OURS, "runtime")
    found = {f"hcp_runtime/{name}": our_file(f"runtime/{name}") for name in os.listdir(folder) if name.endswith(".py")}
    return {"launcher": our_file("fixed/launcher.py"), **found}


@lru_cache(maxsize=1)
def our_digest() -> str:
    """The digest of the runtime of this release."""
    return digest(our_runtime())


@lru_cache(maxsize=64)
def our_file(name: str) -> bytes:
    """A file of this release, by its path in the package."""
    with open(os.path.join(OURS, *name.split("/")), "rb") as file:
        return file.read()


@lru_cache(maxsize=1)
def all_released() -> dict[str, list[str]]:
    """The digests of earlier releases: `runtime` as `digest` makes them, `proof` the SHA-256 of proof.py."""
    with open(os.path.join(OURS, "lint", "released.json"), encoding="utf-8") as file:
        found: dict[str, list[str]] = json.load(file)
    return found


def released(what: str) -> list[str]:
    """The digests of one of them."""
    return all_released()[what]


def digest(found: dict[str, bytes]) -> str:
    """SHA-256 over bin/, as proof.json has it: each file's name, length and bytes, by name."""
    whole = digests.sha256()
    for name in sorted(found):
        whole.update(f"{name}\0{len(found[name])}\0".encode() + found[name])
    return whole.hexdigest()


def sha256(data: bytes) -> str:
    """SHA-256 in hex."""
    return digests.sha256(data).hexdigest()
