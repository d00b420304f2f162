"""Cold start of a pack's face against the bare interpreter: `bin/NAME list --json` in mock mode, at most 2.5 times.

Runs both alternately, with compiled files in place, and prints the medians and the median of the paired ratios;
exit 1 when that is over the limit. Standard library only:  python benchmarks/cold_start.py [--rounds N] [--pack DIR]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMIT = 2.5
SOURCE = Path(__file__).resolve().parent.parent / "hcp_author"
LIST_ARGS = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "minimum": 1}},
    "required": [],
    "additionalProperties": False,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--pack", type=Path, help="a pack that has the verb `list` and a fixture without args")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = options.pack or make_pack(Path(folder) / "mail")
        bare = [sys.executable, "-c", "pass"]
        face = [sys.executable, str(root / "bin" / root.name), "list", "--json", "--binding", "mock"]
        ratio = compare(bare, face, options.rounds, {**os.environ, "XDG_CACHE_HOME": str(Path(folder) / "cache")})
    print(f"ratio {ratio:.2f} (limit {LIMIT})")
    return 0 if ratio <= LIMIT else 1


def make_pack(root: Path) -> Path:
    """A pack of the usual size: twelve verbs, one fixture."""
    (root / "bin").mkdir(parents=True)
    shutil.copy(SOURCE / "fixed" / "launcher.py", root / "bin" / root.name)
    shutil.copytree(SOURCE / "runtime", root / "bin" / "hcp_runtime", ignore=shutil.ignore_patterns("__pycache__"))
    keys = ["list", *(f"verb-{number}" for number in range(11))]
    verbs = [{"verb_key": key, "summary": "List what is there.", "args": LIST_ARGS, "exec": exec_(key)} for key in keys]
    binding = {"default": "user", "modes": ["user", "mock"], "probe": ["count"]}
    surface = {"hcp": "1", "pack_id": root.name, "kind": "channel", "summary": "A pack.", "binding": binding}
    wrap = {"bin": "mail", "paths": ["/usr/bin/mail"]}
    rows = {key: {"operation": "read", "privacy": {"land": "personal"}} for key in keys}
    data = [{"id": number, "subject": f"message {number}"} for number in range(20)]
    write(root / "surface.json", {**surface, "wrap": wrap, "verbs": verbs})
    write(root / "policy.json", {"pack_id": root.name, "verbs": rows})
    write(root / "fixtures" / "list.json", {"cases": [{"args": {}, "data": data}]})
    return root


def exec_(key: str) -> dict[str, object]:
    return {"argv": [key, {"option": "--limit", "arg": "limit"}, "--", {"positional": "query"}], "output": "json"}


def write(path: Path, value: object) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value, indent=2))


def compare(bare: list[str], face: list[str], rounds: int, env: dict[str, str]) -> float:
    """The median of the ratios of pairs run one after the other, in changing order."""
    answer = subprocess.run(face, env=env, check=True, capture_output=True).stdout  # compiles what is not compiled
    assert json.loads(answer)["ok"] is True
    pairs = []
    for number in range(rounds):
        order = (bare, face) if number % 2 else (face, bare)
        spent = {id(words): timed(words, env) for words in order}
        pairs.append((spent[id(bare)], spent[id(face)]))
    first, second = (statistics.median(column) * 1000 for column in zip(*pairs, strict=True))
    print(f"{sys.version.split()[0]}: bare {first:.1f} ms, face {second:.1f} ms")
    return statistics.median(face_time / bare_time for bare_time, face_time in pairs)


def timed(words: list[str], env: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run(words, env=env, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
