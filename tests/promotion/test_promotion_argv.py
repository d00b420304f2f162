"""What a promoted verb runs is what a person typed for it through the pass-through."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from on_terminal import on_terminal
from promotion_programs import face, recorded

from hcp_author.runtime import argv

Told = tuple[int, str, str]


def words(line: str, pack: Path) -> list[Any]:
    """The words of a line that promote shows, with the pack's own program in place of `bin/NAME`."""
    first, *rest = shlex.split(line)
    assert first == f"bin/{pack.name}"
    return [*face(pack), *rest]


def test_both_ways_run_the_program_with_one_argv(
    bare: Callable[..., Path], own_box: Path, promote: Callable[..., Told]
) -> None:
    pack = bare(own_box, "--binding", "user")
    shown = json.loads(promote(pack, "--yes", "--dry-run", "--json")[1])["verbs"]
    assert {verb["verb_key"] for verb in shown} >= {"list", "show", "count", "create", "delete"}
    before = {}
    for verb in shown:
        status, text = on_terminal(words(verb["pass_through"], pack), type_="\x04")
        assert status == 0, text
        before[verb["verb_key"]] = recorded(own_box)[-1]
    assert promote(pack, "--yes")[0] == 0
    for verb in shown:
        done = subprocess.run(words(verb["call"], pack), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert recorded(own_box)[-1] == before[verb["verb_key"]], verb


def test_the_line_is_what_exec_builds_of_the_sample(mail: Path, promote: Callable[..., Told]) -> None:
    shown = json.loads(promote(mail, "--yes", "--json")[1])["verbs"]
    surface = {verb["verb_key"]: verb for verb in json.loads((mail / "surface.json").read_text())["verbs"]}
    proof = json.loads((mail / "proof.json").read_text())["verbs"]
    for verb in shown:
        built = argv.build(surface[verb["verb_key"]]["exec"], proof[verb["verb_key"]]["args"])
        assert shlex.split(verb["pass_through"]) == ["bin/mail", "--confirm", "--", *built]


def test_a_person_sees_both_side_by_side(mail: Path, promote: Callable[..., Told]) -> None:
    lines = promote(mail, "--pick", "list,delete")[1].splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  list "))
    assert [line.split() for line in lines[at : at + 4]] == [
        ["list", "read", *"bin/mail list --limit 5".split()],
        ["was", *"bin/mail --confirm -- list --json --limit=5".split()],
        ["delete", "destructive", *"bin/mail delete example --confirm".split()],
        ["was", *"bin/mail --confirm -- delete example".split()],
    ]


def test_after_it_nothing_passes_through(mail: Path, promote: Callable[..., Told]) -> None:
    assert promote(mail, "--yes")[0] == 0
    status, shown = on_terminal([*face(mail), "--confirm", "--", "list"])
    assert (status, "has named commands, and passes nothing else through" in shown) == (64, True)
