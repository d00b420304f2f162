"""Whole programs, written for the test, read into trees."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.errors import UserError
from hcp_author.introspect import probe
from hcp_author.introspect.crawl import introspect
from hcp_author.introspect.tree import Command, Tree

Make = Callable[[str, str], Path]

ARGPARSE = """
import argparse, sys
top = argparse.ArgumentParser(prog="tide", description="Keep a ledger of tides.")
top.add_argument("--version", action="version", version="tide 1.4.2")
top.add_argument("--book", metavar="FILE", help="the ledger (default: $TIDE_BOOK)")
subs = top.add_subparsers(dest="cmd", required=True)
show = subs.add_parser("list", aliases=["ls"], help="print the tides")
show.add_argument("harbour")
show.add_argument("--limit", type=int, metavar="N", help="at most N")
show.add_argument("--kind", choices=["high", "low"])
mark = subs.add_parser("mark", help="write a tide")
mark.add_argument("--height", required=True, type=float, metavar="FLOAT")
book = subs.add_parser("book", help="ledgers")
inner = book.add_subparsers(dest="sub")
inner.add_parser("open", help="open one").add_argument("--new", action="store_true")
inner.add_parser("drop", help="drop one")
args = top.parse_args()
open("/tmp/acted-%d" % __import__("os").getpid(), "w")
"""

# answers `SUB --help` only; knows a word that writes; acts when called without
SHELL = """
case "$*" in
  --help) cat <<'END'
Usage: mill <command>

Commands:
  show    Show the corn
  wipe    Throw all corn away
  grind   Grind corn
END
  ;;
  "show --help") printf 'Usage: mill show [--raw]\\n\\nOptions:\\n  --raw  as it is\\n' ;;
  "grind --help") printf 'Usage: mill grind [--fine] SACK\\n\\nOptions:\\n  --fine  as flour\\n' ;;
  "wipe --help") printf 'Usage: mill wipe [--all]\\n\\nOptions:\\n  --all  everything\\n' ;;
  *) echo acted >&2; exit 1 ;;
esac
"""


FERN = r"""
.TH FERN 1
.SH NAME
fern \- draw ferns
.SH SYNOPSIS
.B fern
[\fIoption\fR] \fIFILE\fR
.SH OPTIONS
.TP
.B \-\-fast
Draw at once.
.TP
.BR \-d ", " \-\-depth =\fIN\fR
How deep.
.SH ENVIRONMENT
.TP
.B FERN_DIR
Where.
"""


def find(tree: Tree, *path: str) -> Command:
    here = tree.root
    for word in path:
        here = next(command for command in here.commands if command.name == word)
    return here


@pytest.fixture(params=[True, False], ids=["sandboxed", "bare"])
def boxed(request: pytest.FixtureRequest) -> bool:
    if request.param:
        request.getfixturevalue("sandbox")
    return bool(request.param)


def test_a_program_of_two_levels(python: Make, boxed: bool) -> None:
    tree = introspect(str(python("tide", ARGPARSE)), sandbox=boxed)
    assert (tree.program.version, tree.root.group, tree.env) == ("1.4.2", True, ["TIDE_BOOK"])
    assert [command.name for command in tree.root.commands] == ["list", "mark", "book"]
    listing = find(tree, "list")
    assert (listing.aliases, [a.name for a in listing.arguments], listing.group) == (["ls"], ["harbour"], False)
    limit = next(option for option in listing.options if option.long == "--limit")
    assert limit.value is not None
    assert (limit.value.name, limit.value.type, limit.required) == ("N", "integer", False)
    kind = next(option for option in listing.options if option.long == "--kind")
    assert kind.value is not None
    assert kind.value.choices == ["high", "low"]
    assert next(o for o in find(tree, "mark").options if o.long == "--height").required
    assert [command.name for command in find(tree, "book").commands] == ["open", "drop"]
    assert [o.long for o in find(tree, "book", "open").options] == ["--help", "--new"]
    assert tree.coverage.commands == 5
    assert tree.coverage.failed == 0
    assert ["list", "--help"] in tree.asked
    assert all(arguments[-1] in ("--help", "--version") for arguments in tree.asked)


def test_depth_is_kept(python: Make, boxed: bool) -> None:
    tree = introspect(str(python("tide", ARGPARSE)), depth=1, sandbox=boxed)
    assert all(len(arguments) <= 2 for arguments in tree.asked)
    assert introspect(str(python("tide", ARGPARSE)), depth=0, sandbox=boxed).asked == [["--help"], ["--version"]]


def test_what_writes_is_asked_last(shell: Make, boxed: bool) -> None:
    tree = introspect(str(shell("mill", SHELL)), sandbox=boxed)
    order = [arguments[0] for arguments in tree.asked if len(arguments) == 2]
    assert order[0] == "show"  # and only when that has answered with help, the others
    assert [o.long for o in find(tree, "wipe").options] == ["--all"]


def test_what_writes_is_not_asked_outside_a_sandbox_without_proof(shell: Make) -> None:
    body = """
