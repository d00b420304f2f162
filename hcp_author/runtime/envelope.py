"""The result envelope, the same on both faces, and the exit status that goes with it."""

from __future__ import annotations

from . import manifest
from .fault import OK, Fault
from .kinds import TYPE_CHECKING

if TYPE_CHECKING:
    from . import gate


def answer(pack: manifest.Pack, call: gate.Call) -> tuple[dict[str, object], int]:
    """Put a call through the gate; its envelope and its exit status. `ok`, `binding` and the rest are ours alone."""
    from . import gate

    try:
        data = gate.run(pack, call)
    except Fault as fault:
        return refusal(fault, pack, call), fault.status
    status = OK
    if call.verb_key in manifest.HEALTH:
        from . import health

        status = health.exit_status(data)
    return {"ok": True, **_facts(pack, call), "data": data}, status


def refusal(fault: Fault, pack: manifest.Pack | None = None, call: gate.Call | None = None) -> dict[str, object]:
    """The envelope of a fault; what is not known is null."""
    error = {"code": fault.code, "message": fault.message, "hint": fault.hint}
    return {"ok": False, **_facts(pack, call), "error": error}


def _facts(pack: manifest.Pack | None, call: gate.Call | None) -> dict[str, object]:
    row = pack.rows.get(call.verb_key) if pack and call else None
    return {
        "pack_id": pack.pack_id if pack else None,
        "verb_key": call.verb_key if call else None,
        "operation": row.operation if row else None,
        "land": row.land if row else None,
        "binding": {"mode": call.mode} if call else None,
    }
