"""What the runtime adds to a call: the start of a pack's face, and gate and args check within one process.

    python benchmarks/wrapper.py [--rounds N]

Prints the cold start of `bin/NAME list --json` in mock mode as a ratio to `python -c pass` (at most 2.5, see
cold_start.py, which is run), and the time of the gate with its args check, from the call to where the mint would
begin, as a ratio to `json.loads` of the envelope; with and without the two lines of the audit, which are durable
files. Exit 1 where the cold start is over the limit.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cold_start

sys.path.insert(0, str(cold_start.SOURCE.parent))
from hcp_author.runtime import audit, gate, jsonface, manifest, strict


def main() -> int:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=40)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        root = cold_start.make_pack(Path(folder) / "mail")
        os.environ.update(XDG_STATE_HOME=f"{folder}/state", XDG_CACHE_HOME=f"{folder}/cache")
        face = [sys.executable, str(root / "bin/mail"), "list", "--json", "--binding", "mock"]
        ratio = cold_start.compare([sys.executable, "-c", "pass"], face, rounds, dict(os.environ))
        print(f"cold start: {ratio:.2f} times the bare interpreter (limit {cold_start.LIMIT})")
        in_process(root, folder)
    return 0 if ratio <= cold_start.LIMIT else 1


def in_process(root: Path, folder: str) -> None:
    """One envelope, read and let through up to the mint, again and again."""
    pack = manifest.load(str(root))
    args = {"query": "tag:unread and from:ann", "limit": 5}
    envelope = {"pack_id": "mail", "verb_key": "list", "args": args, "confirm": False, "binding": {"mode": "user"}}
    text = json.dumps(envelope)
    path = Path(folder) / "envelope.json"
    path.write_text(text)
    gate.minted = gate.carried_out = lambda *_: None
    bare = timed(lambda: json.loads(text))
    read = timed(lambda: strict.loads(text))
    audited = timed(lambda: gate.run(pack, gate.Call("mail", "list", args, False, "user")), 200)
    audit.append = lambda line: None
    passed = timed(lambda: gate.run(pack, gate.Call("mail", "list", args, False, "user")))
    whole = timed(lambda: gate.run(pack, jsonface.read(pack, str(path))))
    print(f"json.loads of the envelope: {bare * 1e6:.1f} us; strictly: {read / bare:.1f} times that")
    for name, spent in (
        ("gate and args check", passed),
        ("with the audit", audited),
        ("with the envelope's file", whole),
    ):
        print(f"{name}: {spent * 1e6:.0f} us, {spent / bare:.0f} times json.loads")


def timed(work: Callable[[], object], times: int = 2000) -> float:
    """The median of seven means, in seconds."""
    means = []
    for _ in range(7):
        begun = time.perf_counter()
        for _ in range(times):
            work()
        means.append((time.perf_counter() - begun) / times)
    return statistics.median(means)


if __name__ == "__main__":
    sys.exit(main())
