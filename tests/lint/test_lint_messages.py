"""Every message says what and where in so many words, and every finding but a note says what to type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lint_packs import CASES

EXPECTED = sorted(CASES.glob("*/*/expected.txt"))
HEAD = re.compile(r"[^ :][^:]*:\d+:\d+: (?P<severity>error|warning|note) (?P<rule>\S+): ")
# what a message names: a thing in backticks, a file, a character, a marker
NAMES = re.compile(r"`[^`]+`|\b(?:HARNESS\.md|(?:surface|policy|proof)\.json)\b|U\+[0-9A-F]{4}|<!-- |\"[^\"]+\"")
# what is wrong there is the file or the pack as a whole, which the place names, or they are the law's own words
OF_THE_WHOLE = frozenset(
    (
        "F-bom",
        "F-config-ignored",
        "F-not-json",
        "F-not-utf8",
        "F-too-deep",
        "L3-pass-through",
        "L3-too-few",
        "L3-too-many",
        "L3-wrap-without-commands",
        "L9-mothership-default",
        "L12-unheeded-proof",
        "N-teaching-pack",
    )
)


def findings(file: Path) -> Iterator[tuple[str, str, str, str]]:
    """(severity, rule, message, fix) of each finding in an expected text."""
    blocks: list[list[str]] = []
    for line in file.read_text().splitlines():
        if HEAD.match(line):
            blocks.append([line])
        elif blocks:
            blocks[-1].append(line)
    for head, *rest in blocks:
        match = HEAD.match(head)
        assert match
        fixes = [line[7:] for line in rest if line.startswith("  fix: ")]
        yield match["severity"], match["rule"], head[match.end() :], fixes[0] if fixes else ""


@pytest.mark.parametrize("file", EXPECTED, ids=[f"{one.parent.parent.name}/{one.parent.name}" for one in EXPECTED])
def test_a_message_names_the_thing_and_says_what_to_type(file: Path) -> None:
    told = list(findings(file))
    assert told, "no finding"
    for severity, rule, message, fix in told:
        assert rule in OF_THE_WHOLE or NAMES.search(message), f"names nothing: {message}"
        assert message[-1] not in ".!", f"ends like a sentence: {message}"
        first = message.split()[0]
        assert first[0].islower() or not first.isalpha() or first.isupper() or first == "Binding", (
            f"a capital: {message}"
        )
        assert len(message) <= 300
        assert fix or severity == "note", f"says nothing to type: {message}"


def test_only_those_name_nothing_that_have_nothing_to_name() -> None:
    told = {(rule, message) for file in EXPECTED for _, rule, message, _ in findings(file)}
    assert {rule for rule, message in told if not NAMES.search(message)} >= OF_THE_WHOLE
