"""`--emit`: the pack's own emitter runs in a process of its own, and what it gives is announced."""

from __future__ import annotations

import sys

from . import adapter, calls, link, output, senseface, session
from .fault import Fault
from .kinds import Any, Callable, Pack


def emitted(pack: Pack, options: dict[str, Any], say: Callable[[str], object]) -> int:
    """`--emit`: the pack's emitter, run without a mint and without a time limit, until it ends or is ended."""
    if pack.wrap is not None:
        raise Fault("usage", "a wrap has no emitter", f"{pack.pack_id} --announce -")
    mode = options.get("--binding", pack.binding)
    ingress = senseface.Ingress(pack, session.open_(options.get("--session"), pack.root), mode, say)
    terms = adapter.Terms(ingress.session, mode, None)
    terms.settings = link.own(pack).settings
    aloud = output.Aloud(adapter.OUTPUT_LIMIT, lambda line: print(line, file=sys.stderr))
    try:
        calls.python(pack, {"do": "emit"}, terms, ingress.take, aloud.take)
    except ValueError as error:
        raise Fault("adapter_failed", f"adapter.py: `emit` gave what is no event: {error}") from None
    finally:
        aloud.end()
    return ingress.end()
