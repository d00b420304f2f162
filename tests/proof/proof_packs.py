"""Packs of each kind, over a small program of the tests' own, with the runtime and proof script of this checkout."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hcp_author import harness_md, prove
from hcp_author.fixed import proof
from hcp_author.pack import files

OURS = Path(prove.__file__).parent

# A program with a store in its HOME: what the wraps of these tests call, live and by hand.
BOX = """\
#!{python} -IS
import json, os, sys
store = os.path.join(os.environ["HOME"], ".box.json")
with open(os.path.join({log!r}), "a") as log:
    log.write(json.dumps(sys.argv[1:]) + "\\n")
if not os.path.exists(store):
    sys.exit("box: no store in " + store)
items = json.load(open(store))
command = sys.argv[1]
if command == "list":
    print(json.dumps(items))
elif command == "show":
    print(json.dumps(items[int(sys.argv[-1])]))
elif command in ("add", "import"):
    items.append(sys.argv[-1] if command == "add" else sys.stdin.read())
    json.dump(items, open(store, "w"))
"""
HARNESS = """\
# {pack_id}

What it is for.

## Verbs

<!-- hcp:begin hot-path -->
<!-- hcp:end hot-path -->

## Examples

<!-- hcp:begin examples -->
<!-- hcp:end examples -->

## Triggers

<!-- hcp:begin triggers -->
<!-- hcp:end triggers -->

## Do not

- Do not guess.

## More

- `{pack_id} --help`
"""
ADAPTER = """\
import os
from hcp_runtime.adapter_api import AdapterError

def seen(name):
    return lambda args, ctx: {"verb": name, "args": args}

VERBS = {name: seen(name) for name in ("list", "get", "search", "send", "show", "restart", "status")}
VERBS["status"] = lambda args, ctx: {"status": "ok"}

def probe(ctx):
    if not os.path.exists(os.path.join(ctx.state, "login")):
        raise AdapterError("not_linked", "there is no login")

def emit(ctx):
    yield {"ref": "new_item", "payload": {}, "id": "1"}
