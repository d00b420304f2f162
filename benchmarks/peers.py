"""Run the other extractors that can be had over the same installed programs and score all by the same scorer.

    python benchmarks/peers.py --corpus DIR --folder DIR [NAME ...] [--only PEER] [--timeout SECONDS] [--md FILE]

Installs each peer into `--folder` (a virtual environment, an npm prefix, an unpacked Debian package), runs it in a
sandbox without network and with a home of its own, converts its output by the small adapter in `peers/inside/`, and
writes the table to `--md` (default: peers.md beside this file; `-` prints it). Ours runs in the same turn of each
program. What was read is kept in `--folder`; `--stored` makes the table from it and runs nothing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import corpus
from corpus import Scored
from peers import table
from peers.install import Installed, install
from peers.running import help_text, tree_of
from peers.shelf import PEERS

OURS = "hcp-author"
BESIDE = Path(__file__).resolve().with_name("peers.md")


def main() -> int:
    """Install, run, score, write."""
    options = arguments().parse_args()
    score = corpus.scorer(options.corpus)
    truths = corpus.known_trees(options.corpus, options.names)
    places = corpus.installed(score, truths, options.prefix)
    ready, failed = install_all(options.folder)
    if not options.stored:
        for name, place in places.items():
            run_all(score, name, place, ready, options)
            print(name, flush=True)
    versions = {name: one.version for name, one in ready.items()}
    rows = {name: scored(score, name, truths, options.folder) for name in (OURS, *ready)}
    most = max(len(found) for found in rows.values())
    # a row over fewer programs compares with nothing
    text = table.document({k: v for k, v in rows.items() if v and len(v) == most}, versions, failed, options.timeout)
    if str(options.md) == "-":
        print(text)
    else:
        options.md.write_text(text, "utf-8")
    return 0


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="the programs; all that are installed, if none is named")
    parser.add_argument("--corpus", type=Path, required=True, help="the folder with score.py and truth/")
    parser.add_argument("--prefix", type=Path, default=corpus.PREFIX, help="where the corpus's programs are installed")
    parser.add_argument("--folder", type=Path, required=True, help="where peers and what they read are kept")
    parser.add_argument("--only", action="append", default=[], metavar="PEER", help="run this one (may be repeated)")
    parser.add_argument("--tool", default=OURS)
    parser.add_argument("--timeout", type=float, default=60, help="seconds a program")
    parser.add_argument("--stored", action="store_true", help="score what is kept in the folder")
    parser.add_argument("--missing", action="store_true", help="run only what the folder does not have yet")
    parser.add_argument("--md", type=Path, default=BESIDE)
    return parser


def install_all(folder: Path) -> tuple[dict[str, Installed], dict[str, str]]:
    """The peers that could be installed, and why the others could not."""
    ready, failed = {}, {}
    for peer in PEERS:
        try:
            ready[peer.name] = install(peer, folder.resolve())
        except (OSError, subprocess.CalledProcessError, StopIteration) as error:
            said = getattr(error, "stderr", None) or str(error)
            failed[peer.name] = said.strip().split("\n")[-1][-200:]
    return ready, failed


def run_all(
    score: ModuleType, name: str, place: Path, ready: dict[str, Installed], options: argparse.Namespace
) -> None:
    """Ours and every peer on one program, one after the other."""
    folder = options.folder.resolve()
    text: str | None = None
    for who in (OURS, *ready):
        kept = folder / "read" / who / f"{name}.json"
        if (options.only and who not in options.only) or (options.missing and kept.exists()):
            continue
        peer = next((peer for peer in PEERS if peer.name == who), None)
        if peer is None:
            # told of the limit, as it gives what it has when its time is over
            argv = [*corpus.command(options.tool), "--timeout", str(max(1.0, options.timeout - 5)), str(place)]
            tree, spent, why = score.run_json(argv, options.timeout)
        else:
            if peer.text and text is None:
                text = help_text(score, place, options.timeout, folder)
            given = text if peer.text else None
            tree, spent, why = tree_of(score, ready[who], place, given, options.timeout, folder)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({"tree": tree, "seconds": spent, "why": why}), "utf-8")


def scored(score: ModuleType, who: str, truths: dict[str, dict[str, Any]], folder: Path) -> list[table.Row]:
    """What one peer's kept trees are worth; a tree that the scorer cannot read is no tree."""
    rows = []
    for name, truth in truths.items():
        kept = folder / "read" / who / f"{name}.json"
        if not kept.exists():
            continue
        facts = json.loads(kept.read_text("utf-8"))
        try:
            rows.append(judged(score, name, truth, facts))
        except (AttributeError, KeyError, TypeError) as error:
            rows.append(judged(score, name, truth, {**facts, "tree": None, "why": f"malformed: {error!r}"}))
    return rows


def judged(score: ModuleType, name: str, truth: dict[str, Any], facts: dict[str, Any]) -> table.Row:
    """One program's score, once over all of it and once over the program's own options alone."""
    tree = facts["tree"]
    flat = {**truth, "known": {**truth.get("known", {}), "subcommand_options": False}}
    extra = corpus.own_counts(score, truth, tree)
    whole = Scored(name, score.score_tree(truth, tree), extra, facts["seconds"], facts["why"])
    return table.Row(whole, Scored(name, score.score_tree(flat, tree)))


if __name__ == "__main__":
    sys.exit(main())
