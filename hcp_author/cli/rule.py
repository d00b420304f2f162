"""`hcp-author rule`: what each rule of lint means, offline."""

from __future__ import annotations

import json
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hcp_author.errors import OK, UserError

if TYPE_CHECKING:
    from hcp_author.lint.contract import Rule
    from hcp_author.lint.page import Page, Piece

LAW = re.compile(r"L(?:[1-9]|1[0-2])|[A-Z]")
WIDTH = 100
MENDED = {"safe": "hcp-author lint --fix", "suggested": "hcp-author lint --fix --suggested"}


def command(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID]...", help="rules or laws: L6-ungated-write, L6, S; without one, all are listed"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="as one JSON document")] = False,
    laws: Annotated[bool, typer.Option("--laws", help="every sentence of the laws, and what keeps it")] = False,
) -> int:
    """Explain rules of lint: what is wrong, why (the law), a bad and a good example, how to mend it.

    A law's name (L6, or S for Sense) stands for its rules. Upper or lower case does not matter.

    Example: hcp-author rule L6-ungated-write
    """
    from hcp_author.lint.laws import RULES

    if laws:
        told = sentences(names or [])
        sys.stdout.write(as_document("laws", told) if as_json else "".join(sentence_lines(told)))
        return OK
    wanted = chosen(names or [], RULES) if names else list(RULES)
    if as_json:
        sys.stdout.write(as_document("rules", [as_data(rule) for rule in wanted]))
    elif names and not all(LAW.fullmatch(name.upper()) for name in names):
        sys.stdout.write("\n".join(page_text(rule) for rule in wanted))
    else:
        sys.stdout.write("".join(rows(wanted)))
    return OK


def chosen(names: Iterable[str], rules: Iterable[Rule]) -> list[Rule]:
    """The rules that are named, each once; UserError for a name that is none, with the nearest."""
    by_id = {rule.id.lower(): [rule] for rule in rules}
    by_law: dict[str, list[Rule]] = {}
    for [rule] in by_id.values():
        by_law.setdefault(rule.law.lower(), []).append(rule)
    found: dict[str, Rule] = {}
    for name in names:
        named = by_id.get(name.lower()) or by_law.get(name.lower())
        if not named:
            raise unknown(name, [rule.id for [rule] in by_id.values()])
        found |= {rule.id: rule for rule in named}
    return list(found.values())


def unknown(name: str, known: list[str]) -> UserError:
    """The error for what is no rule: nearest by spelling, or by the name without its law."""
    import difflib

    bare = {one.partition("-")[2].lower(): one for one in known} | {one.lower(): one for one in known}
    near = difflib.get_close_matches(name.lower(), bare, 1, 0.6)
    return UserError(f"there is no rule `{name}`", f"hcp-author rule {bare[near[0]]}" if near else "hcp-author rule")


def rows(rules: Iterable[Rule]) -> Iterator[str]:
    """One line for each: id, severity, law, what is wrong."""
    from hcp_author.lint import page
    from hcp_author.pack.text import fit

    rules = list(rules)
    wide = max((len(rule.id) for rule in rules), default=0)
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    for rule in rules:
        line = f"{rule.id:<{wide}}  {rule.severity:<7}  {rule.law:<3}  {page.of(rule).what}"
        yield f"{fit(line, columns) if columns else line}\n"


def page_text(rule: Rule) -> str:
    """The whole page of one rule."""
    from hcp_author.lint import page
    from hcp_author.lint.mendable import kind

    told = page.of(rule)
    mended = MENDED.get(kind(rule.id) or "")
    head = f"{rule.id}: {rule.severity}, law {rule.law}, since {rule.since}"
    parts = [filled(told.what), filled(told.why, "Why: "), filled(told.fix, "Fix: ")]
    if mended:
        parts.append(f"Mended by: {mended}")
    return "\n\n".join([head, *parts, *examples(told)]) + "\n"


def filled(words: str, label: str = "") -> str:
    """A paragraph, its further lines under the words of the first."""
    return textwrap.fill(
        words,
        WIDTH,
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_long_words=False,
        break_on_hyphens=False,
    )


def examples(told: Page) -> Iterator[str]:
    """Both halves of each example, as they would stand in the pack."""
    for example in told.examples:
        for name, piece in example.named():
            yield f"{name}: {piece.head}\n" + textwrap.indent(piece.shown, "    ")


def as_data(rule: Rule) -> dict[str, Any]:
    """One rule, its keys in the published order."""
    from hcp_author.lint import page
    from hcp_author.lint.mendable import kind

    told = page.of(rule)
    return {
        "id": rule.id,
        "law": rule.law,
        "severity": rule.severity,
        "since": rule.since,
        "what": told.what,
        "why": told.why,
        "fix": told.fix,
        "fixable": kind(rule.id),
        "base": told.base,
        "examples": [
            {"bad": [half(one) for one in each.bad], "good": [half(one) for one in each.good]} for each in told.examples
        ],
    }


def half(piece: Piece) -> dict[str, str]:
    """One piece of an example."""
    text = piece.shown if piece.kind in ("value", "text") else piece.text
    return {"kind": piece.kind, "file": piece.file, "pointer": piece.pointer, "text": text}


def sentences(names: list[str]) -> list[dict[str, Any]]:
    """The sentences of the laws that are named, or of all; UserError for what is no law."""
    from hcp_author.lint.laws.sentences import SENTENCES

    known = dict.fromkeys(one.law for one in SENTENCES)
    wanted = {name.upper() for name in names} or set(known)
    if wrong := sorted(wanted - set(known)):
        raise UserError(f"there is no law `{wrong[0]}`", f"one of {', '.join(known)}")
    return [
        {"id": one.id, "law": one.law, "words": one.words, "kept_by": list(one.kept_by)}
        for one in SENTENCES
        if one.law in wanted
    ]


def sentence_lines(told: list[dict[str, Any]]) -> Iterator[str]:
    """Each sentence, and below it what keeps it."""
    for one in told:
        label = f"{one['id']:<6} "
        kept = textwrap.fill(
            ", ".join(one["kept_by"]), WIDTH, initial_indent=" " * 9, subsequent_indent=" " * 9, break_on_hyphens=False
        )
        yield f"{filled(one['words'], label)}\n{kept}\n"


def as_document(key: str, told: list[dict[str, Any]]) -> str:
    """`hcp-author/rules/1`: the rules, or the sentences of the laws."""
    return json.dumps({"format": "hcp-author/rules/1", key: told}, indent=2) + "\n"
