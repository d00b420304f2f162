"""Mends one pack in a copy, rule by rule, until nothing more can be mended; what a fix makes worse is taken back."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hcp_author.lint import engine
from hcp_author.lint.contract import PHASES, Finding
from hcp_author.lint.fixes import copying, derived
from hcp_author.lint.fixes.narrow import widened
from hcp_author.lint.fixes.overlay import Texts, file_of, text_of, with_texts
from hcp_author.lint.fixes.register import FIXES, choose
from hcp_author.lint.laws import RULES
from hcp_author.pack import files
from hcp_author.pack.model import Pack
from hcp_author.pack.text import as_word

# each round mends all that one rule finds, and one may make room for another: more never come to an end
ROUNDS = 200
PHASE = {rule.id: PHASES.index(rule.phase) for rule in RULES if rule.phase in PHASES}
# what these add stands in the order in which it was found missing; all else is mended from the end on, so that no
# place moves before its turn
IN_ORDER = frozenset(("L10-verb-without-row", "L10-stimulus-without-row", "L10-row-without-trigger"))

# files whose texts are read from the pack as it stands in work, and not from the copy
OVERLAID = frozenset(("surface.json", "policy.json", "proof.json", "HARNESS.md"))

Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class Unfixed:
    """A finding whose fix was taken back, and why."""

    finding: Finding
    why: str


@dataclass(frozen=True)
class Mended:
    """What mending one pack comes to; nothing of it is written yet.

    `before` and `after` are the bytes of each file that changes (None: it is made), by its name in the pack;
    `executable` are the files that get their executable bits. `fixed` and `refused` are in the order of the work.
    """

    root: Path
    before: dict[str, bytes | None] = field(default_factory=dict)
    after: dict[str, bytes] = field(default_factory=dict)
    executable: tuple[str, ...] = ()
    fixed: tuple[Finding, ...] = ()
    refused: tuple[Unfixed, ...] = ()


@dataclass
class Bench:
    """A pack's copy in work: what it is now, what lint says of it, and what came of the fixes so far."""

    root: Path
    pack: Pack
    findings: list[Finding]
    suggested: bool
    wanted: Callable[[Finding], bool]
    touched: set[str] = field(default_factory=set)
    executable: list[str] = field(default_factory=list)
    fixed: list[Finding] = field(default_factory=list)
    refused: dict[Key, Unfixed] = field(default_factory=dict)


def mend(
    root: Path,
    suggested: bool = False,
    wanted: Callable[[Finding], bool] = lambda finding: True,
    unsaved: Mapping[str, str] | None = None,
) -> Mended:
    """Find out what mends the pack in `root`, in a copy; `suggested` takes guesses too, `wanted` says of what.

    `unsaved` is text by file name that stands in for what lies on the disk, as in files.read. Raises UserError where
    `root` is no pack. Nothing in `root` is written, nothing of the pack is run.
    """
    original = files.read(root, unsaved)
    findings = engine.check(original)
    if not any(one.rule in FIXES and wanted(one) for one in findings):
        return Mended(root)
    with tempfile.TemporaryDirectory(prefix="hcp-author-") as folder:
        work = Path(folder) / (root.resolve().name or "pack")
        copied = copying.copy(original, work)
        pack = files.read(work)
        bench = Bench(root, pack, engine.check(pack), suggested, wanted)
        for _ in range(ROUNDS):
            if not next_round(bench):
                break
        return result(bench, copied)


def result(bench: Bench, copied: Mapping[str, bytes]) -> Mended:
    """What the work comes to: files that are not as they were when they were copied."""
    before: dict[str, bytes | None] = {}
    after: dict[str, bytes] = {}
    for name in sorted(bench.touched):
        old, new = copied.get(name), files.read_bytes(bench.pack.root, name)
        if isinstance(new, bytes) and old != new:
            before[name], after[name] = old, new
    refused = tuple(bench.refused.values())
    return Mended(bench.root, before, after, tuple(bench.executable), tuple(bench.fixed), refused)


def next_round(bench: Bench) -> bool:
    """Mend what the first rule that can be mended finds; False where there is none left."""
    for rule in dict.fromkeys(one.rule for one in bench.findings):
        batch = [one for one in bench.findings if one.rule == rule and open_to_work(bench, one)]
        if batch and (tried(bench, batch) or (len(batch) > 1 and any(tried(bench, [one]) for one in batch))):
            return True
    return False


