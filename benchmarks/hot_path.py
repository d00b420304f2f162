"""How much of what people really call a proposal holds, beside a naive one: the first twelve commands of the help.

    python benchmarks/hot_path.py --corpus DIR [NAME ...] [--prefix DIR] [--timeout SECONDS] [--json FILE]

DIR as for corpus.py. Recall is the share of the (at most twelve) most called commands that were picked, weighted is
the share of their calls; both are means over programs. Exit 0: scored; 2: it could not be.
"""

from __future__ import annotations

import json
import shlex
import sys
from types import ModuleType
from typing import Any

from corpus import arguments, installed, known_trees, mean, scorer, show

TWELVE = 12
Shares = tuple[float, float]


def first_twelve(tree: dict[str, Any]) -> dict[str, Any]:
    """Propose, without a thought, the first twelve commands of the help that hold no others."""
    paths: list[list[str]] = []
    rest = [([child["name"]], child) for child in tree["root"]["commands"]]
    while rest and len(paths) < TWELVE:
        path, node = rest.pop(0)
        below = [([*path, child["name"]], child) for child in node["commands"]]
        if node["group"] and below:
            rest = [*below, *rest]
        else:
            paths.append(path)
    return {"verbs": [{"path": path, "effect": "read"} for path in paths], "left_out": []}


def shares(score: ModuleType, truth: dict[str, Any], proposal: dict[str, Any] | None) -> Shares | None:
    """(recall, weighted) by the scorer's own rules; None where too little is known of the program."""
    row = score.score_hot(truth, proposal)
    return None if row is None else (row["hit"] / row["hot"], row["hit_weight"] / row["weight"])


def main() -> int:
    """Score both, print a line per program and the means."""
    options = arguments().parse_args()
    score = scorer(options.corpus)
    truths = known_trees(options.corpus, options.names)
    rows: dict[str, dict[str, Shares]] = {}
    for name, place in installed(score, truths, options.prefix).items():
        if shares(score, truths[name], None) is None:
            continue
        told = [
            score.run_json([*shlex.split(options.tool), verb, str(place), "--format", "json"], options.timeout)[0]
            for verb in ("propose", "introspect")
        ]
        ours, naive = told[0], first_twelve(told[1]) if told[1] else None
        both = {"ours": shares(score, truths[name], ours), "naive": shares(score, truths[name], naive)}
        rows[name] = {side: one for side, one in both.items() if one is not None}
        print(f"{name:18}", "  ".join(f"{side} {show(one[0])}/{show(one[1])}" for side, one in rows[name].items()))
    if not rows:
        print("none of the programs is installed", file=sys.stderr)
        return 2
    means = {side: [mean(row[side][at] for row in rows.values()) for at in (0, 1)] for side in ("ours", "naive")}
    print(f"\n{'programs':18} {len(rows)}")
    for side, (recall, weighted) in means.items():
        print(f"{side:18} recall {show(recall)}  weighted {show(weighted)}")
    if options.json:
        options.json.write_text(json.dumps({"means": means, "programs": rows}, indent=1), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
