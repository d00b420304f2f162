#!/usr/bin/env python3
# ruff: noqa: E402
"""Prove this pack on a copy that is bound to a recorder: lint, read, gated write, deny, undeclared verb, Sense (L12).

The same file in every pack. It needs python3 (3.10 or newer) alone, works in a private folder that it removes, and
prints TAP, or with --json `hcp-author/proof/1`. What it expects stands in proof.json.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
if __name__ == "__main__":
    # nothing is imported from the pack's folder: it could bring a json.py that has us say yes
    sys.path[:] = [place for place in sys.path if place and os.path.realpath(place) != os.path.realpath(HERE)]

import argparse
import contextlib
import glob
import hashlib
import importlib.util
import json
import re
import shlex
import shutil
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

LIMIT, LIVE_LIMIT = 30.0, 120.0  # seconds that one call may take, in the lab and outside it
LARGEST = 1 << 20  # bytes of any file of a pack that counts here
HANDFUL = 5  # findings of lint that TAP repeats
PYTHON = sys.executable or os.path.realpath("/proc/self/exe")  # under `env -i` Python does not know where it lies
Shown = tuple[Any, Any]  # what a step sent, and what came back


class ProofError(Exception):
    """A promise that does not hold: why, and as JSON values what was sent, expected and came back."""

    def __init__(self, reason: str, sent: Any = None, expected: Any = None, came_back: Any = None) -> None:
        super().__init__(reason)
        self.facts = {"reason": reason, "sent": sent, "expected": expected, "came_back": came_back}


class SkipError(Exception):
    """A step that cannot be shown on this machine, and why."""


# What a pack declares, in the form that proof.json keeps it; hcp-author makes proof.json with these very functions


def declared(surface: dict[str, Any], policy: dict[str, Any]) -> dict[str, Any]:
    """What the two files declare; `shape` (of a verb) and `frame` (of the rest) are digests of what is not shown.

    A verb is {"operation", "confirm", "land", "shape"}, a ref {"operation", "land"}; null is what is not declared.
    """
    rows, stimuli = policy.get("verbs", {}), policy.get("stimuli", {})
    shapes = {verb["verb_key"]: digest(verb) for verb in surface.get("verbs", [])}
    refs = [trigger["ref"] for trigger in surface.get("stimulusTriggers", [])]
    named = ("operation", "confirm", "land")
    return {
        **{name: surface.get(name) for name in ("pack_id", "kind")},
        "plane": surface.get("plane", "runtime"),
        "binding": surface.get("binding", {}).get("default"),
        "frame": digest({k: v for k, v in surface.items() if k not in ("$schema", "few", "verbs", "stimulusTriggers")}),
        "verbs": {key: {**row(rows, key, named), "shape": shapes.get(key)} for key in {**shapes, **rows}},
        "stimuli": {
            ref: row(stimuli if ref in refs else {}, ref, ("operation", "land"))
            for ref in dict.fromkeys([*refs, *stimuli])
        },
    }


def row(rows: dict[str, Any], name: str, members: tuple[str, ...]) -> dict[str, Any]:
    """One Policy row, its land beside its other members; nulls where there is none."""
    found = rows.get(name, {})
    return {member: (found.get("privacy", {}) if member == "land" else found).get(member) for member in members}


def digest(value: Any) -> str:
    """SHA-256 of a JSON value without its prose (texts named `summary` or `description`)."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            prose = [key for key in ("summary", "description") if isinstance(value.get(key), str)]
            return {key: plain(value[key]) for key in value if key not in prose}
        return [plain(item) for item in value] if isinstance(value, list) else value

    return hashlib.sha256(json.dumps(plain(value), sort_keys=True).encode()).hexdigest()


def runtime_files(folder: str, pack_id: str) -> dict[str, bytes]:
    """Every file under bin/ by its path in it, save compiled caches; the launcher is `launcher` in every pack.

    What is no plain file (a link, a pipe) counts by its name alone: no release has one, so it is noticed.
    """
    found: dict[str, bytes] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for path in (os.path.join(place, name) for name in [*folders, *names]):
            key = os.path.relpath(path, folder)
            if not stat.S_ISDIR(mode := os.lstat(path).st_mode):
                found["launcher" if key == pack_id else key] = contents(path) if stat.S_ISREG(mode) else b""
    return found


def contents(path: str) -> bytes:
    """The bytes of a plain file, never through a link; raises OSError for anything else, or where it is too large."""
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(f"{path} is no plain file")
        if len(data := file.read(LARGEST + 1)) > LARGEST:
            raise OSError(f"{path} is larger than {LARGEST} bytes")
        return data


def runtime_digest(files: dict[str, bytes]) -> str:
    """SHA-256 over the names, sizes and bytes of `files`, in the order of their names."""
    whole = hashlib.sha256()
    for name in sorted(files):
        whole.update(f"{name}\0{len(files[name])}\0".encode() + files[name])
    return whole.hexdigest()


DIGESTS = {"shape": "its args, positionals or exec", "frame": "Binding, wrap, connect or another part beside the verbs"}


