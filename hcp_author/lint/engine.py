"""Runs the rules over packs: file problems first, shape next, laws after; findings in file order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from hcp_author.errors import UserError
from hcp_author.lint import places
from hcp_author.lint.contract import PHASES, Finding, Hit, Phase, Report, Rule, Text
from hcp_author.lint.laws import RULES, f_files
from hcp_author.pack import files, model, secrets
from hcp_author.pack.model import Pack
from hcp_author.pack.source import START, absent, split
from hcp_author.pack.text import as_word, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hcp_author.lint.kept import Kept

# known by digest, and so not read as text
FIXED_FILES = ("bin/", "proof.py")
FIRST_FILES = ("surface.json", "policy.json", "HARNESS.md")
# what is drawn from these files is only checked once they are in order, or one mistake would be told three times
SOURCES = ("surface.json", "policy.json", "fixtures/")

# no other pack has the same, or hardly ever
OWN_FILES = ("surface.json", "HARNESS.md")
# texts, by name and content, that the rules which look at nothing else found nothing in; at most so many characters
REMEMBERED = 8_000_000
_QUIET: dict[tuple[str, str], None] = {}
_size = [0]
_PHASED: list[tuple[Phase, list[Rule]]] = []

# file -> the pointers, split, of what is broken there
Broken = dict[str, list[tuple[str, ...]]]


def lint(roots: Sequence[Path], strict: bool = False) -> list[Finding]:
    """Every finding of the packs in `roots`, in order. Raises UserError where a root holds no pack."""
    return list(run(roots, strict).findings)


def run(
    roots: Sequence[Path],
    strict: bool = False,
    jobs: int | None = 1,
    progress: Callable[[int, int], None] | None = None,
    kept: Kept | None = None,
) -> Report:
    """Lint all packs in `roots`; `strict` makes warnings errors, the others are those of catalog.lint.

    Raises UserError where a root holds no pack.
    """
    from hcp_author.lint import catalog

    return catalog.lint([place for root in roots for place in packs_in(root)], strict, jobs, progress, kept)


def packs_in(root: Path) -> list[Path]:
    """`root` itself where it is a pack, the pack that it lies in where it is a file, else every pack in its folders.

    They are found at any depth, and come in order. A folder that may not be looked into comes with them, since it may
    be a pack; `check_place` tells of it. Links are not followed. Raises UserError (status 2) where there is none.
    """
    if is_pack(root):
        return [root]
    if not os.path.isdir(root):
        return [pack_with(root)]
    found = [Path(place) for place in places.below(str(root))]
    if not found:
        raise UserError(
            f"`{root}` is no pack and holds none: there is no surface.json",
            "hcp-author new channel mail",
        )
    return found


def pack_with(file: Path) -> Path:
    """The pack that a file lies in. Raises UserError (status 2) where it lies in none, or there is no such file."""
    found = places.holding(str(file)) if os.path.lexists(file) else None
    if found is None:
        if not os.path.lexists(file):
            files.read(file)  # says what is wrong with it
        message = f"`{visible(str(file))}` lies in no pack: no folder above it has a surface.json"
        raise UserError(message, "name a pack, or a folder that holds packs; --changed passes such files over")
    return Path(found)


def packs_of(changed: Path) -> list[Path]:
    """The packs that a changed file or folder belongs to: the one around it, or those in it; none is no mistake."""
    found = places.holding(str(changed))
    if found is not None or is_pack(changed):
        return [changed if found is None else Path(found)]
    return [Path(place) for place in places.below(str(changed))] if os.path.isdir(changed) else []


def is_pack(root: Path) -> bool:
    """A pack is a folder with a surface.json, whatever that is."""
    return places.is_pack(str(root))


def shut(folder: Path) -> bool:
    """Whether a folder may not be looked into."""
    return places.shut(str(folder))


def check_place(place: Path) -> tuple[list[Finding], Pack | None]:
    """Every finding of the pack in a folder, and the pack; None where the folder may not be looked into."""
    if shut(place):
        return [shut_off(place)], None
    pack = files.read(place)
    return check(pack), pack


def shut_off(folder: Path) -> Finding:
    """The finding for such a folder: what was not looked at cannot be called clean."""
    hit = Hit("", START, "", f"`{folder}` may not be looked into, and may be a pack", f"chmod u+rx {as_word(folder)}")
    return finding(model.build(folder, absent("surface.json"), absent("policy.json")), f_files.unreadable, hit)


def check(pack: Pack, rules: Sequence[Rule] = RULES) -> list[Finding]:
    """Every finding of one pack, in file order. Runs nothing of the pack, writes nothing."""
    broken: Broken = {}
    errors: set[str] = set()
    findings: list[Finding] = []
    texts = tuple(texts_of(pack))
    fresh = tuple(text for text in texts if (text.name, text.content) not in _QUIET) if rules is RULES else texts
    spoke: set[str] = set()
    for phase, ruled in by_phase(rules):
        if phase in ("derived", "drawn") and any(file.startswith(SOURCES) for file in errors):
            continue
        hits = []
        for rule in ruled:
            raw = list(raw_hits(rule, pack, fresh if rule.alone else texts))
            if raw:
                hits += [(rule, hit) for hit in raw if not held_back(rule, hit, broken)]
                spoke.update([hit.file for hit in raw] if rule.alone else ())
        if phase == "shape":
            hits = closest(hits)
        if phase != "law":
            note_broken(broken, pack, (hit for rule, hit in hits if (hit.severity or rule.severity) == "error"))
        errors |= {hit.file for rule, hit in hits if (hit.severity or rule.severity) == "error"}
        findings += [finding(pack, rule, hit) for rule, hit in hits]
    if rules is RULES:
        remember(text for text in fresh if text.name not in spoke)
    return sorted(dict.fromkeys(findings), key=in_file_order(pack)) if findings else []


def by_phase(rules: Sequence[Rule]) -> list[tuple[Phase, list[Rule]]]:
    """The rules of each phase, in order."""
    if rules is RULES and _PHASED:
        return _PHASED
    phased = [(phase, [rule for rule in rules if rule.phase == phase]) for phase in PHASES]
    if rules is RULES:
        _PHASED.extend(phased)
    return phased


def remember(texts: Iterable[Text]) -> None:
    """Keep in mind texts in which nothing was found: files that many packs share are looked through once."""
    for text in texts:
        if text.name not in OWN_FILES:
            _QUIET[text.name, text.content] = None
            _size[0] += len(text.content)
    if _size[0] > REMEMBERED:
        _QUIET.clear()
        _size[0] = 0


def raw_hits(rule: Rule, pack: Pack, texts: Sequence[Text]) -> Iterable[Hit]:
    """The hits of one rule, those among them that only follow from a broken part."""
    if rule.over == "pack":
        return rule.check(pack)
    return (hit for text in texts for hit in rule.check(pack, text))


def held_back(rule: Rule, hit: Hit, broken: Broken) -> bool:
    """Whether a hit only follows from a broken part."""
    return any(blocked(hit, file, need, broken) for file, need in rule.needs)


def closest(hits: list[tuple[Rule, Hit]]) -> list[tuple[Rule, Hit]]:
    """Where a law explains what the schema only refuses, the law alone speaks; below a wrong type nothing does."""
    told = {(hit.file, hit.pointer) for rule, hit in hits if rule.law != "F"}
    wrong = {(hit.file, hit.pointer) for rule, hit in hits if rule.id == "F-wrong-type"}

    def follows(hit: Hit) -> bool:
        parts = hit.pointer.split("/")
        return any((hit.file, "/".join(parts[:end])) in wrong for end in range(1, len(parts)))

    return [
        (rule, hit)
        for rule, hit in hits
        if not (rule.law == "F" and (hit.file, hit.pointer) in told) and not (wrong and follows(hit))
    ]


def texts_of(pack: Pack) -> Iterator[Text]:
    """The pack's text files but for the fixed ones, read through pack.files: no link out, no pipe, no device."""
    left_out = {file for file, problem in pack.troubles if problem.code == "F-link"} | f_files.beyond_budget(pack)
    # what was read as a document need not be read again
    known = {one.name: one.text for one in (pack.surface, pack.policy, pack.proof, *pack.fixtures.values())}
    names = [name for name in pack.files if not name.startswith(FIXED_FILES) and name not in left_out]
    others = dict(files.contents(pack, [name for name in names if not known.get(name)]))
    for name in names:
        data = others.get(name)
        if isinstance(data, bytes):
            yield Text(name, data.decode("utf-8", "replace"))
        elif known.get(name):
            yield Text(name, known[name])


