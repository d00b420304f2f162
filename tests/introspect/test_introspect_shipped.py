"""Completion files beside a program, and scripts that it prints itself: which are found, believed and asked for."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from hcp_author.introspect import completions, crawl, probe, resolve, sources
from hcp_author.introspect.asking import Crawl
from hcp_author.introspect.page import Page
from hcp_author.introspect.sources import generated, shipped
from hcp_author.introspect.tree import Command, Option, Tree, Value

FILES = Path(__file__).parent / "completions"


def program(prefix: Path, name: str = "kiln", body: str = "", folder: str = "bin") -> Path:
    """A program in a prefix of its own."""
    file = prefix / folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(0o755)
    return file


def put(path: Path, text: str = "complete -c kiln -l load -r\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def opened(path: Path, first: Page | None = None, kind: str = "bubblewrap") -> Crawl:
    """A crawl that has not asked anything yet."""
    return Crawl(probe.Door(resolve.find(str(path)), kind), time.monotonic() + 30, 2)


def help_with(commands: list[str], options: list[str]) -> Page:
    return Page(commands=[Command(c) for c in commands], options=[Option(long=o) for o in options])


@pytest.mark.parametrize(
    "place",
    [
        "share/bash-completion/completions/kiln",
        "etc/bash_completion.d/kiln",
        "etc/bash_completion.d/kiln-completion.bash",
        "share/zsh/site-functions/_kiln",
        "share/zsh/vendor-completions/_kiln",
        "share/fish/vendor_completions.d/kiln.fish",
        "share/fish/completions/kiln.fish",
        "share/kiln/completions/kiln.zsh",
        "completions/kiln.bash",
        "contrib/completion/_kiln",
    ],
)
def test_files_in_the_prefix_are_found(tmp_path: Path, place: str) -> None:
    found = resolve.find(str(program(tmp_path)))
    file = put(tmp_path / place)
    put(tmp_path / place.replace("kiln", "kilns"))
    assert completions.beside(found) == [str(file)]


def test_files_of_another_prefix_are_not_its_own(tmp_path: Path) -> None:
    found = resolve.find(str(program(tmp_path / "mine")))
    put(tmp_path / "share/fish/completions/kiln.fish")
    put(tmp_path / "other/share/fish/completions/kiln.fish")
    assert completions.beside(found) == []


def test_files_beside_a_program_that_was_unpacked(tmp_path: Path) -> None:
    found = resolve.find(str(program(tmp_path, folder="kiln-1.2")))
    file = put(tmp_path / "kiln-1.2/autocomplete/kiln.fish")
    assert completions.beside(found) == [str(file)]


def test_files_in_the_data_of_a_python_package(tmp_path: Path) -> None:
    file = program(tmp_path)
    file.write_text(f"#!{sys.executable}\nfrom kilnware.cli import main\nmain()\n")
    package = tmp_path / "lib/python3.11/site-packages/kilnware"
    kept = put(package / "data/completions/kiln.fish")
    put(package / "tests/completions/kiln.fish")
    put(package / "data/kiln.fish")
    found = resolve.find(str(file))
    assert completions.python_package(found) == str(package)
    assert completions.beside(found, str(package)) == [str(kept)]


def test_a_page_for_each_command(tmp_path: Path) -> None:
    file = program(tmp_path)
    put(tmp_path / "share/fish/completions/kiln.fish", (FILES / "by_hand.fish").read_text())
    first = help_with(["fire", "cool"], ["--config", "--quiet", "--help"])
    source = shipped.open_source(opened(file), first)
    assert source is not None
    root, fire = source.page(()), source.page(("fire",))
    assert root is not None
    assert fire is not None
    assert (root.source, root.machine) == ("completion", False)
    # a file that a person wrote adds no commands to those that the help lists
    assert [c.name for c in root.commands] == ["fire", "cool"]
    assert "--temperature" in {o.long for o in fire.options}
    assert source.page(("none",)) is None
    again = source.page(("fire",))
    assert again is not None
    assert again is not fire


def test_the_words_that_a_file_by_hand_offers_are_no_closed_set(tmp_path: Path) -> None:
    file = program(tmp_path)
    lines = """#compdef kiln