def differences(expected: Any, found: Any, where: str = "") -> Iterator[str]:
    """One line for each place in which two JSON values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in sorted({*expected, *found}):
            yield from differences(expected.get(key), found.get(key), f"{where}/{key}")
    elif isinstance(expected, str) and isinstance(found, str) and (what := DIGESTS.get(where.rpartition("/")[2])):
        if expected != found:
            yield f"{where}: {what} changed since proof.json was written"
    elif json.dumps(expected) != json.dumps(found):  # true is not 1
        yield f"{where}: proof.json expects {json.dumps(expected)}, the pack has {json.dumps(found)}"


# The lab: a copy of the pack, a recorder in the place of what it would run, and sessions


@dataclass
class Lab:
    """A private folder (`room`) and what the steps share; `state` is the running step's own state folder."""

    pack: str
    room: str
    options: argparse.Namespace
    surface: dict[str, Any] = field(default_factory=dict)
    proof: dict[str, Any] = field(default_factory=dict)
    verbs: dict[str, dict[str, Any]] = field(default_factory=dict)  # of surface.json, builtins left out
    control: bool = False  # all happens in an operator's session whose hub mints nothing but mock
    stopped: str = "`bin/` was not looked at"  # why nothing of bin/ is started; empty once the lab stands
    failed: bool = False  # whether a step failed: none of the pack's own code runs after that
    state: str = ""
    answer: Any = None  # what the mock read answered

    def read(self) -> None:
        """Read surface.json and proof.json, without which there is nothing to prove."""
        self.surface = load(f"{self.pack}/surface.json", "pack_id")
        try:
            self.proof = load(f"{self.pack}/proof.json", "kind", "verbs", "stimuli")
        except ProofError as error:
            raise ProofError(f"{error}; if the pack is as it is meant to be: {self.accept()}") from None
        self.verbs = {verb["verb_key"]: verb for verb in self.surface.get("verbs", []) if not verb.get("builtin")}
        self.control = self.proof["kind"] == "control"
        for name in (self.surface["pack_id"], *self.verbs):
            if not re.fullmatch("[a-z0-9]+([_-][a-z0-9]+)*", name):  # they become file names
                raise ProofError(f"surface.json: {name!r} is no name of a pack or verb")

    def accept(self) -> str:
        """What to type to have proof.json written anew."""
        return f"hcp-author prove {shlex.quote(self.pack)} --accept"

    def bare(self) -> bool:
        """Whether the pack is a pass-through that names no command yet."""
        return self.surface.get("pass_through") is True and not self.surface.get("verbs")

    def secrets(self) -> dict[str, int | None]:
        """The names that a credential helper fills, with the descriptor of each that is handed over by one."""
        named = [one if isinstance(one, dict) else {"name": one} for one in self.surface["binding"].get("secrets", [])]
        return {one["name"]: one.get("fd") for one in named}

    def keys(self, operation: str, confirm: bool | None = None) -> list[str]:
        """The verbs of a class and gate, as proof.json has them, in surface.json's order, without health verbs."""
        rows = {key: self.proof["verbs"].get(key, {}) for key in self.verbs if key not in ("doctor", "status")}
        return [k for k, r in rows.items() if r.get("operation") == operation and confirm in (None, r.get("confirm"))]

    def first(self, operation: str, confirm: bool | None = None) -> str:
        """The first such verb; a kind that must have one and has none does not prove itself."""
        if found := self.keys(operation, confirm):
            return found[0]
        if operation == "read" and "wrap" in self.surface and "doctor" in self.proof["verbs"]:
            return "doctor"  # a program that only writes has this read alone
        what = f"{operation}{' with confirm' * bool(confirm)}"
        raise ProofError(f"the pack declares no {what}, and a `{self.proof['kind']}` proves one (L12)")

    def cases(self, key: str) -> list[dict[str, Any]]:
        """The cases of the verb's fixture: what mock answers, and to which arguments."""
        path = f"{self.pack}/fixtures/{key}.json"
        return list(load(path)["cases"]) if os.path.lexists(path) else []

    def sampled(self, key: str) -> dict[str, Any]:
        """The case that answers the verb's sample arguments; empty where there is none."""
        sample = self.proof["verbs"].get(key, {}).get("args")
        return next((case for case in self.cases(key) if case["args"] == sample), {})


RECORDER = """\
import json, os, sys
os.chdir({room!r})
env = dict(os.environ)
for name, number in {descriptors!r}.items():
    if sys.argv[1:] != ["proof-helper", "get"]:
        env[name] = open(number).read()
call = {{"call": sys.argv[1:], "stdin": sys.stdin.read() if sys.stdin else "", "env": env}}
with open("record", "a") as log:
    log.write(json.dumps(call) + "\\n")
print(open("minted" if sys.argv[1:] == ["proof-helper", "get"] else "answer").read())
"""
ADAPTER = """\
import json
def record(call, env):
    with open({room!r} + "/record", "a") as log:
        log.write(json.dumps({{"call": call, "stdin": "", "env": env}}) + "\\n")
    return {{"proof": True}}
def recorder(key):
    return lambda args, ctx: record({{"verb_key": key, "args": args}}, {{**ctx.settings, **ctx.secrets}})
VERBS = {{key: recorder(key) for key in {keys!r}}}
def probe(ctx):
    return record("probe", {{}})
def emit(ctx):
    return iter(())
"""


