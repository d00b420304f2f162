"""What `--fix` changes: exactly this, nothing else, nothing wider, and nothing at the second time."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lint_packs import CASES

from hcp_author.errors import UserError
from hcp_author.lint import engine, fixes
from hcp_author.lint.contract import PHASES, Edit, Finding
from hcp_author.lint.fixes import edits, narrow, register
from hcp_author.lint.laws import RULES
from hcp_author.pack import edit, files
from hcp_author.promotion import stage

Build = Callable[..., Path]
# what no fix is known for is left alone before anything is tried
FOLDERS = sorted(folder for folder in CASES.glob("*/*") if folder.parent.name in fixes.FIXES)


def write(root: Path, mended: fixes.Mended) -> None:
    for name, data in mended.after.items():
        (root / name).write_bytes(data)
    for name in mended.executable:
        (root / name).chmod(0o755)


def texts(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def change(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_bytes().decode()
    assert old in text
    (root / name).write_bytes(text.replace(old, new, 1).encode())


def rules(findings: list[Finding]) -> list[str]:
    return [one.rule for one in findings]


@pytest.mark.parametrize("suggested", [False, True], ids=["safe", "suggested"])
@pytest.mark.parametrize("case", FOLDERS, ids=[f"{case.parent.name}/{case.name}" for case in FOLDERS])
def test_fixing_comes_to_an_end_and_brings_nothing(case: Path, suggested: bool, build: Build) -> None:
    base = case / "base.txt"
    root = build(base.read_text().strip() if base.exists() else "mail", case)
    before, as_they_were, was = engine.check(files.read(root)), texts(root), files.read(root)
    mended = fixes.mend(root, suggested)
    assert texts(root) == as_they_were
    write(root, mended)
    after = engine.check(files.read(root))
    assert bool(mended.fixed) == bool(mended.after or mended.executable)
    known = {(one.rule, one.file, one.pointer, one.message) for one in before}
    order = {rule.id: PHASES.index(rule.phase) for rule in RULES if rule.phase in PHASES}
    first = min((order[one.rule] for one in before), default=0)
    # what was held back is told now; what was looked for before has not come
    new = [one for one in after if (one.rule, one.file, one.pointer, one.message) not in known]
    assert all(order[one.rule] > first for one in new if one.severity != "note")
    if not suggested:
        assert narrow.widened(was, files.read(root)) is None
    again = fixes.mend(root, suggested)
    assert (again.after, again.executable, again.fixed) == ({}, (), ())


MENDED: list[tuple[str, str, str, str, dict[str, tuple[str, str]]]] = [
    # base, file, what it said, what stands there in its place, what --fix makes of it (old, new)
    (
        "mail",
        "policy.json",
        '"operation": "write", "confirm": true, "privacy": { "land": "personal" } },\n    "doctor"',
        '"operation": "write", "privacy": { "land": "personal" } },\n    "doctor"',
        {
            "policy.json": (
                '"operation": "write", "privacy": { "land": "personal" } },\n    "doctor"',
                '"operation": "write", "confirm": true, "privacy": { "land": "personal" } },\n    "doctor"',
            )
        },
    ),
    ("mail", "policy.json", '{\n  "pack_id"', '\ufeff{\n  "pack_id"', {"policy.json": ("\ufeff", "")}),
    ("mail", "policy.json", "\n}\n", ",\n}\n", {"policy.json": (",\n}\n", "\n}\n")}),
    (
        "mail",
        "policy.json",
        '"new_item": { "operation": "read", "privacy"',
        '"new_item": { "operation": "read", "confirm": true, "privacy"',
        {
            "policy.json": (
                ' "confirm": true, "privacy": { "land": "personal" } },\n    "binding',
                ' "privacy": { "land": "personal" } },\n    "binding',
            )
        },
    ),
]


@pytest.mark.parametrize(("base", "file", "good", "bad", "wanted"), MENDED)
def test_the_smallest_edit_brings_back_what_was(
    base: str, file: str, good: str, bad: str, wanted: dict[str, tuple[str, str]], build: Build
) -> None:
    root = build(base)
    as_it_was = texts(root)
    change(root, file, good, bad)
    mended = fixes.mend(root)
    write(root, mended)
    assert texts(root) == as_it_was
    assert engine.check(files.read(root)) == []
    assert list(mended.after) == list(wanted)


def test_a_missing_row_is_a_gated_write_in_its_siblings_land(build: Build) -> None:
    root = build("mail")
    text = edit.remove((root / "policy.json").read_text(), "/verbs/search")
    (root / "policy.json").write_text(text.replace("personal", "local"))
    mended = fixes.mend(root)
    row = json.loads(mended.after["policy.json"])["verbs"]["search"]
    assert row == {"operation": "write", "confirm": True, "privacy": {"land": "local"}}
    # what was promised of it is narrower now, and the fix says so in the same breath
    assert json.loads(mended.after["proof.json"])["verbs"]["search"]["operation"] == "write"


def test_a_builtin_gets_its_read_back(build: Build) -> None:
    root = build("mail")
    (root / "policy.json").write_text(edit.remove((root / "policy.json").read_text(), "/verbs/doctor"))
    row = json.loads(fixes.mend(root).after["policy.json"])["verbs"]["doctor"]
    assert row == {"operation": "read", "privacy": {"land": "personal"}}


def test_a_ref_is_spelt_anew_in_all_files_at_once(build: Build) -> None:
    root = build("mail")
    as_it_was = texts(root)
    for name in ("surface.json", "policy.json", "proof.json"):
        change(root, name, '"new_item"', '"New-Item"')
    change(root, "HARNESS.md", "`new_item`", "`New-Item`")
    mended = fixes.mend(root)
    assert rules(list(mended.fixed)) == ["S-ref-name"]
    write(root, mended)
    assert texts(root) == as_it_was


def test_a_ref_that_code_emits_is_not_spelt_anew_without_the_code(build: Build) -> None:
    root = build("feed")
    ref = json.loads((root / "surface.json").read_text())["stimulusTriggers"][0]["ref"]
    for name in ("surface.json", "policy.json", "proof.json", "HARNESS.md", "adapter.py"):
        (root / name).write_text((root / name).read_text().replace(ref, ref.upper()))
    if ref.upper() not in (root / "adapter.py").read_text():
        (root / "adapter.py").write_text((root / "adapter.py").read_text() + f'\nREF = "{ref.upper()}"\n')
    assert fixes.mend(root).fixed == ()
    (kept,) = fixes.mend(root, suggested=True).refused
    assert kept.finding.rule == "S-ref-name"
    assert "S-emitter-ref" in kept.why


def test_line_ends_indent_and_the_missing_last_one_stay(build: Build) -> None:
    root = build("mail")
    value = json.loads((root / "policy.json").read_text())
    del value["verbs"]["tag"]["confirm"]
    text = json.dumps(value, indent="\t").replace("\n", "\r\n")
    (root / "policy.json").write_bytes(text.encode())
    new = fixes.mend(root).after["policy.json"].decode()
    assert new.replace('"operation": "write",\r\n\t\t\t"confirm": true', '"operation": "write"', 1) == text


def test_a_read_that_writes_is_gated_and_the_tables_follow(build: Build) -> None:
    root = build("mail", CASES / "L6-read-that-writes" / "option")
    mended = fixes.mend(root)
    assert set(mended.after) == {"policy.json", "proof.json", "HARNESS.md"}
    write(root, mended)
    assert engine.check(files.read(root)) == []


def test_a_widening_is_never_taken_for_granted(build: Build) -> None:
    root = build("mail")
    change(root, "policy.json", '"confirm": true', '"confirm": false')
    assert "L12-proof-disagrees" in rules(engine.check(files.read(root)))
    assert fixes.mend(root).after == {}
    assert "proof.json" in fixes.mend(root, suggested=True).after


def test_keys_given_twice_are_one_only_where_both_say_the_same(build: Build) -> None:
    root = build("mail")
    change(root, "policy.json", '"confirm": true', '"confirm": true, "confirm": false')
    assert fixes.mend(root, suggested=True).after == {}
    change(root, "policy.json", '"confirm": false', '"confirm": true')
    assert fixes.mend(root).after == {}
    assert list(fixes.mend(root, suggested=True).after) == ["policy.json"]


def test_no_link_is_written_through(build: Build, tmp_path: Path) -> None:
    root = build("mail", CASES / "L6-ungated-write" / "says-nothing")
    (root / "policy.json").rename(root / "real.json")
    (root / "policy.json").symlink_to("real.json")
    mended = fixes.mend(root)
    assert mended.after == {}
    assert [(one.finding.rule, one.why) for one in mended.refused] == [
        ("L6-ungated-write", "a link, or no regular file, stands there")
    ]


def test_the_executable_bit(build: Build) -> None:
    root = build("mail")
    (root / "bin" / "mail").chmod(0o644)
    mended = fixes.mend(root)
    assert (mended.executable, mended.after, rules(list(mended.fixed))) == (("bin/mail",), {}, ["L1-not-executable"])


def test_what_is_no_utf8_is_left_alone(build: Build) -> None:
    root = build("mail", CASES / "L6-ungated-write" / "says-nothing")
    (root / "policy.json").write_bytes((root / "policy.json").read_bytes().replace(b'"mail"', b'"ma\xff"'))
    assert fixes.mend(root, suggested=True).after == {}


def test_what_is_not_wanted_is_not_mended(build: Build) -> None:
    root = build("mail", CASES / "L6-ungated-write" / "says-nothing")
    assert fixes.mend(root, wanted=lambda finding: finding.rule != "L6-ungated-write").after == {}


def apply(text: str, given: list[Edit]) -> str:
    lines = [0, *(match.end() for match in re.finditer(r"\r\n|\n|\r", text))]
    for one in sorted(given, key=lambda each: (each.start_line, each.start_column), reverse=True):
        start = lines[one.start_line - 1] + one.start_column - 1
        end = lines[one.end_line - 1] + one.end_column - 1
        text = text[:start] + one.text + text[end:]
    return text


@pytest.mark.parametrize("case", FOLDERS, ids=[f"{case.parent.name}/{case.name}" for case in FOLDERS])
def test_edits_say_the_same_as_the_fix(case: Path, build: Build) -> None:
    base = case / "base.txt"
    root = build(base.read_text().strip() if base.exists() else "mail", case)
    pack = files.read(root)
    for one in fixes.with_edits(engine.run([root])).findings:
        wanted, safe = register.choose(pack, one, suggested=True)
        by_file = {os.path.normpath(root / name): text for name, text in wanted.items()}
        assert {each.file for each in one.edits} == set(by_file)
        assert not wanted or one.safe == safe
        for file, text in by_file.items():
            old = Path(file).read_bytes().decode() if os.path.exists(file) else ""
            assert apply(old, [each for each in one.edits if each.file == file]) == text


@pytest.mark.parametrize(
    ("old", "new"),
    [("", "a"), ("a\r\nb\r\n", "a\r\nc\r\nb\r\n"), ("x" * 9, ""), ("a\nb\nc", "a\nB\nc"), ("a\r\n", "a\n")],
)
def test_spans_turn_old_into_new(old: str, new: str) -> None:
    text = old
    for start, end, piece in reversed(edits.spans(old, new)):
        text = text[:start] + piece + text[end:]
    assert text == new


def test_every_fix_is_a_rules(build: Build) -> None:
    assert set(fixes.FIXES) <= {rule.id for rule in RULES}


def test_a_read_that_became_an_open_write_is_for_a_person_to_accept(build: Build) -> None:
    root = build("mail")
    change(
        root, "policy.json", '"search": { "operation": "read",', '"search": { "operation": "write", "confirm": false,'
    )
    assert "L12-proof-disagrees" in rules(engine.check(files.read(root)))
    assert "proof.json" not in fixes.mend(root).after


def test_nothing_is_written_over_what_changed_meanwhile(build: Build) -> None:
    root = build("mail", CASES / "L6-ungated-write" / "says-nothing")
    mended = fixes.mend(root)
    change(root, "policy.json", '"pack_id"', '  "pack_id"')
    newer = texts(root)
    with pytest.raises(UserError, match="was changed meanwhile"):
        stage.swap(root, mended.after, mended.before)
    assert texts(root) == newer
