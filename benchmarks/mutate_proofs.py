"""Wrap real programs, damage each pack in every way that the laws name, and tell which damage its own proof would miss.

    python benchmarks/mutate_proofs.py [--corpus DIR] [--prefix DIR] [--count 20] [--json FILE] [NAME ...]

Packs are made by `hcp-author new channel NAME --wrap PROGRAM --yes`. Of a folder of known command trees the first
COUNT whose wrap proves itself on this machine are taken; without one, the NAMEs from /usr/bin. With `--script N` every
Nth kind is tried on the proof script alone too, lint left out. Exit 0: all damage is noticed; 1: some is not; 2: there
were fewer packs than asked for.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hcp_author import mutation
from hcp_author.damage import KINDS
from hcp_author.errors import UserError

PREFIX = Path.home() / ".cache" / "hcp-corpus"
MINUTES = 5.0  # what one program's wrap may take


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs; those of the folder without")
    parser.add_argument("--corpus", type=Path, help="a folder of known command trees, with score.py")
    parser.add_argument("--prefix", type=Path, default=PREFIX, help="where its programs are installed")
    parser.add_argument("--count", type=int, default=20, help="how many packs")
    parser.add_argument("--script", type=int, default=0, metavar="N", help="every Nth kind without lint too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every figure there")
    options = parser.parse_args()
    rows: list[dict[str, Any]] = []
    print(f"{len(KINDS)} kinds; {len(os.sched_getaffinity(0))} processors, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        for name, program in programs(options):
            if len(rows) == options.count:
                break
            if pack := wrapped(Path(folder) / name.replace("_", "-").replace(".", "-").lower(), program):
                rows += tried(pack, options.script)
    missed = sum(len(row["missed"]) for row in rows)
    total = sum(row["kinds"] for row in rows)
    print(f"{len(rows)} packs, {total} times damaged, {missed} not noticed")
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")
    return 1 if missed else 0 if len(rows) == options.count else 2


def programs(options: argparse.Namespace) -> Iterator[tuple[str, Path]]:
    """Name and file of each program to try, in the order of the names."""
    if options.corpus is None:
        yield from ((name, Path("/usr/bin") / name) for name in options.names)
        return
    sys.path.insert(0, str(Path(__file__).parent))
    import corpus

    score = corpus.scorer(options.corpus)
    yield from corpus.installed(score, corpus.known_trees(options.corpus, options.names), options.prefix).items()


def wrapped(root: Path, program: Path) -> Path | None:
    """A wrap of the program, or None, with the reason told, where `new` makes none."""
    argv = [sys.executable, "-m", "hcp_author", "new", "channel", root.name, "--wrap", str(program), "--yes"]
    try:
        done = subprocess.run(
            [*argv, "--into", str(root)], capture_output=True, text=True, check=False, timeout=60 * MINUTES
        )
    except subprocess.TimeoutExpired:
        print(f"{root.name:<20} no pack: not within {MINUTES:g} minutes", flush=True)
        return None
    if done.returncode:
        print(f"{root.name:<20} no pack: {done.stderr.splitlines()[0] if done.stderr else done.returncode}", flush=True)
        return None
    return root


def tried(pack: Path, script: int) -> list[dict[str, Any]]:
    """The figures of one pack; none where it does not prove itself here."""
    began = time.monotonic()
    try:
        outcomes = list(mutation.run(pack))
    except UserError as error:
        print(f"{pack.name:<20} {error.message.partition(': ')[2]}", flush=True)
        return []
    counts = collections.Counter(one.noticed or "nobody" for one in outcomes)
    row: dict[str, Any] = {"pack": pack.name, "kinds": len(outcomes), "seconds": time.monotonic() - began}
    row |= {"noticed": counts, "missed": [f"{one.law}: {one.name}" for one in outcomes if one.noticed is None]}
    by = ", ".join(f"{number} {name}" for name, number in counts.most_common())
    print(f"{pack.name:<20} {row['seconds']:5.1f} s  {row['kinds']} kinds: {by}", flush=True)
    for name in row["missed"]:
        print(f"    not noticed: {name}", flush=True)
    if script:
        row["script"] = by_script(pack, script)
    return [row]


def by_script(pack: Path, every: int) -> dict[str, int]:
    """Of every Nth kind, how many the proof script alone notices, lint left out."""
    import shutil

    from hcp_author.damage import Copy, NotHereError

    counts: collections.Counter[str] = collections.Counter()
    for kind in KINDS[::every]:
        with tempfile.TemporaryDirectory() as folder:
            copy = Copy(Path(shutil.copytree(pack, Path(folder) / pack.name, symlinks=True)))
            try:
                kind.do(copy)
            except NotHereError:
                continue
            counts[mutation.proof_step(copy.root) or "nobody"] += 1
    print(f"    the script alone: {sum(counts.values()) - counts['nobody']} of {sum(counts.values())}", flush=True)
    return dict(counts)


if __name__ == "__main__":
    raise SystemExit(main())
