"""Damage packs of real programs, one kind at a time, and count what the linter catches and what it says too much.

    python benchmarks/mutations.py [PROGRAM ...] [--prefix DIR] [--count N] [--json FILE]

PROGRAM is a name found in a system place or in DIR/*/bin, or a path; without one, the first N of a list that can be
wrapped here. Each is wrapped by `hcp-author new --wrap`, and every kind of damage that its pack can take is done to a
copy. Exit 0: all caught and nothing else said; 1: not so; 2: nothing could be wrapped.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from hcp_author.damage import KINDS
from hcp_author.damage.trial import Trial, tried

SYSTEM = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
PREFIX = Path.home() / ".cache" / "hcp-corpus"
COUNT = 20
# of several frameworks and languages, the likelier ones first
PROGRAMS = (
    *(
        "git",
        "notmuch",
        "restic",
        "gh",
        "docker",
        "kubectl",
        "helm",
        "hugo",
        "rclone",
        "jq",
        "rg",
        "fd",
        "tmux",
        "curl",
    ),
    *(
        "rsync",
        "systemctl",
        "journalctl",
        "apt",
        "dpkg",
        "npm",
        "node",
        "pip",
        "black",
        "ruff",
        "pytest",
        "cargo",
        "go",
    ),
    *("terraform", "tar", "gpg", "openssl", "ssh", "sqlite3", "psql", "ffmpeg", "vim", "make", "cmake", "ip", "flask"),
    *("httpie", "http", "yt-dlp", "aws", "az", "gcloud", "poetry", "uv", "twine", "tox", "nox", "mypy", "celery"),
)


def located(name: str, prefix: Path) -> str | None:
    """The path of a program, in a system place or below the prefix."""
    if "/" in name:
        return name if os.access(name, os.X_OK) else None
    places = [SYSTEM, *sorted(str(place) for place in prefix.glob("**/bin") if place.is_dir())]
    return shutil.which(name, path=os.pathsep.join(places))


def wrapped(program: str, place: Path, timeout: float) -> Path | None:
    """The pack of a program; None where none could be made."""
    name = "".join(char if char.isalnum() else "-" for char in Path(program).name.lower()).strip("-")
    words = [*(sys.executable, "-m", "hcp_author", "new", "channel", f"a-{name}", "--wrap", program, "--yes")]
    try:
        done = subprocess.run([*words, "--into", str(place / name)], capture_output=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return None
    return place / name if done.returncode == 0 else None


def packs(names: Sequence[str], count: int, prefix: Path, place: Path, timeout: float) -> Iterator[Path]:
    """The packs of the first `count` of these programs that can be wrapped here."""
    made = 0
    for name in names:
        program = located(name, prefix)
        pack = wrapped(program, place, timeout) if program else None
        if pack:
            made += 1
            yield pack
        elif program:
            print(f"{name}: it could not be wrapped", file=sys.stderr)
        if made == count:
            return


def row(pack: str, trials: Sequence[Trial], seconds: float) -> str:
    """One line of the table."""
    caught = sum(trial.caught for trial in trials)
    more = sum(bool(trial.more) for trial in trials)
    rate = caught / len(trials) if trials else 0.0
    return f"{pack:<24} {len(trials):>6} {caught:>7} {rate:>7.3f} {more:>10} {seconds:>8.1f}"


def main() -> int:
    """Try all, print the table, and what went wrong below it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--prefix", type=Path, default=PREFIX)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--timeout", type=float, default=180.0, help="seconds for wrapping one program")
    parser.add_argument("--json", type=Path, metavar="FILE", dest="file")
    asked = parser.parse_args()
    every: list[Trial] = []
    print(f"{'pack':<24} {'tried':>6} {'caught':>7} {'rate':>7} {'said more':>10} {'seconds':>8}")
    with tempfile.TemporaryDirectory() as place:
        names, count = asked.programs or PROGRAMS, len(asked.programs) or asked.count
        for pack in packs(names, count, asked.prefix, Path(place), asked.timeout):
            began = time.perf_counter()
            trials = list(tried(pack, KINDS, Path(place) / "damaged"))
            every += trials
            print(row(pack.name, trials, time.perf_counter() - began), flush=True)
    wrong = [str(trial) for trial in every if not trial.right]
    print(row(f"all, {len({trial.damage.name for trial in every})} kinds", every, 0.0))
    print("\n".join(wrong[:100]))
    if asked.file:
        tally = collections.Counter(trial.damage.name for trial in every if not trial.right)
        asked.file.write_text(json.dumps({"tried": len(every), "wrong": tally, "told": wrong}, indent=1) + "\n")
    return 2 if not every else 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