def write(path: str, text: str, mode: int = 0o600) -> str:
    """Write one file of the lab and give back its path."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, mode)
    return path


def load(path: str, *keys: str) -> Any:
    """The JSON value of a file; with `keys`, an object that has them."""
    name = os.path.basename(path)
    try:
        value = json.loads(contents(path).decode())
    except FileNotFoundError:
        raise ProofError(f"`{name}` is missing") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ProofError(f"`{name}` cannot be read: {error}") from None
    if keys and not (isinstance(value, dict) and value.keys() >= {*keys}):
        raise ProofError(f"`{name}` is no object with {', '.join(keys)}")
    return value


def build(lab: Lab) -> None:
    """Copy the pack, put the recorder in the place of what it would run, and write its user's configuration."""
    room, copy, surface, binding = lab.room, f"{lab.room}/pack", lab.surface, lab.surface.get("binding", {})
    shutil.copytree(f"{lab.pack}/bin", f"{copy}/bin", ignore=shutil.ignore_patterns("__pycache__"))
    os.mkdir(f"{copy}/fixtures")
    for name in ("surface.json", "policy.json", *(f"fixtures/{key}.json" for key in lab.verbs)):
        if os.path.lexists(f"{lab.pack}/{name}"):
            write(f"{copy}/{name}", contents(f"{lab.pack}/{name}").decode())
    secrets = lab.secrets()
    descriptors = {name: number for name, number in secrets.items() if number is not None}
    script = write(f"{room}/recorder.py", RECORDER.format(room=room, descriptors=descriptors))
    line = shlex.join([PYTHON, "-IS", script])
    recorder = write(f"{room}/recorder", f'#!/bin/sh\nexec {line} "$@"\n', 0o700)
    mine: dict[str, Any] = {"settings": dict.fromkeys(binding.get("settings", []), "proof")}
    if "wrap" in surface:
        mine["program"] = recorder
        write(f"{copy}/surface.json", json.dumps({**surface, "wrap": {**surface["wrap"], "paths": [recorder]}}))
    else:
        write(f"{copy}/adapter.py", ADAPTER.format(room=room, keys=[*lab.verbs]))
    if secrets and not lab.control:
        mine["helper"] = [recorder, "proof-helper"]
    write(f"{room}/minted", json.dumps({name: f"proof-secret-{name}" for name in secrets}))
    write(f"{room}/answer", json.dumps({"proof": True}))
    write(f"{room}/config/hcp/packs/{surface['pack_id']}.json", json.dumps({os.path.realpath(copy): mine}))
    os.mkdir(f"{room}/workspace")


def session(lab: Lab, sense: bool = True, end_user: bool = False) -> str:
    """A session/1 file for the Principal `proof`: an end user, or for a control pack an operator."""
    facts: dict[str, Any] = {"format": "session/1", "principal": "proof", "operator": lab.control and not end_user}
    facts |= {"project_id": "proof", "projects": ["proof"], "workspace": f"{lab.room}/workspace"}
    facts["grants"] = ["execute", *[f"sense.enable:{lab.surface['pack_id']}"] * sense]
    return write(f"{lab.room}/session-{sense:d}{end_user:d}.json", json.dumps(facts))


class Reply(NamedTuple):
    """What a call sent, its exit status, the JSON it printed, and what the recorder was called with."""

    sent: Any
    status: int
    answer: Any
    calls: list[dict[str, Any]]

    def came_back(self) -> dict[str, Any]:
        """This reply for a reader, without the environment that the recorder saw."""
        return {"exit": self.status, "answer": self.answer, "started": [call["call"] for call in self.calls]}

    def must(self, holds: bool, reason: str, expected: Any = None) -> None:
        """Raise this reply as a broken promise where it does not hold."""
        if not holds:
            raise ProofError(reason, self.sent, expected, self.came_back())


def run(argv: list[str], stdin: str, env: dict[str, str], cwd: str, limit: float = LIVE_LIMIT) -> tuple[int, Any]:
    """Run a program to its end: exit status, and what it printed as JSON (or the ends of both streams)."""
    pipe = subprocess.PIPE
    child = subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=pipe, env=env, cwd=cwd, start_new_session=True)
    try:
        out, err = (data.decode("utf-8", "replace") for data in child.communicate(stdin.encode(), limit))
    except BaseException as error:
        stop(child)
        if isinstance(error, subprocess.TimeoutExpired):
            raise ProofError(f"no answer within {limit:g} s", argv) from None
        raise
    try:
        return child.returncode, json.loads(out)
    except ValueError:
        return child.returncode, {"stdout": out[:400], "stderr": err[-400:]}


def stop(child: "subprocess.Popen[bytes]") -> None:
    """End a child's group: asked first, so that it can end what it started itself, then told."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(2.0)
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def clean(lab: Lab) -> dict[str, str]:
    """A clean environment whose every folder lies in the lab."""
    env = {f"XDG_{name.upper()}_HOME": f"{lab.room}/{name}" for name in ("config", "cache", "data")}
    env |= {"HOME": f"{lab.room}/home", "XDG_STATE_HOME": lab.state, "TMPDIR": lab.room}
    return {**env, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def ask(lab: Lab, who: str, words: list[str], sent: Any, stdin: str = "") -> Reply:
    """One call of the copy's face for one session."""
    record = write(f"{lab.room}/record", "")
    face = [PYTHON, "-I", f"{lab.room}/pack/bin/{lab.surface['pack_id']}"]
    status, answer = run([*face, f"--session={who}", *words], stdin, clean(lab), lab.room, LIMIT)
    with open(record, encoding="utf-8") as log:
        return Reply(sent, status, answer, [json.loads(line) for line in log])


