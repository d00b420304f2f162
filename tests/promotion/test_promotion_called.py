"""What was called through the pass-through is evidence: by path and count, for this pack alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from on_terminal import on_terminal
from promotion_programs import LISTED, face, script

from hcp_author.introspect.tree import Command, Option
from hcp_author.promotion import called

Told = tuple[int, str, str]
ROOT = Command("tool", options=[Option(long="--extract", short="-x"), Option(short="-v")])
# more than a pack can hold; the usual words take all the places
COMMANDS = [(word, f"{word} the things") for word in ("list", "show", "search", "get", "create", "delete", "update")]
COMMANDS += [(word, f"{word} the things") for word in ("copy", "move", "rename", "tag", "count")]
COMMANDS += [("frobnicate", "print the frobs"), ("unfold", "unfold the things")]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "state" / "hcp" / "passthrough.log"
    path.parent.mkdir(parents=True)
    return path


def line(path: list[str], *options: str, pack_id: str = "mail") -> str:
    return json.dumps({"time": 1, "pack_id": pack_id, "path": path, "options": options}) + "\n"


def test_paths_are_counted_for_this_pack_alone(log: Path) -> None:
    log.write_text(line(["pr", "list"]) * 3 + line(["log"]) + line(["log"], pack_id="other") * 5)
    assert called.counts("mail", ROOT) == {("pr", "list"): 3, ("log",): 1}
    assert called.counts("nobody", ROOT) == {}


def test_calls_without_a_command_count_for_their_options(log: Path) -> None:
    log.write_text(line([], "--extract", "-v") + line([], "-x", "--extract") + line([]) + line(["x"], "--all"))
    assert called.counts("mail", ROOT) == {("--extract",): 2, ("-v",): 1, ("x",): 1}


def test_lines_that_are_none_of_ours_are_passed_over(log: Path) -> None:
    odd = ["", "{", "[]", "null", '{"pack_id": "mail"}', '{"pack_id": "mail", "path": "log"}', "\x00\xff", "[" * 99_999]
    odd += ['{"pack_id": "mail", "path": [1]}', '{"pack_id": "mail", "path": [], "options": {"a": 1}}']
    log.write_text("\n".join(odd) + "\n" + line(["log"]))
    assert called.counts("mail", ROOT) == {("log",): 1}


def test_of_a_very_long_log_the_end_is_read(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(called, "LARGEST", 400)
    log.write_text(line(["old"]) * 100 + line(["new"]) * 3)
    counts = called.counts("mail", ROOT)
    assert counts[("new",)] == 3
    assert counts[("old",)] < 5


def test_there_may_be_no_log(log: Path) -> None:
    assert called.counts("mail", ROOT) == {}
    log.mkdir()
    assert called.counts("mail", ROOT) == {}


def test_what_was_really_called_is_proposed_first(
    bare: Callable[..., Path], promote: Callable[..., Told], tmp_path: Path
) -> None:
    program = script(tmp_path / "programs" / "tool", LISTED.format(commands=COMMANDS))
    pack = bare(program, "--binding", "local")
    first = json.loads(promote(pack, "--yes", "--dry-run", "--json")[1])["verbs"]
    assert "unfold" not in [verb["verb_key"] for verb in first]
    for _ in range(3):
        status, shown = on_terminal([*face(pack), "--confirm", "--", "unfold"], type_="\x04")
        assert status == 0, shown
    verbs = json.loads(promote(pack, "--yes", "--json")[1])["verbs"]
    unfold = next(verb for verb in verbs if verb["verb_key"] == "unfold")
    assert unfold["why"][0] == "called 3 times through the pass-through"
    assert not any("called" in why for verb in verbs if verb is not unfold for why in verb["why"])


def test_scripts_can_be_evidence_too(
    bare: Callable[..., Path], promote: Callable[..., Told], tmp_path: Path, place: Path
) -> None:
    program = script(tmp_path / "programs" / "tool", LISTED.format(commands=COMMANDS))
    pack = bare(program, "--binding", "local")
    (place / "build.sh").write_text("#!/bin/sh\ntool unfold\ntool unfold\n")
    verbs = json.loads(promote(pack, "--yes", "--evidence", "build.sh", "--dry-run", "--json")[1])["verbs"]
    assert "called 2 times in build.sh" in next(verb for verb in verbs if verb["verb_key"] == "unfold")["why"]
    status, _, err = promote(pack, "--yes", "--evidence", "nowhere.sh")
    assert (status, err.splitlines()[0]) == (2, "error: cannot read `nowhere.sh`: No such file or directory")
