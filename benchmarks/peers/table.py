"""The comparison as a Markdown document: the figures, per column whether we lead, who is absent and why."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

import corpus
from corpus import Scored

from peers.shelf import ABSENT, PEERS

OURS = "hcp-author"
Figures = dict[str, float | None]
COLUMNS = (
    ("command_recall", "command recall"),
    ("command_precision", "command precision"),
    ("option_recall", "option recall"),
    ("option_precision", "option precision"),
    ("value_right", "value right"),
    ("seconds", "seconds"),
)
BESIDE = (
    ("root_recall", "own options recall"),
    ("root_precision", "own options precision"),
    ("required_recall", "required recall"),
    ("required_precision", "required precision"),
    ("operand_recall", "positionals recall"),
    ("operand_precision", "positionals precision"),
)
ABOUT = """\
Made by `benchmarks/peers.py` over {programs} installed programs: the same programs, the same scorer, the same
environment (no colour, 200 columns, no pager), one after the other, {seconds:.0f} s a program. Peers run in a sandbox
without network, with a home of their own; ours as a user starts it, its cache passed by. Means over programs;
value-taking pooled over the options found. Option recall is over all true options, those of commands that were not
found included. Seconds are the median of whole runs; a peer that only parses a text is given it, and its time is the
parsing alone. A dash: the peer makes no claim of the kind."""
ABOUT_BESIDE = """\
Beside the main columns: the program's own options alone (what a parser of one help text can show), and required options
and positionals over the programs whose truth knows them."""
ABOUT_ADAPTERS = """\
Each at its best documented setting; the adapters are in `peers/inside/`. Where a peer drops what it has read (options
of groups, the paths of commands), the adapter keeps it in the peer's favour."""


@dataclass
class Row:
    """One program's score over all its commands, and over the program's own options alone."""

    whole: Scored
    own: Scored


def figures(name: str, rows: list[Row]) -> Figures:
    """A peer's figures; None where it makes no claim of the kind."""
    found: Figures = corpus.summary([row.whole for row in rows])
    own = corpus.summary([row.own for row in rows])
    found["root_recall"], found["root_precision"] = own["option_recall"], own["option_precision"]
    found["seconds"] = statistics.median(row.whole.seconds for row in rows)
    peer = next((peer for peer in PEERS if peer.name == name), None)
    if peer is not None and not peer.values:
        found["value_right"] = None
    if not any(row.whole.counts["offered"] for row in rows):
        found["command_recall"] = found["command_precision"] = None
    if not any(row.whole.extra["required_said"] for row in rows):
        found["required_recall"] = None
    if not any(row.whole.extra["operand_said"] for row in rows):
        found["operand_recall"] = None
    return found


def document(rows: dict[str, list[Row]], versions: dict[str, str], failed: dict[str, str], seconds: float) -> str:
    """The whole page."""
    every = {name: figures(name, found) for name, found in rows.items()}
    programs = max(len(found) for found in rows.values())
    parts = [
        "# Peers",
        ABOUT.format(programs=programs, seconds=seconds),
        grid(COLUMNS, every, versions, rows),
        ABOUT_BESIDE,
        grid(BESIDE, every, versions, rows),
        "## Do we lead?",
        "\n".join(lead(key, label, every) for key, label in (*COLUMNS, *BESIDE)),
        "## What each peer is, and how it was run",
        "\n".join(f"- **{peer.name}**: {peer.does}." for peer in PEERS if peer.name in rows),
        ABOUT_ADAPTERS,
        "## Not in the table",
        "\n".join(f"- {name}: {why}." for name, why in (*ABSENT, *failed.items())),
    ]
    return "\n\n".join(parts) + "\n"


def grid(
    columns: tuple[tuple[str, str], ...],
    every: dict[str, Figures],
    versions: dict[str, str],
    rows: dict[str, list[Row]],
) -> str:
    """One table; the last column counts the programs that a peer made nothing of."""
    lines = [
        "| | " + " | ".join(label for _, label in columns) + " | no tree |",
        "|---|" + "---|" * (len(columns) + 1),
    ]
    for name, found in every.items():
        cells = [cell(key, found[key]) for key, _ in columns]
        none = sum(bool(row.whole.why) for row in rows[name])
        title = f"**{name}**" if name == OURS else f"{name} {versions.get(name, '')}".strip()
        lines.append(f"| {title} | " + " | ".join(cells) + f" | {none} |")
    return "\n".join(lines)


def cell(key: str, value: float | None) -> str:
    """A share in three digits, seconds in two."""
    if value is None:
        return "–"
    return f"{value:.2f}" if key == "seconds" else f"{value:.3f}"


def lead(key: str, label: str, every: dict[str, Figures]) -> str:
    """One sentence on one column."""
    ours = every.get(OURS, {}).get(key)
    theirs = {name: value for name, found in every.items() if name != OURS and (value := found[key]) is not None}
    if ours is None or not theirs:
        return f"- {label}: nobody to compare with."
    pick = min if key == "seconds" else max
    best = pick(theirs, key=lambda name: theirs[name])
    ahead = ours <= theirs[best] if key == "seconds" else ours >= theirs[best]
    said = f"- {label}: {'yes' if ahead else 'no'}: {cell(key, ours)}, the best peer {cell(key, theirs[best])} ({best})"
    # precision, values and speed alone are had by offering little
    beside = "option_recall" if key in ("seconds", "value_right") else key.replace("_precision", "_recall")
    return said + (near(theirs, key, beside, every, best) if beside != key else "") + "."


def near(theirs: dict[str, float], key: str, beside: str, every: dict[str, Figures], best: str) -> str:
    """The recalls that stand beside a figure, and the best peer of those that find at least half of what we find."""
    recalls = {name: found[beside] or 0.0 for name, found in every.items()}
    said = f", at a recall of {recalls[OURS]:.3f} and {recalls[best]:.3f}"
    enough = {name: value for name, value in theirs.items() if recalls[name] >= recalls[OURS] / 2}
    if not enough:
        return said + "; no peer finds half of what we find"
    one = (min if key == "seconds" else max)(enough, key=lambda name: enough[name])
    return said + f"; of those that find at least half as much {one} has {cell(key, enough[one])}"
