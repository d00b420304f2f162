"""`hcp-author introspect`: what a person and a program see of it."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from hcp_author.cli.main import run
from hcp_author.pack import shape

Make = Callable[[str, str], Path]

TIDE = """
case "$*" in
  --help) printf 'usage: tide <command>\\n\\nKeep a ledger of tides.\\n\\nCommands:\\n'
          printf '  list, ls   print the tides\\n  mark       write a tide\\n  (%%)        is no word\\n\\n'
          printf 'Options:\\n  -q, --quiet  say less ($TIDE_BOOK)\\n' ;;
  "list --help") printf 'usage: tide list [--limit <n>] <harbour> [<more>...]\\n\\n  --limit <n>  at most n\\n' ;;
  "mark --help") printf 'usage: tide mark --at <when> <hour>\\n\\n  --at <when>  when it was\\n'
                 printf '  --force  do it all the same\\n' ;;
  *) exit 1 ;;
esac
"""

DRAWN = """\
tide ({path})
Keep a ledger of tides.

Commands:
  list|ls <harbour> [<more>...]             print the tides (1 selection option)
  mark --at <when> <hour>                   write a tide (2 options: 1 required, 1 safety)

and 1 option of tide itself: --quiet

reads from the environment: TIDE_BOOK

2 commands, 3 asked, 1 line not understood (--unread), from help, {seconds} s, sandbox: none
note: tide: it ran without a sandbox: neither network nor other writes were blocked
"""


def test_the_tree_as_text(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    program = shell("tide", TIDE)
    assert run(["introspect", str(program), "--no-sandbox"]) == 0
    out, err = capsys.readouterr()
    seconds = out.split(" from help, ")[1].split(" s,")[0]
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
    Draft202012Validator(shape.load("tree")).validate(document)


def test_the_lines_that_were_not_understood(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    program = shell("tide", TIDE)
    assert run(["introspect", str(program), "--no-sandbox", "--unread"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tide:\n  (%) is no word\n\n2 commands")
    plain = shell("ebb", "echo 'usage: ebb [-q]'")
    assert run(["introspect", str(plain), "--no-sandbox", "--unread"]) == 0
    assert capsys.readouterr().out.startswith("every line was understood\n")


def test_a_program_without_commands_shows_its_options_by_class(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [f"  --one{n} <n>  number {n}" for n in range(10)]
    rows += ["  --json  as JSON", "  --since <day>  from then on", "  --force  at all events"]
    program = shell("ebb", "cat <<'END'\nusage: ebb [options] <harbour>\n\n" + "\n".join(rows) + "\nEND")
    assert run(["introspect", str(program), "--no-sandbox"]) == 0
    out = capsys.readouterr().out
    assert "selection:\n  --since <day>" in out
    assert "output:\n  --json" in out
    assert "safety:\n  --force" in out
    assert out.index("selection:") < out.index("output:") < out.index("safety:") < out.index("other:\n")


def test_progress_is_shown_on_a_terminal_alone(shell: Make) -> None:
    import os
    import pty

    program = shell("tide", TIDE)
    main, side = pty.openpty()
    words = [sys.executable, "-m", "hcp_author", "introspect", str(program), "--no-sandbox", "--json", "--refresh"]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=side, check=True)
    os.close(side)
    shown = b""
    with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
        while block := os.read(main, 4096):
            shown += block
    os.close(main)
    assert b"tide list --help" in shown
    assert shown.endswith(b"\r\x1b[K")
    json.loads(done.stdout)


@pytest.mark.parametrize("columns", [30, 40, 80])
def test_on_a_terminal_no_line_is_wider(shell: Make, columns: int) -> None:
    import fcntl
    import os
    import pty
    import struct
    import termios

    long = "printf 'Commands for %s:\\n  weigh  weigh what comes to the mill, in gram\\n' 'all who come and go'"
    program = shell("tide", TIDE.replace("printf 'Options", f"{long}; printf 'Options"))
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    words = [sys.executable, "-m", "hcp_author", "introspect", str(program), "--no-sandbox"]
    around = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    subprocess.run(words, stdout=side, stderr=subprocess.DEVNULL, env=around, check=True)
    os.close(side)
    shown = b""
    with contextlib.suppress(OSError):
        while block := os.read(main, 4096):
            shown += block
    os.close(main)
    lines = shown.decode().splitlines()
    assert max(map(len, lines)) <= columns
    assert any(line.startswith("  mark --at <when> <hour>") for line in lines)
    assert "".join(" ".join(lines).split()).count("printthetides") == 1


def test_commands_that_were_not_asked_are_told_apart(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    body = "case $1 in --help) printf 'usage: mill <command>\\n\\nCommands:\\n  wipe  x\\n  delete  y\\n' ;; esac"
    assert run(["introspect", str(shell("mill", body)), "--no-sandbox"]) == 0
    out = capsys.readouterr().out
    assert "2 commands, 1 asked, 2 not asked" in out
    assert "without help" not in out


def test_a_program_that_is_not_there(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin")
    assert run(["introspect", "no-such-tide"]) == 2
    assert capsys.readouterr().err == (
        "error: `no-such-tide` is not on PATH (looked in /usr/bin)\n  try: give its absolute path\n"
    )


def test_a_program_that_tells_nothing(shell: Make, capsys: pytest.CaptureFixture[str]) -> None:
    program = shell("mute", "exit 0")
    assert run(["introspect", str(program), "--no-sandbox"]) == 1
    assert f"error: `{program} --help` gave no help that could be read: it printed nothing" in capsys.readouterr().err


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