def open_to_work(bench: Bench, finding: Finding) -> bool:
    """Whether a finding has a fix that is wanted and was not taken back before."""
    return finding.rule in FIXES and key(finding) not in bench.refused and bench.wanted(moved(bench, finding))


def tried(bench: Bench, batch: Sequence[Finding]) -> bool:
    """Mend a batch of one rule's findings, and keep that where it helps; a single one that does not is refused."""
    if FIXES[batch[0].rule].executable:
        return started(bench, batch[0])
    texts, safe = made(bench, batch)
    if not texts:
        return False
    after = with_texts(bench.pack, texts)
    why = (safe and widened(bench.pack, after)) or put(bench, {**derived.follow(bench.pack, after), **texts}, batch)
    if why and len(batch) == 1:
        bench.refused[key(batch[0])] = Unfixed(moved(bench, batch[0]), why)
    return not why


def made(bench: Bench, batch: Sequence[Finding]) -> tuple[Texts, bool]:
    """The new texts that mend a batch, each fix building on the one before; and whether all of it is safe."""
    pack, all_safe = bench.pack, True
    texts: dict[str, str] = {}
    for one in batch if batch[0].rule in IN_ORDER else reversed(batch):
        found, safe = choose(pack, one, bench.suggested)
        if texts.keys() & (found.keys() - OVERLAID):
            continue  # it was made from what the file was before: its turn comes in the next round
        pack, all_safe = with_texts(pack, found), all_safe and (safe or not found)
        texts |= found
    return texts, all_safe


def put(bench: Bench, texts: Texts, batch: Sequence[Finding]) -> str | None:
    """Write the texts to the copy and look at it again; where that is no better, take them back and say why."""
    root, old = bench.pack.root, {name: text_of(bench.pack, name) for name in texts}
    if any(os.path.lexists(root / name) and (os.path.islink(root / name) or old[name] is None) for name in texts):
        return "a link, or no regular file, stands there"
    write(bench, texts)
    pack = files.read(root)
    findings = engine.check(pack)
    left, brought = {key(one) for one in findings}, worse(bench.findings, findings, batch[0].rule)
    mended = [one for one in batch if key(one) not in left]
    if brought or not mended:
        for name in (name for name, text in old.items() if text is None):
            (root / name).unlink()
        write(bench, {name: text for name, text in old.items() if text is not None})
        return f"it would bring {brought.rule}: {brought.message}" if brought else "it does not mend it"
    bench.fixed += [moved(bench, one) for one in mended]
    bench.pack, bench.findings = pack, findings
    bench.touched |= texts.keys()
    return None


def write(bench: Bench, texts: Texts) -> None:
    """Put texts into the copy; UserError where a link stands there."""
    for name, text in texts.items():
        (bench.pack.root / name).parent.mkdir(parents=True, exist_ok=True)
        files.replace(bench.pack.root / name, text)


def started(bench: Bench, finding: Finding) -> bool:
    """Give a file of the copy its executable bits."""
    name = file_of(bench.pack, finding)
    if os.path.islink(bench.pack.root / name):
        bench.refused[key(finding)] = Unfixed(moved(bench, finding), "a link stands there")
        return False
    os.chmod(bench.pack.root / name, 0o700)  # the copy is ours alone
    bench.findings = engine.check(bench.pack)
    if any(key(one) == key(finding) for one in bench.findings):
        bench.refused[key(finding)] = Unfixed(moved(bench, finding), "it does not mend it")
        return False
    bench.executable.append(name)
    bench.fixed.append(moved(bench, finding))
    return True


def worse(before: Iterable[Finding], after: Iterable[Finding], rule: str) -> Finding | None:
    """The first finding that a fix brought: one that was looked for before as well, and was not there.

    What only a later phase tells was held back until now, and is no worse; neither is the next thing in a file that
    is no JSON, which ends the reading of it.
    """
    known, phase = {key(one) for one in before}, PHASE[rule]
    for one in after:
        new = one.severity != "note" and key(one) not in known and PHASE.get(one.rule, len(PHASES)) <= phase
        if new and not (rule == one.rule == "F-not-json"):
            return one
    return None


def moved(bench: Bench, finding: Finding) -> Finding:
    """The finding of the copy as one of the pack itself."""
    file = os.path.normpath(os.path.join(bench.root, file_of(bench.pack, finding)))
    fix = finding.fix and finding.fix.replace(as_word(bench.pack.root), as_word(bench.root))
    return replace(finding, file=file, fix=fix)


def key(finding: Finding) -> Key:
    """What makes two findings the same one, whatever line they stand on."""
    return finding.rule, finding.file, finding.pointer, finding.message