case "$1" in
  --help) printf 'Usage: mill <command>\\n\\nCommands:\\n  wipe   x\\n  delete   y\\n' ;;
  *) touch /tmp/never ;;
esac"""
    tree = introspect(str(shell("mill", body)), sandbox=False)
    assert tree.asked == [["--help"]]
    assert (tree.coverage.failed, tree.coverage.not_asked) == (0, 2)


def test_what_writes_is_not_asked_where_its_siblings_do_not_answer_with_help(shell: Make, boxed: bool) -> None:
    body = """
case "$1" in
  --help) printf 'Usage: mill <command>\\n\\nCommands:\\n  show   x\\n  wipe   x\\n  delete   y\\n' ;;
  show) echo "grain: 12 sacks" ;;
  *) echo gone ;;
esac"""
    tree = introspect(str(shell("mill", body)), sandbox=boxed)
    assert ["show", "--help"] in tree.asked
    assert not [arguments for arguments in tree.asked if arguments[0] in ("wipe", "delete")]


def test_a_program_that_answers_all_with_its_own_page_is_not_multiplied(shell: Make, boxed: bool) -> None:
    body = "cat <<'END'\nUsage: mill <command>\n\nCommands:\n  show    Show\n  list    List\n  grind   Grind\nEND"
    tree = introspect(str(shell("mill", body)), sandbox=boxed)
    assert [command.name for command in tree.root.commands] == ["show", "list", "grind"]
    assert all(not command.commands and not command.options for command in tree.root.commands)
    assert "no help of their own" in tree.notes[0].problem


def test_help_is_asked_in_the_way_that_the_program_names(shell: Make, boxed: bool) -> None:
    body = """
case "$1 $2" in
  "--help ") printf 'usage: mill <command>\\n\\nCommands:\\n  show  Show\\n  help  Tell more\\n\\n'
             echo 'Type "mill help <command>".' ;;
  "help show") printf 'usage: mill show [--raw]\\n\\n  --raw  as it is\\n' ;;
  *) echo "unknown option" >&2; exit 2 ;;
esac"""
    tree = introspect(str(shell("mill", body)), sandbox=boxed)
    assert [o.long for o in find(tree, "show").options] == ["--raw"]
    assert ["show", "--help"] in tree.asked
    assert ["show", "-h"] not in tree.asked  # the help offers no -h


def test_a_listing_that_the_help_names_is_asked(shell: Make, boxed: bool) -> None:
    body = """
case "$*" in
  --help) printf 'usage: mill <command>\\n\\nCommon commands:\\n  show  Show\\n\\n'
          echo "See 'mill help -a' for all commands." ;;
  "help -a") printf 'Main commands:\\n  show   Show\\n  list   List\\n  sift   Sift\\n' ;;
  *) exit 1 ;;
esac"""
    tree = introspect(str(shell("mill", body)), sandbox=boxed)
    assert [command.name for command in tree.root.commands] == ["show", "list", "sift"]


def test_words_of_a_usage_line_are_commands_if_they_have_help_of_their_own(python: Make, boxed: bool) -> None:
    body = """
import argparse, sys
if sys.argv[1:2] == ["weigh"]:
    p = argparse.ArgumentParser(prog="mill weigh"); p.add_argument("--gram"); p.parse_args(sys.argv[2:])
elif sys.argv[1:2] == ["show"]:
    p = argparse.ArgumentParser(prog="mill show"); p.add_argument("--raw"); p.parse_args(sys.argv[2:])
else:
    p = argparse.ArgumentParser(prog="mill"); p.add_argument("what", choices=["weigh", "show"]); p.parse_args()
"""
    tree = introspect(str(python("mill", body)), sandbox=boxed)
    assert [command.name for command in tree.root.commands] == ["weigh", "show"]
    assert tree.root.arguments == []
    assert [o.long for o in find(tree, "weigh").options] == ["--help", "--gram"]


def test_a_program_without_commands_has_its_options(python: Make, boxed: bool) -> None:
    body = """
