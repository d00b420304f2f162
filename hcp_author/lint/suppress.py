"""Suppressions: findings that the one who lints has decided about, each with its reason, in a file beside the packs."""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hcp_author.errors import UserError
from hcp_author.lint import lookup, settings
from hcp_author.lint.contract import Finding
from hcp_author.lint.laws import RULES
from hcp_author.pack import names
from hcp_author.pack.source import split
from hcp_author.pack.text import visible

UNUSED, EXPIRED = "F-unused-suppression", "F-expired-suppression"
KEYS = ("rule", "pack", "file", "pointer", "reason", "expires")
REQUIRED = ("rule", "pack", "reason")
EXAMPLE = (
    'suppress = one table each: [[suppress]] rule = "L6-open-write", pack = "mail", reason = "why it is right here"'
)
_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*suppress[ \t]*\]\]", re.MULTILINE)


@dataclass(frozen=True)
class Suppression:
    """One decision: a rule, in the packs that a glob relative to `source`'s folder names; file and pointer narrow it.

    `expires` is the last day on which it holds. `line` is where it stands in `source`, 1 where that cannot be told.
    """

    rule: str
    pack: str
    reason: str
    source: Path
    line: int
    file: str = ""
    pointer: str = ""
    expires: datetime.date | None = None


@dataclass(frozen=True)
class Sifted:
    """What is left of findings, how many were suppressed, and what is wrong with the suppressions themselves."""

    kept: tuple[Finding, ...]
    suppressed: int
    stale: tuple[Finding, ...]