_arguments '--heat[how]:heat:(LOW HIGH)' '--fuel[which]:fuel:(gas wood)' '1:load:(pots plates)'
"""
    put(tmp_path / "share/zsh/site-functions/_kiln", lines)
    source = shipped.open_source(opened(file), help_with([], ["--heat", "--fuel"]))
    assert source is not None
    page = source.page(())
    assert page is not None
    values = [one.value for one in page.options if one.value is not None]
    assert [(value.name, value.choices, value.type) for value in values] == [("heat", None, None), ("fuel", None, None)]


def test_a_file_about_other_options_is_not_believed(tmp_path: Path) -> None:
    file = program(tmp_path)
    lines = "\n".join(f"complete -c kiln -l {name}" for name in ("red", "green", "blue"))
    put(tmp_path / "share/fish/completions/kiln.fish", lines)
    first = help_with([], ["--one", "--two", "--three", "--four", "--five"])
    assert shipped.open_source(opened(file), first) is None


def test_what_a_framework_wrote_is_whole(tmp_path: Path) -> None:
    file = program(tmp_path)
    put(tmp_path / "share/zsh/site-functions/_kiln", (FILES / "_clap.zsh").read_text())
    put(tmp_path / "share/bash-completion/completions/kiln", (FILES / "by_hand.bash").read_text())
    source = shipped.open_source(opened(file), help_with([], []))
    assert source is not None
    page = source.page(("shelf",))
    assert page is not None
    assert page.machine
    assert [c.name for c in page.commands] == ["add", "list-all"]
    assert source.page(("cool",)) is None


def test_names_that_the_help_has_in_one_row_stay_one_option(tmp_path: Path) -> None:
    file = program(tmp_path)
    put(tmp_path / "share/bash-completion/completions/kiln", (FILES / "clap.bash").read_text())
    state = opened(file)
    state.told[("fire",)] = Page(options=[Option(long="--cone", short="-k"), Option(long="--loud", short="-q")])
    text = (FILES / "clap.bash").read_text().replace("-q --quiet", "-q -k --quiet")
    put(tmp_path / "share/bash-completion/completions/kiln", text)
    source = shipped.open_source(state, help_with(["fire"], []))
    assert source is not None
    page = source.page(("fire",))
    assert page is not None
    cone = next(o for o in page.options if o.long == "--cone")
    assert cone.short == "-k"
    assert cone.value is not None


def test_what_every_command_has_is_kept_once(tmp_path: Path) -> None:
    file = program(tmp_path)
    names = [f"do-{letter}" for letter in "abcdefghij"]
    lines = [f"complete -c kiln -n '__fish_seen_subcommand_from {n}' -l user -r" for n in names]
    lines += [f"complete -c kiln -n '__fish_seen_subcommand_from {n}' -l {n}" for n in names]
    put(tmp_path / "share/fish/completions/kiln.fish", "\n".join(lines))
    source = shipped.open_source(opened(file), help_with(names, []))
    assert source is not None
    root, below = source.page(()), source.page(("do-a",))
    assert root is not None
    assert below is not None
    assert [o.long for o in root.options] == ["--user"]
    assert [o.long for o in below.options] == ["--do-a"]


HELP = """
case "$*" in
  --help) printf 'Usage: kiln [OPTIONS] <COMMAND>\\n\\nCommands:\\n'
    printf '  fire        Heat it up\\n  shelf       Move them\\n'
    printf '  completion  Generate a completion script\\n\\nOptions:\\n  -h, --help  Print help\\n' ;;
  'completion --help') printf 'Usage: kiln completion <SHELL>\\n\\nArguments:\\n  <SHELL>  %s\\n' "$SHELLS" ;;
  'completion fish') while IFS= read -r line; do printf '%s\\n' "$line"; done <<'END'
@SCRIPT@
END
    ;;
  *) echo "kiln: no help about that" >&2; echo "$*" >> "$HOME/asked"; exit 2 ;;
esac
"""


def kiln(tmp_path: Path, shells: str = "bash, fish or zsh") -> Path:
    body = HELP.replace("$SHELLS", shells).replace("@SCRIPT@", (FILES / "clap.fish").read_text().rstrip("\n"))
    return program(tmp_path, body=body)


def tree(path: Path) -> Tree:
    return crawl.introspect(str(path), budget_seconds=60)


def test_the_programs_own_script_is_asked_once_where_help_is_missing(tmp_path: Path, sandbox: bool) -> None:
    found = tree(kiln(tmp_path))
    fire = next(c for c in found.root.commands if c.name == "fire")
    assert [o.long for o in fire.options] == ["--cone", "--quiet"]
    assert {o.source for o in fire.options} == {"completion"}
    shelf = next(c for c in found.root.commands if c.name == "shelf")
    assert [c.name for c in shelf.commands] == ["add", "list-all"]
    assert found.asked.count(["completion", "fish"]) == 1
    assert not any("zsh" in asked or "bash" in asked for asked in found.asked)


def test_it_is_not_asked_where_its_help_names_no_shell(tmp_path: Path, sandbox: bool) -> None:
    found = tree(kiln(tmp_path, "what to complete"))
    assert ["completion", "fish"] not in found.asked


def test_it_is_not_asked_outside_of_a_sandbox(tmp_path: Path) -> None:
    first = help_with(["fire", "completion"], [])
    assert generated.open_source(opened(kiln(tmp_path), kind="none"), first) is None


@pytest.mark.parametrize("name", ["install-completion", "autocomplete", "complete", "completer"])
def test_other_names_are_not_asked(tmp_path: Path, name: str) -> None:
    state = opened(program(tmp_path))
    assert generated.open_source(state, help_with([name], [f"--{name}"])) is None


@pytest.mark.parametrize(
    ("option", "form"),
    [
        (
            Option(long="--completion", value=Value("SHELL"), summary="Print a completion script"),
            ("--completion", "fish"),
        ),
        (Option(long="--print-completion", value=Value(choices=["bash", "zsh"])), ("--print-completion", "zsh")),
        (Option(long="--zsh-completion", summary="Show the script"), ("--zsh-completion",)),
        (Option(long="--generate", value=Value(choices=["man", "complete-bash"])), ("--generate", "complete-bash")),
        (Option(long="--generate", value=Value("KIND"), summary="Generate things"), None),
        (Option(long="--completion", summary="Wait for completion"), None),
        (Option(long="--install-completion", value=Value("SHELL"), summary="Install completion"), None),
        (Option(long="--show-completion", summary="Show completion"), None),
    ],
)
def test_options_for_a_script(option: Option, form: tuple[str, ...] | None) -> None:
    assert next(generated._by_option(Page(options=[option])), None) == form


def test_both_are_on_the_shelf() -> None:
    assert {shipped.open_source, generated.open_source} <= set(sources.OPENERS)
