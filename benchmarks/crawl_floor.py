"""A whole crawl's wall time against its floor: the same calls by a bare loop with as many workers, in the same sandbox.

    python benchmarks/crawl_floor.py [PROGRAM ...] [--corpus DIR] [--rounds N] [--explain] [--json FILE]

PROGRAM is a name or a path; with `--corpus` the names of that folder's known trees stand for their programs (all of
them, if none is named). The calls are the `asked` of the tree that the crawl printed. The two run in turns, in
changing order; what counts is the median of the paired ratios per program, and the median of those over programs.
A crawl that its time cut short is marked (cut).
`--explain` tells where the time of one crawl went. Exit 1 when the median is over the limit.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import itertools
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import corpus

from hcp_author.introspect import descend, probe, resolve, sandbox

LIMIT = 1.3
SETTING = re.compile(r"[A-Z_][A-Z0-9_]*=.*", re.DOTALL)
EIGHT = "_ARGCOMPLETE"  # this interface answers on descriptor 8
LINE = (
    "{name:18} {asked:4} calls  crawl {crawl:7.3f} s  floor {floor:7.3f} s  ratio {ratio:.3f}  "
    "(start {start:.3f} s, without it {started:.3f})"
)
Door = probe.Door


def main() -> int:
    """Measure every program and print a line for each."""
    options = arguments().parse_args()
    argv = corpus.command(options.tool)
    rows = []
    for name, path in programs(options).items():
        try:
            row = compare(name, path, argv, options)
        except (ValueError, KeyError, subprocess.SubprocessError) as error:
            print(f"{name:18} not measured: {str(error)[:100]}", flush=True)
            continue
        rows.append(row)
        print(LINE.format(**row))
        if options.explain:
            print(explain(path))
        sys.stdout.flush()
    if not rows:
        return 2
    ratio = statistics.median(row["ratio"] for row in rows)
    started = statistics.median(row["started"] for row in rows)
    print(f"\n{len(rows)} programs, {workers()} workers: median ratio {ratio:.3f} (limit {LIMIT}),", end=" ")
    print(f"without the start of our process {started:.3f}")
    if options.json:
        options.json.write_text(
            json.dumps({"median": ratio, "workers": workers(), "programs": rows}, indent=1), "utf-8"
        )
    return 0 if ratio <= LIMIT else 1


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--corpus", type=Path, help="the folder with score.py and truth/")
    parser.add_argument("--prefix", type=Path, default=corpus.PREFIX)
    parser.add_argument("--tool", default="hcp-author")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--timeout", type=float, default=300, help="seconds for one crawl")
    parser.add_argument("--explain", action="store_true", help="also tell where the time goes")
    parser.add_argument("--json", type=Path)
    return parser


def programs(options: argparse.Namespace) -> dict[str, str]:
    """The file of each program by name."""
    if options.corpus is None:
        return {name: resolve.find(name).path for name in options.programs}
    truths = corpus.known_trees(options.corpus, options.programs)
    places = corpus.installed(corpus.scorer(options.corpus), truths, options.prefix)
    return {name: str(place) for name, place in places.items()}


def workers() -> int:
    """How many calls a crawl has under way at once."""
    said = getattr(descend, "WORKERS", None)
    return said if isinstance(said, int) else max(2, min(4, os.cpu_count() or 2))


def compare(name: str, path: str, argv: list[str], options: argparse.Namespace) -> dict[str, Any]:
    """One program's medians and the median of its paired ratios."""
    crawl = [*argv, path, "--timeout", str(options.timeout)]
    tree = json.loads(run(crawl, options.timeout + 30))
    asked = tree["asked"]
    door = opened(path, asked)
    steps: list[Callable[[], object]] = [
        lambda: run(crawl, options.timeout + 30),
        lambda: bare(door, asked),
        lambda: nothing_asked(argv, path),
    ]
    rounds = []
    for number in range(options.rounds):
        spent = [0.0, 0.0, 0.0]
        for which in (0, 1, 2) if number % 2 else (1, 0, 2):
            started = time.perf_counter()
            steps[which]()
            spent[which] = time.perf_counter() - started
        rounds.append(spent)
    whole, floor, start = (statistics.median(column) for column in zip(*rounds, strict=True))
    return {
        "name": name + (" (cut)" if tree["coverage"].get("partial") else ""),
        "asked": len(asked),
        "crawl": whole,
        "floor": floor,
        "start": start,
        "ratio": statistics.median(one / two for one, two, _ in rounds),
        "started": statistics.median((one - three) / two for one, two, three in rounds),
    }


