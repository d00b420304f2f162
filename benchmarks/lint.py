"""How fast lint is, as ratios to floors of the same run: one pack from the start, and catalogs of many packs.

One pack, compiled files in place: `lint PACK` against the bare interpreter (limit 6), and check-jsonschema on the same
surface.json. Catalogs of two shapes, whole packs (runtime and proof script hard-linked) and packs of surface.json,
policy.json and HARNESS.md alone: packs a second against check-jsonschema on the same surface and policy files (it is
given a share of them, its start taken off; limit 20), and against reading and json.loads of these files with as many
workers (limit 0.25). Each is run cold, with nothing kept of earlier runs, and warm, with all of it; by the clock and,
since other load moves that, by processor time, all processes counted. Memory is that of the largest process.
What cannot be had is said; the exit status is 1 where a limit is missed.

    python benchmarks/lint.py --lint .venv/bin/hcp-author --peer VENV/bin/check-jsonschema [--bundle mcpb] \\
        [--packs 1000 --packs 10000] [--rounds 15]

Measure an installed wheel: without compiled files every figure is that of the compiler.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from hcp_author import harness_md, prove
from hcp_author.lint.laws import _runtime
from hcp_author.pack import files, shape

# times the bare interpreter; times the packs a second of check-jsonschema; of the floor
START_LIMIT, PEER_LIMIT, FLOOR_LIMIT = 6.0, 20.0, 0.25
# what changed so lately is not kept
SETTLED = 2.5
# packs that are made from nothing; the others are these under another name
TEMPLATES = 50
SHAPES = {"whole packs": None, "surface, policy and HARNESS.md": ("surface.json", "policy.json", "HARNESS.md")}
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
    parser.add_argument("--packs", type=int, action="append", help="packs of a catalog; may be repeated; 1000")
    parser.add_argument("--share", type=int, default=100, help="packs that the peer is given")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f}, {len(os.sched_getaffinity(0))} processors, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        ENVIRONMENT["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        root = make_pack(Path(folder) / "one" / "mail", random.Random(1))
        met = [single(root, options)]
        for packs in options.packs or [1000]:
            for shape_name, names in SHAPES.items():
                met += catalog(Path(folder) / f"catalog-{packs}", packs, shape_name, names, options)
    return 0 if all(met) else 1


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


# of a pack, what holds its name
OWN = ("surface.json", "policy.json", "HARNESS.md", "proof.json")
_originals: dict[str, Path] = {}


def fixed(root: Path) -> None:
    """The released files, linked where that can be: they are the same in each pack."""
    runtime = _runtime.our_runtime()
    for name, data in {**runtime, "../proof.py": _runtime.our_file("fixed/proof.py")}.items():
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


def single(root: Path, options: argparse.Namespace) -> bool:
    """One pack against the bare interpreter of the same installation; whether lint meets its limit."""
    python = str(Path(options.lint).parent / "python")
    schema = os.path.join(shape.FOLDER, "surface.schema.json")
    lines = {
        "lint --no-cache PACK": [options.lint, "lint", "--no-cache", str(root)],
        "lint PACK": [options.lint, "lint", str(root)],
        "harness --check": [options.lint, "harness", str(root), "--check"],
        "--version": [options.lint, "--version"],
        "import json": [python, "-c", "import json"],
    }
    if options.peer:
        lines["check-jsonschema"] = [options.peer, "--schemafile", schema, str(root / "surface.json")]
    if options.bundle:
        lines["MCP bundle tool"] = [options.bundle, "validate", str(root / "surface.json")]
    time.sleep(SETTLED)
    print("one pack, times `python -c pass`, by the clock and by processor time:")
    ratios = {name: paired([python, "-c", "pass"], words, options.rounds) for name, words in lines.items()}
    for name, (clock, processor) in ratios.items():
        limit = START_LIMIT if name.startswith("lint") else None
        print(f"  {name:<22}{clock:6.2f} {processor:6.2f}  {verdict(processor, limit, most=True)}")
    for name in ("peer", "bundle"):
        if not getattr(options, name):
            print(f"  not measured: there is no --{name}")
    return ratios["lint --no-cache PACK"][1] <= START_LIMIT


def verdict(value: float, limit: float | None, most: bool = False) -> str:
    """Whether a figure meets its limit, in words; nothing where it has none."""
    if limit is None:
        return ""
    return f"{'meets' if (value <= limit if most else value >= limit) else 'MISSES'} {limit:g}"


def paired(bare: list[str], words: list[str], rounds: int) -> tuple[float, float]:
    """The ratio of pairs run one after the other, in changing order: by the clock, and by processor time; medians."""
    spent(words)  # compiles what is not compiled
    pairs = []
    for number in range(rounds):
        runs = {id(one): spent(one) for one in ((bare, words) if number % 2 else (words, bare))}
        pairs.append((runs[id(words)], runs[id(bare)]))
    clock = statistics.median(one[0] / other[0] for one, other in pairs)
    return clock, statistics.median(one[1] for one, _ in pairs) / statistics.median(other[1] for _, other in pairs)


def spent(words: list[str]) -> tuple[float, float, int]:
    """Seconds by the clock and of the processor, and KiB of the largest process; more than findings end it all."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.Popen(words, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    said = process.stdout.read() if process.stdout else b""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(words[:3])} ended with {process.returncode}: {said[-800:].decode()}")
    seconds, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, processor, usage.ru_maxrss


