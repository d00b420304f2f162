"""Every rule's page: read by its grammar, and its examples run over clean packs."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import lint_packs
import pytest

from hcp_author.lint import engine, page
from hcp_author.lint.contract import Finding
from hcp_author.lint.laws import RULES
from hcp_author.lint.page import Example, Page, Piece
from hcp_author.pack.source import split
from hcp_author.report import text

Build = Callable[..., Path]

# what is drawn from the other files: changed after the drawing, or the change would be drawn over
DRAWN = ("HARNESS.md", "proof.json")
# what no text within one pack can show: files beyond a limit or shut, other packs beside it, the settings of the one
# who lints
WITHOUT_EXAMPLE = frozenset(
    (
        "F-expired-suppression",
        "F-too-large",
        "F-too-many-files",
        "F-unreadable",
        "F-unused-suppression",
        "L2-clashing-verbs",
        "L2-duplicate-pack-id",
        "L2-look-alike-pack-ids",
        "L9-control-pack-name",
    )
)

PAGES = {rule.id: page.of(rule) for rule in RULES}
EXAMPLES = [(name, index) for name, one in PAGES.items() for index in range(len(one.examples))]


def lay(root: Path, pieces: Iterable[Piece]) -> None:
    """Change a pack as an example says, and draw anew what is drawn from it."""
    pieces = list(pieces)
    for piece in (one for one in pieces if one.file not in DRAWN):
        change(root, piece)
    lint_packs.draw(root)
    for piece in (one for one in pieces if one.file in DRAWN):
        change(root, piece)


def change(root: Path, piece: Piece) -> None:
    target = root / piece.file
    target.parent.mkdir(parents=True, exist_ok=True)
    if piece.pointer:
        document = json.loads(target.read_text())
        target.write_text(json.dumps(put(document, piece), indent=2, ensure_ascii=False))
    elif piece.kind == "absent":
        shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
    elif piece.kind == "mode":
        target.chmod(int(piece.text, 8))
    elif piece.kind == "link":
        target.unlink(missing_ok=True)
        target.symlink_to(piece.text)
    else:
        before = target.read_bytes() if target.exists() and target.suffix != ".json" else b""
        target.write_bytes(before + piece.content.encode("utf-8", "surrogateescape") + b"\n")


def put(document: Any, piece: Piece) -> Any:
    """The document with the piece's value at its pointer."""
    *above, last = split(piece.pointer)
    inner = document
    for name in above:
        inner = inner[int(name)] if isinstance(inner, list) else inner.setdefault(name, {})
    if piece.kind == "absent":
        inner.pop(int(last)) if isinstance(inner, list) else inner.pop(last, None)
    elif not isinstance(inner, list):
        inner[last] = json.loads(piece.content)
    elif last == "-":
        inner.append(json.loads(piece.content))
    else:
        inner[int(last)] = json.loads(piece.content)
    return document


def findings(build: Build, one: Page, pieces: Iterable[Piece]) -> tuple[list[Finding], str]:
    root = build(one.base)
    lay(root, pieces)
    report = engine.run([root])
    return list(report.findings), text.render(report)


@pytest.mark.parametrize(("rule", "index"), EXAMPLES, ids=[f"{rule}-{index}" for rule, index in EXAMPLES])
def test_the_bad_half_breaks_this_rule_alone(rule: str, index: int, build: Build) -> None:
    found, said = findings(build, PAGES[rule], PAGES[rule].examples[index].bad)
    assert rule in {one.rule for one in found}, said
    assert {one.rule for one in found if one.severity != "note"} <= {rule}, said


@pytest.mark.parametrize(("rule", "index"), EXAMPLES, ids=[f"{rule}-{index}" for rule, index in EXAMPLES])
def test_the_good_half_is_in_order(rule: str, index: int, build: Build) -> None:
    found, said = findings(build, PAGES[rule], PAGES[rule].examples[index].good)
    assert rule not in {one.rule for one in found}, said
    assert "error" not in {one.severity for one in found}, said


def test_a_wrap_base_is_clean_under_strict(build: Build) -> None:
    assert text.render(engine.run([build("wrap")], strict=True)) == "0 errors, 0 warnings in 1 pack\n"


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_page_says_what_why_and_how_to_mend(name: str) -> None:
    one = PAGES[name]
    assert one.what.endswith((".", "?")), one.what
    assert one.why, name
    assert one.fix, name
    assert one.base in ("mail", "fleet", "feed", "wrap")


def test_every_rule_has_an_example() -> None:
    without = {name for name, one in PAGES.items() if not one.examples}
    assert sorted(without - WITHOUT_EXAMPLE) == [], "write a Bad: and a Good: example into the docstring"
    assert sorted(WITHOUT_EXAMPLE - without) == [], "these have an example by now: take them off the list"


def test_the_grammar() -> None:
    told = page.parse(
        """It is wrong.

    Why: because it is,
    and always was (L6).
    Fix: write `"confirm": true`.
    Base: fleet
    Bad: policy.json /verbs/send
        {"operation": "write",
          "privacy": {"land": "personal"}}
    Bad: HARNESS.md
        one

          two
    Good: policy.json /verbs/send/confirm
        true
    Good: link a.md -> ../b.md
    Good: mode bin/mail 0644
    Good: surface.json /few
        absent
    Bad: README.md
        absent
    Good: x.md
        {{"gh" "p_\\u0041"}} is {{not}} it
    """
    )
    assert (told.what, told.why, told.fix, told.base) == (
        "It is wrong.",
        "because it is, and always was (L6).",
        'write `"confirm": true`.',
        "fleet",
    )
    assert told.examples == (
        Example(
            (
                Piece(
                    "value",
                    "policy.json",
                    "/verbs/send",
                    '{"operation": "write",\n  "privacy": {"land": "personal"}}',
                ),
                Piece("text", "HARNESS.md", "", "one\n\n  two"),
            ),
            (
                Piece("value", "policy.json", "/verbs/send/confirm", "true"),
                Piece("link", "a.md", "", "../b.md"),
                Piece("mode", "bin/mail", "", "0644"),
                Piece("absent", "surface.json", "/few", ""),
            ),
        ),
        Example(
            (Piece("absent", "README.md", "", ""),),
            (Piece("text", "x.md", "", '{{"gh" "p_\\u0041"}} is {{not}} it'),),
        ),
    )
    assert told.examples[1].good[0].content == "gh" + "p_A is {{not}} it"


def test_an_example_shows_no_secret_and_nothing_hidden() -> None:
    token = json.dumps("gh") + " " + json.dumps("p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8")
    shown = Piece("text", "x.md", "", f'{{{{{token}}}}} {{{{"\\u202e"}}}}').shown
    assert "A1b2C3d4" not in shown
    assert "\\u202e" in shown


@pytest.mark.parametrize(
    "broken",
    [
        "x\n\nGood: a.md\n    x",
        "x\n\nBad: a.md\n    x",
        "x\n\nBad: a.md\n    x\nGood: b.md\n    x\nGood: a b c\n    x",
        "x\n\nBad: policy.json /a\n    {\nGood: policy.json /a\n    1",
    ],
)
def test_a_broken_example_is_told(broken: str) -> None:
    with pytest.raises(ValueError, match=r"half|no FILE|delimiter|property name"):
        page.parse(broken)