"""
Answer = dict[str, Any]
LINT, AGREES, RUNTIME = "lint", "declarations agree with proof.json", "the runtime is the one in proof.json"
READ, WRITE, DENY = "one read, equal on both faces", "one gated write with confirm", "one live deny without confirm"
UNDECLARED, END_USER, LIVE = "an undeclared verb is refused", "an end user is refused", "one live read"
EVERY, FIXTURES = "every verb, equal on both faces", "every fixture fits its verb"
DRY = "a dry run asks, and keeps nothing"
FUNCTIONS = "adapter.py has all that is declared"
ON, OFF = "one announce with sense.enable on", "one announce with sense.enable off"


def closed(*required: str, **properties: Any) -> dict[str, Any]:
    """A closed object schema."""
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}
LIST = {
    "verb_key": "list",
    "summary": "List the items.",
    "args": closed(limit=COUNT, tags={"type": "array", "items": TEXT}, all={"type": "boolean"}),
    "exec": {
        "argv": [
            "list",
            {"option": "--limit", "arg": "limit"},
            {"option": "-t", "arg": "tags"},
            {"flag": "--all", "arg": "all"},
        ],
        "output": "json",
        "env": {"BOX_COLOUR": "never"},
    },
}
SHOW = {
    "verb_key": "show",
    "summary": "Show one item.",
    "positionals": ["number"],
    "args": closed("number", number=COUNT),
    "exec": {"argv": ["show", "--", {"positional": "number"}], "output": "json"},
}
ADD = {
    "verb_key": "add",
    "summary": "Add an item.",
    "positionals": ["text"],
    "args": closed("text", text=TEXT),
    "exec": {"argv": ["add", "--", {"positional": "text"}]},
}
IMPORT = {
    "verb_key": "import",
    "summary": "Add an item from text.",
    "args": closed("body", body=TEXT),
    "exec": {"argv": ["import"], "stdin": "body"},
}
DOCTOR = {"verb_key": "doctor", "summary": "Tell whether this pack can work here.", "builtin": True}
SAMPLES: dict[str, Answer] = {
    "list": {"limit": 2, "tags": ["a", "b"], "all": True},
    "show": {"number": 0},
    "add": {"text": "tea"},
    "import": {"body": "two\nlines"},
    "get": {"id": "7"},
    "search": {"query": "-dash", "limit": 3},
    "send": {"to": "ada", "text": "hi"},
    "restart": {"name": "web"},
    "status": {},
}


def bare(key: str, *required: str, **properties: Any) -> dict[str, Any]:
    """A verb of an adapter pack; all that is required stands by place."""
    args = closed(*required, **properties)
    return {"verb_key": key, "summary": f"Do {key}.", "positionals": list(required), "args": args}


def read_row(land: str = "personal") -> Answer:
    return {"operation": "read", "privacy": {"land": land}}


def gated_row(land: str = "personal") -> Answer:
    return {"operation": "write", "confirm": True, "privacy": {"land": land}}


class Maker:
    """Writes packs into the test's folder; `home` is the HOME of whoever runs them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        self.log = folder / "box.log"

    def box(self) -> str:
        """The program, and a store for it in `home`."""
        program = self.folder / "programs" / "box"
        program.parent.mkdir(exist_ok=True)
        program.write_text(BOX.format(python=sys.executable, log=str(self.log)))
        program.chmod(0o755)
        (self.home / ".box.json").write_text('["milk", "bread"]')
        return str(program)

    def wrap(self, pack_id: str = "box", land: str = "personal", **binding: Any) -> Path:
        """A channel over the program, linked by its user: reads, gated writes, triggers, connect."""
        binding = {"default": "user", "modes": ["user", "mock"], "probe": ["list"], **binding}
        surface = {
            **head(pack_id, "channel", binding),
            "wrap": {"bin": "box", "paths": ["/usr/bin/box-of-these-tests"]},
            "connect": {"summary": "Set up the box.", "exec": {"argv": ["setup"]}},
            "verbs": [LIST, SHOW, ADD, IMPORT, DOCTOR],
            "stimulusTriggers": [{"ref": "new_item"}, {"ref": "binding.degraded"}],
        }
        rows = {"list": read_row(land), "show": read_row(land), "add": gated_row(land), "import": gated_row(land)}
        rows |= {"doctor": read_row(land), "connect": gated_row(land)}
        pack = self.write(surface, rows, {"new_item": read_row(land), "binding.degraded": read_row(land)})
        self.link(pack, {"program": self.box()})
        return pack

    def link(self, pack: Path, own: Answer) -> None:
        """The user's own configuration for a pack."""
        file = self.home / ".config" / "hcp" / "packs" / f"{pack.name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({str(pack.resolve()): own}))
        file.chmod(0o600)

    def adapter(self, pack_id: str = "post") -> Path:
        """A channel over an adapter.py."""
        verbs = [bare("list"), bare("get", "id", id=TEXT), bare("search", "query", query=TEXT, limit=COUNT)]
        verbs += [bare("send", "to", "text", to=TEXT, text=TEXT), DOCTOR]
        rows = {"list": read_row(), "get": read_row(), "search": read_row(), "send": gated_row(), "doctor": read_row()}
        surface = {**head(pack_id, "channel", {"default": "user", "modes": ["user", "mock"]}), "verbs": verbs}
        surface["stimulusTriggers"] = [{"ref": "new_item"}]
        return self.write(surface, rows, {"new_item": read_row()}, ADAPTER, {"list": {}})

    def read_only(self, pack_id: str = "atlas") -> Path:
        """A read_only pack on Binding public."""
        verbs = [bare("list"), bare("get", "id", id=TEXT), bare("search", "query", query=TEXT, limit=COUNT)]
        verbs += [bare("status"), DOCTOR]
        surface = {**head(pack_id, "read_only", {"default": "public", "modes": ["public", "mock"]}), "verbs": verbs}
        rows = {verb["verb_key"]: read_row() for verb in verbs}
        return self.write(surface, rows, {}, ADAPTER, {"list": {}})

    def control(self, pack_id: str = "fleet") -> Path:
        """A control pack on Binding mothership."""
        verbs = [bare("list"), bare("show", "number", number=COUNT), bare("restart", "name", name=TEXT)]
        verbs += [bare("status"), DOCTOR]
        binding = {"default": "mothership", "modes": ["mothership", "mock"], "secrets": ["FLEET_TOKEN"]}
        surface = {**head(pack_id, "control", binding), "plane": "control", "verbs": verbs}
        rows = {verb["verb_key"]: read_row() for verb in verbs} | {"restart": gated_row()}
        return self.write(surface, rows, {}, ADAPTER, {"list": {}})

    def sense_only(self, pack_id: str = "bell") -> Path:
        """A pack that only emits."""
        surface = head(pack_id, "sense_only", {"default": "public", "modes": ["public", "mock"]})
        surface["stimulusTriggers"] = [{"ref": "new_item"}]
        return self.write(surface, {}, {"new_item": read_row()}, ADAPTER)

    def write(self, surface: Answer, rows: Answer, stimuli: Answer, adapter: str = "", samples: Any = None) -> Path:
        """A whole pack of these declarations, with a fixture for each verb, and proof.json by prove.expectations."""
        pack = self.folder / str(surface["pack_id"])
        policy: Answer = {"pack_id": surface["pack_id"], "verbs": rows}
        put(pack / "surface.json", surface)
        put(pack / "policy.json", {**policy, "stimuli": stimuli} if stimuli else policy)
        for verb in surface.get("verbs", []):
            key = verb["verb_key"]
            case = {"args": {**SAMPLES, **(samples or {})}.get(key), "data": {"mocked": key}, "invented": True}
            if not verb.get("builtin"):
                put(pack / "fixtures" / f"{key}.json", {"cases": [case]})
        if adapter:
            (pack / "adapter.py").write_text(adapter)
        (pack / "HARNESS.md").write_text(HARNESS.format(pack_id=surface["pack_id"]))
        shutil.copy(OURS / "fixed" / "proof.py", pack / "proof.py")
        runtime = pack / "bin" / "hcp_runtime"
        shutil.copytree(OURS / "runtime", runtime, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(OURS / "fixed" / "launcher.py", pack / "bin" / pack.name)
        (pack / "bin" / pack.name).chmod(0o755)
        self.expect(pack)
        return pack

    def expect(self, pack: Path) -> None:
        """Make proof.json and HARNESS.md's tables anew."""
        read = files.read(pack)
        (pack / "HARNESS.md").write_text(harness_md.draw(read, read.harness))
        cases = {key: document.value["cases"] for key, document in read.fixtures.items()}
        put(pack / "proof.json", prove.expectations(read, cases))

    def environment(self) -> dict[str, str]:
        """What whoever runs a pack has around them."""
        path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])
        return {"HOME": str(self.home), "PATH": path, "LC_ALL": "C.UTF-8", "TMPDIR": str(self.folder)}

    def run(self, pack: Path, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
        """Run the pack's proof script as CI does."""
        argv = [sys.executable, str(pack / "proof.py"), *options]
        return subprocess.run(
            argv,
            env={**self.environment(), **env},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def proved(self, pack: Path, *options: str) -> Answer:
        """The document of a proof without its lint step."""
        done = self.run(pack, "--json", "--without-lint", *options)
        document: Answer = json.loads(done.stdout)
        assert done.returncode == (0 if document["ok"] else 1), done.stderr
        return document

    def steps(self, pack: Path, *names: str, live: bool = False) -> dict[str, Answer]:
        """The results of some of a pack's steps, by name, run in this process with the real files and programs."""
        room = self.folder / "room"
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir()
        lab = proof.Lab(
            str(pack), str(room.resolve()), argparse.Namespace(without_lint=True, without_live=False, live=live)
        )
        plan = enumerate(proof.plan(lab).items(), 1)
        wanted = {RUNTIME, *names}
        return {name: proof.attempt(lab, number, name, step) for number, (name, step) in plan if name in wanted}


def head(pack_id: str, kind: str, binding: Answer) -> Answer:
    """The first keys of surface.json."""
    return {"hcp": "1", "pack_id": pack_id, "kind": kind, "summary": "A pack of the tests.", "binding": binding}


def put(file: Path, value: Any) -> None:
    """Write a JSON file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=2) + "\n")


Edit = Callable[[Any], object]


def edited(pack: Path, name: str, edit: Edit) -> None:
    value = json.loads((pack / name).read_text())
    edit(value)
    put(pack / name, value)


def failures(results: dict[str, dict[str, Any]]) -> dict[str, str]:
    """What each failed step says, as one text."""
    told = {name: json.dumps([step["reason"], step["came_back"]]) for name, step in results.items() if not step["ok"]}
    return {name: text.replace('\\"', '"') for name, text in told.items()}


def whole(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {step["name"]: step for step in document["steps"]}


def verb(surface: Any, key: str) -> Any:
    return next(one for one in surface["verbs"] if one["verb_key"] == key)


def trusted(pack: Path) -> None:
    """Have proof.json agree with whatever bin/ is now, as one would who wants to hide a change."""
    digest = proof.runtime_digest(proof.runtime_files(str(pack / "bin"), pack.name))
    edited(pack, "proof.json", lambda value: value.update(runtime=digest))
