"""How fast lint is, as ratios to floors of the same run: one pack from the start, and catalogs of many packs.

One pack, compiled files in place: `lint PACK` against the bare interpreter (limit 6), and check-jsonschema on the same
surface.json. A catalog of packs that are all different: packs a second against check-jsonschema on the same surface and
policy files (it is given a share of them, its start taken off), and against reading and json.loads of these files
with as many workers. Memory is that of the largest process. What cannot be had is said.

    python benchmarks/lint.py --lint .venv/bin/hcp-author --peer VENV/bin/check-jsonschema [--bundle mcpb] [--packs N]

Measure an installed wheel: without compiled files every figure is that of the compiler.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hcp_author import harness_md, prove
from hcp_author.lint.laws import l11_fixed_files
from hcp_author.pack import files, shape

LIMIT = 6.0
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
THINGS = "thread folder label draft rule note task event board card list page file tag branch job run step user".split()
READS = ("list", "show", "search", "count")
WRITES = ("add", "update", "delete", "move")
FLOOR = """
import json, os, sys
names = [line.strip() for line in open(sys.argv[1])]
count = int(sys.argv[2])
for number in range(count):
    if os.fork() == 0:
        for name in names[number::count]:
            with open(name, "rb") as file:
                json.loads(file.read())
        os._exit(0)
for number in range(count):
    os.wait()
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--lint", default=shutil.which("hcp-author"), help="the installed hcp-author")
    parser.add_argument("--peer", default=shutil.which("check-jsonschema"), help="check-jsonschema")
    parser.add_argument("--bundle", default=shutil.which("mcpb"), help="the MCP bundle tool")
    parser.add_argument("--packs", type=int, default=1000)
    parser.add_argument("--share", type=int, default=100, help="packs that the peer is given")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {len(os.sched_getaffinity(0))} processors, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        root = make_pack(Path(folder) / "one" / "mail", random.Random(1))
        ratio = single(root, options)
        catalog(Path(folder) / "catalog", options)
    return 0 if ratio <= LIMIT else 1


def make_pack(root: Path, chance: random.Random) -> Path:
    """A whole pack that lints clean: eight verbs of its own, the runtime, the proof script, tables and fixtures."""
    keys = chance.sample([(word, thing) for word in (*READS, *WRITES) for thing in THINGS], 8)
    verbs = [verb(word, thing, chance) for word, thing in keys]
    surface = {
        "hcp": "1",
        "pack_id": root.name,
        "kind": "channel",
        "summary": f"Read and change what {root.name} has.",
        "binding": {"default": "user", "modes": ["user", "mock"], "probe": ["version"]},
        "wrap": {"bin": "tool", "paths": ["/usr/bin/tool"]},
        "verbs": verbs,
        "stimulusTriggers": [{"ref": "new_item"}],
    }
    rows = {one["verb_key"]: row(one["verb_key"]) for one in verbs}
    stimuli = {"new_item": {"operation": "read", "privacy": {"land": "personal"}}}
    write(root / "surface.json", surface)
    write(root / "policy.json", {"pack_id": root.name, "verbs": rows, "stimuli": stimuli})
    fixed(root)
    pack = files.read(root)
    (root / "HARNESS.md").write_text(harness_md.draw(pack, None), encoding="utf-8")
    write(root / "proof.json", prove.expectations(files.read(root), {}))
    return root


def verb(word: str, thing: str, chance: random.Random) -> dict[str, Any]:
    names = chance.sample(["limit", "since", "until", "query", "label", "folder", "state", "order"], 4)
    properties = {
        name: {"type": "integer", "minimum": 1}
        if name == "limit"
        else {"type": "string", "description": f"Which {name} of the {thing}.", "maxLength": 200}
        for name in names
    }
    argv = [thing, word, *({"option": f"--{name}", "arg": name} for name in names), "--", {"positional": "id"}]
    args = {
        "type": "object",
        "properties": {**properties, "id": {"type": "string"}},
        "required": ["id"],
        "additionalProperties": False,
    }
    return {
        "verb_key": f"{word}-{thing}",
        "summary": f"{word.capitalize()} one {thing} or several.",
        "positionals": ["id"],
        "args": args,
        "exec": {"argv": argv, "output": "json"},
    }


def row(key: str) -> dict[str, Any]:
    is_write = key.split("-")[0] in WRITES
    gate = {"confirm": True} if is_write else {}
    return {"operation": "write" if is_write else "read", **gate, "privacy": {"land": "personal"}}


_originals: dict[str, Path] = {}


