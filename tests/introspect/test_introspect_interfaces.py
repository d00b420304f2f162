"""Interfaces for completion: each asked of a small program that speaks it, and of none that does not."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

import pytest
from introspect_interfaces import MARKS, Make, compiled, environment, forms, named, option

from hcp_author.introspect import crawl, probe, resolve
from hcp_author.introspect.sources import argcomplete, click

OLD_MARKS = MARKS.removesuffix(b" __completeNoDesc")
x86 = pytest.mark.skipif(platform.machine() != "x86_64", reason="the compiled program is one for x86-64")
needs_sandbox = pytest.mark.usefixtures("sandbox")

# a program of cobra's kind: its help leaves `hide` and `--secret` out, and does not say what must be given
QUAY = r"""
help() { printf 'Runs a harbour.\n\nUsage:\n  quay [command]\n\nAvailable Commands:\n'
  printf '  crew        Who works here\n  moor        Give a boat a place\n  paint       Paint a boat\n'
  printf '\nFlags:\n  -h, --help   help for quay\n  -v, --verbose   say more\n'; }
leaf() { printf '%s\n\nUsage:\n  quay %s [flags]\n\nFlags:\n%s\n' "$1" "$2" "$3"; }
case "$*" in
--help) help ;;
'moor --help') leaf 'Give a boat a place' moor '  -h, --help   help
  -b, --berth string   which berth' ;;
'paint --help') leaf 'Paint a boat' paint '  -h, --help   help' ;;
'crew --help') printf 'Who works here\n\nUsage:\n  quay crew [command]\n\nAvailable Commands:\n'
  printf '  add   Take somebody on\n  list  Show everybody\n\nFlags:\n  -h, --help   help\n' ;;
'crew add --help') leaf 'Take somebody on' 'crew add' '  -h, --help   help
      --name string   the name
      --nick string   what friends say' ;;
'crew list --help') leaf 'Show everybody' 'crew list' '  -h, --help   help' ;;
'__complete ') printf 'crew\tWho works here\nhelp\tHelp about any command\nhide\tNot in the help\n'
  printf 'moor\tGive a boat a place\npaint\tPaint a boat\nsink\tNor this\n_activeHelp_ a hint\n:4\n' ;;
'__complete -') printf -- '--help\thelp\n-h\thelp\n--verbose\tsay more\n-v\tsay more\n:4\n' ;;
'__complete crew ') printf 'add\tTake somebody on\nlist\tShow everybody\nfire\tLet go\n:4\n' ;;
'__complete moor -') printf -- '--help\thelp\n-h\thelp\n--berth\twhich berth\n-b\twhich berth\n'
  printf -- '--rope\tits `length`\n-r\tits `length`\n--dry\tonly say it\n:4\n' ;;
