"""What a pack may be called, checked before anything happens (L12: one id, one repository)."""

from __future__ import annotations

import difflib

from hcp_author.errors import UserError
from hcp_author.pack.model import KINDS
from hcp_author.pack.names import LONGEST, WORDS, as_words
from hcp_author.pack.text import clean

# a folder of such a name cannot be made on Windows, where a pack may be unpacked
DEVICES = frozenset({"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(10)})
# names that would hide the tool itself once a pack's bin/ is on PATH
RESERVED = frozenset({"hcp", "hcp-author", "hcp-runtime", "python", "python3"})


def check_kind(kind: str) -> None:
    """Refuse a kind that is none of the four, naming them and the nearest."""
    if kind in KINDS:
        return
    near = difflib.get_close_matches(kind.lower().replace("-", "_"), KINDS, 1)
    shown = clean(kind, 40)
    fix = f"hcp-author new {near[0]} NAME" if near else "hcp-author new channel NAME"
    raise UserError(f"there is no kind `{shown}`: the kinds are {', '.join(KINDS)}", fix)


def check_name(name: str, kind: str = "channel") -> None:
    """Refuse a pack_id that is not lower-case words joined by `-`; the fix offers one that is."""
    problem = wrong(name)
    if problem:
        raise UserError(f"`{clean(name, LONGEST)}` {problem}", f"hcp-author new {kind} {suggest(name)}")


def wrong(name: str) -> str:
    """What is wrong with a name, as the rest of a sentence; empty where nothing is."""
    if not WORDS.fullmatch(name):
        return "is no pack_id (allowed: a-z, 0-9 and '-', beginning with a letter; example: transit)"
    if len(name) > LONGEST:
        return f"is too long for a pack_id: {len(name)} characters, and {LONGEST} is the limit"
    if name in DEVICES:
        return "is no pack_id: it is the name of a device on Windows"
    if name in RESERVED:
        return "is no pack_id: it would hide a command that packs need"
    return ""


def suggest(name: str) -> str:
    """The nearest name that is allowed: `My Mail!` gives `my-mail`."""
    near = as_words(name)
    return f"{near}-pack" if near in DEVICES | RESERVED else near or "my-pack"
