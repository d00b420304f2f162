"""The address of a Redis server: whether it is one, and how it is shown, which is without a password."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

SCHEMES = ("redis", "rediss", "unix")
QUOTED = "in one line; in a password `/`, `?`, `#` and `@` are written as %2F, %3F, %23 and %40"
FORM = "`url` must be redis://HOST:PORT/0, rediss://HOST:PORT/0 or unix:///PATH"


def trouble(url: str) -> str:
    """What is wrong with an address, in words that repeat nothing of it; empty where nothing is."""
    found = _split(url)
    if found is None and "@" in url:  # what stands where a port would be may be half a password
        return f"{FORM}, {QUOTED}"
    if found is None or found.scheme not in SCHEMES:
        return FORM
    # a password that is not quoted would move the other parts: then it could be shown as one of them
    if "@" in found.path + found.query or found.fragment or not (url.isascii() and url.isprintable()):
        return f"{FORM}, {QUOTED}"
    if (found.scheme == "unix" and len(found.path) < 2) or (found.scheme != "unix" and not found.hostname):
        return FORM
    return ""


def shown(url: str) -> str:
    """An address that is right, without the user, the password and whatever its query holds."""
    found = _split(url)
    if found is None or not url:
        return ""
    host = found.netloc.rpartition("@")[2]
    return f"{found.scheme}://{'***@' if '@' in found.netloc else ''}{host}{found.path}"


def _split(url: str) -> SplitResult | None:
    try:
        found = urlsplit(url)
        return found if found.port is None or found.port else None
    except ValueError:
        return None