def both(lab: Lab, key: str, who: str, mode: str = "", confirm: bool | None = None) -> list[Reply]:
    """Call a verb with its sample arguments on the CLI face, then on the JSON face; confirmed where it is gated."""
    row = lab.proof["verbs"].get(key, {})
    confirm = row.get("confirm") is True if confirm is None else confirm
    words = [key, "--json", *[f"--binding={mode}"] * bool(mode), *["--confirm"] * confirm, *row.get("typed", [])]
    return [by_words(lab, who, words), by_envelope(lab, who, key, row.get("args", {}), confirm, mode)]


def by_words(lab: Lab, who: str, words: list[str]) -> Reply:
    """One call on the CLI face."""
    return ask(lab, who, words, [lab.surface["pack_id"], *words])


def by_envelope(lab: Lab, who: str, key: str, args: Any, confirm: bool, mode: str = "") -> Reply:
    """One call on the JSON face."""
    sent = {"pack_id": lab.surface["pack_id"], "verb_key": key, "args": args, "confirm": confirm}
    sent |= {"binding": {"mode": mode}} if mode else {}
    return ask(lab, who, ["--envelope", "-"], sent, json.dumps(sent))


def same(pair: list[Reply]) -> dict[str, Any]:
    """The answer of both faces, which must be one and the same success (L2); a health verb's may tell of a failure."""
    cli, envelope = pair
    cli.must(cli.answer.get("ok") is True, "the call failed", {"ok": True})
    alike = (cli.status, cli.answer) == (envelope.status, envelope.answer)
    envelope.must(alike, "the two faces answer differently", cli.came_back())
    return dict(cli.answer)


def refused(pair: list[Reply], code: str, status: int, text: str = "") -> list[Reply]:
    """Replies that must all be this refusal, with nothing ever started: no program, probe or credential helper."""
    for reply in pair:
        error = reply.answer.get("error") or {}
        found = (reply.answer.get("ok"), error.get("code"), reply.status)
        reply.must(not reply.calls, "something was started", {"started": []})
        want = {"exit": status, "code": code, "message": text}
        reply.must(found == (False, code, status) and text in error["message"], f"not refused as `{code}`", want)
    return pair


def shown(replies: list[Reply]) -> Shown:
    """What a step sent and what came back, call by call."""
    return [reply.sent for reply in replies], [reply.came_back() for reply in replies]


# The steps; each gives what was sent and what came back, or raises ProofError or SkipError


def lint(lab: Lab) -> Shown:
    """hcp-author finds no error in the pack."""
    if lab.options.without_lint:
        raise SkipError("lint: --without-lint")
    places = [place for place in os.environ.get("PATH", "").split(os.pathsep) if os.path.isabs(place)]
    found = shutil.which("hcp-author", path=os.pathsep.join(places))
    module = [PYTHON, "-m", "hcp_author"] if importlib.util.find_spec("hcp_author") else []
    if not module and not found:
        raise ProofError("hcp-author is not installed here: pip install hcp-author, or leave it out: --without-lint")
    argv = [*(module or [str(found)]), "lint", lab.pack, "--format", "json"]
    status, answer = run(argv, "", dict(os.environ), lab.room)
    if status != 0 or "findings" not in answer:
        raise ProofError("the pack does not lint clean", argv, "no error", answer.get("findings", answer))
    return argv, answer["findings"] or answer.get("summary")  # warnings and notes fail nothing, and are told


def declarations(lab: Lab) -> Shown:
    """Classes, gates, lands, triggers and fixtures are those that proof.json expects: nothing more, nothing less."""
    lab.read()
    found = declared(lab.surface, load(f"{lab.pack}/policy.json", "pack_id"))
    named = ("operation", "confirm", "land", "shape")
    rows = {key: {name: one.get(name) for name in named} for key, one in lab.proof["verbs"].items()}
    wrong = list(differences({**{key: lab.proof.get(key) for key in found}, "verbs": rows}, found))
    wrong += [f"/fixtures/{key}.json: no case has the sample's args" for key in lab.verbs if not lab.sampled(key)]
    beyond = {"read_only": lab.keys("write"), "sense_only": [*lab.verbs]}.get(lab.proof["kind"])
    wrong += [f"/kind: a {lab.proof['kind']} pack declares {', '.join(beyond)}"] if beyond else []
    if wrong:
        told = f"the pack is not what proof.json expects; if the change is meant: {lab.accept()}"
        raise ProofError(told, came_back=wrong)
    return sorted(found), f"{len(found['verbs'])} rows of verbs, {len(found['stimuli'])} of triggers"


def runtime(lab: Lab) -> Shown:
    """bin/ is, byte for byte, what proof.json names; the lab is built, and its runtime started, only then."""
    found = runtime_digest(runtime_files(f"{lab.pack}/bin", lab.surface["pack_id"]))
    if found != lab.proof.get("runtime"):
        lab.stopped = "`bin/` is not the runtime that proof.json names"
        raise ProofError(lab.stopped, "bin/", lab.proof.get("runtime"), found)
    try:
        build(lab)
    except OSError as error:  # where a folder could not be copied, the first of its files tells why
        lab.stopped = "the lab could not be built"
        why = error.args[0][0][2] if isinstance(error, shutil.Error) else error
        raise ProofError(f"{lab.stopped}: {why}") from None
    lab.stopped = ""
    return "bin/", found


