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
    person.sees("Which program does it wrap?")
    person.types(ENTER)
    person.sees("What is it for, in one line?")
    person.types(CLEAR + "Über uns.".encode() + ENTER)
    person.sees("What is it bound to?")
    person.types(DOWN + ENTER)
    person.sees("Whose is its data?")
    person.types(ENTER)
    person.sees("does the upstream system push?")
    person.types(CLEAR + b"item.updated, new_item" + ENTER)
    assert person.leaves_with() == 0
    assert json.loads(out.read_text())["pack"] == "mail"
    kept = json.loads((place / "mail/.hcp/answers.json").read_text())
    assert (kept["summary"], kept["binding"], kept["land"]) == ("Über uns.", "local", "local")
    assert kept["triggers"] == ["item.updated", "new_item"]


def test_kind_and_name_are_asked_where_they_are_not_given(place: Path) -> None:
    person = Person(["--binding", "user", "--land", "personal", "--summary", "Mine.", "--trigger", "", "--wrap", ""])
    person.sees("What kind of pack?")
    person.sees("read_only   lookups")
    person.types(DOWN + ENTER)
    person.sees("What is it called?")
    person.types(b"My Mail" + ENTER)
    person.sees("this is no pack_id")
    person.types(CLEAR + b"mail" + ENTER)
    person.sees("made the pack mail (read_only) in ./mail: ")
    assert person.leaves_with() == 0


def test_two_quotes_are_no_answer_as_in_a_shell(place: Path) -> None:
    person = Person(["channel", "mail", "--summary", "Mine.", "--binding", "user", "--land", "personal"])
    person.sees("Which program does it wrap?")
    person.types(b"''" + ENTER)
    person.sees("does the upstream system push?")
    person.types(CLEAR + b"''" + ENTER)
    assert person.leaves_with() == 0
    kept = json.loads((place / "mail/.hcp/answers.json").read_text())
    assert (kept["wrap"], kept["triggers"]) == ("", [])


def test_a_program_that_is_not_there_is_asked_for_again(place: Path) -> None:
    flags = ["--summary", "Mine.", "--binding", "user", "--land", "personal", "--trigger", ""]
    person = Person(["channel", "mail", *flags])
    person.sees("Which program does it wrap?")
    person.types(b"no-such-program" + ENTER)
    person.sees("error: `no-such-program` is not on PATH")
    person.sees("Which program does it wrap?")
    person.types(ENTER)
    assert person.leaves_with() == 0
    assert (place / "mail/adapter.py").is_file()


def test_only_what_no_flag_says_is_asked(place: Path) -> None:
    flags = ["--wrap", "", "--binding", "user", "--land", "brain", "--trigger", ""]
    person = Person(["channel", "mail", *flags])
    person.sees("What is it for, in one line?")
    person.types(ENTER)
    person.sees("made the pack mail (channel) in ./mail: ")
    assert person.leaves_with() == 0
    assert json.loads((place / "mail/.hcp/answers.json").read_text())["land"] == "brain"


def test_what_is_typed_wrong_is_told_at_once(place: Path) -> None:
    flags = ["--wrap", "", "--summary", "Mine.", "--binding", "user", "--land", "brain"]
    person = Person(["sense_only", "mail", *flags[2:]])
    person.sees("does the upstream system push?")
    person.types(CLEAR + b"Please List" + ENTER)
    person.sees("cannot stand for `--trigger REF`")
    person.types(CLEAR + b"run.completed" + ENTER)
    person.sees("made the pack mail (sense_only) in ./mail: ")
    assert person.leaves_with() == 0


@pytest.mark.parametrize("after", [0, 1, 2])
def test_ctrl_c_at_a_question_leaves_nothing(place: Path, after: int) -> None:
    person = Person(["channel", "mail"])
    questions = ["Which program does it wrap?", "What is it for, in one line?", "What is it bound to?"]
    for question in questions[:after]:
        person.sees(question)
        person.types(ENTER)
    person.sees(questions[after])
    person.types(CTRL_C)
    assert person.leaves_with() == 130
    assert person.plain().splitlines()[-1] == "interrupted"
    assert list(place.iterdir()) == []


def test_a_person_picks_among_the_verbs_of_a_program(place: Path, box: Path) -> None:
    flags = ["--summary", "Boxes.", "--binding", "user", "--land", "personal", "--trigger", ""]
    person = Person(["channel", "boxes", "--wrap", str(box), "--no-sandbox", *flags])
    person.sees("Which verbs?", 60)
    person.sees("destructive  box delete")  # its row, which is drawn last
    assert re.search(r"delete +destructive +box delete", person.plain())
    person.types(b" " + ENTER)  # takes the first one out
    person.sees("made the pack boxes (channel) in ./boxes: ")
    assert person.leaves_with() == 0
    kept = json.loads((place / "boxes/.hcp/answers.json").read_text())
    verbs = [verb["verb_key"] for verb in json.loads((place / "boxes/surface.json").read_text())["verbs"]]
    assert [*kept["pick"], "doctor"] == verbs
    assert len(kept["pick"]) == 6
