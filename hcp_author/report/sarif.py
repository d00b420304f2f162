"""SARIF 2.1.0: one run, its rules explained, each result with its place, its fix and what it is known by."""

from __future__ import annotations

import os
import urllib.parse
from collections.abc import Callable, Iterable
from typing import Any

from hcp_author.lint import page
from hcp_author.lint.contract import Edit, Finding, Report, Rule
from hcp_author.lint.page import Example, Page, Piece
from hcp_author.report import unchecked
from hcp_author.report.fingerprint import fingerprints
from hcp_author.report.view import PLAIN, View, below, document

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BASE = "SRCROOT"
FINGERPRINT = "hcpAuthorFinding/v1"


def render(report: Report, view: View = PLAIN) -> str:
    """The whole log and a newline, in ASCII."""
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run(report, view)]}
    return document(log)


def run(report: Report, view: View) -> dict[str, Any]:
    """The one run: the tool with all its rules, how it went, the results."""
    rules = descriptors(report, view)
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    known = fingerprints(report, view.folder)
    return {
        "tool": {"driver": {"name": "hcp-author", **version(view), "rules": rules}},
        "invocations": [invocation(report, view)],
        "originalUriBaseIds": {BASE: {"description": {"text": "the folder that the paths are told from: a checkout"}}},
        "columnKind": "unicodeCodePoints",
        "results": [
            result(finding, index[finding.rule], mark, view.folder)
            for finding, mark in zip(report.findings, known, strict=True)
        ],
        "properties": {
            "packs": report.packs,
            "rulesRun": report.rules_run,
            "suppressed": report.suppressed,
            "baselined": report.baselined,
        },
    }


def version(view: View) -> dict[str, str]:
    """The version of this program, where it is known."""
    return {"version": view.version, "semanticVersion": view.version} if view.version else {}


def invocation(report: Report, view: View) -> dict[str, Any]:
    """How the run went, and what could not be checked."""
    failed = bool(report.count("error"))
    return {
        "executionSuccessful": True,
        "exitCode": int(failed),
        "exitCodeDescription": "there are errors" if failed else "there are no errors",
        "toolExecutionNotifications": [notification(gap, view.folder) for gap in unchecked.gaps(report, view.rules)],
    }


def notification(gap: unchecked.Gap, folder: str) -> dict[str, Any]:
    """One thing that was not checked."""
    where = {"artifactLocation": location(gap.file, folder), "region": {"startLine": gap.line}}
    return {
        "level": "warning",
        "message": {"text": message(f"not checked: {gap.text}")},
        "locations": [{"physicalLocation": where}],
    }


def descriptors(report: Report, view: View) -> list[dict[str, Any]]:
    """The rules that ran, explained; and at the end those that only a finding names."""
    known = {rule.id for rule in view.rules}
    others = dict.fromkeys(finding.rule for finding in report.findings if finding.rule not in known)
    return [descriptor(rule) for rule in view.rules] + [{"id": name} for name in others]


def descriptor(rule: Rule) -> dict[str, Any]:
    """One rule with its page."""
    told = page.of(rule)
    return {
        "id": rule.id,
        "shortDescription": {"text": told.what},
        "fullDescription": {"text": f"{told.what} {told.why}".strip()},
        "help": {"text": help_text(told), "markdown": help_markdown(told)},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"tags": ["hcp", rule.law], "since": rule.since},
    }


def help_text(told: Page) -> str:
    """The page as plain text."""
    parts = [told.what, f"Why: {told.why}", f"Fix: {told.fix}", *halves(told.examples, plain)]
    return "\n\n".join(parts)


def help_markdown(told: Page) -> str:
    """The page as Markdown; the words are our own, the examples stand in fences."""
    parts = [told.what, f"**Why:** {told.why}", f"**Fix:** {told.fix}", *halves(told.examples, fenced)]
    return "\n\n".join(parts)


def halves(examples: Iterable[Example], draw: Callable[[str, Piece], str]) -> list[str]:
    """Both halves of each example, drawn."""
    return [draw(name, piece) for example in examples for name, piece in example.named()]


def plain(name: str, piece: Piece) -> str:
    """One piece of an example as text."""
    return f"{name}: {piece.head}\n" + "\n".join(f"    {line}" for line in piece.shown.split("\n"))


def fenced(name: str, piece: Piece) -> str:
    """One piece of an example as Markdown, its fence longer than any within it."""
    fence = "````" if "```" in piece.shown else "```"
    language = "json" if piece.kind == "value" or piece.file.endswith(".json") else "text"
    return f"**{name}:** `{piece.head}`\n\n{fence}{language}\n{piece.shown}\n{fence}"


def result(finding: Finding, index: int, mark: str, folder: str) -> dict[str, Any]:
    """One finding; the pointer is its logical place."""
    places: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": location(finding.file, folder), "region": region(finding)}
    }
    if finding.pointer:
        places["logicalLocations"] = [{"fullyQualifiedName": finding.pointer, "kind": "member"}]
    told: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": index,
        "level": finding.severity,
        "message": {"text": message(finding.message + (f"\nfix: {finding.fix}" if finding.fix else ""))},
        "locations": [places],
        "partialFingerprints": {FINGERPRINT: mark},
        "properties": {"law": finding.law, "pack": finding.pack},
    }
    return {**told, "fixes": [fix(finding, folder)]} if finding.edits else told


def message(text: str) -> str:
    """Text of which no reader of SARIF makes a link: `[words](target)` is one."""
    return text.replace("](", "] (")


def region(span: Finding) -> dict[str, int]:
    """Where a finding stands; the end's column is exclusive, as ours."""
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": max(span.end_line, span.line),
        "endColumn": span.end_column if span.end_line > span.line else max(span.end_column, span.column),
    }


def fix(finding: Finding, folder: str) -> dict[str, Any]:
    """What mends it: the edits, by file."""
    files: dict[str, list[Edit]] = {}
    for edit in finding.edits:
        files.setdefault(edit.file, []).append(edit)
    changes = [
        {"artifactLocation": location(file, folder), "replacements": [replacement(edit) for edit in edits]}
        for file, edits in files.items()
    ]
    return {"description": {"text": message(finding.fix or "mend it")}, "artifactChanges": changes}


def replacement(edit: Edit) -> dict[str, Any]:
    """One edit; an empty region inserts."""
    deleted = {
        "startLine": edit.start_line,
        "startColumn": edit.start_column,
        "endLine": edit.end_line,
        "endColumn": edit.end_column,
    }
    return {"deletedRegion": deleted, "insertedContent": {"text": edit.text}}


def location(file: str, folder: str) -> dict[str, str]:
    """A file below the folder by its relative URI, any other by its whole one; each byte beyond ASCII is escaped."""
    path = below(file, folder)
    if path is None:
        return {"uri": "file://" + quoted(os.path.abspath(file))}
    return {"uri": quoted(path), "uriBaseId": BASE}


def quoted(path: str) -> str:
    """The path as part of a URI; what is no character in a file's name is the byte that it stands for."""
    try:
        raw = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raw = path.encode("utf-8", "surrogatepass")
    return urllib.parse.quote(raw, safe="/-._~")