def mock(lab: Lab, key: str) -> list[Reply]:
    """On Binding mock both faces answer with the verb's fixture, and say that it is mock."""
    pair = both(lab, key, session(lab), "mock")
    answer = same(pair)
    want = {"data": lab.sampled(key).get("data"), "binding": {"mode": "mock"}}
    pair[0].must({name: answer.get(name) for name in want} == want, "mock does not answer with the fixture", want)
    return pair


def paper(lab: Lab, key: str) -> list[Reply]:
    """On the pack's own Binding the recorder is called once, with exactly what proof.json expects."""
    binding, row = lab.surface["binding"], lab.proof["verbs"][key]
    env = {**row.get("env", {}), **dict.fromkeys(binding.get("settings", []), "proof")}
    env |= {name: f"proof-secret-{name}" for name in lab.secrets() if lab.proof["binding"] != "public"}
    call = row["argv"] if "wrap" in lab.surface else {"verb_key": key, "args": row["args"]}
    want = {"call": call, "stdin": row.get("stdin", ""), "env": env}
    before = (binding.get("probe"), "probe", ["proof-helper", "get"])
    pair = both(lab, key, session(lab))
    same(pair)
    for reply in pair:
        last = dict(reply.calls[-1]) if reply.calls else {}
        last["env"] = {name: value for name, value in last.get("env", {}).items() if name in env}
        right = last == want and all(call["call"] in before for call in reply.calls[:-1])
        reply.must(right, "the program was not called as expected", want)
    return pair


def read(lab: Lab) -> Shown:
    """One read, in mock and on paper, equal on both faces."""
    key = lab.first("read")
    pair = mock(lab, key) if key in lab.verbs else both(lab, key, session(lab), "mock")
    lab.answer = same(pair)
    return shown(pair if lab.control or key not in lab.verbs else pair + paper(lab, key))


def gated_write(lab: Lab) -> Shown:
    """One gated write with confirm: on paper; in mock for a control pack, whose hub mints nothing else here."""
    return shown((mock if lab.control else paper)(lab, lab.first("write", True)))


def deny(lab: Lab) -> Shown:
    """Each gated write without confirm, on the pack's own Binding: refused before anything is started or kept."""
    lab.first("write", True)
    pairs = [both(lab, key, session(lab), confirm=False) for key in lab.keys("write", True)]
    replies = [reply for pair in pairs for reply in refused(pair, "confirm_required", 77, "confirm required")]
    keeps_nothing(lab, replies)
    return shown(replies)


def keeps_nothing(lab: Lab, replies: list[Reply]) -> None:
    """After these calls there is no file in the workspace, in HOME or where an adapter keeps its data."""
    places = ("workspace", "home", "data", f"{os.path.basename(lab.state)}/hcp/packs")
    walks = [walk for place in places for walk in os.walk(f"{lab.room}/{place}")]
    left = [os.path.join(folder, name) for folder, _, names in walks for name in names]
    left += glob.glob(f"{lab.room}/data/*/")  # folders in there tell something too
    if left:
        raise ProofError("a call that must keep nothing left files behind", [reply.sent for reply in replies], [], left)


def undeclared(lab: Lab) -> Shown:
    """A verb that the pack does not declare, confirmed: refused before anything is started."""
    return shown(refused(both(lab, "proof-undeclared", session(lab), confirm=True), "unknown_verb", 64))


def every_verb(lab: Lab) -> Shown:
    """Each verb on paper, or in mock for a control pack, and what is built in: equal on both faces (L2)."""
    replies = []
    for key in [verb["verb_key"] for verb in lab.surface["verbs"]]:
        if key in lab.verbs:
            replies += (mock if lab.control else paper)(lab, key)
        else:
            pair = both(lab, key, session(lab), "mock" * lab.control)
            same(pair)
            replies += pair
    return shown(replies)


def fixtures(lab: Lab) -> Shown:
    """Each case of each fixture has args that its verb takes, and is what mock answers to them."""
    replies = []
    for key in lab.verbs:
        confirm = lab.proof["verbs"][key].get("confirm") is True
        for case in lab.cases(key):
            reply = by_envelope(lab, session(lab), key, case["args"], confirm, "mock")
            answers = reply.answer.get("ok") is True and reply.answer.get("data") == case["data"] and not reply.calls
            why = f"fixtures/{key}.json has a case that mock does not answer with"
            reply.must(answers, why, {"data": case["data"]})
            replies.append(reply)
    return shown(replies)


def dry_runs(lab: Lab) -> Iterator[tuple[str, str, Any]]:
    """Each verb that has an argument for a dry run: the verb, the argument, and a value that asks for one."""
    for key, verb in lab.verbs.items():
        for name, schema in verb.get("args", {}).get("properties", {}).items():
            values = schema.get("enum", [True] if schema.get("type") == "boolean" else [])
            if values and name.lower().replace("-", "").replace("_", "") == "dryrun":
                yield key, name, values[-1]


