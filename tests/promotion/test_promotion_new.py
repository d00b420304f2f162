"""`new --pass-through`: a pack without named commands, which says so wherever one looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from on_terminal import on_terminal
from promotion_programs import face, recorded, script

from hcp_author.lint import engine
from hcp_author.pack import files

Told = tuple[int, str, str]


def rules(root: Path) -> list[str]:
    return [one.rule for one in engine.check(files.read(root))]


def test_it_declares_the_program_and_no_verb(mail: Path) -> None:
    surface = json.loads((mail / "surface.json").read_text())
    assert surface["pass_through"] is True
    assert not surface.keys() & {"verbs", "connect", "few"}
    assert surface["binding"] == {"default": "user", "modes": ["user", "mock"], "settings": [], "secrets": []}
    assert surface["wrap"]["bin"] == "box"
    assert json.loads((mail / "policy.json").read_text())["verbs"] == {}
    assert not (mail / "fixtures").exists()
    commands = json.loads((mail / ".hcp" / "introspection.json").read_text())["root"]["commands"]
    assert "list" in [command["name"] for command in commands]


def test_lint_warns_of_it_and_of_nothing_else(mail: Path, hcp: Callable[..., Told]) -> None:
    assert rules(mail) == ["L3-pass-through"]
    status, out, _ = hcp("lint", mail)
    assert status == 0
    assert f"fix: hcp-author promote {mail}" in out
    assert hcp("lint", mail, "--strict")[0] == 1
    assert hcp("harness", mail, "--check")[0] == 0


@pytest.mark.parametrize("kind", ["channel", "read_only", "control"])
@pytest.mark.parametrize("flags", [(), ("--trigger", "new_item", "--setting", "BOX_DIR", "--land", "brain")])
def test_each_kind_is_clean_but_for_that(bare: Callable[..., Path], box: Path, kind: str, flags: tuple[str]) -> None:
    root = bare(box, *flags, kind=kind)
    assert rules(root) == ["L3-pass-through"]
    for name in ("README.md", "HARNESS.md"):
        assert "doctor" not in (root / name).read_text()


def test_its_proof_fails_in_one_step_that_says_what_to_do(mail: Path, hcp: Callable[..., Told]) -> None:
    status, out, _ = hcp("prove", mail, "--json")
    steps = json.loads(out)["steps"]
    assert status == 1
    assert [step["name"] for step in steps if not step["ok"]] == ["its commands have names"]
    assert "the pass-through answers no agent" in [step["name"] for step in steps if step["ok"]]
    assert f"hcp-author promote {mail}" in next(step["reason"] for step in steps if not step["ok"])


def test_the_proof_of_one_that_announces_has_its_sense_steps(
    bare: Callable[..., Path], box: Path, hcp: Callable[..., Told]
) -> None:
    root = bare(box, "--binding", "user", "--trigger", "new_item")
    steps = {step["name"]: step["ok"] for step in json.loads(hcp("prove", root, "--json")[1])["steps"]}
    assert steps["one announce with sense.enable on"]
    assert steps["one announce with sense.enable off"]
    assert [name for name, ok in steps.items() if not ok] == ["its commands have names"]


def test_a_person_on_a_terminal_passes_words_through(bare: Callable[..., Path], own_box: Path) -> None:
    root = bare(own_box)
    status, shown = on_terminal([*face(root), "--confirm", "--", "list", "--limit", "3"], type_="\x04")
    assert (status, '"command": "list"' in shown) == (0, True)
    assert recorded(own_box) == [["list", "--limit", "3"]]
    assert "confirm required" in on_terminal([*face(root), "--", "list"])[1]
    assert len(recorded(own_box)) == 1


def test_the_skill_tells_what_it_is_until_it_is_promoted(mail: Path) -> None:
    text = (mail / "HARNESS.md").read_text()
    assert "No command is named yet" in text
    assert "runs\n`box` itself, by `mail` with `--confirm -- ARGV`" in text
    assert "Work with box." in text


def test_a_program_that_tells_nothing_can_be_passed_through(bare: Callable[..., Path], tmp_path: Path) -> None:
    silent = script(tmp_path / "programs" / "silent", "#!/bin/sh\nexit 3\n")
    root = bare(silent)
    assert rules(root) == ["L3-pass-through"]
    surface = json.loads((root / "surface.json").read_text())
    assert surface["wrap"]["bin"] == "silent"
    shapes = json.loads((root / ".hcp" / "introspection.json").read_text())
    assert shapes["root"]["name"] == "silent"


def test_what_does_not_go_together_is_refused(hcp: Callable[..., Told], box: Path, place: Path) -> None:
    for words, message in (
        (("channel", "mail", "--pass-through", "--yes"), "`--pass-through` passes a program through"),
        (("channel", "mail", "--pass-through", "--wrap", box, "--pick", "list", "--yes"), "`--pick` names verbs"),
        (("sense_only", "mail", "--pass-through", "--yes"), "`--pass-through` is no question of a `sense_only` pack"),
        (("channel", "mail", "--pass-through", "--wrap", "nowhere-at-all", "--yes"), "`nowhere-at-all` is not on PATH"),
    ):
        status, out, err = hcp("new", *words)
        assert (status, out) == (2, "")
        assert err.startswith(f"error: {message}")
    assert not (place / "mail").exists()


def test_an_answers_file_can_ask_for_it(hcp: Callable[..., Told], box: Path, place: Path) -> None:
    (place / "a.yaml").write_text(f"wrap: {json.dumps(str(box))}\npass_through: true\n")
    assert hcp("new", "channel", "mail", "--answers", "a.yaml", "--yes")[0] == 0
    kept = json.loads((place / "mail" / ".hcp" / "answers.json").read_text())
    assert kept["pass_through"] is True
    (place / "a.yaml").write_text("pass_through: often\n")
    _, _, err = hcp("new", "channel", "other", "--answers", "a.yaml", "--yes")
    assert err == "error: `pass_through` must be true or false, not text\n  try: pass_through: true\n"