def fill(folder: Path, packs: int, names: tuple[str, ...] | None) -> list[Path]:
    """Packs in a catalog, whole or these files of them alone: some are made, the others are those by another name."""
    made = [
        make_pack(folder / "made" / f"tool{index:05}", random.Random(index)) for index in range(min(packs, TEMPLATES))
    ]
    texts = [{name: (root / name).read_text() for name in OWN if (root / name).exists()} for root in made]
    roots = []
    for index in range(packs):
        old, new = made[index % TEMPLATES].name, f"pack{index:05}"
        root = folder / "catalog" / f"{index // 100:03}" / new
        for name, text in texts[index % TEMPLATES].items():
            if names is None or name in names:
                root.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text.replace(old, new))
        if names is None:
            fixed(root)
        roots.append(root)
    return roots


def catalog(
    folder: Path, packs: int, shape_name: str, names: tuple[str, ...] | None, options: argparse.Namespace
) -> list[bool]:
    """Packs a second, and memory, of one catalog, cold and warm; whether each limit is met."""
    workers = len(os.sched_getaffinity(0))
    roots = fill(folder, packs, names)
    documents = [root / name for root in roots for name in ("surface.json", "policy.json")]
    (folder / "names").write_text("\n".join(map(str, documents)))
    time.sleep(SETTLED)
    floor = [sys.executable, "-c", FLOOR, str(folder / "names"), str(workers)]
    least = spent(floor), spent(floor)
    each = peer(options.peer, documents[: 2 * options.share]) if options.peer else None
    shutil.rmtree(ENVIRONMENT["XDG_CACHE_HOME"], ignore_errors=True)
    lines = {"cold": ["--no-cache"], "cold, noted": [], "warm": [], "warm again": []}
    print(f"catalog of {packs} packs ({shape_name}), {workers} workers, load {os.getloadavg()[0]:.1f};")
    print("  the floor is to read and json.loads surface.json and policy.json; by the clock, by processor time:")
    met = []
    for name, words in lines.items():
        clock, processor, memory = spent([options.lint, "lint", *words, str(folder / "catalog")])
        of_floor = min(one[0] for one in least) / clock, min(one[1] for one in least) / processor
        print(f"  {name:<12}{packs / clock:7.0f} packs/s, largest process {memory // 1024} MiB")
        print(f"    of the floor     {of_floor[0]:6.3f} {of_floor[1]:6.3f}  {verdict(of_floor[1], FLOOR_LIMIT)}")
        met.append(of_floor[1] >= FLOOR_LIMIT)
        if each:
            # it has no workers: by the clock ours count, by processor time they do not
            times = each[0] * packs / clock, each[1] * packs / processor
            print(f"    check-jsonschema {times[0]:6.1f} {times[1]:6.1f}  {verdict(times[0], PEER_LIMIT)}")
            met.append(times[0] >= PEER_LIMIT)
    shutil.rmtree(folder)
    _originals.clear()
    return met


def peer(command: str, names: list[Path]) -> tuple[float, float]:
    """The seconds a pack that check-jsonschema takes for these files, its start taken off: clock, processor."""
    clock = processor = 0.0
    for kind in ("surface", "policy"):
        own = [str(name) for name in names if name.name == f"{kind}.json"]
        schema = os.path.join(shape.FOLDER, f"{kind}.schema.json")
        one = min(spent([command, "--schemafile", schema, own[0]])[:2] for _ in range(3))
        many = spent([command, "--schemafile", schema, *own])
        clock += (many[0] - one[0]) / (len(own) - 1)
        processor += (many[1] - one[1]) / (len(own) - 1)
    return clock, processor


if __name__ == "__main__":
    sys.exit(main())
