"""The Binding hub: mints what a mode needs, or refuses; never from the environment, never by falling back (L4)."""

from __future__ import annotations

import os

from . import places, strict
from .adapter import Terms
from .fault import Fault
from .kinds import Any, Pack

DEGRADED = "binding.degraded"
PROBE_LIMIT = 20.0  # seconds that a probe may take
PROBE_SECONDS = 60  # how long a probe that passed is believed, per Principal and Binding
HELPER_SECONDS = 20.0  # what a credential helper may take; a person may have to say yes to it


_HELPER = {
    "timed_out": f"gave no answer within {HELPER_SECONDS:g} seconds",
    "output_too_large": "gave no answer that can be read",
    "adapter_failed": "could not be started",
    "mint_failed": "can be changed by everybody, so it is not asked",
}


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
        message, hint = "it takes an operator's session and a pack that declares `secrets`", "--session FILE or fd:N"
        raise _failed(pack, terms, message, hint)
    try:
        _minted(pack, own.helper, terms)
    except Fault as fault:
        turned(pack, terms, fault.code)
        raise
    turned(pack, terms)


def _minted(pack: Pack, helper: list[str] | None, terms: Terms) -> None:
    if pack.secrets:
        terms.secrets, terms.descriptors = _secrets(pack, helper, terms), pack.descriptors
    if pack.probe is not None or (pack.wrap is None and terms.mode == "user"):
        probe(pack, terms)
    elif terms.mode == "user" and not pack.secrets:
        message = "without a probe or secrets in surface.json, nothing shows that login is there"
        raise _failed(pack, terms, message, "hcp-author lint shows what to mend")


def probe(pack: Pack, terms: Terms, again: bool = False) -> None:
    """Ask the tool itself whether its login and data are there; believed for 60 s, but for a workspace's.

    With `again` it is asked whatever is believed, and what it says is believed from then on.
    """
    from . import calls

    note = None if terms.workspace else os.path.join(places.folder("STATE"), "probe", _name(pack, terms))
    if note and _fresh(note) and not again:
        return
    usual, terms.seconds = terms.seconds, PROBE_LIMIT
    try:
        if pack.wrap is None:
            calls.python(pack, {"do": "probe"}, terms)
        else:
            calls.execute(pack, {"argv": pack.probe, "output": "base64"}, {}, terms)
    except Fault as fault:
        if note and os.path.exists(note):
            os.unlink(note)
        raise _failed(pack, terms, fault.message, fault.hint) from None
    finally:
        terms.seconds = usual
    if note:
        _remember(note)


def turned(pack: Pack, terms: Terms, code: str = "") -> str:
    """Keep whether the Binding works (no `code`) or why not, and say how it stands: `ok`, `degraded` or `unlinked`.

    `degraded` worked before. When it turns from `ok`, `binding.degraded` is announced, where the pack declares it.
    """
    from . import senseface

    before = state(pack, terms)
    now = "ok" if not code else "degraded" if before in ("ok", "degraded") else "unlinked"
    try:
        if now != before:
            places.write(_state_file(pack, terms), now)
        if now != "ok" == before and DEGRADED in pack.triggers:
            told = {"state": now, "mode": terms.mode, "code": code}
            ingress = senseface.Ingress(pack, terms.session, terms.mode, lambda _: None, lambda _: None)
            ingress.take({"ref": DEGRADED, "payload": told})
    except (OSError, Fault):
        pass  # the call goes on, or fails for its own reason
    return now


def state(pack: Pack, terms: Terms) -> str:
    """How the Binding stood when it was last asked; empty where it never was."""
    try:
        kept = strict.read_file(_state_file(pack, terms))
    except (OSError, ValueError):
        return ""
    return kept if kept in ("ok", "degraded", "unlinked") else ""


def _state_file(pack: Pack, terms: Terms) -> str:
    name = _digest([terms.session.principal, terms.mode, places.name(pack.pack_id, pack.root)])
    return os.path.join(places.folder("STATE"), "binding", name)


def _secrets(pack: Pack, helper: list[str] | None, terms: Terms) -> dict[str, str]:
    """Each declared secret from the user's helper: all of them, none else, none empty."""
    from . import calls

    link = f"{pack.pack_id} --link helper=/absolute/path"
    if helper is None:
        raise _failed(pack, terms, "no credential helper is set", link)
    hint = f"mend {helper[0]}, or set another: {link}"
    facts = {"pack_id": pack.pack_id, "binding": terms.mode, "principal": terms.session.principal}
    try:
        status, data = calls.helper(helper, {**facts, "secrets": pack.secrets}, terms, HELPER_SECONDS)
        answer = strict.loads(strict.decode(data)) if status == 0 else None
    except strict.NotStrict:
        raise _failed(pack, terms, "the credential helper gave no answer that can be read", hint) from None
    except Fault as fault:
        raise _failed(pack, terms, f"the credential helper {_HELPER[fault.code]}", hint) from None
    if status != 0:
        raise _failed(pack, terms, f"the credential helper ended with exit status {status}", hint)
    if not isinstance(answer, dict) or answer.keys() != set(pack.secrets) or not all(map(_good, answer.values())):
        names = ", ".join(pack.secrets)
        raise _failed(pack, terms, f"the credential helper must give {names}, and nothing else", hint)
    return answer


def _good(secret: Any) -> bool:
    """Text that can stand in an environment: not blank, no function of a shell's, without NUL, and UTF-8."""
    if not isinstance(secret, str) or not secret.strip() or "\0" in secret or secret.startswith("()"):
        return False
    return not any("\ud800" <= mark <= "\udfff" for mark in secret)


def _failed(pack: Pack, terms: Terms, why: str, hint: str = "") -> Fault:
    return Fault("mint_failed", f"mint failed for the Binding mode `{terms.mode}`: {why}", hint or _usual(pack, terms))


def _usual(pack: Pack, terms: Terms) -> str:
    """What to do where a probe did not pass and did not say what to do: whatever may be missing."""
    if pack.connect:
        return f"{pack.pack_id} connect"
    unset = next((name for name in pack.settings if name not in terms.settings), None)
    if unset:
        return f"{pack.pack_id} --link {unset}=VALUE"
    return f"set up `{pack.wrap['bin']}` itself, then again" if pack.wrap else f"{pack.pack_id} doctor"


def _name(pack: Pack, terms: Terms) -> str:
    """A name for the cached probe that changes with whatever the probe depends on; no secret goes into it."""
    from . import calls

    facts: list[Any] = [terms.session.principal, terms.mode, pack.pack_id, os.path.realpath(pack.root), terms.settings]
    try:
        source = os.path.join(pack.root, "adapter.py") if pack.wrap is None else calls.program(pack)
        facts += [source, os.stat(source).st_mtime_ns, pack.probe, places.home()]
    except (OSError, Fault):
        pass  # what is not there passes no probe
    return _digest(facts)


def _digest(facts: list[Any]) -> str:
    from hashlib import sha256

    return sha256(strict.dumps(facts).encode()).hexdigest()


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
