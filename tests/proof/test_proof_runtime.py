"""A runtime that was tampered with: its digest fails the proof, and where that is forged, what it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from proof_packs import (
    DENY,
    END_USER,
    OFF,
    ON,
    READ,
    RUNTIME,
    UNDECLARED,
    Maker,
    failures,
    trusted,
    whole,
)


def append(module: str, code: str) -> Callable[[Path], object]:
    def edit(pack: Path) -> None:
        with (pack / "bin" / "hcp_runtime" / f"{module}.py").open("a") as file:
            file.write(f"\n{code}\n")

    return edit


YES_TO_ALL = append("gate", "def confirmed(row, call):\n    return None")
RUNTIMES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "a gate that always says yes": ("wrap", YES_TO_ALL),
    "a gate that always says yes, and an adapter": ("adapter", YES_TO_ALL),
    "a comment": ("wrap", append("gate", "# nothing")),
    "a module beside the others": ("wrap", lambda pack: (pack / "bin" / "json.py").write_text("")),
    "a compiled module": ("wrap", lambda pack: (pack / "bin" / "hcp_runtime" / "gate.so").write_bytes(b"")),
    "a linked folder": ("wrap", lambda pack: (pack / "bin" / "json").symlink_to(pack / "fixtures")),
    "a link to nothing": ("wrap", lambda pack: (pack / "bin" / "gone").symlink_to("nowhere")),
    "a module dropped": ("wrap", lambda pack: (pack / "bin" / "hcp_runtime" / "view.py").unlink()),
}


@pytest.mark.parametrize("wrong", RUNTIMES)
def test_a_changed_runtime_fails_the_proof_and_is_not_started(make: Maker, wrong: str) -> None:
    kind, edit = RUNTIMES[wrong]
    pack = getattr(make, kind)()
    edit(pack)
    (pack / "bin" / pack.name).write_text(f"open({str(make.folder / 'started')!r}, 'w')\n")
    document = make.proved(pack)
    found = failures(whole(document))
    assert RUNTIME in found
    assert "not run, since `bin/` is not the runtime that proof.json names" in found[READ]
    assert len(found) == len(document["steps"]) - 2
    assert not (make.folder / "started").exists()


BEHAVIOUR: dict[str, tuple[str, Callable[[Path], object], str, str]] = {
    "a gate that always says yes": ("wrap", YES_TO_ALL, DENY, "something was started"),
    "such a gate and an adapter": ("adapter", YES_TO_ALL, DENY, "something was started"),
    "such a gate and a control pack": ("control", YES_TO_ALL, DENY, "not refused as `confirm_required`"),
    "a gate that mints before it asks": (
        "wrap",
        append(
            "gate",
            "asks = confirmed\n"
            "def confirmed(row, call):\n"
            "    from . import adapter, hub, manifest\n"
            "    import os\n"
            "    pack = manifest.load(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))\n"
            "    hub.mint(pack, adapter.Terms(session.open_(call.session, pack.root), 'user', None))\n"
            "    asks(row, call)",
        ),
        DENY,
        "something was started",
    ),
    "any verb is declared": (
        "wrap",
        append("gate", "def declared_verb(pack, call):\n    return pack.verbs.get(call.verb_key, pack.verbs['list'])"),
        UNDECLARED,
        "not refused as `unknown_verb`",
    ),
    "anybody is an operator": (
        "control",
        append("gate", "def right_pack_and_plane(pack, call, who):\n    return None"),
        END_USER,
        "not refused as `control_plane`",
    ),
    "the grant is ignored": (
        "sense_only",
        append("session", "Session.holds = lambda self, grant, pack_id: True"),
        OFF,
        "the sink recorded without sense.enable",
    ),
    "the grant is ignored, and Execute": (
        "wrap",
        append("session", "Session.holds = lambda self, grant, pack_id: True"),
        OFF,
        "the sink recorded without sense.enable",
    ),
    "nothing is recorded": (
        "wrap",
        append("session", "Session.holds = lambda self, grant, pack_id: grant == 'execute'"),
        ON,
        "the sink does not hold what was announced",
    ),
    "recorded for somebody else": (
        "wrap",
        append(
            "sink",
            "keep = recorder\n"
            "def recorder(path):\n"
            "    return lambda events: keep(path)([{**event, 'principal': 'eve'} for event in events])",
        ),
        ON,
        "the sink does not hold what was announced",
    ),
    "Execute needs Sense": (
        "wrap",
        append("gate", "def execute_grant(pack, who):\n    who.holds('sense.enable', pack.pack_id) or 1 / 0"),
        OFF,
        "the call failed",
    ),
    "the JSON face is another": (
        "wrap",
        append(
            "jsonface",
            "told = read\n"
            "def read(pack, source):\n"
            "    call = told(pack, source)\n"
            "    call.args.pop('limit', 0)\n"
            "    return call",
        ),
        READ,
        "the two faces answer differently",
    ),
    "an announce runs a verb": (
        "wrap",
        append(
            "announce",
            "keep = recorded\n"
            "def recorded(routes, record):\n"
            "    import subprocess, sys\n"
            "    from . import calls\n"
            "    pack = next(one for one in sys._getframe(3).f_locals.values() if hasattr(one, 'verbs'))\n"
            "    subprocess.run([calls.program(pack), 'list'], stdout=subprocess.DEVNULL)\n"
            "    return keep(routes, record)",
        ),
        ON,
        "an announce is acknowledged, and starts nothing",
    ),
}


@pytest.mark.parametrize("wrong", BEHAVIOUR)
def test_a_changed_runtime_is_found_out_by_what_it_does_too(make: Maker, wrong: str) -> None:
    kind, edit, step, told = BEHAVIOUR[wrong]
    pack = getattr(make, kind)()
    edit(pack)
    trusted(pack)
    found = failures(make.steps(pack, READ, step))
    assert RUNTIME not in found
    assert told in found[step]