def fixed(root: Path) -> None:
    """The released files, linked where that can be: they are the same in each pack."""
    runtime = l11_fixed_files.our_runtime()
    for name, data in {**runtime, "../proof.py": l11_fixed_files.our_file("fixed/proof.py")}.items():
        target = root / "bin" / (root.name if name == "launcher" else name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if name in _originals:
            os.link(_originals[name], target)
        else:
            target.write_bytes(data)
            target.chmod(0o755 if name == "launcher" else 0o644)
            _originals[name] = target


def write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2) + "\n", encoding="utf-8")


def single(root: Path, options: argparse.Namespace) -> float:
    """One pack against the bare interpreter of the same installation; the paired ratio of lint."""
    python = str(Path(options.lint).parent / "python")
    schema = os.path.join(shape.FOLDER, "surface.schema.json")
    lines = {
        "lint PACK": [options.lint, "lint", str(root)],
        "harness --check": [options.lint, "harness", str(root), "--check"],
        "--version": [options.lint, "--version"],
        "import json": [python, "-c", "import json"],
    }
    if options.peer:
        lines["check-jsonschema"] = [options.peer, "--schemafile", schema, str(root / "surface.json")]
    if options.bundle:
        lines["MCP bundle tool"] = [options.bundle, "validate", str(root / "surface.json")]
    ratios = {name: paired([python, "-c", "pass"], words, options.rounds) for name, words in lines.items()}
    print("one pack, times `python -c pass`:", ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items()))
    for name in ("peer", "bundle"):
        if not getattr(options, name):
            print(f"not measured: there is no --{name}")
    return ratios["lint PACK"]


def paired(bare: list[str], words: list[str], rounds: int) -> float:
    """The median of the ratios of pairs run one after the other, in changing order."""
    timed(words)  # compiles what is not compiled
    pairs = []
    for number in range(rounds):
        spent = {id(one): timed(one) for one in ((bare, words) if number % 2 else (words, bare))}
        pairs.append(spent[id(words)] / spent[id(bare)])
    return statistics.median(pairs)


def timed(words: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        words,
        env=ENVIRONMENT,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - start


def catalog(folder: Path, options: argparse.Namespace) -> None:
    """Packs a second, and memory, of catalogs of two sizes."""
    workers = len(os.sched_getaffinity(0))
    small = max(options.packs // 10, 10)
    roots = []
    for index in range(options.packs):
        shelf = "few" if index < small else "more"
        roots.append(make_pack(folder / shelf / f"{index // 100}" / f"tool{index:05}", random.Random(index)))
    names = [root / name for root in roots for name in ("surface.json", "policy.json")]
    (folder / "names").write_text("\n".join(map(str, names)))
    _, few = spent([options.lint, "lint", str(folder / "few")])
    seconds, most = spent([options.lint, "lint", str(folder)])
    floor, _ = spent([sys.executable, "-c", FLOOR, str(folder / "names"), str(workers)])
    print(f"catalog of {len(roots)} packs: {len(roots) / seconds:.0f} packs/s with {workers} workers")
    print(f"  of the floor (read and json.loads of the same {len(names)} files): {floor / seconds:.3f}")
    print(f"  memory of the largest process: {few // 1024} MiB at {small} packs, {most // 1024} MiB at {len(roots)}")
    if options.peer:
        each = peer(options.peer, names[: 2 * options.share]) / options.share
        print(f"  times check-jsonschema ({1 / each:.0f} packs/s): {each * len(roots) / seconds:.1f}")


def spent(words: list[str]) -> tuple[float, int]:
    """Seconds, and KiB of the largest process, of one command; its status must be 0."""
    start = time.perf_counter()
    process = subprocess.Popen(words, env=ENVIRONMENT, stdout=subprocess.PIPE)
    said = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words[:3])} ended with {process.returncode}: {said[-800:].decode()}")
    return time.perf_counter() - start, usage.ru_maxrss


def peer(command: str, names: list[Path]) -> float:
    """The seconds that check-jsonschema takes for these files, without its start."""
    total = 0.0
    for kind in ("surface", "policy"):
        own = [str(name) for name in names if name.name == f"{kind}.json"]
        schema = os.path.join(shape.FOLDER, f"{kind}.schema.json")
        one = min(timed([command, "--schemafile", schema, own[0]]) for _ in range(3))
        total += (timed([command, "--schemafile", schema, *own]) - one) * len(own) / (len(own) - 1)
    return total


if __name__ == "__main__":
    sys.exit(main())