def nothing_asked(argv: list[str], path: str) -> None:
    """The tool on a program that is not there: all is loaded, nothing is asked."""
    subprocess.run([*argv, f"{os.path.dirname(path)}/no such program"], capture_output=True, check=False)


def run(crawl: list[str], seconds: float) -> bytes:
    """What the whole tool prints."""
    done = subprocess.run(crawl, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=seconds)
    if done.returncode:
        raise ValueError(done.stderr.decode("utf-8", "replace").strip()[-200:])
    return done.stdout


def opened(path: str, asked: list[list[str]]) -> Door:
    """The door that the crawl used: the wide one where the first call had to be made again."""
    door = probe.open_door(resolve.find(path))
    return (probe.wider(door) or door) if asked[:1] == asked[1:2] else door


def bare(door: Door, asked: list[list[str]]) -> None:
    """The floor: every call in its sandbox, its output taken and thrown away."""
    with concurrent.futures.ThreadPoolExecutor(workers()) as pool:
        list(pool.map(lambda args: call(door, args), asked))


def call(door: Door, args: list[str]) -> None:
    """One call as the crawl makes it: a scratch folder, the sandbox's argv, limits on time."""
    scratch = os.path.realpath(tempfile.mkdtemp(prefix="hcp-author-"))
    for folder in ("home", "work", "tmp"):
        os.mkdir(os.path.join(scratch, folder))
    settings = list(itertools.takewhile(SETTING.fullmatch, args))
    env = dict(setting.split("=", 1) for setting in settings)
    argv = [door.found.path, *args[len(settings) :]]
    argv = [*probe._around(door, scratch, env), *sandbox.limited(sandbox.on_eight(argv) if EIGHT in env else argv)]
    try:
        subprocess.run(
            argv,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=probe.SECONDS,
            check=False,
            cwd=os.path.join(scratch, "work"),
            env={"PATH": "/usr/bin:/bin"},
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        pass  # the crawl waited as long
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def explain(path: str) -> str:
    """Where one crawl's time went: our own work, calls one at a time and together."""
    script = [sys.executable, os.path.abspath(__file__), "--inside", path]
    facts = json.loads(subprocess.run(script, capture_output=True, check=True).stdout)
    return (
        "    inside {wall:.2f} s: {idle:.2f} with no call under way, {single:.2f} with one, {several:.2f} with more; "
        "own processor time {own:.2f} s; calls {calls:.2f} s in all\n    before the first worker {before:.2f} s, "
        "after the last {after:.2f} s; slowest call {slowest:.2f} s ({slow})".format(**facts)
    )


def inside(path: str) -> int:
    """Crawl in this process with every call's begin and end noted; print what `explain` shows."""
    from hcp_author.introspect.crawl import introspect

    spans: list[tuple[float, float, bool, str]] = []
    inner = probe._run

    def noted(door: Door, argv: list[str], args: tuple[str, ...], *more: Any, **named: Any) -> probe.Answer:
        begun = time.perf_counter()
        answer = inner(door, argv, args, *more, **named)
        worker = threading.current_thread() is not threading.main_thread()
        spans.append((begun, time.perf_counter(), worker, " ".join(args)))
        return answer

    probe._run = noted
    began, own = time.perf_counter(), time.process_time()
    introspect(path, budget_seconds=600)
    ended, own = time.perf_counter(), time.process_time() - own
    print(json.dumps({"wall": ended - began, "own": own, **busy(spans, began, ended)}))
    return 0


def busy(spans: list[tuple[float, float, bool, str]], began: float, ended: float) -> dict[str, Any]:
    """Seconds with no call, one call and several under way, and the edges of the part that workers did."""
    marks = sorted([(begin, 1) for begin, *_ in spans] + [(end, -1) for _, end, *_ in spans] + [(ended, 0)])
    spent, under_way, at = [0.0, 0.0, 0.0], 0, began
    for moment, change in marks:
        spent[min(under_way, 2)] += moment - at
        under_way, at = under_way + change, moment
    pooled = [span for span in spans if span[2]]
    slow = max(spans, key=lambda span: span[1] - span[0])
    return {
        "idle": spent[0],
        "single": spent[1],
        "several": spent[2],
        "calls": sum(end - begin for begin, end, *_ in spans),
        "before": min((span[0] for span in pooled), default=ended) - began,
        "after": ended - max((span[1] for span in pooled), default=ended),
        "slowest": slow[1] - slow[0],
        "slow": slow[3],
    }


if __name__ == "__main__":
    sys.exit(inside(sys.argv[2]) if sys.argv[1:2] == ["--inside"] else main())