import argparse
p = argparse.ArgumentParser(prog="sift")
p.add_argument("files", nargs="+")
p.add_argument("--mesh", type=int)
p.parse_args()
"""
    tree = introspect(str(python("sift", body)), sandbox=boxed)
    assert tree.root.commands == []
    assert [(a.name, a.required, a.variadic) for a in tree.root.arguments] == [("files", True, True)]
    assert [o.long for o in tree.root.options] == ["--help", "--mesh"]


def test_within_the_budget_something_is_given(shell: Make, boxed: bool) -> None:
    body = """
case "$*" in
  --help) printf 'Usage: mill <command>\\n\\nCommands:\\n'
          i=0; while [ $i -lt 40 ]; do echo "  show$i  Show"; i=$((i+1)); done ;;
  *) sleep 1.5; echo "Usage: mill $1 [--raw]" ;;
esac"""
    started = time.monotonic()
    tree = introspect(str(shell("mill", body)), budget_seconds=2, sandbox=boxed)
    assert time.monotonic() - started < 15  # all forty would take twenty on a machine with nothing else to do
    assert len(tree.root.commands) == 40
    assert tree.coverage.not_asked > 0
    late = next(note.problem for note in tree.notes if "out of time" in note.problem)
    assert late == f"out of time: {tree.coverage.not_asked} commands were not asked"
    assert tree.coverage.failed < 40 - tree.coverage.not_asked  # asked, and ended before they answered
    assert tree.coverage.partial


def test_the_budget_bounds_the_first_question_too(shell: Make, boxed: bool) -> None:
    with pytest.raises(UserError) as caught:
        introspect(str(shell("mill", "exec sleep 60")), budget_seconds=1, sandbox=boxed)
    assert caught.value.message.endswith(("did not finish within 1 s", "did not finish within 2 s"))
    assert caught.value.fix.startswith("give it more time: --timeout ")


def test_help_in_another_encoding_is_read_and_told(shell: Make, tmp_path: Path) -> None:
    (tmp_path / "page").write_bytes("Usage: mill [options]\n\nOptions:\n  --größe  für alle\n".encode("cp1252"))
    tree = introspect(str(shell("mill", f"cat {tmp_path}/page")), sandbox=False)
    assert [(option.long, option.summary) for option in tree.root.options] == [("--größe", "für alle")]
    told = [note.problem for note in tree.notes if "UTF-8" in note.problem]
    assert told == ["--help: its text is no UTF-8 and was read as cp1252"]


def test_a_command_that_crashes_is_a_note(shell: Make, boxed: bool) -> None:
    body = """
case "$*" in
  --help) printf 'Usage: mill <command>\\n\\nCommands:\\n  show   Show\\n  fall   Fall\\n' ;;
  "fall --help") kill -SEGV $$ ;;
  *) echo "Usage: mill $1 [--raw]" ;;
esac"""
    tree = introspect(str(shell("mill", body)), sandbox=boxed)
    assert (["fall"], "crashed (SIGSEGV)") in [(note.path, note.problem) for note in tree.notes]


def test_one_command_that_hangs_is_a_note(shell: Make, sandbox: bool) -> None:
    body = """
case "$*" in
  --help) printf 'Usage: mill <command>\\n\\nCommands:\\n  show   Show\\n  list   List\\n  hang   Hang\\n' ;;
  "hang --help") sleep 60 ;;
  *) echo "Usage: mill $1 [--raw]" ;;
