"""`hcp-author introspect`: what a person and a program see of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.cli.main import run

Make = Callable[[str, str], Path]

TIDE = """
case "$*" in
  --help) printf 'usage: tide <command>\\n\\nKeep a ledger of tides.\\n\\nCommands:\\n'
          printf '  list, ls   print the tides\\n  mark       write a tide\\n\\n'
          printf 'Options:\\n  -q, --quiet  say less ($TIDE_BOOK)\\n' ;;
  "list --help") printf 'usage: tide list [--limit <n>] <harbour> [<more>...]\\n\\n  --limit <n>  at most n\\n' ;;
  "mark --help") printf 'usage: tide mark <hour>\\n' ;;
  *) exit 1 ;;
esac
"""

DRAWN = """\
tide ({path})
Keep a ledger of tides.

Commands:
  list|ls <harbour> [<more>...]             print the tides (1 option)
  mark <hour>                               write a tide

and 1 option of every command

reads from the environment: TIDE_BOOK

2 commands, 3 asked, {seconds} s, sandbox: none
note: tide: it ran without a sandbox: neither network nor other writes were blocked
"""


def test_the_tree_as_text(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    program = shell("tide", TIDE)
    assert run(["introspect", str(program), "--no-sandbox"]) == 0
    out, err = capsys.readouterr()
    seconds = out.split(" asked, ")[1].split(" s,")[0]
    assert out == DRAWN.format(path=program, seconds=seconds)
    assert err == ""  # no progress where no one looks


@pytest.mark.parametrize("flags", [["--json"], ["--format", "json"]])
def test_the_tree_as_json(shell: Make, capsys: pytest.CaptureFixture[str], flags: list[str]) -> None:
    program = shell("tide", TIDE)
    assert run(["introspect", str(program), "--no-sandbox", *flags]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "hcp-author/tree/1"
    assert document["program"]["path"] == str(program)
    assert [command["name"] for command in document["root"]["commands"]] == ["list", "mark"]
    assert document["root"]["commands"][0]["options"][0]["value"] == {
        "name": "n", "optional": False, "choices": None, "type": "integer",
    }  # fmt: skip
    assert document["coverage"]["probed"] == len(document["asked"]) == 3


def test_a_program_that_is_not_there(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin")
    assert run(["introspect", "no-such-tide"]) == 2
    assert capsys.readouterr().err == (
        "error: `no-such-tide` is not on PATH (looked in /usr/bin)\n  try: give its absolute path\n"
    )


def test_a_program_that_tells_nothing(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    program = shell("mute", "exit 0")
    assert run(["introspect", str(program), "--no-sandbox"]) == 1
    assert f"error: `{program} --help` gave no help that could be read" in capsys.readouterr().err


def test_a_format_that_is_none(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["introspect", str(shell("tide", TIDE)), "--format", "xml"]) == 2
    assert "`xml` is no format" in capsys.readouterr().err


def test_foreign_text_is_made_safe(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    body = (
        "printf 'usage: evil <command>\\n\\nCommands:\\n'\n"
        "printf '  list   \\033]0;owned\\007print \\033[2Jall\\342\\200\\256\\n  show   x\\n'"
    )
    assert run(["introspect", str(shell("evil", body)), "--no-sandbox"]) == 0
    out = capsys.readouterr().out
    assert "print all" in out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)


def test_help_shows_a_working_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["introspect", "--help"]) == 0
    assert "hcp-author introspect git --depth 1" in capsys.readouterr().out
