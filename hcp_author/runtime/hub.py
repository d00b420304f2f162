"""The Binding hub: mints what a mode needs, or refuses; never from the environment, never by falling back (L4)."""

from __future__ import annotations

import os

from . import places, strict
from .fault import Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .adapter import Terms
    from .manifest import Pack

PROBE_SECONDS = 60  # how long a probe that passed is believed, per Principal and Binding


def mint(pack: Pack, terms: Terms) -> None:
    """Fill in the terms' settings and secrets for their mode; raises Fault `mint_failed`.

    public: settings alone. local: settings, secrets where declared, the probe where there is one. user: the same, and
    one of probe or secrets there must be. mothership: an operator's session, and secrets by the helper alone.
    """
    if terms.mode == "mock":
        return
    from . import link

    own = link.own(pack)
    terms.settings = own.settings
    if terms.mode == "public":
        return
    if terms.mode == "mothership" and not (terms.session.operator and pack.secrets):
        raise _failed(pack, terms, "it takes an operator's session and a pack that declares `secrets`")
    if pack.secrets:
        terms.secrets = _secrets(pack, own.helper, terms)
    if pack.probe is not None or (pack.wrap is None and terms.mode == "user"):
        probe(pack, terms)
    elif terms.mode == "user" and not pack.secrets:
        raise _failed(pack, terms, "without a probe or secrets in surface.json, nothing shows that login is there")


def probe(pack: Pack, terms: Terms) -> None:
    """Ask the tool itself whether its login and data are there; believed for 60 s, but for a workspace's."""
    from . import calls

    note = None if terms.workspace else os.path.join(places.folder("STATE"), "probe", _name(pack, terms))
    if note and _fresh(note):
        return
    try:
        if pack.wrap is None:
            calls.python(pack, {"do": "probe"}, terms)
        else:
            calls.execute(pack, {"argv": pack.probe, "output": "base64"}, {}, terms)
    except Fault as fault:
        raise _failed(pack, terms, fault.message, fault.hint) from None
    if note:
        _remember(note)


def _secrets(pack: Pack, helper: list[str] | None, terms: Terms) -> dict[str, str]:
    """Each declared secret from the user's helper: all of them, none else, none empty."""
    from . import calls

    if helper is None:
        raise _failed(pack, terms, "no credential helper is set", f"{pack.pack_id} --link helper=/absolute/path")
    facts = {"pack_id": pack.pack_id, "binding": terms.mode, "principal": terms.session.principal}
    try:
        status, data = calls.helper(helper, {**facts, "secrets": pack.secrets}, terms)
        answer = strict.loads(strict.decode(data)) if status == 0 else None
    except (Fault, strict.NotStrict):
        raise _failed(pack, terms, "the credential helper gave no answer that can be read") from None
    if status != 0:
        raise _failed(pack, terms, f"the credential helper ended with exit status {status}")
    if not isinstance(answer, dict) or answer.keys() != set(pack.secrets) or not all(map(_good, answer.values())):
        raise _failed(pack, terms, f"the credential helper must give {', '.join(pack.secrets)}, and nothing else")
    return answer


def _good(secret: Any) -> bool:
    return isinstance(secret, str) and secret.strip() != "" and "\0" not in secret


def _failed(pack: Pack, terms: Terms, why: str, hint: str = "") -> Fault:
    usual = f"{pack.pack_id} connect" if pack.connect else f"{pack.pack_id} doctor"
    return Fault("mint_failed", f"mint failed for the Binding mode `{terms.mode}`: {why}", hint or usual)


def _name(pack: Pack, terms: Terms) -> str:
    """A name for the cached probe that changes with whatever the probe depends on; no secret goes into it."""
    from hashlib import sha256

    from . import calls

    facts: list[Any] = [terms.session.principal, terms.mode, pack.pack_id, os.path.realpath(pack.root), terms.settings]
    source = os.path.join(pack.root, "adapter.py") if pack.wrap is None else _program(calls, pack)
    try:
        facts += [source, os.stat(source).st_mtime_ns, pack.probe, places.home()]
    except OSError:
        facts += [source]
    return sha256(strict.dumps(facts).encode()).hexdigest()


def _program(calls: Any, pack: Pack) -> str:
    try:
        return str(calls.program(pack))
    except Fault:
        return ""


def _fresh(note: str) -> bool:
    import time

    try:
        return 0 <= time.time() - os.stat(note).st_mtime < PROBE_SECONDS
    except OSError:
        return False


def _remember(note: str) -> None:
    """Note that the probe passed, and let go of notes that are too old to count."""
    folder = os.path.dirname(note)
    try:
        places.write(note, "")
        for name in os.listdir(folder):
            if not _fresh(os.path.join(folder, name)):
                os.unlink(os.path.join(folder, name))
    except OSError:
        return  # then the next call asks again
