"""Suppressions and baselines: what they leave out, and what is told of them themselves."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from lint_packs import CASES

from hcp_author.errors import UserError
from hcp_author.lint import baseline, engine, suppress
from hcp_author.lint.contract import Finding
from hcp_author.lint.laws import RULES
from hcp_author.pack import shape

Build = Callable[..., Path]
IDS = [rule.id for rule in RULES]
TODAY = datetime.date(2026, 5, 1)
FILE = Path("hcp-author-suppressions.toml")


def written(text: str) -> tuple[suppress.Suppression, ...]:
    FILE.write_text(text)
    return suppress.read(FILE)


def sifted(root: Path, text: str, roots: tuple[str, ...] = (".",)) -> suppress.Sifted:
    found = [one for one in engine.lint([root]) if one.severity != "note"]
    return suppress.sift(found, written(text), [Path(each) for each in roots], IDS, TODAY)


ENTRY = '[[suppress]]\nrule = "L6-ungated-write"\npack = "mail"\nreason = "it is on purpose"\n'


@pytest.fixture
def mail(build: Build) -> Path:
    return build("mail", CASES / "L6-ungated-write" / "says-nothing")


@pytest.mark.parametrize(
    "more",
    [
        "",
        'file = "policy.json"\n',
        'pointer = "/verbs/tag"\n',
        'pointer = "/verbs/*"\nfile = "policy.json"\n',
        "expires = 2026-05-01\n",
    ],
)
def test_a_finding_that_is_meant_is_left_out(more: str, mail: Path) -> None:
    found = sifted(mail, ENTRY + more)
    assert (found.kept, found.suppressed, found.stale) == ((), 1, ())


@pytest.mark.parametrize("pack", ["*", "**", "./mail", "ma?l", "**/mail"])
def test_a_pack_by_its_path(pack: str, mail: Path) -> None:
    assert sifted(mail, ENTRY.replace('"mail"', f'"{pack}"')).suppressed == 1


@pytest.mark.parametrize(
    "more", ['file = "surface.json"\n', 'pointer = "/verbs/show"\n', 'pointer = "/verbs"\n', 'pointer = "/verbs/*/x"\n']
)
def test_what_is_not_meant_stays_and_the_unused_one_is_told(more: str, mail: Path) -> None:
    found = sifted(mail, "\n# why\n" + ENTRY + more)
    assert found.suppressed == 0
    [told] = found.stale
    assert (told.rule, told.severity, told.file, told.line) == (suppress.UNUSED, "warning", str(FILE), 3)
    assert told.message == "this suppression of `L6-ungated-write` in `mail` suppresses nothing"


def test_an_expired_one_suppresses_nothing_and_is_an_error(mail: Path) -> None:
    found = sifted(mail, ENTRY + "expires = 2026-04-30\n")
    assert [one.rule for one in found.kept] == ["L6-ungated-write"]
    [told] = found.stale
    assert (told.rule, told.severity) == (suppress.EXPIRED, "error")
    assert told.message == "this suppression of `L6-ungated-write` expired on 2026-04-30"


def test_what_was_not_looked_at_is_not_called_unused(mail: Path) -> None:
    other = ENTRY.replace('"mail"', '"other/*"')
    assert sifted(mail, other, ("mail",)).stale == ()
    assert sifted(mail, other, (".",)).stale != ()
    assert sifted(mail, ENTRY.replace('"mail"', '"*"') + 'pointer = "/x"\n', ("mail",)).stale == ()
    found = suppress.sift([], written(ENTRY), [Path()], ["L5-unknown-land"], TODAY)
    assert found.stale == ()


@pytest.mark.parametrize(
    ("text", "message", "fix"),
    [
        (ENTRY.replace("reason", "resaon"), ":1: `resaon`: there is no such key of a suppression", "did you mean"),
        (ENTRY.split("reason")[0], ":1: this suppression has no `reason`", "reason = "),
        (ENTRY.replace("it is on purpose", " "), ":1: this suppression has no `reason`", "reason = "),
        (ENTRY.replace("L6-un", "L6-"), ":1: `rule`: there is no rule `L6-gated-write`", "did you mean"),
        (ENTRY.replace('pack = "mail"\n', ""), ":1: this suppression has no `pack`", "pack = "),
        (f'\n{ENTRY}expires = "2027-01-01"\n', ":2: `expires` must be a date", "expires = 2027-01-31"),
        (f"{ENTRY}expires = 2027-01-01T00:00:00\n", ":1: `expires` must be a date", "expires = 2027-01-31"),
        (f'{ENTRY}pointer = "verbs"\n', ":1: `pointer` must begin with `/`", 'pointer = "/verbs/send"'),
        (f"{ENTRY}file = 1\n", ":1: `file` must be a text", 'file = "…"'),
        ("[[supress]]\n", "`supress`: there is no such key", "did you mean `suppress`?"),
        ("suppress = 1\n", "`suppress` must be a list of tables", "write [[suppress]]"),
        ("[[suppress]\n", ":1: no TOML", "mend it there"),
    ],
)
def test_what_cannot_be_taken_is_told(text: str, message: str, fix: str, mail: Path) -> None:
    with pytest.raises(UserError) as told:
        written(text)
    assert message in told.value.message
    assert told.value.message.startswith(("hcp-author-suppressions.toml", "`hcp-author"))
    assert told.value.fix.startswith(fix)
    assert told.value.status == 2


def test_a_baseline_holds_what_was_there_and_nothing_new(build: Build) -> None:
    root = build("mail", CASES / "L6-ungated-write" / "says-nothing")
    before = engine.lint([root])
    Path("b.json").write_text(baseline.take(before))
    assert shape.check_value(json.loads(Path("b.json").read_text()), "baseline") == []
    # other lines, another layout: the same findings
    text = (root / "policy.json").read_text()
    (root / "policy.json").write_text("\n\n" + text.replace('"tag": {', '"tag":\n\n      {'))
    found = baseline.sift(engine.lint([root]), baseline.read(Path("b.json")))
    assert (found.kept, found.known, found.gone) == ((), len(before), 0)
    (root / "policy.json").write_text(text.replace("personal", "global", 1))
    after = baseline.sift(engine.lint([root]), baseline.read(Path("b.json")))
    assert [one.rule for one in after.kept] == ["L5-unknown-land"]


def test_one_more_of_the_same_is_new() -> None:
    one = Finding("L6-open-write", "L6", "note", "mail", "policy.json", 3, 5, 3, 8, "/verbs/1", "no")
    two = replace(one, line=9, pointer="/verbs/7")
    known = baseline.sift([one, two], baseline.Counter({baseline.key(one): 1}))
    assert (known.kept, known.known, known.gone) == ((two,), 1, 0)
    assert baseline.sift([], baseline.Counter({baseline.key(one): 2})).gone == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "hcp-author/baseline/2", "findings": []}',
        '{"format": "hcp-author/baseline/1", "findings": {}}',
        '{"format": "hcp-author/baseline/1", "findings": [{"rule": "x"}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_baseline(text: str, tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(text)
    with pytest.raises(UserError) as told:
        baseline.read(tmp_path / "b.json")
    assert told.value.fix.endswith("--write-baseline")
    with pytest.raises(UserError, match="there is no baseline"):
        baseline.read(tmp_path / "none.json")
