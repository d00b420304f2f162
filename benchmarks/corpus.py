"""Score `hcp-author introspect` over a folder of known command trees, with that folder's own scorer.

    python benchmarks/corpus.py --corpus DIR [NAME ...] [--prefix DIR] [--jobs N] [--timeout SECONDS] [--json FILE]

DIR holds `score.py` and `truth/NAME.json`. Commands and options are judged by the scorer's rules; required options
and positionals by ours, over the truths that know them (`known`). Every tree is read anew (`--refresh` where the
tool has it). Ends with the programs below .80 command recall. Exit 0: scored; 2: it could not be.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import importlib.util
import json
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

LOW = 0.80
FORMAT = ("--format", "json")
PREFIX = Path.home() / ".cache" / "hcp-corpus"
Tally = collections.Counter[str]


@dataclass
class Scored:
    """One program's score: the scorer's counts, our own counts, seconds, and why there is no tree ("").

    `missed`: the required options that were read as such nowhere, and the commands whose operands differ in number.
    """

    name: str
    counts: dict[str, Any]
    extra: Tally = field(default_factory=collections.Counter)
    seconds: float = 0.0
    why: str = ""
    missed: list[str] = field(default_factory=list)


def scorer(corpus: Path) -> ModuleType:
    """The folder's `score.py` as a module."""
    spec = importlib.util.spec_from_file_location("score", corpus / "score.py")
    if spec is None or spec.loader is None:
        raise SystemExit(f"{corpus} has no score.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["score"] = module
    spec.loader.exec_module(module)
    return module


def known_trees(corpus: Path, names: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
    """The truths of the folder by name, all or those asked for."""
    every = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((corpus / "truth").glob("*.json"))}
    if unknown := [name for name in names if name not in every]:
        raise SystemExit(f"no known tree of {', '.join(unknown)}")
    return {name: every[name] for name in names or every}


def installed(score: ModuleType, truths: dict[str, dict[str, Any]], prefix: Path) -> dict[str, Path]:
    """The file of every program that is installed, by name."""
    places = {name: score.locate(truth, prefix) for name, truth in truths.items()}
    return {name: place for name, place in places.items() if place is not None}


def command(tool: str, verb: str = "introspect") -> list[str]:
    """The argv that reads a tree anew; the program's path goes in the end."""
    words = [*shlex.split(tool), verb]
    text = subprocess.run([*words, "--help"], capture_output=True, text=True, check=False).stdout
    fresh = ["--refresh"] if "--refresh" in text else []
    return [*words, *FORMAT, *fresh]


def names_of(option: dict[str, Any]) -> set[str]:
    """All names of an option, dashes included."""
    return {name for name in (option.get("long"), option.get("short"), *option.get("other_names", ())) if name}


def pairs(score: ModuleType, truth: dict[str, Any], tree: dict[str, Any] | None) -> Iterator[tuple[Any, Any]]:
    """Every true command (the program itself first) with the command that was read for it, or {}."""
    root = (tree or {}).get("root") or {}
    have = dict(score.walk(root))
    options = truth["options"] or truth["global_options"]
    yield {**truth, "options": options, "group": bool(truth["subcommands"])}, root
    for true in truth["subcommands"]:
        path = tuple(true["path"])
        spelled = [path, *((*path[:-1], alias) for alias in true["aliases"])]
        if not true["hidden"]:
            yield true, next((have[one] for one in spelled if one in have), {})


def own_counts(score: ModuleType, truth: dict[str, Any], tree: dict[str, Any] | None) -> Tally:
    """Required options and positionals: true, found, offered, right; zero where the truth does not know them.

    A truth in which no command at all has a positional does not know them, whatever it says: its source had none.
    """
    known, tally = truth.get("known", {}), Tally()
    operands_known = known.get("positionals", False) and any(
        c.get("positionals") for c in (truth, *truth["subcommands"])
    )
    for true, read in pairs(score, truth, tree):
        options, operands = true.get("options") or [], true.get("positionals") or []
        if known.get("required_flags", False):
            tally += required(options, read.get("options") or [])
        if operands_known and not true.get("group", False):
            tally += positionals(operands, read.get("arguments") or [])
    return tally


def required(true: list[dict[str, Any]], read: list[dict[str, Any]]) -> Tally:
    """Required options of one command. An offered one is right where the option it names is truly required."""
    must = [names_of(option) for option in true if option.get("required") and not option.get("hidden")]
    every = [names_of(option) for option in true]
    said = [names_of(option) for option in read if option.get("required")]
    judged = [names for names in said if any(names & one for one in every)]
    found = sum(any(names & one for one in said) for names in must)
    right = sum(any(names & one for one in must) for names in judged)
    return Tally(required_true=len(must), required_found=found, required_said=len(judged), required_right=right)


def positionals(true: list[dict[str, Any]], read: list[dict[str, Any]]) -> Tally:
    """Operands of one command, matched by their place: a place counts as found where both have one there.

    `operand_same`: those whose being required agrees as well, `variadic_same`: whose being repeatable does.
    """
    both = list(zip(true, read, strict=False))
    needed = sum(bool(one.get("required")) == bool(two.get("required")) for one, two in both)
    many = sum(bool(one.get("variadic")) == bool(two.get("variadic")) for one, two in both)
    return Tally(
        operand_true=len(true),
        operand_found=len(both),
        operand_said=len(read),
        operand_needed=needed,
        operand_many=many,
    )


def score_one(score: ModuleType, name: str, truth: dict[str, Any], argv: list[str], seconds: float) -> Scored:
    """Run the tool on one program and hold its tree against the truth."""
    tree, spent, why = score.run_json(argv, seconds)
    try:
        counts, extra = score.score_tree(truth, tree), own_counts(score, truth, tree)
        return Scored(name, counts, extra, spent, why, missed(score, truth, tree))
    except (AttributeError, KeyError, TypeError) as error:
        return Scored(name, score.score_tree(truth, None), own_counts(score, truth, None), spent, f"{error!r}")


def missed(score: ModuleType, truth: dict[str, Any], tree: dict[str, Any] | None) -> list[str]:
    """What `own_counts` did not find, in words."""
    lines = []
    for true, read in pairs(score, truth, tree):
        one = {**truth, "subcommands": [], **{key: true.get(key) or [] for key in ("options", "positionals")}}
        counts = own_counts(score, one, {"root": read})
        path = " ".join(true.get("path", ())) or "(itself)"
        if counts["required_found"] < counts["required_true"]:
            names = [min(names_of(o)) for o in one["options"] if o.get("required") and not o.get("hidden")]
            lines.append(f"{path}: of the required {', '.join(names)} only {counts['required_found']}")
        if counts["operand_true"] != counts["operand_said"] and not true.get("group", False):
            lines.append(f"{path}: {counts['operand_said']} operands for {counts['operand_true']}")
    return lines


def part(some: float, whole: float) -> float | None:
    """A share, or None of nothing."""
    return some / whole if whole else None


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of those that are known."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def recall(row: Scored) -> float | None:
    """The share of the true commands that was found."""
    return part(row.counts["found"], row.counts["true"])


def summary(rows: list[Scored]) -> dict[str, float | None]:
    """The figures over all programs: the scorer's (means over programs, values pooled) and ours (pooled)."""
    nested = [row.counts for row in rows if row.counts["true"]]
    with_options = [row.counts for row in rows if row.counts.get("opt_true")]
    total: Tally = sum((row.extra for row in rows), Tally())
    values = [(row.counts.get("opt_value_right", 0), row.counts.get("opt_value_known", 0)) for row in rows]
    return {
        "command_recall": mean(part(c["found"], c["true"]) for c in nested),
        "command_precision": mean(part(c["offered"] - c["wrong"], c["offered"]) or 0.0 for c in nested),
        "option_recall": mean(part(c.get("opt_found", 0), c["opt_true"]) for c in with_options),
        "option_precision": mean(
            part(c.get("opt_offered", 0) - c.get("opt_wrong", 0), c.get("opt_offered", 0)) for c in with_options
        ),
        "value_right": part(sum(right for right, _ in values), sum(known for _, known in values)),
        "required_recall": part(total["required_found"], total["required_true"]),
        "required_precision": part(total["required_right"], total["required_said"]),
        "operand_recall": part(total["operand_found"], total["operand_true"]),
        "operand_precision": part(total["operand_found"], total["operand_said"]),
        "operand_required_right": part(total["operand_needed"], total["operand_found"]),
        "operand_variadic_right": part(total["operand_many"], total["operand_found"]),
        "invented_on_flat": sum(row.counts["wrong"] for row in rows if not row.counts["true"]),
    }


def show(value: float | None) -> str:
    """A share in three digits, or a dash."""
    return "-" if value is None else f"{value:.3f}"


def line(row: Scored) -> str:
    """One program's figures on one line."""
    c, e = row.counts, row.extra
    figures = (
        ("commands", recall(row), part(c["offered"] - c["wrong"], c["offered"])),
        (
            "options",
            part(c.get("opt_found", 0), c.get("opt_true", 0)),
            part(c.get("opt_offered", 0) - c.get("opt_wrong", 0), c.get("opt_offered", 0)),
        ),
        ("values", part(c.get("opt_value_right", 0), c.get("opt_value_known", 0)), None),
        ("required", part(e["required_found"], e["required_true"]), part(e["required_right"], e["required_said"])),
        ("operands", part(e["operand_found"], e["operand_true"]), part(e["operand_found"], e["operand_said"])),
    )
    text = "  ".join(f"{label} {show(one)}/{show(two)}" for label, one, two in figures)
    return f"{row.name:18} {text}  {row.seconds:5.1f} s  {row.why}".rstrip()


def main() -> int:
    """Score, print a line per program, the figures over all, and what lies low."""
    options = arguments().parse_args()
    score = scorer(options.corpus)
    truths = known_trees(options.corpus, options.names)
    places = installed(score, truths, options.prefix)
    if not places:
        print("none of the programs is installed", file=sys.stderr)
        return 2
    argv = command(options.tool)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        tasks = {
            name: pool.submit(score_one, score, name, truths[name], [*argv, str(place)], options.timeout)
            for name, place in places.items()
        }
        rows = [task.result() for task in tasks.values()]
    report(rows, [name for name in truths if name not in places], options.verbose)
    if options.json:
        facts = [{"name": row.name, "seconds": row.seconds, "why": row.why, **row.counts, **row.extra} for row in rows]
        options.json.write_text(json.dumps({"summary": summary(rows), "programs": facts}, indent=1), "utf-8")
    return 0


def arguments() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--corpus", type=Path, required=True, help="the folder with score.py and truth/")
    parser.add_argument("--prefix", type=Path, default=PREFIX, help="where the corpus's programs are installed")
    parser.add_argument("--tool", default="hcp-author")
    parser.add_argument("--timeout", type=float, default=300, help="seconds a program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=Path, help="write all figures there")
    parser.add_argument("-v", "--verbose", action="store_true", help="also what was missed, and what is wrong")
    return parser


def report(rows: list[Scored], absent: list[str], verbose: bool) -> None:
    """Print it all."""
    for row in rows:
        print(line(row))
        for key in ("missed_names", "wrong_names", "missed_options") if verbose else ():
            if row.counts[key]:
                print(f"    {key}: {', '.join(row.counts[key][:60])}")
        for text in row.missed[:40] if verbose else ():
            print(f"    {text}")
    print(f"\n{'programs':24} {len(rows)} (not installed: {', '.join(absent) or 'none'})")
    for key, value in summary(rows).items():
        print(f"{key:24} {show(value)}")
    seconds = sorted(row.seconds for row in rows)
    print(f"{'seconds':24} median {seconds[len(seconds) // 2]:.1f}, slowest {seconds[-1]:.1f}")
    low = [row for row in rows if (found := recall(row)) is not None and found < LOW]
    for row in sorted(low, key=lambda row: recall(row) or 0.0):
        print(f"below {LOW:.2f}: {row.name} {show(recall(row))}, missed: {', '.join(row.counts['missed_names'][:12])}")


if __name__ == "__main__":
    sys.exit(main())