def dry_run(lab: Lab) -> Shown:
    """A dry run is a write and asks as one (L6); the program is told that it is one, and nothing is kept here."""
    replies: list[Reply] = []
    for key, name, value in dry_runs(lab):
        row, who = lab.proof["verbs"][key], session(lab)
        if row["operation"] != "write":
            raise ProofError(f"`{key}` can be a dry run, which is still a write", name, "write", row["operation"])
        args = {**row["args"], name: value}
        if row["confirm"]:
            asked = by_envelope(lab, who, key, args, False)
            replies += refused([asked], "confirm_required", 77, "confirm required")
        if not lab.control:
            plain = {arg: given for arg, given in args.items() if arg != name}
            wet, dry = by_envelope(lab, who, key, plain, True), by_envelope(lab, who, key, args, True)
            dry.must(dry.answer.get("ok") is True, "the call failed", {"ok": True})
            told = [[(call["call"], call["stdin"]) for call in reply.calls[-1:]] for reply in (wet, dry)]
            dry.must(told[0] != told[1], "the program is not told that this is a dry run")
            replies += [wet, dry]
            if "wrap" not in lab.surface:  # its own code too; where that fails, it keeps nothing either
                own(lab, {"do": "verb", "verb": key, "args": args, "stream": False})
    keeps_nothing(lab, replies)
    return shown(replies)


def passed_through(lab: Lab) -> Shown:
    """A pass-through answers neither face without a person at a terminal: nothing is started, confirmed or not."""
    cli = by_words(lab, session(lab), ["--json", "--confirm", "--", "proof"])
    pair = [cli, by_envelope(lab, session(lab), "proof-undeclared", {}, True)]
    return shown(refused(pair, "pass_through", 77))


def promoted(lab: Lab) -> Shown:
    """What is passed through has no Policy and no Skill, so there is nothing more to prove (L3)."""
    promote = f"hcp-author promote {shlex.quote(lab.pack)}"
    raise ProofError(f"a pass-through pack does not conform until it is promoted to named commands: {promote}")


def end_user(lab: Lab) -> Shown:
    """A control pack answers no end user, not even in mock (L9)."""
    return shown(refused(both(lab, lab.first("read"), session(lab, end_user=True), "mock"), "control_plane", 77))


def own(lab: Lab, request: dict[str, Any]) -> dict[str, Any]:
    """What the pack's own adapter.py answers in the lab, with settings and secrets of no worth; not after a failure."""
    if lab.failed:
        raise ProofError("not run, since a step before this one failed")
    for place in ("data", "home"):
        os.makedirs(f"{lab.room}/{place}", exist_ok=True)
    settings = lab.surface["binding"].get("settings", [])
    secrets = lab.secrets() if lab.proof["binding"] != "public" else []
    facts: dict[str, Any] = {"state": f"{lab.room}/data", "pack_root": lab.pack, "principal": "proof"}
    facts |= {"binding": lab.proof["binding"], "workspace": None, "project_id": None}
    facts |= {"settings": settings, "secrets": dict.fromkeys(secrets)}
    env = {**clean(lab), **dict.fromkeys(settings, "proof"), **{name: f"proof-secret-{name}" for name in secrets}}
    host = f"{lab.room}/pack/bin/hcp_runtime/adapter_host.py"
    words = [PYTHON, "-I", "-X", "utf8", "-X", f"pycache_prefix={lab.room}/cache", host]
    answer: dict[str, Any] = run(words, json.dumps({**request, "ctx": facts}), env, f"{lab.room}/workspace", LIMIT)[1]
    return answer


def adapter(lab: Lab) -> Shown:
    """The pack's own adapter.py can be loaded, and has a function for all that is declared; none of them is called."""
    answer = own(lab, {"do": "describe"})
    if "data" not in answer:
        error = answer.get("error", answer)
        raise ProofError(f"adapter.py cannot be loaded: {error.get('message')}", "describe", [*lab.verbs], error)
    functions = answer["data"]["verbs"]
    functions += [f"{name}(ctx)" for name in answer["data"]["hooks"]]
    wanted = [*lab.verbs, *hooks(lab)]
    if lacking := [key for key in wanted if key not in functions]:
        raise ProofError(f"adapter.py has no function for {', '.join(lacking)}", "describe", wanted, functions)
    return "describe", functions


def own_code(lab: Lab) -> bool:
    """Whether an adapter.py stands behind the pack; an emit-only pack may be fed by its user's ingress alone."""
    return "wrap" not in lab.surface and (bool(lab.verbs) or os.path.lexists(f"{lab.pack}/adapter.py"))


def hooks(lab: Lab) -> Iterator[str]:
    """What the runtime calls beside the verbs: `connect`, the probe of a login, and what an emit-only pack is for."""
    if "connect" in lab.surface:
        yield "connect(ctx)"
    if lab.verbs and (lab.proof["binding"] == "user" or "probe" in lab.surface["binding"]):
        yield "probe(ctx)"
    if lab.proof["kind"] == SENSE:
        yield "emit(ctx)"


