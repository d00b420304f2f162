"""Answers by flag and by file, and what is said where they will not do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

New = Callable[..., tuple[int, str, str]]


def answered(place: Path) -> dict[str, object]:
    return dict(json.loads((place / "mail" / ".hcp" / "answers.json").read_text()))


def test_without_a_terminal_every_missing_flag_is_named(new: New, place: Path) -> None:
    status, out, err = new("channel", "mail")
    assert (status, out) == (2, "")
    assert err == (
        "error: `--wrap`, `--summary`, `--binding`, `--land` and `--trigger` are missing"
        " and there is no terminal to ask on\n"
        "  try: add --wrap PROGRAM --summary TEXT --binding MODE --land LAND --trigger REF,"
        " or --yes to take the defaults\n"
    )
    assert list(place.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message", "fix"),
    [
        ((), "KIND and NAME are missing", "hcp-author new channel mail"),
        (("control",), "NAME is missing", "hcp-author new control mail"),
    ],
)
def test_without_a_terminal_kind_and_name_are_needed(new: New, words: tuple[str, ...], message: str, fix: str) -> None:
    assert new(*words) == (2, "", f"error: {message}\n  try: {fix}\n")


def test_one_missing_flag_is_named_alone(new: New) -> None:
    rest = ("--wrap", "", "--binding", "user", "--land", "personal", "--trigger", "")
    assert new("channel", "mail", *rest)[2] == (
        "error: `--summary` is missing and there is no terminal to ask on\n"
        "  try: add --summary TEXT, or --yes to take the defaults\n"
    )


def test_with_every_flag_given_nothing_is_missing(new: New, place: Path) -> None:
    flags = ("--wrap", "", "--summary", "Mine.", "--binding", "local", "--land", "brain", "--trigger", "")
    assert new("channel", "mail", *flags)[0] == 0
    kept = answered(place)
    assert kept == {
        "format": "hcp-author/answers/1", "kind": "channel", "pack_id": "mail",
        "wrap": "", "summary": "Mine.", "binding": "local", "land": "brain",
        "triggers": [], "settings": [], "secrets": [], "pick": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message", "fix"),
    [
        (
            ("channel", "mail", "--binding", "usr"),
            "`--binding usr` is not possible in a `channel` pack: it is user, local or public",
            "--binding user",
        ),
        (
            ("channel", "mail", "--binding", "mothership"),
            "`--binding mothership` is not possible in a `channel` pack: it is user, local or public",
            "--binding user",
        ),
        (
            ("control", "mail", "--binding", "user"),
            "`--binding user` is not possible in a `control` pack: it is mothership",
            "--binding mothership",
        ),
        (
            ("channel", "mail", "--land", "brian"),
            "`--land brian` is not possible in a `channel` pack: it is personal, brain or local",
            "--land brain",
        ),
        (("sense_only", "mail", "--wrap", "git"), "`--wrap` is no question of a `sense_only` pack", "leave --wrap out"),
        (
            ("sense_only", "mail", "--trigger", ""),
            "a `sense_only` pack announces, so it needs a trigger",
            "--trigger new_item",
        ),
        (
            ("channel", "mail", "--trigger", "Please List"),
            "`Please List` cannot stand for `--trigger REF`",
            "--trigger new_item",
        ),
        (("channel", "mail", "--setting", "a=b"), "`a=b` cannot stand for `--setting NAME`", "--setting MAIL_DIR"),
        (
            ("channel", "mail", "--pick", "list"),
            "`--pick` chooses among a program's verbs, and there is no program",
            "add --wrap PROGRAM",
        ),
        (
            ("channel", "mail", "--summary", "\u202ereversed"),
            "`--summary` holds a character that cannot be seen: U+202E at position 1",
            "remove it",
        ),
        (
            ("channel", "mail", "--summary", " "),
            "`--summary` is empty",
            "--summary 'one line that says what the pack is for'",
        ),
        (
            ("channel", "mail", "--summary", "x" * 121),
            "`--summary` has 121 characters, and 120 is the limit",
            "--summary 'one line that says what the pack is for'",
        ),
    ],
)
def test_a_wrong_flag_is_told_before_anything_happens(
    new: New, place: Path, words: tuple[str, ...], message: str, fix: str
) -> None:
    status, out, err = new(*words, "--yes")
    assert (status, out, err) == (2, "", f"error: {message}\n  try: {fix}\n")
    assert list(place.iterdir()) == []


def test_an_answers_file_answers_and_flags_go_before_it(new: New, place: Path) -> None:
    (place / "mine.yaml").write_text("summary: From the file.\ntriggers: [item.updated]\nland: brain\n")
    assert new("channel", "mail", "--answers", "mine.yaml", "--land", "local", "--yes")[0] == 0
    kept = answered(place)
    assert (kept["summary"], kept["triggers"], kept["land"]) == ("From the file.", ["item.updated"], "local")


def test_an_answers_file_may_call_a_question_as_its_flag_is_called(new: New, place: Path) -> None:
    (place / "mine.yaml").write_text("trigger: [item.updated]\nsecret: [MAIL_TOKEN]\nsetting: [MAIL_DIR]\n")
    assert new("channel", "mail", "--answers", "mine.yaml", "--yes")[0] == 0
    kept = answered(place)
    assert (kept["triggers"], kept["secrets"], kept["settings"]) == (["item.updated"], ["MAIL_TOKEN"], ["MAIL_DIR"])


def test_what_a_pack_keeps_can_be_given_back(new: New, place: Path) -> None:
    summary = 'Plan trips — café "quoted" {{ 7*7 }} \'; </script>'
    assert new("channel", "mail", "--summary", summary, "--trigger", "item.updated", "--yes")[0] == 0
    kept = answered(place)
    assert kept["summary"] == summary
    again = ("--answers", "mail/.hcp/answers.json", "--into", "second")
    status, _, err = new("channel", "mail", *again)
    assert status == 0, err
    assert {path.read_bytes() for path in (place / "mail").rglob("*.json")} == {
        path.read_bytes() for path in (place / "second").rglob("*.json")
    }


@pytest.mark.parametrize(
    ("name", "text", "message", "fix"),
    [
        (
            "a.yaml",
            "land: personal\nsumary: X\n",
            "`a.yaml`: there is no question `sumary` for a `channel` pack",
            "write summary",
        ),
        (
            "a.yaml",
            "colour: red\n",
            "`a.yaml`: there is no question `colour` for a `channel` pack",
            "the questions are wrap, summary, binding, land, triggers, settings, secrets, pick, pass_through",
        ),
        ("a.yaml", "summary: yes\n", "`summary` must be text, not true", 'summary: "…"'),
        ("a.yaml", "triggers: new_item\n", "`triggers` must be a list, not text", "triggers: [new_item]"),
        ("a.yaml", "triggers: [1]\n", "`a number` cannot stand for `triggers: [REF]`", "triggers: [new_item]"),
        ("a.yaml", "trigger: [a]\ntriggers: [b]\n", "`a.yaml` answers `triggers` twice, once as `triggers`", None),
        ("a.yaml", "[land]: local\n", "`a.yaml`, line 1: a name must be one word", None),
        ("a.yaml", "a: b: c\n", "`a.yaml`, line 1: there is a second `:` in the line, or it is indented too far", None),
        ("a.yaml", "a:\n\tb: c\n", "`a.yaml`, line 2: a tab stands where YAML takes only spaces", None),
        ("a.yaml", "a: *b\n", "`a.yaml`, line 1: this cannot be read as YAML", None),
        ("a.yaml", "a: 2020-13-45\n", "`a.yaml` cannot be read as YAML", None),
        ("a.yaml", "- summary\n", "`a.yaml` holds no mapping of answers", 'summary: "What the pack is for"'),
        ("a.yaml", "land: local\nland: brain\n", "`a.yaml`, line 2: `land` stands twice", "keep one of them"),
        (
            "a.yaml",
            "summary: 'X\n",
            "`a.yaml`, line 1: a quote is opened and never closed",
            'summary: "put text in quotes"',
        ),
        (
            "a.yaml",
            "summary: !!python/name:os.system\n",
            "`a.yaml`, line 1: there is a tag (`!`), and answers are plain text and lists",
            'summary: "put text in quotes"',
        ),
        ("a.json", '{"summary": "X",\n "land" "brain"}', None, None),
        ("a.json", '{"land": "local", "land": "brain"}', None, None),
        ("a.json", "[]", "`a.json` holds no mapping of answers", '{"summary": "What the pack is for"}'),
        ("a.json", '{"kind": "control"}', "`a.json` is for the kind `control`, not `channel`", '"kind": "channel"'),
        ("a.json", '{"pack_id": "x"}', "`a.json` is for the pack_id `x`, not `mail`", '"pack_id": "mail"'),
        ("a.yaml", "pack_id: x\n", "`a.yaml` is for the pack_id `x`, not `mail`", "pack_id: mail"),
        ("a.json", '{"triggers": 1}', "`triggers` must be a list, not a number", '"triggers": ["new_item"]'),
        (
            "a.json",
            '{"land": "brian"}',
            '`"land": "brian"` is not possible in a `channel` pack: it is personal, brain or local',
            '"land": "brain"',
        ),
    ],
)
def test_a_broken_answers_file_is_told_with_its_line(
    new: New, place: Path, name: str, text: str, message: str | None, fix: str | None
) -> None:
    (place / name).write_text(text)
    status, out, err = new("channel", "mail", "--answers", name, "--yes")
    assert (status, out) == (2, "")
    assert err.startswith(f"error: {message}\n" if message else "error: `a.")
    assert message or "line " in err
    assert fix is None or err.endswith(f"  try: {fix}\n")
    assert [path.name for path in place.iterdir()] == [name]


def test_an_answers_file_that_cannot_be_read(new: New) -> None:
    status, _, err = new("channel", "mail", "--answers", "nowhere.yaml", "--yes")
    assert status == 2
    assert err == (
        "error: cannot read `nowhere.yaml`: No such file or directory\n  try: --answers FILE, a JSON or YAML file\n"
    )
