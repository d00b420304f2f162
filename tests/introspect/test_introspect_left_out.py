"""Commands that a program's help leaves out or cuts short, and where else they are written down."""

from __future__ import annotations

from pathlib import Path

import pytest

from hcp_author.introspect.crawl import introspect
from hcp_author.introspect.tree import Command, Tree

pytestmark = pytest.mark.usefixtures("sandbox")

MOST = """case "$*" in
--help) cat <<'END'
Usage: kiln [options] command

TITLE:
  list - list what burns
  load - put something in
  show - show one piece
  fire - begin to burn
  cool - let it cool

Options:
  -q  say little
END
;;
*) echo "kiln: no $1" >&2; exit 1 ;;
esac"""

COMPLETION = """
_kiln()
{
    local cur words
    local COMMANDS=("list" "load" "show" "showall" "fire" "cool" "rake-out")
    COMPREPLY=( $(compgen -W "${COMMANDS[*]}" -- "$cur") )
}
complete -F _kiln kiln
"""

# takes objects, and answers `OBJECT help` alone
OBJECTS = """case "$*" in
--help) echo 'Usage: kiln OBJECT { COMMAND | help }'
  echo 'where  OBJECT := { shelf | piece | log | glaze }' ;;
"shelf help") echo 'Usage: kiln shelf { add | change } NAME'; echo '       kiln shelf del NAME'
  echo '       kiln shelf show' ;;
"piece help") echo 'Usage: kiln piece { add | change } NAME'; echo '       kiln piece del NAME'
  echo '       kiln piece show' ;;
"glaze help") echo 'Usage: kiln glaze mix NAME'; echo '       kiln glaze del NAME' ;;
"log help") echo 'Usage: kiln log show [ since DAY ]' ;;
"heat help") echo 'Usage: kiln heat show'; echo '       kiln heat set DEGREES' ;;
*) exit 1 ;;
esac"""

MANUAL = r"""
.TH KILN-{up} 8
.SH NAME
kiln-{name} \- keep each {name}
.SH SYNOPSIS
.B kiln {name}
.RB "{{ " add " | " change " | " del " }} NAME"
.PP
.B kiln {name} show
.SH DESCRIPTION
.SS kiln {name} add - put one in
Text.
.SS kiln {name} delete - take one out
Text.
.SS kiln {name} show - print all
Text.
"""

HEAT = r"""
.TH KILN-HEAT 8
.SH NAME
kiln-heat \- how hot it is
.SH SYNOPSIS
.B kiln heat
{{ show | set }}
.SH DESCRIPTION
Text.
"""

MAIN = r"""
.TH KILN 8
.SH NAME
kiln \- burn clay
.SH SYNOPSIS
.B kiln
OBJECT {{ COMMAND | help }}
.SH DESCRIPTION
Text.
.SH SEE ALSO
.BR kiln-shelf (8),
.BR kiln-heat (8),
.BR kiln-ash (8)
"""


def program(prefix: Path, body: str) -> str:
    """A program in a prefix of its own."""
    return str(put(prefix / "bin/kiln", f"#!/bin/sh\n{body}\n"))


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def page(prefix: Path, name: str, text: str) -> None:
    """A manual page in the program's prefix."""
    put(prefix / f"share/man/man8/{name}.8", text)


def below(tree: Tree, *path: str) -> list[str]:
    """The names right below a command, with their aliases."""
    here: Command = tree.root
    for word in path:
        here = next(command for command in here.commands if command.name == word)
    return ["|".join([command.name, *command.aliases]) for command in here.commands]


@pytest.mark.parametrize(
    ("title", "more"),
    [("Most used commands", ["showall", "rake-out"]), ("Some commands", ["showall", "rake-out"]), ("Commands", [])],
)
def test_a_completion_adds_commands_only_where_the_help_says_that_it_lists_some(
    tmp_path: Path, title: str, more: list[str]
) -> None:
    put(tmp_path / "share/bash-completion/completions/kiln", COMPLETION)
    tree = introspect(program(tmp_path, MOST.replace("TITLE", title)))
    assert below(tree) == ["list", "load", "show", "fire", "cool", *more]


def test_a_completion_about_other_commands_adds_none(tmp_path: Path) -> None:
    other = COMPLETION.replace('"load" "show"', '"lift" "sing"')
    put(tmp_path / "share/bash-completion/completions/kiln", other)
    tree = introspect(program(tmp_path, MOST.replace("TITLE", "Most used commands")))
    assert below(tree) == ["list", "load", "show", "fire", "cool"]