def live(lab: Lab) -> Shown:
    """One read of the pack itself, where its Binding mints for this user; never a write.

    What comes back is the user's own, so only its size is told. A program that fails here says nothing about the pack:
    another machine may have what it misses. An answer that is not what the pack declares does.
    """
    if lab.control:
        raise SkipError("live: a control pack is never proved live; its proof's session mints nothing but mock")
    if lab.options.without_live:
        raise SkipError("live: --without-live")
    if lab.failed:
        raise ProofError("not run, since a step before this one failed")
    why = "the pack has no read that calls anything"
    for key, typed in known_reads(lab):
        words = [PYTHON, "-I", f"{lab.pack}/bin/{lab.surface['pack_id']}", key, "--json", *typed]
        status, answer = run(words, "", dict(os.environ), os.getcwd())
        if answer.get("ok") is True:
            return words[2:], {"exit": status, "data": f"{len(json.dumps(answer['data']))} characters"}
        error = answer.get("error", answer)
        elsewhere = "wrap" in lab.surface and error.get("code") in ("adapter_failed", "timed_out")
        if status != 77 and not elsewhere and lab.proof["binding"] != "local":
            raise ProofError("the live read failed", words[2:], {"ok": True}, {"exit": status, "error": error})
        why = f"`{key}` does not run here: " + str(error.get("message")).splitlines()[0]
        if status == 77:  # the Binding does not mint here, for this read as for any other
            break
    raise SkipError(f"live: {why}")


def known_reads(lab: Lab) -> list[tuple[str, list[str]]]:
    """At most three reads as they are typed: first those that need no argument or whose fixture was not invented."""
    keys = [key for key in lab.keys("read") if not lab.verbs[key].get("builtin")]
    bare = [(key, list[str]()) for key in keys if not lab.verbs[key].get("args", {}).get("required")]
    real = [key for key in keys if lab.sampled(key) and not lab.sampled(key).get("invented")]
    typed = [(key, lab.proof["verbs"][key]["typed"]) for key in (*real, *keys)]
    return [*bare, *(row for row in typed if row[1])][:3]


def announce(lab: Lab, sense: bool) -> tuple[Reply, list[list[Any]]]:
    """Announce each trigger and one undeclared ref; the reply, and what the sink's own file holds after it."""
    import sqlite3

    refs = [*lab.proof["stimuli"], "proof.undeclared"]
    events = [{"ref": ref, "payload": {"proof": True}, "id": f"proof-{ref}"} for ref in refs]
    lines = "".join(json.dumps(event) + "\n" for event in events)
    reply = ask(lab, session(lab, sense), ["--announce", "-"], events, lines)
    reply.must(reply.status == 0 and not reply.calls, "an announce is acknowledged, and starts nothing", {"exit": 0})
    if not os.path.exists(sink := f"{lab.state}/hcp/sense.sqlite"):
        return reply, []
    query = "SELECT principal, binding, land, pack, ref FROM events ORDER BY n"
    with contextlib.closing(sqlite3.connect(sink)) as database:
        return reply, [list(record) for record in database.execute(query)]


def sense_on(lab: Lab) -> Shown:
    """With sense.enable each declared ref is recorded under Principal, Binding, land, pack and ref; no other is."""
    whose = ["proof", lab.proof["binding"]]
    want = [[*whose, one["land"], lab.proof["pack_id"], ref] for ref, one in lab.proof["stimuli"].items()]
    reply, held = announce(lab, sense=True)
    if held != want or not want:
        raise ProofError("the sink does not hold what was announced", reply.sent, want, held)
    return reply.sent, held


def sense_off(lab: Lab) -> Shown:
    """Without sense.enable nothing is recorded, and Execute answers as it did before."""
    reply, held = announce(lab, sense=False)
    if held:
        raise ProofError("the sink recorded without sense.enable", reply.sent, [], held)
    if lab.proof["kind"] == "sense_only" or lab.bare():
        return reply.sent, held
    again = both(lab, lab.first("read"), session(lab, sense=False), "mock")
    again[0].must(same(again) == lab.answer, "Execute changed with sense.enable off", lab.answer)
    return shown([reply, *again])


ACT, WRITE, CONTROL, SENSE = "channel read_only control", "channel control", "control", "sense_only"
OWN, DRY, BARE = "adapter", "dry_run", "pass_through"  # beside the kind, and in its place
STEPS: list[tuple[str, Callable[[Lab], Shown], str]] = [  # with the kinds of pack that have something to show
    ("lint", lint, f"{ACT} {SENSE} {BARE}"),
    ("declarations agree with proof.json", declarations, f"{ACT} {SENSE} {BARE}"),
    ("the runtime is the one in proof.json", runtime, f"{ACT} {SENSE} {BARE}"),
    ("the pass-through answers no agent", passed_through, BARE),
    ("its commands have names", promoted, BARE),
    ("one read, equal on both faces", read, ACT),
    ("one gated write with confirm", gated_write, WRITE),
    ("one live deny without confirm", deny, WRITE),
    ("an undeclared verb is refused", undeclared, ACT),
    ("every verb, equal on both faces", every_verb, ACT),
    ("every fixture fits its verb", fixtures, ACT),
    ("a dry run asks, and keeps nothing", dry_run, DRY),
    ("an end user is refused", end_user, CONTROL),
    ("adapter.py has all that is declared", adapter, OWN),
    ("one live read", live, ACT),
    ("one announce with sense.enable on", sense_on, SENSE),
    ("one announce with sense.enable off", sense_off, SENSE),
]


def plan(lab: Lab) -> dict[str, Callable[[Lab], Shown]]:
    """The steps of this pack, in order; without a readable proof.json and surface.json the two that tell so."""
    try:
        lab.read()
        kind = lab.proof["kind"] if lab.proof["kind"] in (*ACT.split(), SENSE) else "channel"
        kinds = {BARE if lab.bare() else kind}
        beside = {SENSE: lab.proof["stimuli"], OWN: own_code(lab), DRY: [*dry_runs(lab)]}
        kinds |= {name for name, there in beside.items() if there}
    except Exception:
        return {name: step for name, step, _ in STEPS[:2]}
    return {name: step for name, step, shown_by in STEPS if kinds & {*shown_by.split()}}