esac"""
    tree = introspect(str(shell("mill", body)), budget_seconds=3)
    assert [o.long for o in find(tree, "list").options] == ["--raw"]
    assert [(note.path, note.problem.startswith("no answer within")) for note in tree.notes] == [(["hang"], True)]


def test_help_that_acts_is_told(shell: Make, sandbox: bool) -> None:
    tree = introspect(str(shell("mytool", ': > made_by_help\n: > "$HOME/.mytoolrc"\necho "Usage: mytool plan|list"')))
    assert "it ran with --help and tried to write: HOME/.mytoolrc, WORK/made_by_help" in tree.notes[-1].problem


def test_without_a_sandbox_the_tree_says_so(shell: Make) -> None:
    tree = introspect(str(shell("mytool", 'echo "Usage: mytool [-x]"')), sandbox=False)
    assert tree.coverage.sandbox == "none"
    assert "neither network nor other writes were blocked" in tree.notes[-1].problem


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("exit 3", "gave no help that could be read: it printed nothing (exit status 3)"),
        ("kill -SEGV $$", "crashed (SIGSEGV)"),
        ("echo aborting; kill -ABRT $$", "crashed (SIGABRT) (it said: aborting)"),
        ("echo hello", "gave no help that could be read (it said: hello)"),
        ("while :; do echo 'Usage: flood  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; done", "printed more than 1 MiB"),
    ],
)
def test_nothing_readable_is_an_error(shell: Make, body: str, said: str) -> None:
    program = shell("mute", body)
    with pytest.raises(UserError) as caught:
        introspect(str(program), sandbox=False)
    assert caught.value.message == f"`{program} --help` {said}"
    assert caught.value.fix.endswith("hcp-author introspect --from help FILE")
    assert caught.value.status == 1


def test_a_manual_page_is_named_where_there_is_one(
    shell: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "my manuals/man1/mute.1"
    page.parent.mkdir(parents=True)
    page.write_text(FERN)
    monkeypatch.setenv("MANPATH", str(tmp_path / "my manuals"))
    with pytest.raises(UserError) as caught:
        introspect(str(shell("mute", "exit 0")), sandbox=False)
    assert caught.value.fix == f"hcp-author introspect --from man '{page}'"


def test_where_no_sandbox_works_it_stops_and_names_the_way_out(shell: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in probe.SANDBOXES:
        monkeypatch.setitem(probe.SANDBOXES, kind, "/nowhere/at/all")
    with pytest.raises(UserError) as caught:
        introspect(str(shell("tide", "echo Usage: tide")))
    assert caught.value.message.startswith("`tide` was not run: no sandbox works here")
    assert caught.value.fix.endswith("hcp-author introspect tide --no-sandbox")


def test_a_manual_page_beside_the_program_fills_in(shell: Make, tmp_path: Path, sandbox: bool) -> None:
    prefix = tmp_path / "opt"
    (prefix / "bin").mkdir(parents=True)
    (prefix / "share/man/man1").mkdir(parents=True)
    program = prefix / "bin/fern"
    program.write_text("#!/bin/sh\necho 'usage: fern [--fast] FILE'\n")
    program.chmod(0o755)
    (prefix / "share/man/man1/fern.1").write_text(FERN)
    tree = introspect(str(program))
    assert tree.root.summary == "draw ferns"
    depth = next(o for o in tree.root.options if o.long == "--depth")
    assert depth.value is not None
    assert (depth.short, depth.value.type, depth.summary) == ("-d", "integer", "How deep.")
    assert tree.env == ["FERN_DIR"]


def test_no_file_of_ours_stays(python: Make, boxed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    monkeypatch.setattr("tempfile.tempdir", None)
    introspect(str(python("tide", ARGPARSE)), sandbox=boxed)
    assert os.listdir(scratch) == []


def test_a_program_that_needs_more_of_its_home_gets_it_without_the_secrets(
    tmp_path: Path, sandbox: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("env/bin", "src/reeds", ".ssh"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / ".ssh/id").write_text("secret")
    (tmp_path / "src/reeds/__init__.py").write_text(
        "import argparse, os\n"
        "p = argparse.ArgumentParser(prog='reeds')\n"
        f"p.add_argument('--far-open' if os.path.exists('{tmp_path}/.ssh/id') else '--far-shut')\np.parse_args()\n"
    )
    program = tmp_path / "env/bin/reeds"
    program.write_text(f"#!{sys.executable}\nimport sys\nsys.path.insert(0, '{tmp_path}/src')\nimport reeds\n")
    program.chmod(0o755)
    monkeypatch.setenv("HOME", str(tmp_path))
    tree = introspect(str(program))
    assert [option.long for option in tree.root.options] == ["--help", "--far-shut"]
    assert tree.asked == [["--help"], ["--help"]]


def test_a_usage_line_may_begin_with_the_program_s_whole_path(shell: Make) -> None:
    lines = ["Usage:\\t$0 [options] <filter> [file...]", "\\t$0 [options] --args <filter> [value...]"]
    page = "\\n".join([*lines, "", "Options:", "  -n, --null  begin with nothing"])
    program = shell("sift", f'printf "{page}\\n"')
    tree = introspect(str(program), sandbox=False)
    assert "sift" not in [operand.name for operand in tree.root.arguments]
    assert not any("/" in operand.name for operand in tree.root.arguments)


# `SUB --help` is a manual page, `SUB -h` a line that only points to it
LONG_AND_SHORT = """
case "$*" in
  --help) cat <<'END'
NAME
    cloud - manage clouds

SYNOPSIS
    cloud COMMAND [--account=ACCOUNT]

