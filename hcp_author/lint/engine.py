"""Runs the rules over packs: file problems first, shape next, laws after; findings in file order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hcp_author.errors import UserError
from hcp_author.lint.contract import PHASES, Finding, Hit, Report, Rule, Text
from hcp_author.lint.laws import RULES, f_files
from hcp_author.pack import files, model, secrets
from hcp_author.pack.model import Pack
from hcp_author.pack.source import START, absent, split
from hcp_author.pack.text import as_word, visible

IGNORED = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".nox", ".hcp"})
# known by digest, and so not read as text
FIXED_FILES = ("bin/", "proof.py")
FIRST_FILES = ("surface.json", "policy.json", "HARNESS.md")
# what is drawn from these files is only checked once they are in order, or one mistake would be told three times
SOURCES = ("surface.json", "policy.json", "fixtures/")

# file -> the pointers, split, of what is broken there
Broken = dict[str, list[tuple[str, ...]]]


def lint(roots: Sequence[Path], strict: bool = False) -> list[Finding]:
    """Every finding of the packs in `roots`, in order. Raises UserError where a root holds no pack."""
    return list(run(roots, strict).findings)


def run(roots: Sequence[Path], strict: bool = False) -> Report:
    """Lint all packs in `roots`; `strict` makes warnings errors. Raises UserError where a root holds no pack."""
    places = list(dict.fromkeys(place for root in roots for place in packs_in(root)))
    found = [one for place in places for one in ([shut_off(place)] if shut(place) else check(files.read(place)))]
    if strict:
        found = [replace(one, severity="error") if one.severity == "warning" else one for one in found]
    return Report(tuple(found), sum(not shut(place) for place in places), len(RULES))


def packs_in(root: Path) -> list[Path]:
    """`root` itself where it is a pack, else every pack in its folders, at any depth and in order.

    A folder that may not be looked into comes with them, since it may be a pack; `run` tells of it. Links are not
    followed. Raises UserError (status 2) where there is none.
    """
    if is_pack(root):
        return [root]
    if not os.path.isdir(root):
        files.read(root)  # says what is wrong with it
    found = list(packs_below(root))
    if not found:
        raise UserError(
            f"`{root}` is no pack and holds none: there is no surface.json",
            "hcp-author new channel mail",
        )
    return found


def packs_below(folder: Path) -> Iterator[Path]:
    """The packs in the folders of `folder`, by name; a pack is not searched for packs."""
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        if shut(place) or (place != folder and is_pack(place)):
            yield place
        elif not os.path.lexists(place / "pyvenv.cfg"):
            waiting += [place / name for name in reversed(folders_in(place))]


def folders_in(folder: Path) -> list[str]:
    """The names of the folders to look into; links are not followed."""
    try:
        with os.scandir(folder) as entries:
            found = [one.name for one in entries if one.name not in IGNORED and one.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    return sorted(found)


def shut(folder: Path) -> bool:
    """Whether a folder may not be looked into."""
    return os.path.isdir(folder) and not os.access(folder, os.R_OK | os.X_OK)


def shut_off(folder: Path) -> Finding:
    """The finding for such a folder: what was not looked at cannot be called clean."""
    hit = Hit("", START, "", f"`{folder}` may not be looked into, and may be a pack", f"chmod u+rx {as_word(folder)}")
    return finding(model.build(folder, absent("surface.json"), absent("policy.json")), f_files.unreadable, hit)


def is_pack(root: Path) -> bool:
    """A pack is a folder with a surface.json, whatever that is."""
    return os.path.lexists(root / "surface.json") and os.path.isdir(root)


def check(pack: Pack, rules: Sequence[Rule] = RULES) -> list[Finding]:
    """Every finding of one pack, in file order. Runs nothing of the pack, writes nothing."""
    broken: Broken = {}
    errors: set[str] = set()
    findings: list[Finding] = []
    texts = tuple(texts_of(pack))
    for phase in PHASES:
        if phase in ("derived", "drawn") and any(file.startswith(SOURCES) for file in errors):
            continue
        hits = [hit for rule in rules if rule.phase == phase for hit in breaches(rule, pack, texts, broken)]
        if phase == "shape":
            hits = closest(hits)
        if phase != "law":
            note_broken(broken, pack, (hit for rule, hit in hits if (hit.severity or rule.severity) == "error"))
        errors |= {hit.file for rule, hit in hits if (hit.severity or rule.severity) == "error"}
        findings += [finding(pack, rule, hit) for rule, hit in hits]
    return sorted(dict.fromkeys(findings), key=in_file_order(pack))


def breaches(rule: Rule, pack: Pack, texts: Sequence[Text], broken: Broken) -> Iterator[tuple[Rule, Hit]]:
    """The hits of one rule, without those that only follow from a broken part."""
    if rule.over == "pack":
        hits: Iterable[Hit] = rule.check(pack)
    else:
        hits = (hit for text in texts for hit in rule.check(pack, text))
    for hit in hits:
        if not any(blocked(hit, file, need, broken) for file, need in rule.needs):
            yield rule, hit


def closest(hits: list[tuple[Rule, Hit]]) -> list[tuple[Rule, Hit]]:
    """Where a law explains what the schema only refuses, the law alone speaks."""
    told = {(hit.file, hit.pointer) for rule, hit in hits if rule.law != "F"}
    return [(rule, hit) for rule, hit in hits if rule.law != "F" or (hit.file, hit.pointer) not in told]


def texts_of(pack: Pack) -> Iterator[Text]:
    """The pack's text files but for the fixed ones, read through pack.files: no link out, no pipe, no device."""
    left_out = {file for file, problem in pack.troubles if problem.code == "F-link"} | f_files.beyond_budget(pack)
    for name in pack.files:
        if name.startswith(FIXED_FILES) or name in left_out:
            continue
        data = files.content(pack, name)
        if isinstance(data, bytes):
            yield Text(name, data.decode("utf-8", "replace"))


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
