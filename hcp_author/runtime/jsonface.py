"""The JSON face: an envelope in, the call it stands for out (L2)."""

from __future__ import annotations

from . import strict
from .fault import Fault
from .gate import Call
from .kinds import Pack

LIMIT = 8 << 20  # bytes
_LIKE = 'it is like {"pack_id": "mail", "verb_key": "list", "args": {}}'
_KEYS = {"pack_id", "verb_key", "args", "confirm", "binding"}


def read(pack: Pack, source: str) -> Call:
    """The call in the envelope that `source` names (a file, or `-` for standard input); raises Fault `usage`."""
    try:
        with open(0 if source == "-" else source, "rb", closefd=source != "-") as stream:
            envelope = strict.loads(strict.decode(stream.read(LIMIT + 1), LIMIT))
    except strict.NotStrict as error:
        raise Fault("usage", f"the envelope cannot be read: {error}", _LIKE) from None
    except OSError as error:
        raise Fault("usage", f"the envelope `{source}` cannot be read: {error.strerror}") from None
    if not isinstance(envelope, dict):
        raise Fault("usage", "the envelope must be an object", _LIKE)
    if unknown := sorted(envelope.keys() - _KEYS):
        known = ", ".join(sorted(_KEYS))
        raise Fault("usage", f"the envelope has an unknown key {unknown[0][:80]!r}", f"its keys are {known}")
    for key in ("pack_id", "verb_key"):
        if not isinstance(envelope.get(key), str):
            raise Fault("usage", f"the envelope needs `{key}`, a string", _LIKE)
    args = envelope.get("args", {})
    if not isinstance(args, dict):
        raise Fault("usage", "`args` must be an object", _LIKE)
    return Call(envelope["pack_id"], envelope["verb_key"], args, envelope.get("confirm", False), _mode(pack, envelope))


def _mode(pack: Pack, envelope: dict[str, object]) -> str:
    binding = envelope.get("binding", {"mode": pack.binding})
    if not isinstance(binding, dict) or binding.keys() != {"mode"} or not isinstance(binding["mode"], str):
        raise Fault("usage", '`binding` must be like {"mode": "user"}')
    return binding["mode"]
