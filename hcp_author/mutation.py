"""A pack's own proof put to the test: a copy is damaged in each way that the laws name, and must be noticed (L12)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from hcp_author import prove
from hcp_author.damage import KINDS, Copy, NotHereError, links
from hcp_author.errors import FINDINGS, UserError
from hcp_author.lint import engine, workers
from hcp_author.pack.text import as_word

LINT = "lint"
WORKERS = 8  # at most; each has a processor of its own
Findings = Counter[tuple[str, str]]  # how often each (severity, rule) is found


@dataclass(frozen=True)
class Outcome:
    """What became of one kind of damage.

    `noticed` is the step of the proof that failed, or `lint, as a warning` (or a note) where that step tells of it
    and all hold; None where no step says anything. `rules` are those of lint that speak.
    """

    name: str
    law: str
    noticed: str | None
    rules: tuple[str, ...] = ()


def run(root: Path, progress: Callable[[int, int], object] | None = None) -> Generator[Outcome, None, None]:
    """Each kind of damage that this pack can take, and which step of its proof notices; the pack itself stays as it is.

    The proof's lint step goes first, here and now; where it does not fail, the proof script is run, in its lab.
    Nothing is run live. Raises UserError (1) where the pack does not prove itself undamaged.
    """
    before = undamaged(root)
    numbers = [str(number) for number in range(len(KINDS))]
    count = min(len(os.sched_getaffinity(0)), WORKERS)
    # one folder for all copies: it goes when the workers have ended, even where they were stopped in the middle
    with tempfile.TemporaryDirectory(prefix="hcp-mutate-") as place:
        whole = Path(shutil.copytree(root, Path(place) / "whole" / root.resolve().name, symlinks=True))
        with closing(workers.run(numbers, count, lambda number: tried(whole, before, int(number), place))) as results:
            for number, facts in enumerate(results):
                if progress:
                    progress(number, len(KINDS))
                if facts:
                    yield Outcome(KINDS[number].name, KINDS[number].law, *facts)


def undamaged(root: Path) -> Findings:
    """What lint says of the pack as it is; UserError (1) where it does not prove itself: nothing would follow then."""
    found = findings(root)
    step = LINT if any(severity == "error" for severity, _ in found) else proof_step(root)
    if step:
        raise UserError(
            f"`{root}` does not prove itself as it is: {step}", f"hcp-author prove {as_word(root)}", FINDINGS
        )
    return found


def tried(whole: Path, before: Findings, number: int, place: str) -> tuple[str | None, tuple[str, ...]] | None:
    """Damage a copy in one way: who notices, and the rules; None where this pack has nothing to damage."""
    copy = Copy(Path(place, str(os.getpid()), whole.name))
    links.restore(str(whole), str(copy.root))
    try:
        KINDS[number].do(copy)
    except (NotHereError, FileExistsError):  # the pack has a file of its own where the damage would put one
        return None
    new = findings(copy.root) - before
    rules = tuple(sorted({rule for _, rule in new}))
    softly = worst(new)
    # what lint fails needs no more; what it only tells of may still fail another step
    step = failed(whole, number, place) if not new or (softly and matters(whole, copy.root)) else None
    return step or (LINT + softly if new else None), rules


def failed(whole: Path, number: int, place: str) -> str | None:
    """The step of the proof script that fails with that damage; it has files of its own, since it may write there."""
    with tempfile.TemporaryDirectory(dir=place) as folder:
        copy = Copy(Path(shutil.copytree(whole, Path(folder) / whole.name, symlinks=True)))
        KINDS[number].do(copy)
        return proof_step(copy.root)


def matters(root: Path, copy: Path) -> bool:
    """Whether the damage is in what the proof script could read: anything but prose and files that begin with a dot."""
    before, after = told_apart(root), told_apart(copy)
    return any(before.get(name) != after.get(name) for name in before | after)


def told_apart(root: Path) -> dict[str, bytes | str]:
    """The pack's files that the proof script could read, with their content; of a link, where it leads."""
    found: dict[str, bytes | str] = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".") and name != "__pycache__"]
        for path in (Path(folder, name) for name in [*folders, *names]):
            if path.is_symlink():
                found[str(path.relative_to(root))] = os.readlink(path)
            elif path.is_file() and not path.name.startswith(".") and path.suffix != ".md":
                found[str(path.relative_to(root))] = path.read_bytes()
    return found


def findings(root: Path) -> Findings:
    """How often each rule speaks, as the proof's lint step would tell."""
    return Counter((str(one.severity), one.rule) for one in engine.run([root]).findings)


def worst(found: Findings) -> str:
    """Nothing where there is an error, which fails the step; else how loudly it is told."""
    severities = {severity for severity, _ in found}
    return "" if "error" in severities else f", as a {'warning' if 'warning' in severities else 'note'}"


def proof_step(root: Path) -> str | None:
    """The first step of the proof script that fails, lint left out; None where all hold."""
    try:
        document = prove.run(root, ["--without-lint", "--without-live"])
    except UserError as error:
        return error.message.partition("\n")[0].replace(f"{root}{os.sep}", "")
    return next((str(step["name"]) for step in document["steps"] if not step["ok"]), None)