'__complete moor --rope -') printf ':0\n' ;;
'__complete moor --dry -') printf -- '--help\thelp\n--berth\twhich berth\n:4\n' ;;
'__complete crew add -') printf -- '--name\tthe name\n:4\n' ;;
'__complete crew add --name=1 -') printf -- '--help\thelp\n--nick\twhat friends say\n:4\n' ;;
*) echo acted; exit 1 ;;
esac
"""


@x86
@needs_sandbox
def test_cobra_tells_what_the_help_leaves_out(shell: Make) -> None:
    root = crawl.introspect(str(compiled(shell, "quay", QUAY))).root
    assert {c.name for c in root.commands} == {"crew", "help", "hide", "moor", "paint", "sink"}
    assert (named(root, "sink").source, named(root, "moor").source) == ("complete", "help")
    assert [c.name for c in named(root, "crew").commands] == ["add", "list", "fire"]
    moor = named(root, "moor")
    assert [(o.long, o.short, o.source) for o in moor.options] == [
        ("--help", "-h", "help"),
        ("--berth", "-b", "help"),
        ("--rope", "-r", "complete"),
        ("--dry", None, "complete"),
    ]
    rope, dry = option(moor, "--rope"), option(moor, "--dry")
    assert rope.value is not None
    assert (rope.value.name, rope.summary, dry.value) == ("length", "its length", None)


@x86
@needs_sandbox
def test_cobra_tells_what_must_be_given(shell: Make) -> None:
    add = named(crawl.introspect(str(compiled(shell, "quay", QUAY))).root, "crew", "add")
    assert [(o.long, o.required) for o in add.options] == [("--help", False), ("--name", True), ("--nick", False)]


@x86
@needs_sandbox
def test_where_the_help_says_all_little_more_is_asked(shell: Make) -> None:
    honest = QUAY.replace(r"hide\tNot in the help\n", "").replace(r"sink\tNor this\n", "")
    honest = honest.replace(r"fire\tLet go\n", "")
    tree = crawl.introspect(str(compiled(shell, "quay", honest)))
    assert sorted(forms(tree, "__complete")) == [
        "__complete ",
        "__complete -",
        "__complete crew add -",
        "__complete crew add --name=1 -",
    ]


@x86
@needs_sandbox
@pytest.mark.parametrize("marks", [b"", OLD_MARKS, b"\x04\0\0\0Go\0\0 github.com/spf13/cobra __completeNoDesc"])
def test_without_the_mark_nothing_is_asked(shell: Make, marks: bytes) -> None:
    assert forms(crawl.introspect(str(compiled(shell, "quay", QUAY, marks))), "__complete") == []


@x86
def test_without_a_sandbox_cobra_is_not_asked(shell: Make) -> None:
    assert forms(crawl.introspect(str(compiled(shell, "quay", QUAY)), sandbox=False), "__complete") == []


@needs_sandbox
def test_a_script_that_only_speaks_like_cobra_is_not_asked(shell: Make) -> None:
    tree = crawl.introspect(str(shell("quay", f"# {MARKS[8:].decode()}\n{QUAY}")))
    assert forms(tree, "__complete") == []


@x86
@needs_sandbox
def test_an_answer_that_is_not_of_cobras_shape_is_dropped(shell: Make) -> None:
    wild = QUAY.replace("__complete ')", "__other ')").replace("*) echo acted; exit 1", r"*) printf 'sail\tacted\n'")
    root = crawl.introspect(str(compiled(shell, "quay", wild))).root
    assert {c.name for c in root.commands} == {"crew", "moor", "paint"}


GH = shutil.which("gh")


@needs_sandbox
@pytest.mark.skipif(GH is None, reason="gh is not installed")
def test_gh_is_told_to_be_cobras_and_asked_in_both_ways() -> None:
    tree = crawl.introspect("gh", depth=1)
    assert forms(tree, "__complete")[:2] == ["__complete ", "__complete -"]
    assert next(c for c in tree.root.commands if c.name == "help").source == "complete"


CLICK = """
import os, sys
import click

@click.group()
def main():
    "Runs a harbour."
    if len(sys.argv) == 1:
        open(os.path.expanduser("~/acted"), "w").close()

@main.command()
@click.option("--berth", "-b", help="Which berth.")
@click.option("--rope", help="Its length.", type=int)
@click.option("--dry/--wet", help="Only say it.")
def moor(berth, rope, dry):
    "Give a boat a place."

@main.command()
def sink():
    "Send a boat down."
"""
CALL = "\nmain()\n"
# help that leaves out a command and the options of another
SPARE = """
def spare(self, ctx, formatter):
    with formatter.section("Commands"):
        formatter.write_dl([("moor", "Give a boat a place.")])

click.Group.format_commands = spare
moor.format_options = lambda ctx, formatter: None
main.add_command(sink, "scuttle")
"""


@needs_sandbox
def test_click_tells_what_the_help_leaves_out(python: Make) -> None:
    tree = crawl.introspect(str(python("quay", CLICK + SPARE + CALL)))
    assert {c.name: c.source for c in tree.root.commands} == {"moor": "help", "sink": "complete", "scuttle": "complete"}
    options = {o.long: o for o in named(tree.root, "moor").options}
    assert {"--berth", "--rope", "--dry"} <= set(options)
    assert options["--berth"].short == "-b"
    assert options["--dry"].other_names == ["--wet"]
    assert forms(tree, "_QUAY_COMPLETE=fish_complete")[0] == "_QUAY_COMPLETE=fish_complete COMP_WORDS=quay COMP_CWORD="
    assert "acted" not in str(tree.notes)


@needs_sandbox
def test_clicks_own_help_is_asked_about_once(python: Make) -> None:
    tree = crawl.introspect(str(python("quay", CLICK + CALL)))
    assert len(forms(tree, "_QUAY_COMPLETE")) == 1
    assert [c.source for c in tree.root.commands] == ["help", "help"]


@needs_sandbox
@pytest.mark.parametrize(
    ("group", "call"), [("group(invoke_without_command=True)", CALL), ("group()", "\nmain(prog_name='harbour')\n")]
)
def test_a_click_program_that_acts_bare_or_has_another_name_is_not_asked(python: Make, group: str, call: str) -> None:
    tree = crawl.introspect(str(python("quay", CLICK.replace("group()", group) + call)))
    assert forms(tree, "COMPLETE") == []
    assert "acted" not in str(tree.notes)


def test_without_a_sandbox_no_environment_is_set(python: Make) -> None:
    program = str(python("quay", CLICK + SPARE + CALL))
    assert forms(crawl.introspect(program, sandbox=False), "COMPLETE") == []
    door = probe.open_door(resolve.find(program), wanted=False)
    with pytest.raises(ValueError, match="sandbox"):
        probe.ask(door, (), env={"_QUAY_COMPLETE": "fish_complete"})


# says that it is click's and is not: it acts when it is run bare
LIAR = """
import os, sys
if False:
    import click

