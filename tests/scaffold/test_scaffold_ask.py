"""On a terminal: questions, their defaults, and leaving half-way."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

DOWN, ENTER, CTRL_C, CLEAR = b"\x1b[B", b"\r", b"\x03", b"\x15"


class Person:
    """Somebody at a terminal in front of `hcp-author new …`; standard output goes to a file when `out` is given."""

    def __init__(self, words: list[str], out: Path | None = None) -> None:
        self.theirs, ours = pty.openpty()
        stdout = out.open("wb") if out else ours
        self.child = subprocess.Popen(
            [sys.executable, "-m", "hcp_author", "new", *words],
            stdin=ours, stdout=stdout, stderr=ours, start_new_session=True,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "200", "LINES": "50"},
            preexec_fn=None,
        )  # fmt: skip
        os.close(ours)
        self.seen = ""

    def sees(self, text: str, seconds: float = 30.0) -> None:
        until = time.monotonic() + seconds
        while text not in self.plain():
            assert time.monotonic() < until, f"never saw {text!r} in {self.plain()!r}"
            if select.select([self.theirs], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.theirs, 65536).decode("utf-8", "replace")
                except OSError:
                    assert text in self.plain(), f"never saw {text!r} in {self.plain()!r}"
            if "\x1b[6n" in self.seen:  # where is the cursor? a terminal answers
                self.seen = self.seen.replace("\x1b[6n", "")
                os.write(self.theirs, b"\x1b[1;1R")

    def plain(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.seen)

    def types(self, keys: bytes) -> None:
        self.seen = ""
        os.write(self.theirs, keys)

    def leaves_with(self) -> int:
        until = time.monotonic() + 30
        while self.child.poll() is None and time.monotonic() < until:
            if select.select([self.theirs], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.theirs, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        status = self.child.wait(10)
        os.close(self.theirs)
        return status


def test_a_person_answers_and_the_machine_s_answer_goes_elsewhere(place: Path) -> None:
    out = place / "out.json"
    person = Person(["channel", "mail", "--json"], out)
    person.sees("The program to wrap")
    person.types(ENTER)
    person.sees("What the pack is for")
    person.types(CLEAR + "Über uns.".encode() + ENTER)
    person.sees("How the pack is bound")
    person.types(DOWN + ENTER)
    person.sees("Whose the data is")
    person.types(ENTER)
    person.sees("that the upstream system pushes")
    person.types(CLEAR + b"item.updated, new_item" + ENTER)
    assert person.leaves_with() == 0
    assert json.loads(out.read_text())["pack"] == "mail"
    kept = json.loads((place / "mail/.hcp/answers.json").read_text())
    assert (kept["summary"], kept["binding"], kept["land"]) == ("Über uns.", "local", "local")
    assert kept["triggers"] == ["item.updated", "new_item"]


def test_only_what_no_flag_says_is_asked(place: Path) -> None:
    flags = ["--wrap", "", "--binding", "user", "--land", "brain", "--trigger", ""]
    person = Person(["channel", "mail", *flags])
    person.sees("What the pack is for")
    person.types(ENTER)
    person.sees("made mail in mail")
    assert person.leaves_with() == 0
    assert json.loads((place / "mail/.hcp/answers.json").read_text())["land"] == "brain"


def test_what_is_typed_wrong_is_told_at_once(place: Path) -> None:
    flags = ["--wrap", "", "--summary", "Mine.", "--binding", "user", "--land", "brain"]
    person = Person(["sense_only", "mail", *flags[2:]])
    person.sees("that the upstream system pushes")
    person.types(CLEAR + b"Please List" + ENTER)
    person.sees("cannot stand for `--trigger REF`")
    person.types(CLEAR + b"run.completed" + ENTER)
    person.sees("made mail in mail")
    assert person.leaves_with() == 0


@pytest.mark.parametrize("after", [0, 1, 2])
def test_ctrl_c_at_a_question_leaves_nothing(place: Path, after: int) -> None:
    person = Person(["channel", "mail"])
    questions = ["The program to wrap", "What the pack is for", "How the pack is bound"]
    for question in questions[:after]:
        person.sees(question)
        person.types(ENTER)
    person.sees(questions[after])
    person.types(CTRL_C)
    assert person.leaves_with() == 130
    assert list(place.iterdir()) == []


def test_a_person_picks_among_the_verbs_of_a_program(place: Path, box: Path) -> None:
    flags = ["--summary", "Boxes.", "--binding", "user", "--land", "personal", "--trigger", ""]
    person = Person(["channel", "boxes", "--wrap", str(box), "--no-sandbox", *flags])
    person.sees("Which verbs?", 60)
    person.sees("box delete")
    assert re.search(r"delete +destructive +box delete", person.plain())
    person.types(b" " + ENTER)  # takes the first one out
    person.sees("made boxes in boxes")
    assert person.leaves_with() == 0
    kept = json.loads((place / "boxes/.hcp/answers.json").read_text())
    verbs = [verb["verb_key"] for verb in json.loads((place / "boxes/surface.json").read_text())["verbs"]]
    assert [*kept["pick"], "doctor"] == verbs
    assert len(kept["pick"]) == 6