def read(file: Path) -> tuple[Suppression, ...]:
    """The suppressions of a file, in order; UserError (2) with the line of the first that cannot be taken."""
    document = settings.toml(file)
    strange = next((key for key in document if key != "suppress"), None)
    if strange is not None:
        fix = names.did_you_mean(strange, ["suppress"]) or "write [[suppress]] before each"
        raise UserError(f"{settings.shown(file)}: `{visible(strange, 60)}`: there is no such key", fix)
    entries = document.get("suppress", [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise UserError(
            f"{settings.shown(file)}: `suppress` must be a list of tables", "write [[suppress]] before each"
        )
    places = lines(file, len(entries))
    return tuple(one(file, line, entry) for line, entry in zip(places, entries, strict=True))


def lines(file: Path, count: int) -> list[int]:
    """The line of each `[[suppress]]`; 1 for all where they are written otherwise. TOML readers tell no places."""
    text = file.read_text(encoding="utf-8")
    found = [text.count("\n", 0, match.start()) + 1 for match in _HEADER.finditer(text)]
    return found if len(found) == count else [1] * count


def one(file: Path, line: int, entry: dict[str, Any]) -> Suppression:
    """One suppression, checked."""
    where = f"{settings.shown(file)}:{line}"
    for key, value in entry.items():
        if key not in KEYS:
            fix = names.did_you_mean(key, KEYS) or f"the keys are {', '.join(KEYS)}"
            raise UserError(f"{where}: `{visible(key, 60)}`: there is no such key of a suppression", fix)
        check(where, key, value)
    for key in REQUIRED:
        if not str(entry.get(key, "")).strip():
            fix = 'reason = "why it is right here"' if key == "reason" else f'{key} = "…"'
            raise UserError(f"{where}: this suppression has no `{key}`", fix)
    ids = [rule.id for rule in RULES]
    if entry["rule"] not in ids:
        fix = names.did_you_mean(entry["rule"], ids) or "hcp-author rule lists them"
        raise UserError(f"{where}: `rule`: there is no rule `{visible(entry['rule'], 60)}`", fix)
    return Suppression(source=file, line=line, **entry)


def check(where: str, key: str, value: Any) -> None:
    """Raise UserError where a value is of another kind than its key takes."""
    if key == "expires":
        # a time of day is a date too, for Python
        if not isinstance(value, datetime.date) or isinstance(value, datetime.datetime):
            raise UserError(f"{where}: `expires` must be a date", "expires = 2027-01-31, without quotes")
    elif not isinstance(value, str):
        raise UserError(f"{where}: `{key}` must be a text", f'{key} = "…"')
    elif key == "pointer" and value and not value.startswith("/"):
        raise UserError(f"{where}: `pointer` must begin with `/`", 'pointer = "/verbs/send", as lint shows it')


def sift(
    findings: Sequence[Finding],
    suppressions: Sequence[Suppression],
    roots: Iterable[Path],
    wanted: Iterable[str],
    today: datetime.date | None = None,
) -> Sifted:
    """Leave out what is suppressed; tell which suppressions expired, and which of those looked at were for nothing.

    `roots` are the folders that were linted: what lies outside them was not looked at. `wanted` are the rules that
    were: what another rule would say is not known.
    """
    decided = valid(suppressions, today)
    used: set[int] = set()
    places: dict[str, tuple[str, str]] = {}
    kept = []
    for finding in findings:
        hits = [index for index, each in enumerate(decided) if holds(each, finding, places)]
        used.update(hits)
        if not hits:
            kept.append(finding)
    looked = [os.path.realpath(root) for root in roots]
    rules = set(wanted)
    stale = [expired(each) for each in suppressions if each not in decided and each.rule in rules]
    idle = [each for index, each in enumerate(decided) if index not in used and each.rule in rules]
    stale += [unused(each) for each in idle if any(within(base(each), root) for root in looked)]
    return Sifted(tuple(kept), len(findings) - len(kept), tuple(sorted(stale, key=lambda one: (one.file, one.line))))


def valid(suppressions: Iterable[Suppression], today: datetime.date | None = None) -> list[Suppression]:
    """The suppressions whose day is not past."""
    day = today or datetime.date.today()
    return [each for each in suppressions if each.expires is None or day <= each.expires]


def holds(suppression: Suppression, finding: Finding, places: dict[str, tuple[str, str]]) -> bool:
    """Whether a suppression is about a finding; `places` remembers where packs were found."""
    if suppression.rule != finding.rule or not fits(suppression.pointer, finding.pointer):
        return False
    if finding.file not in places:
        places[finding.file] = place(finding.file)
    root, name = places[finding.file]
    folder = os.path.realpath(suppression.source.parent)
    return suppression.file in ("", name) and settings.matches(suppression.pack, os.path.relpath(root, folder))


def fits(wanted: str, pointer: str) -> bool:
    """Whether a pointer is the one that is wanted; `*` stands for any one part, an empty one for any pointer."""
    if not wanted:
        return True
    parts, found = split(wanted), split(pointer)
    return len(parts) == len(found) and all(part in ("*", other) for part, other in zip(parts, found, strict=True))


def place(file: str) -> tuple[str, str]:
    """The real folder of the pack that a finding's file lies in, and the file's name in it, with `/`."""
    whole = os.path.abspath(file)
    folder = whole
    while os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        if lookup.is_pack(folder):
            return os.path.realpath(folder), os.path.relpath(whole, folder).replace(os.sep, "/")
    return os.path.realpath(whole), ""


def base(suppression: Suppression) -> str:
    """The folder that all packs of a suppression lie in, or are: its glob up to the first part with a wildcard."""
    parts = re.split(r"(?<=/)", suppression.pack)
    literal = "".join(parts[: next((index for index, part in enumerate(parts) if "*" in part or "?" in part), None)])
    return os.path.realpath(os.path.join(suppression.source.parent, literal))


def within(path: str, folder: str) -> bool:
    """Whether a path is a folder, or lies in it."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def unused(suppression: Suppression) -> Finding:
    """The warning about a suppression that suppresses nothing."""
    message = f"this suppression of `{suppression.rule}` in `{visible(suppression.pack, 60)}` suppresses nothing"
    return about(suppression, UNUSED, "warning", message, "remove it, or correct its pack, file or pointer")


def expired(suppression: Suppression) -> Finding:
    """The error about a suppression whose day is past."""
    message = f"this suppression of `{suppression.rule}` expired on {suppression.expires}"
    return about(suppression, EXPIRED, "error", message, "mend what it hides, or decide anew and give it another date")


def about(suppression: Suppression, rule: str, severity: Any, message: str, fix: str) -> Finding:
    """A finding on the suppressions' own file."""
    file = os.path.normpath(suppression.source)
    line = suppression.line
    return Finding(rule, "F", severity, "", file, line, 1, line, 1, "", message, fix)