# The run, and how it is told


def attempt(lab: Lab, number: int, name: str, step: Callable[[Lab], Shown]) -> dict[str, Any]:
    """One step's result: {"name", "ok", "skipped", "reason", "sent", "expected", "came_back", "seconds"}."""
    result: dict[str, Any] = {"name": name, "ok": True, "skipped": False, "reason": None}
    result |= dict.fromkeys(("sent", "expected", "came_back"))
    lab.state, began = f"{lab.room}/state-{number}", time.monotonic()
    try:
        if number > 3 and lab.stopped:
            raise ProofError(f"not run, since {lab.stopped}")
        result["sent"], result["came_back"] = step(lab)
    except ProofError as error:
        result |= {"ok": False, **error.facts}
    except SkipError as why:
        result |= {"ok": not (step is live and lab.options.live), "reason": str(why)}
        result["skipped"] = result["ok"]
    except Exception as error:  # a face that answers nonsense breaks the step, not the proof
        told = f"{type(error).__name__}: {error}"
        result |= {"ok": False, "reason": f"the step could not be carried out, hcp-author lint may tell why: {told}"}
    lab.failed = lab.failed or not result["ok"]
    return {**result, "seconds": round(time.monotonic() - began, 3)}


def tap(number: int, result: dict[str, Any]) -> str:
    """One TAP test point; what failed follows as a YAML block whose values are ASCII JSON, then what lint tells of."""
    line = f"{'ok' if result['ok'] else 'not ok'} {number} - {result['name']}"
    if result["skipped"]:
        return f"{line} # SKIP {ascii(result['reason'])[1:-1]}"
    facts = {key: json.dumps(result[key]) for key in ("reason", "sent", "expected", "came_back")}
    block = [f"  {key}: {text if len(text) < 4000 else json.dumps(text[:4000])}" for key, text in facts.items()]
    failed = [] if result["ok"] else ["  ---", *block, "  ..."]
    return "\n".join([line, *failed, *(lint_lines(result["came_back"]) if result["name"] == "lint" else [])])


def lint_lines(found: Any) -> list[str]:
    """A handful of findings as TAP comments, `# warning policy.json:6: ...`, the worst first; then how many more."""
    found = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    found.sort(key=lambda one: "error warning note".find(str(one.get("severity"))))
    facts = [[str(one.get(key)) for key in ("severity", "file", "line", "message", "rule")] for one in found[:HANDFUL]]
    told = [f"{how} {at.removeprefix(HERE + os.sep)}:{n}: {what[:300]} ({rule})" for how, at, n, what, rule in facts]
    told += [f"and {len(found) - HANDFUL} more: hcp-author lint {shlex.quote(HERE)}"] * (len(found) > HANDFUL)
    return [f"# {ascii(text)[1:-1]}" for text in told]


def main() -> int:
    """Read the options, run the proof: 0 proved, 1 not, 2 wrong use, 130 interrupted."""
    parser = argparse.ArgumentParser(description="Prove this pack.", allow_abbrev=False)
    parser.add_argument("--json", action="store_true", help="print hcp-author/proof/1 instead of TAP")
    parser.add_argument("--without-lint", action="store_true", help="leave out the lint step, which needs hcp-author")
    told = parser.add_mutually_exclusive_group()
    told.add_argument("--live", action="store_true", help="fail where no live read can be had on this machine")
    told.add_argument("--without-live", action="store_true", help="leave out the live read: run no program but proof's")
    options = parser.parse_args()
    if not os.access(PYTHON, os.X_OK):
        parser.error("python3 cannot tell where it lies; call it by its whole path")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:  # as it is under nohup
            signal.signal(number, interrupt)
    room = ""
    if os.path.islink(__file__):
        print("proof.py is a link: a pack is proved by its own script", file=sys.stderr)
        return 1
    try:
        room = os.path.realpath(tempfile.mkdtemp(prefix="hcp-proof-"))
        return 0 if prove(Lab(HERE, room, options)) else 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except OSError as error:  # no room for the lab, a full disk behind the output, or a reader that went away
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(error, BrokenPipeError):
            print(f"error: the proof was not carried through: {error.strerror}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(room, ignore_errors=True)


def interrupt(*_: object) -> None:
    """Begin to end, on ctrl-C, on a request to end, or when the terminal goes away; a second one changes nothing."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def prove(lab: Lab) -> bool:
    """Run the steps, telling each as it is done (under --json all at the end); whether all hold."""
    steps, results = plan(lab), []
    if not lab.options.json:
        print(f"TAP version 13\n1..{len(steps)}", flush=True)
    for number, (name, step) in enumerate(steps.items(), 1):
        results.append(attempt(lab, number, name, step))
        if not lab.options.json:
            print(tap(number, results[-1]), flush=True)
    ok = all(result["ok"] for result in results)
    if lab.options.json:
        facts = {"format": "hcp-author/proof/1", "pack_id": lab.surface.get("pack_id"), "ok": ok}
        print(json.dumps({**facts, "steps": results}), flush=True)
    return ok


if __name__ == "__main__":
    sys.exit(main())