@pytest.mark.parametrize(("call", "asked"), [("kiln help 2>&1", True), ("kilns help", False), ("kiln list", False)])
def test_help_is_asked_for_as_its_completion_does(tmp_path: Path, call: str, asked: bool) -> None:
    body = """case "$1" in
    help) printf 'Usage: kiln <command>\\n\\nCommands:\\n  kiln list   list all\\n  kiln load   put in\\n' ;;
    *) echo 'kiln: invalid option --help' >&2; exit 1 ;;
    esac"""
    put(tmp_path / "share/bash-completion/completions/kiln", f"_kiln() {{\n  words=$({call} | cut -c3-9)\n}}\n")
    page(tmp_path, "kiln", MAIN)
    tree = introspect(program(tmp_path, body))
    assert (["help"] in tree.asked) == asked
    assert below(tree) == (["list", "load", "help"] if asked else [])


def test_what_answers_help_after_its_name_has_that_command_and_the_one_it_always_takes(tmp_path: Path) -> None:
    tree = introspect(program(tmp_path, OBJECTS))
    assert below(tree, "shelf") == ["add", "change", "del", "show", "help"]
    assert below(tree, "log") == ["show", "help"]
    assert below(tree) == ["shelf", "piece", "log", "glaze", "help"]


@pytest.mark.parametrize(
    ("manuals", "other"), [(["shelf"], "del"), (["shelf", "piece"], "delete|del")], ids=["one", "two"]
)
def test_a_command_is_named_in_full_where_its_manual_does_and_in_others_after_two_of_those(
    tmp_path: Path, manuals: list[str], other: str
) -> None:
    for name in manuals:
        page(tmp_path, f"kiln-{name}", MANUAL.format(name=name, up=name.upper()))
    tree = introspect(program(tmp_path, OBJECTS))
    assert below(tree, "shelf") == ["add", "change", "delete|del", "show", "help"]
    assert below(tree, "glaze") == ["mix", other, "help"]


def test_a_manual_of_another_kind_of_command_names_none_in_full(tmp_path: Path) -> None:
    other = MANUAL.replace("{name} add -", "{name} sing -").replace("{name} show -", "{name} dance -")
    page(tmp_path, "kiln-shelf", other.format(name="shelf", up="SHELF"))
    assert "del" in below(introspect(program(tmp_path, OBJECTS)), "shelf")


def test_a_manual_page_beside_it_tells_of_a_command_that_the_main_page_names(tmp_path: Path) -> None:
    page(tmp_path, "kiln", MAIN.format())
    page(tmp_path, "kiln-heat", HEAT.format())
    # one that the main page no longer names, and one of a program beside this one
    page(tmp_path, "kiln-smoke", HEAT.format().replace("heat", "smoke"))
    page(tmp_path, "kiln-ash", HEAT.format().replace("kiln heat", "kiln-ash"))
    tree = introspect(program(tmp_path, OBJECTS))
    assert below(tree) == ["shelf", "piece", "log", "glaze", "help", "heat"]
    assert below(tree, "heat") == ["show", "set", "help"]


LISTED = """case "$*" in
--help) cat <<'END'
Usage: kiln <command>

Commands:
  add    put something in
  cool   let it cool
  fire   begin to burn
  group  see what burns together
  list   list what burns
  show   show one piece
END
;;
"show --help") printf 'Usage: kiln show PIECE\\n\\nOptions:\\n  --all  every one\\n' ;;
"group --help") for word in join leave show; do echo "Usage: kiln group $word NAME"; done ;;
*) exit 1 ;;
esac"""

LIST = r"""
.TH KILN 8
.SH NAME
kiln \- burn clay
.SH SYNOPSIS
.B kiln
<command>
.SH COMMANDS
{rows}
.SH GROUPS OF PIECES
.B kiln group
{{ join | leave | show | split }} [ARG]
.PP
What burns together.
"""


def rows(names: str) -> str:
    return "\n".join(f".TP\n.B {name.replace('-', chr(92) + '-')}\nDo {name}." for name in names.split())


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("add cool fire group list show rinse", "add cool fire group list rinse show"),  # in its place
        ("add cool fire group listing show part--inner", "add cool fire group list show"),  # in full, or inner
        ("add cool sing dance hop jump", "add cool fire group list show"),  # about something else
    ],
)
def test_a_manual_that_lists_the_same_commands_may_know_one_more(tmp_path: Path, listed: str, names: str) -> None:
    page(tmp_path, "kiln", LIST.format(rows=rows(listed)))
    assert [name.split("|")[0] for name in below(introspect(program(tmp_path, LISTED)))] == names.split()


@pytest.mark.parametrize(
    ("words", "more"),
    [("join | leave | show | split", ["split"]), ("join | show | a | b | c", [])],
    ids=["one", "other"],
)
def test_a_manual_may_know_one_word_more_after_a_command(tmp_path: Path, words: str, more: list[str]) -> None:
    text = LIST.format(rows=rows("add cool fire group list show")).replace("join | leave | show | split", words)
    page(tmp_path, "kiln", text)
    assert below(introspect(program(tmp_path, LISTED)), "group") == ["join", "leave", "show", *more]