def main():
    open(os.path.expanduser("~/runs-" + str(len(sys.argv))), "w").close()
    if sys.argv[1:2] == ["--help"]:
        print("Usage: quay [OPTIONS] COMMAND [ARGS]...\\n")
        print("Options:\\n  --help  Show this message.\\n\\nCommands:\\n  moor  a\\n  sail  b")
    else:
        print("3 boats in the harbour")
"""


@needs_sandbox
def test_a_reply_that_is_ordinary_output_ends_the_asking(tmp_path: Path) -> None:
    program = environment(
        tmp_path, "quay", {"quaylib/__init__.py": "", "quaylib/cli.py": LIAR, "click/shell_completion.py": ""}
    )
    tree = crawl.introspect(str(program))
    assert len(forms(tree, "COMPLETE")) == 1
    assert {c.name for c in tree.root.commands} == {"moor", "sail"}
    assert "HOME/runs-1" in str(tree.notes)


@needs_sandbox
@pytest.mark.parametrize("library", ["click/core.py", "typer/_completion_classes.py"])
def test_without_the_librarys_completion_no_environment_is_set(tmp_path: Path, library: str) -> None:
    program = environment(tmp_path, "quay", {"quaylib/__init__.py": "", "quaylib/cli.py": LIAR, library: ""})
    tree = crawl.introspect(str(program))
    assert forms(tree, "COMPLETE") == []
    assert "runs-1" not in str(tree.notes)


TYPER = """
import typer
app = typer.Typer({settings})

@app.command()
def moor(berth: str = "a"):
    "Give a boat a place."

@app.command()
def sink():
    "Send a boat down."

app()
"""


@needs_sandbox
@pytest.mark.parametrize(("settings", "asked"), [("rich_markup_mode=None", 1), ("add_completion=False", 0)])
def test_typer_is_asked_in_its_own_form_where_help_names_it(python: Make, settings: str, asked: int) -> None:
    tree = crawl.introspect(str(python("quay", TYPER.format(settings=settings))))
    assert len(forms(tree, "_QUAY_COMPLETE=complete_powershell")) == asked
    assert {"moor", "sink"} <= {c.name for c in tree.root.commands}


def test_candidates_of_click_and_typer_are_read_and_other_text_is_not() -> None:
    assert click.click_rows("plain,a\tone\nmore of it\nplain,b\nfile,\n") == {"a": "one", "b": "", "": ""}
    assert click.typer_rows("a:::one\nb::: \n") == {"a": "one", "b": ""}
    for ordinary in ("Usage: quay\n", "\nplain,a\n", "3 boats\n"):
        assert click.click_rows(ordinary) is None
        assert click.typer_rows(ordinary) is None


ARGCOMPLETE = """
import argparse, argcomplete, os, sys

parser = argparse.ArgumentParser()
below = parser.add_subparsers(title="commands")
moor = below.add_parser("moor", help="Give a boat a place")
moor.add_argument("--berth", help="Which berth")
below.add_parser("hide", help="Out of sight")
below.add_parser("sink", help="Send a boat down")
if {spare} and "--help" in sys.argv and len(sys.argv) == 2:
    print("usage: quay [-h] {{moor}} ...\\n\\ncommands:\\n  moor  Give a boat a place\\n  dock  In dock")
    sys.exit()
if "_ARGCOMPLETE" in os.environ:
    print("hidden\\vwritten where nobody looks")
argcomplete.autocomplete(parser)
parser.parse_args()
open(os.path.expanduser("~/acted"), "w").close()
"""


@needs_sandbox
@pytest.mark.parametrize(("spare", "lines"), [(False, ["quay "]), (True, ["quay ", "quay -", "quay moor -"])])
def test_argcomplete_is_asked_on_its_own_descriptor(python: Make, spare: bool, lines: list[str]) -> None:
    pytest.importorskip("argcomplete")
    tree = crawl.introspect(str(python("quay", ARGCOMPLETE.format(spare=spare))))
    asked = [arg.removeprefix("COMP_LINE=") for args in tree.asked for arg in args if arg.startswith("COMP_LINE=")]
    assert set(lines) <= set(asked) if spare else asked == lines
    assert {c.name for c in tree.root.commands} - {"dock"} == {"moor", "hide", "sink"}
    assert "acted" not in str(tree.notes)


def test_candidates_of_argcomplete_are_read() -> None:
    assert argcomplete.rows("a\tone\vb\v--c\ttwo") == {"a": "one", "b": "", "--c": "two"}
    assert argcomplete.rows("") is None
