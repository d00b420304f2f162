"""Many packs in one run: forked workers, results in the order of the packs, and the rules that look across packs.

Worker k of n takes the packs k, k+n, k+2n …, and writes what it found to its own pipe; whoever asked reads pipe after
pipe in that order. So the order is that of the packs, a worker that is ahead waits, and nothing is kept of a clean pack
but its name: memory does not grow with what the packs hold. Packs that are as an earlier run found them are passed over
where the caller hands in what was kept of it (`kept`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path

from hcp_author.lint import engine, seen
from hcp_author.lint.contract import Entry, Finding, Report
from hcp_author.lint.laws import RULES
from hcp_author.pack import files
from hcp_author.pack.model import Pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hcp_author.lint.kept import Kept

Progress = Callable[[int, int], None]
# the findings of a pack, and its folder, pack_id and plane; None where it may not be looked into
Found = tuple[list[Finding], tuple[str, str, str] | None]
# fewer packs than this for each worker are checked sooner than a worker is started
WORTH_A_WORKER = 8
# packs whose folders are looked at in one go
CHUNK = 64
ACROSS = tuple(rule for rule in RULES if rule.over == "catalog")


def lint(
    places: Sequence[Path],
    strict: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> Report:
    """Lint the packs in these folders, each once; `strict` makes warnings errors.

    `jobs` is the number of workers, None as many as there are processors; `progress` is called with how many packs are
    done and how many there are. What is `kept` of earlier runs is not looked at again, and added to. Raises UserError
    where a folder is no pack, and WorkerError where a worker failed.
    """
    places = list(dict.fromkeys(places))
    looks = looked(list(map(str, places)), jobs) if kept else []
    known = recalled(places, looks, kept) if kept else {}
    groups: dict[int, list[Finding]] = {}
    entries: list[Entry] = []
    rest = [place for index, place in enumerate(places) if index not in known] if known else places
    stream = results(rest, workers(len(rest), jobs))
    try:
        for index, place in enumerate(places):
            found, entry = known[index] if index in known else next(stream)
            if found:
                groups[index] = found
            if kept and entry and index not in known:
                kept.add(str(place), looks[index], found, entry[1], entry[2])
            if entry:
                entries.append(Entry(index, *entry))
            if progress:
                progress(index + 1, len(places))
    finally:
        stream.close()  # ends the workers, whatever happened
        if kept:
            kept.write(len(RULES))
    for index, one in across(entries, places):
        groups.setdefault(index, []).append(one)
    findings = [one for _, group in sorted(groups.items()) for one in group]
    if strict:
        findings = [stricter(one) for one in findings]
    return Report(tuple(findings), len(entries), len(RULES))


def looked(places: Sequence[str], jobs: int | None) -> list[bytes]:
    """What the file system tells of each pack, before it is read; empty where that cannot be relied upon."""
    starts = {places[start]: start for start in range(0, len(places), CHUNK)}

    def look(first: str) -> list[bytes]:
        start = starts[first]
        return [seen.pack(place) for place in places[start : start + CHUNK]]

    count = workers(len(starts) * WORTH_A_WORKER, jobs)
    if not count:
        return [digest for first in starts for digest in look(first)]
    from hcp_author.lint import workers as forked

    return [digest for chunk in forked.run(list(starts), count, look) for digest in chunk]


def recalled(places: Sequence[Path], looks: Sequence[bytes], kept: Kept) -> Mapping[int, Found]:
    """What is known of the packs that are as they were, by their number."""
    known: dict[int, Found] = {}
    for index, place in enumerate(places):
        one = kept.found(str(place), looks[index])
        if one:
            known[index] = one[0], (str(place), one[1], one[2])
    return known


def stricter(finding: Finding) -> Finding:
    """The finding as `--strict` has it: a warning is an error."""
    if finding.severity != "warning":
        return finding
    from dataclasses import replace

    return replace(finding, severity="error")


def workers(packs: int, jobs: int | None) -> int:
    """How many workers to start; 0 where the packs are checked in this process."""
    wanted = jobs if jobs is not None else processors()
    return min(wanted, packs // WORTH_A_WORKER) if wanted > 1 and packs >= 2 * WORTH_A_WORKER else 0


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def across(entries: list[Entry], places: Sequence[Path]) -> Iterator[tuple[int, Finding]]:
    """What the rules over the whole catalog find, with the number of the pack that it stands in."""
    if len(entries) < 2:
        return

    def read(entry: Entry) -> Pack:
        return files.read(places[entry.index])

    for rule in ACROSS:
        for entry, hit in rule.check(entries, read):
            yield entry.index, engine.finding(read(entry), rule, hit)


def results(places: Sequence[Path], count: int) -> Generator[Found, None, None]:
    """The findings of each pack, in order, and what the rules across packs need of it; None where it is shut."""
    if count:
        from hcp_author.lint import workers

        for plain, entry in workers.run([str(place) for place in places], count, as_plain):
            yield [Finding(*one) for one in plain], entry
    else:
        for place in places:
            yield checked(place)


def checked(place: Path) -> Found:
    """What is found in one pack, and its entry in the catalog."""
    found, pack = engine.check_place(place)
    return found, (str(place), pack.pack_id, pack.plane) if pack else None


def as_plain(place: str) -> tuple[list[tuple[Any, ...]], tuple[str, str, str] | None]:
    """The same as plain values, to be sent through a pipe."""
    found, entry = checked(Path(place))
    return [tuple(one.__dict__[name] for name in Finding.__match_args__) for one in found], entry