def note_broken(broken: Broken, pack: Pack, hits: Iterable[Hit]) -> None:
    """Remember where files are broken, or out of step; a document without a value is broken as a whole."""
    unread = {one.name for one in (pack.surface, pack.policy, pack.proof) if one.value is None}
    for hit in hits:
        pointers = ["" if hit.file in unread else hit.pointer, *hit.breaks]
        broken.setdefault(hit.file, []).extend(tuple(split(pointer)) for pointer in pointers)


def blocked(hit: Hit, file: str, need: tuple[str, ...], broken: Broken) -> bool:
    """Whether what the rule needed for this hit is broken: at, above or below the place that it reads.

    A `*` in the need stands for the hit's own index, so that one bad verb does not silence the rule for the others.
    """
    own = tuple(split(hit.pointer)) if hit.file == file else ()
    wanted = tuple(bind(need, own))
    return any(overlap(wanted, part) for part in broken.get(file, ()))


def bind(need: tuple[str, ...], own: tuple[str, ...]) -> Iterator[str]:
    """The need with each `*` replaced by the hit's own segment, as long as the two run together."""
    together = True
    for index, segment in enumerate(need):
        together = together and index < len(own) and segment in ("*", own[index])
        yield own[index] if together else segment


def overlap(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one pointer leads to or through the other."""
    return all(a == b or a == "*" for a, b in zip(one, other, strict=False))


def finding(pack: Pack, rule: Rule, hit: Hit) -> Finding:
    """The hit as a finding; no secret and no hidden character leaves by way of a report."""
    return Finding(
        rule=rule.id,
        law=rule.law,
        severity=hit.severity or rule.severity,
        pack=secrets.mask(visible(pack.pack_id)) or os.path.basename(os.path.abspath(pack.root)),
        file=os.path.normpath(os.path.join(pack.root, hit.file)),
        line=hit.place.line,
        column=hit.place.column,
        end_line=hit.place.end_line,
        end_column=hit.place.end_column,
        pointer=secrets.mask(hit.pointer),
        message=secrets.mask(visible(hit.message)),
        fix=secrets.mask(visible(hit.fix)) if hit.fix else None,
        safe=hit.safe,
        excerpt=secrets.mask(hit.excerpt),
    )


def in_file_order(pack: Pack) -> Callable[[Finding], tuple[int, str, int, int, str, str]]:
    """A sort key: surface, policy, HARNESS.md, then the other files by name; inside a file by place."""
    ranks = {os.path.normpath(os.path.join(pack.root, name)): rank for rank, name in enumerate(FIRST_FILES)}

    def key(one: Finding) -> tuple[int, str, int, int, str, str]:
        return ranks.get(one.file, len(ranks)), one.file, one.line, one.column, one.rule, one.message

    return key
