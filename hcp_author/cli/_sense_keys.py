"""The keys of a source of requests: made, read, added beside others, and taken away."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hcp_author.cli._sense_pack import typed
from hcp_author.errors import FINDINGS, USAGE, UserError

if TYPE_CHECKING:
    from hcp_author.ingress.config import Source

KEYED = ("signed", "mapped")


def new(one: Source | None, way: str | None) -> str:
    """A fresh key: in the form that webhook libraries take, and for a vendor's page text that fits an address too."""
    import base64
    import secrets

    if (one.way if one else way) == "mapped":
        return secrets.token_urlsafe(32)
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def word(way: str, map_: str) -> str:
    """What the key of a source is for its sender: something to sign with, or to show."""
    from hcp_author.ingress import maps

    return "token" if way == "mapped" and maps.by_token(map_) else "signing key"


def read(name: str) -> str:
    """The key in a file or on standard input; never on the command line, where others could read it."""
    return _text(name, "--key-file")


def server(url: str | None, url_file: str | None) -> str | None:
    """The address of a queue's server, from the command line or, where it holds a password, from a file."""
    if url and url_file:
        raise UserError("`--url` and `--url-file` say the same thing", "leave one of them out")
    return _text(url_file, "--url-file") if url_file else url


def _text(name: str, flag: str) -> str:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise UserError(f"`{flag} {name}` cannot be read: {why}", f"{flag} FILE", FINDINGS) from None
    return text.strip()


def check(
    sources: Mapping[str, Source],
    name: str,
    pack: Path,
    given: Mapping[str, Any],
    key: str | None,
    key_file: str | None,
    remove: bool,
) -> None:
    """Refuse an order that would lose a key, or that says two things at once; raises UserError."""
    one, start = sources.get(name), f"hcp-author sense source {typed(pack)}"
    if remove and (given or key_file):
        raise UserError("`--remove` goes with a source's name, and with `--key` at most", f"{start} {name} --remove")
    if remove and one is None:
        raise UserError(f"there is no source `{name}`", start, FINDINGS)
    if one is None and (key or key_file) and given.get("way") not in KEYED:
        flag = "--key-file" if key_file else "--key"
        raise UserError(f"`{flag}` goes with a source of requests", f"{start} {name} --way signed {flag} NAME")
    if one is None or (remove and key is None):
        return
    if key is None or given:
        held = f"`{name}` is named already, as `{one.way}`"
        more = f", or {name} --key NEW for one more key" if one.way in KEYED else ""
        raise UserError(held, f"{start} {name} --remove first{more}", FINDINGS)
    _check_key(one, key, f"{start} {name}", remove)


def _check_key(one: Source, key: str, start: str, remove: bool) -> None:
    listed = ", ".join(one.keys)
    if one.way not in KEYED:
        raise UserError(f"`{one.name}` is a source of the way `{one.way}`, which takes no key", start, USAGE)
    if remove and key not in one.keys:
        raise UserError(f"`{one.name}` has no key `{key}`; it has {listed}", f"{start} --remove --key NAME", FINDINGS)
    if remove and len(one.keys) == 1:
        raise UserError(f"`{key}` is the last key of `{one.name}`", f"{start} --remove, to forget the source", FINDINGS)
    if not remove and key in one.keys:
        raise UserError(f"`{one.name}` has a key `{key}` already; it has {listed}", f"{start} --key NEW", FINDINGS)


def changed(kept: dict[str, Any], key: str, made: str | None, key_file: str | None, remove: bool) -> dict[str, Any]:
    """What the file holds of a source, with one key more or one less."""
    keys = {name: secret for name, secret in kept["keys"].items() if not (remove and name == key)}
    return {**kept, "keys": keys if remove else {**keys, key: made or read(key_file or "")}}