FLAGS
     --account=ACCOUNT
        Whose cloud.

     -h
        Print a summary.

COMMANDS
     list
        List them.

     blow
        Let it blow.
END
  ;;
  *" --help") printf 'NAME\\n    cloud %s - do it\\n\\n' "$1"
    printf 'SYNOPSIS\\n    cloud %s [--limit=N]\\n\\nFLAGS\\n     --limit=N\\n        At most.\\n' "$1" ;;
  *" -h") printf 'Usage: cloud %s [optional flags]\\n' "$1" ;;
  *) exit 1 ;;
esac
"""


def test_a_manual_page_that_is_printed_stands_before_a_short_line(shell: Make, boxed: bool) -> None:
    tree = introspect(str(shell("cloud", LONG_AND_SHORT)), sandbox=boxed)
    assert {command.name: [o.long for o in command.options] for command in tree.root.commands} == {
        "list": ["--limit"],
        "blow": ["--limit"],
    }


def test_a_closed_set_of_verbs_is_a_list_of_commands(shell: Make) -> None:
    page = "Usage: till cache [ls|list|clean|dir] [flags]\\n\\nOptions:\\n  --json  as JSON\\n"
    top = "Usage: till COMMAND\\n\\nCommands:\\n  cache  what is kept\\n  sort   put in order\\n"
    body = f"""case "$*" in
  --help) printf '{top}' ;;
  cache*) printf '{page}' ;;
  sort*) printf 'Usage: till sort [up|down|list]\\n\\nOptions:\\n  --json  as JSON\\n' ;;
esac"""
    tree = introspect(str(shell("till", body)), sandbox=False)
    assert [command.name for command in find(tree, "cache").commands] == ["ls", "list", "clean", "dir"]
    assert find(tree, "sort").commands == []


# every command but one answers with a list that is the program's, made shorter; `{usage}` is what that begins with
GENERAL = """
case "$*" in
  --help) cat <<'END'
Usage: mill [OPTIONS] COMMAND [ARGS]...

Options:
  --rack DIR   where the sacks stand

Commands:
  ls, list   List the sacks
  up (u)     Lift a sack
  drop       Throw a sack away
  run        Run COMMAND beside the mill
END
  ;;
  "run --help") printf 'Usage: mill run [OPTIONS] SACK COMMAND [ARG...]\\n\\nOptions:\\n  --fine  as flour\\n' ;;
  *) printf '%s\\n\\nCommands:\\n  ls, list   List the sacks\\n' "{usage}" ;;
esac
"""


@pytest.mark.parametrize("usage", ["Usage: mill [OPTIONS] COMMAND [ARGS]...", "Usage: mill COMMAND"])
def test_a_general_answer_is_no_page_of_each_command(shell: Make, sandbox: bool, usage: str) -> None:
    tree = introspect(str(shell("mill", GENERAL.replace("{usage}", usage))))
    assert [(c.name, c.aliases, len(c.commands)) for c in tree.root.commands] == [
        ("ls", ["list"], 0),
        ("up", ["u"], 0),
        ("drop", [], 0),
        ("run", [], 0),
    ]
    ran = find(tree, "run")
    assert [(a.name, a.required, a.variadic) for a in ran.arguments] == [
        ("SACK", True, False),
        ("COMMAND", True, False),
        ("ARG", False, True),
    ]
    assert {o.source for o in ran.options} == {"help"}


def test_names_beside_each_other_are_never_the_same(shell: Make, sandbox: bool) -> None:
    body = """
case "$*" in
  --help) printf 'Usage: mill COMMAND\\n\\nCommands:\\n  del   Throw away\\n  rm    Throw away (alias for del)\\n' ;;
  *) exit 1 ;;
esac
"""
    tree = introspect(str(shell("mill", body)))
    assert [(c.name, c.aliases) for c in tree.root.commands] == [("del", []), ("rm", [])]


def test_every_option_of_a_longer_page_tells_where_it_was_read(shell: Make, sandbox: bool) -> None:
    body = """
case "$*" in
  --help) printf 'Usage: mill [options] SACK\\n  --fine  as flour\\nSee mill --help all for more.\\n' ;;
  "--help all") printf 'Usage: mill [options] SACK\\n  --fine  as flour\\n  --coarse  as grist\\n' ;;
  *) exit 1 ;;
esac
"""
    tree = introspect(str(shell("mill", body)))
    assert [(o.long, o.source) for o in tree.root.options] == [("--fine", "help"), ("--coarse", "help")]
