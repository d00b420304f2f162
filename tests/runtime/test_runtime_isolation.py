"""Sense cannot reach Execute: by its imports, and by what the interpreter sees it do (L7, L8)."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from runtime_packs import SOURCE, PackFolder, row

RUNTIME = SOURCE / "runtime"
SENSE = ("announce", "sink", "senseface")
EXECUTE = {"gate", "hub", "adapter", "calls", "emitter", "person", "face", "health", "children", "adapter_host"}


def known(name: str) -> set[str]:
    """The modules of the runtime that one imports, anywhere in its code."""
    tree = ast.parse((RUNTIME / f"{name}.py").read_text())
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1]
    names = {one.module for one in froms if one.module} | {a.name for one in froms if not one.module for a in one.names}
    return {one for one in names if (RUNTIME / f"{one}.py").exists()} - {name}


def reached(name: str) -> set[str]:
    """What a module can reach through any chain of imports."""
    found, waiting = set(), [name]
    while waiting:
        for other in known(waiting.pop()) - found:
            found.add(other)
            waiting.append(other)
    return found


@pytest.mark.parametrize("name", SENSE)
def test_no_chain_of_imports_leads_from_sense_to_execute(name: str) -> None:
    assert not reached(name) & EXECUTE
    assert "gate" in reached("envelope")  # the test can fail: chains are followed


def test_a_pack_that_announces_loads_nothing_of_execute(echo: PackFolder, tmp_path: Path) -> None:
    """Of the pack's own face, as it is started: every module that Python loads until the event is recorded."""
    echo.change("surface.json", lambda surface: surface.update(stimulusTriggers=[{"ref": "new_item"}]))
    echo.change("policy.json", lambda policy: policy.update(stimuli={"new_item": row()}))
    (tmp_path / "event").write_text('{"ref": "new_item"}\n')
    told = [str(tmp_path / "event"), "--session", echo.session(grants=["sense.enable"])]
    words = [sys.executable, "-I", "-X", "importtime", *echo.words[1:], "--announce", *told]
    done = subprocess.run(words, capture_output=True, text=True, env=echo.env, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert json.loads(done.stdout)["recorded"] is True
    assert {f"hcp_runtime.{name}" for name in SENSE} <= loaded
    assert not {f"hcp_runtime.{name}" for name in EXECUTE - {"face"}} & loaded


# announces one event with the runtime's own modules, and tells what was imported, started and connected meanwhile
WATCHED = """
import json, sys
seen = []
def watch(event, args):
    if event.startswith(("subprocess.", "os.exec", "os.posix_spawn", "os.fork", "os.system", "socket.connect")):
        seen.append(event)
sys.addaudithook(watch)
sys.path.insert(0, sys.argv[1])
from runtime import manifest, senseface
said = []
pack = manifest.load(sys.argv[2])
status = senseface.announced(pack, {"--announce": sys.argv[3], "--session": sys.argv[4]}, said.append)
loaded = [name.partition(".")[2] for name in sys.modules if name.startswith("runtime.")]
print(json.dumps({"status": status, "said": [json.loads(one) for one in said], "seen": seen, "loaded": loaded}))
"""


def test_the_interpreter_sees_an_announce_start_and_import_nothing_of_execute(echo: PackFolder, tmp_path: Path) -> None:
    echo.change("surface.json", lambda surface: surface.update(stimulusTriggers=[{"ref": "new_item"}]))
    echo.change("policy.json", lambda policy: policy.update(stimuli={"new_item": row()}))
    event = tmp_path / "event.jsonl"
    event.write_text(
        json.dumps({"ref": "new_item", "id": "1", "payload": {"verb_key": "wipe", "confirm": True}}) + "\n"
    )
    words = [str(SOURCE), str(echo.root), str(event), echo.session(grants=["execute", "sense.enable"])]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(echo.home)}
    done = subprocess.run([sys.executable, "-c", WATCHED, *words], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["said"][0]["recorded"] is True
    assert answer["seen"] == []
    assert not set(answer["loaded"]) & EXECUTE
