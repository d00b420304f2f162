"""What a pack loses when it is killed, when its disk is full or read-only, and when others hold its files: nothing.

    python benchmarks/faults.py [--kills N] [--busy SECONDS] [--seed N]

Kills -9 at random points during announces and during gated writes, half of N each; a full and a read-only disk (a
small tmpfs where it may be mounted, else a limit on file size and on permissions); a clock that went back; several
processes at once; a locked sink. Prints a line of figures for each, exit 1 where an acknowledged event is lost, a
write was run twice or unnoted, or a file is half written. Standard library only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parent.parent / "hcp_author"
ADAPTER = """
import os
def send(args, ctx):
    journal = os.open(os.path.join(ctx.settings["JOURNAL"], "sent"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(journal, (args["name"] + "\\n").encode())
    os.fsync(journal)
    return args["name"]
def probe(ctx):
    pass
VERBS = {"send": send}
"""
NAME = {"type": "string", "minLength": 1}
ARGS = {"type": "object", "properties": {"name": NAME}, "required": ["name"], "additionalProperties": False}


class Lab:
    """One pack, a home of its own on `state`, and the calls that are made of it."""

    def __init__(self, base: Path, state: Path) -> None:
        self.base, self.state, self.root = base, state, base / "mail"
        for folder in (base / "tmp", base / "home/.config/hcp/packs"):
            folder.mkdir(parents=True, exist_ok=True)
        if not self.root.exists():
            self._pack()
        self.env = {"HOME": str(base / "home"), "XDG_STATE_HOME": str(state), "PATH": "/usr/bin:/bin"}
        self.env |= {"TMPDIR": str(base / "tmp"), "XDG_CACHE_HOME": str(base / "cache")}
        self.session = base / "session.json"
        self.session.write_text('{"format": "session/1", "principal": "ann", "grants": ["execute", "sense.enable"]}')
        self.session.chmod(0o600)

    def _pack(self) -> None:
        (self.root / "bin").mkdir(parents=True)
        shutil.copy(SOURCE / "fixed" / "launcher.py", self.root / "bin" / "mail")
        shutil.copytree(SOURCE / "runtime", self.root / "bin/hcp_runtime", ignore=shutil.ignore_patterns("__pycache__"))
        binding = {"default": "user", "modes": ["user"], "settings": ["JOURNAL"]}
        verbs = [{"verb_key": "send", "summary": "Send.", "args": ARGS}]
        row = {"privacy": {"land": "personal"}}
        surface = {"pack_id": "mail", "summary": "Mail.", "binding": binding, "verbs": verbs}
        policy = {"pack_id": "mail", "verbs": {"send": {"operation": "write", "confirm": True, **row}}}
        policy["stimuli"] = {"new_item": {"operation": "read", **row}}
        (self.root / "surface.json").write_text(json.dumps({**surface, "stimulusTriggers": [{"ref": "new_item"}]}))
        (self.root / "policy.json").write_text(json.dumps(policy))
        (self.root / "adapter.py").write_text(ADAPTER)
        linked = self.base / "home/.config/hcp/packs/mail.json"
        linked.write_text(json.dumps({os.path.realpath(self.root): {"settings": {"JOURNAL": str(self.base)}}}))
        linked.chmod(0o600)

    def start(self, *words: str, limit: int | None = None) -> subprocess.Popen[str]:
        """A call of the face; `limit` is the most bytes that it may write into one file."""

        def limited() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit or 0, limit or 0))

        argv = [sys.executable, str(self.root / "bin/mail"), *words, f"--session={self.session}"]
        pipe: Any = subprocess.PIPE
        before: Callable[[], None] | None = limited if limit is not None else None
        return subprocess.Popen(argv, env=self.env, stdin=pipe, stdout=pipe, stderr=pipe, text=True, preexec_fn=before)

    def announce(self, names: list[str], limit: int | None = None) -> tuple[list[dict[str, Any]], int]:
        """The answers to events of these names, and the exit status."""
        child = self.start("--announce", "-", limit=limit)
        said = child.communicate("".join(event(name) for name in names))[0]
        return [json.loads(line) for line in said.splitlines()], child.returncode

    def send(self, name: str, limit: int | None = None) -> dict[str, Any]:
        """The envelope of one gated write."""
        child = self.start("send", "--name", name, "--confirm", "--json", limit=limit)
        answer: dict[str, Any] = json.loads(child.communicate()[0])
        return answer

    def kept(self) -> Counter[str]:
        """How often each event is in the sink."""
        path = self.state / "hcp/sense.sqlite"
        if not path.exists():
            return Counter()
        connection = sqlite3.connect(path)
        try:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return Counter(name for (name,) in connection.execute("SELECT event_id FROM events"))
        except sqlite3.OperationalError:  # killed before the table was there
            return Counter()
        finally:
            connection.close()

    def sent(self) -> Counter[str]:
        """How often each write was done."""
        journal = self.base / "sent"
        return Counter(journal.read_text().splitlines() if journal.exists() else [])

    def audit(self) -> list[dict[str, Any]]:
        """Every line of the audit; each must be whole."""
        folder = self.state / "hcp/audit"
        lines = [line for path in folder.glob("*.jsonl") for line in path.read_text().splitlines()]
        return [json.loads(line) for line in lines if line]

    def whole(self) -> int:
        """Read every JSON file of the state, and say how many there are; raises ValueError for half a file."""
        found = [path for path in self.state.rglob("*.json") if path.is_file()]
        return len([json.loads(path.read_text()) for path in found])


def event(name: str) -> str:
    return json.dumps({"ref": "new_item", "id": name, "payload": {"text": "x" * 200}}) + "\n"


def killed_announces(lab: Lab, rounds: int, rng: random.Random) -> str:
    """Kill an announcer at a random point, then send all its events again, as a producer does that saw no answer."""
    acknowledged, began = 0, time.monotonic()
    lab.announce([f"whole-{at}" for at in range(40)])
    took = time.monotonic() - began
    for number in range(rounds):
        names = [f"kill-{number}-{at}" for at in range(40)]
        child = lab.start("--announce", "-")
        assert child.stdin
        assert child.stdout
        child.stdin.write("".join(map(event, names)))
        child.stdin.close()
        time.sleep(rng.uniform(0.0, took))
        child.kill()
        told = [line for line in child.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        child.wait()
        sure = [json.loads(line)["id"] for line in told]
        kept = lab.kept()
        assert all(kept[name] == 1 for name in sure), "an acknowledged event is lost"
        acknowledged += len(sure)
        if number % 5 == 0:
            assert lab.announce(names)[1] == 0
            kept = lab.kept()
            assert all(kept[name] == 1 for name in names), "an event is not there once"
    return f"{rounds} kills, {acknowledged} of {rounds * 40} events were acknowledged before, none lost, none twice"


def killed_writes(lab: Lab, rounds: int, rng: random.Random) -> str:
    """Kill the face at a random point of a gated write."""
    answered: list[str] = []
    began = time.monotonic()
    lab.send("whole")
    took = time.monotonic() - began
    for number in range(rounds):
        child = lab.start("send", "--name", f"w-{number}", "--confirm", "--json")
        time.sleep(rng.uniform(0.0, took))
        child.kill()
        said = child.communicate()[0]
        answered += [f"w-{number}"] if said.endswith("\n") and json.loads(said)["ok"] else []
    time.sleep(1.0)  # an adapter whose face was killed ends by itself
    sent, lines = lab.sent(), lab.audit()
    allowed = [line for line in lines if line.get("decision") == "allowed"]
    ended = {line["call"] for line in lines if "ended" in line}
    assert max(sent.values(), default=1) == 1, "a write was run twice"
    assert len(sent) <= len(allowed), "a write was run that is not noted"
    assert all(name in sent for name in answered), "an answered write was not done"
    assert len(ended & {line["call"] for line in allowed}) >= len(answered), "an answered write is not closed"
    files = lab.whole()
    counts = f"{len(allowed) - 1} noted, {len(sent) - 1} run, {len(answered)} answered"
    return f"{rounds} kills: {counts}; {files} JSON files, all whole"


def full_disk(lab: Lab, mounted: bool) -> str:
    """Announce and write until there is no room, then again when there is."""
    names = [f"full-{number}" for number in range(3000)]
    if not mounted:
        answers, status = lab.announce(names, limit=200_000)
    else:
        answers, status = lab.announce(names)
    sure = [answer["id"] for answer in answers if answer["recorded"]]
    assert status == 1, "a full disk was not told of"
    assert 0 < len(sure) < len(names)
    filler, before = lab.state / "filler", lab.sent()
    if mounted:
        fill(filler)
    refused = lab.send("full", limit=None if mounted else 0)
    assert refused["error"]["code"] in ("audit_failed", "mint_failed"), refused
    assert lab.sent() == before, "a write was run that could not be noted"
    if mounted:
        filler.unlink()
        remount(lab.state, "size=8m")
    kept = lab.kept()
    assert all(kept[name] == 1 for name in sure), "an acknowledged event is lost"
    assert lab.announce(names)[1] == 0
    assert all(lab.kept()[name] == 1 for name in names[::100])
    assert lab.send("room again")["ok"]
    lab.audit()
    return (
        f"{len(sure)} of {len(names)} events acknowledged, none lost; the write refused with {refused['error']['code']}"
    )


def read_only(lab: Lab, mounted: bool) -> str:
    """Nothing can be noted: no write, no acknowledgement."""
    before = lab.kept(), lab.sent()
    if mounted:
        remount(lab.state, "ro")
    else:
        for folder in (lab.state / "hcp", lab.state / "hcp/audit"):
            folder.chmod(0o500)
    answers, status = lab.announce(["ro"])
    refused = lab.send("ro")
    if mounted:
        remount(lab.state, "rw")
    else:
        for folder in (lab.state / "hcp", lab.state / "hcp/audit"):
            folder.chmod(0o700)
    if not mounted and os.getuid() == 0:
        return "not shown: root writes everywhere, and no tmpfs may be mounted"
    assert (answers, status) == ([], 1)
    assert not refused["ok"]
    assert (lab.kept(), lab.sent()) == before
    return f"the event not acknowledged, the write refused with {refused['error']['code']}"


def clock_back(lab: Lab) -> str:
    """What was kept with a later time is not believed for longer, and loses nothing."""
    assert lab.send("clock 1")["ok"]
    future = time.time() + 86_400
    notes = list((lab.state / "hcp/probe").iterdir())
    for note in notes:
        os.utime(note, (future, future))
    connection = sqlite3.connect(lab.state / "hcp/sense.sqlite")
    with connection:
        connection.execute("UPDATE events SET time = ?", (future,))
    connection.close()
    assert lab.announce(["clock", "clock"])[0][1]["reason"] == "recorded before"
    assert lab.send("clock 2")["ok"]
    asked = [note for note in (lab.state / "hcp/probe").iterdir() if note.stat().st_mtime < future]
    assert len(asked) == len(notes) == 1, "a probe of tomorrow was believed"
    return "the probe is asked again, events are known by id and kept in the order in which they came"


def at_once(lab: Lab, processes: int) -> str:
    """Several processes announce the same events, and as many write."""
    names = [f"once-{number}" for number in range(150)]
    children = [lab.start("--announce", "-") for _ in range(processes)]
    writes = [lab.start("send", "--name", f"at once {number}", "--confirm", "--json") for number in range(processes)]
    recorded: Counter[str] = Counter()
    for child in children:
        assert child.stdin
        child.stdin.write("".join(map(event, names)))
        child.stdin.close()
    for child in children:
        assert child.stdout
        told = [json.loads(line) for line in child.stdout.read().splitlines()]
        assert (len(told), child.wait()) == (len(names), 0)
        recorded.update(answer["id"] for answer in told if answer["recorded"])
    assert all(json.loads(child.communicate()[0])["ok"] for child in writes)
    kept, sent = lab.kept(), lab.sent()
    assert all(kept[name] == recorded[name] == 1 for name in names), "an event is not there once"
    assert all(sent[f"at once {number}"] == 1 for number in range(processes))
    return f"{processes} processes, {len(names)} events each: each recorded once, and told so once"


def busy(lab: Lab, seconds: float) -> str:
    """Somebody else holds the sink: shorter than we wait, and longer."""
    connection = sqlite3.connect(lab.state / "hcp/sense.sqlite", isolation_level=None)
    told = []
    for held in (1.0, seconds):
        connection.execute("BEGIN EXCLUSIVE")
        child = lab.start("--announce", "-")
        assert child.stdin
        child.stdin.write(event(f"busy {held}"))
        child.stdin.close()
        time.sleep(held)
        connection.execute("COMMIT")
        child.wait()
        assert child.stdout
        answers = child.stdout.read().splitlines()
        assert (len(answers), child.returncode) in ((1, 0), (0, 1)), "neither recorded nor told"
        assert lab.kept()[f"busy {held}"] == len(answers)
        told.append(f"{held:g} s: {'recorded' if answers else 'not acknowledged'}")
    connection.close()
    return ", ".join(told)


def fill(path: Path) -> None:
    with path.open("wb", buffering=0) as stream:
        try:
            while stream.write(b"x" * 4096):
                pass
        except OSError:
            return


def mount(folder: Path, size: str) -> bool:
    """Whether a small tmpfs could be mounted there."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=700", "tmpfs", str(folder)]
    return os.getuid() == 0 and subprocess.run(words, capture_output=True, check=False).returncode == 0


def remount(folder: Path, option: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{option}", str(folder)], check=True, capture_output=True)


def main() -> int:
    """Do all of it; 1 where a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--busy", type=float, default=12.0, help="how long the sink is held the second time")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10_000)
    rng, failed = random.Random(seed), False
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory() as folder:
        base, small = Path(folder), Path(folder) / "small"
        lab = Lab(base, base / "state")
        mounted = mount(small, "512k")
        disk = Lab(base, small)
        works: list[tuple[str, Callable[[], str]]] = [
            ("kill -9 in announces", lambda: killed_announces(lab, options.kills // 2, rng)),
            ("kill -9 in gated writes", lambda: killed_writes(lab, options.kills - options.kills // 2, rng)),
            (f"disk full ({'tmpfs' if mounted else 'file size'})", lambda: full_disk(disk, mounted)),
            ("read-only state", lambda: read_only(disk, mounted)),
            ("clock back", lambda: clock_back(lab)),
            ("at once", lambda: at_once(lab, 4)),
            ("SQLite busy", lambda: busy(lab, options.busy)),
        ]
        try:
            for name, work in works:
                try:
                    print(f"{name}: {work()}", flush=True)
                except AssertionError as broken:
                    failed = True
                    print(f"{name}: BROKEN: {broken}", flush=True)
        finally:
            if mounted:
                subprocess.run(["umount", "-l", str(small)], check=False)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
