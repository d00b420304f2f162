"""Completion files of invented programs, in every style, and damaged ones: what the three readers take from them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.introspect import shells
from hcp_author.introspect.shells.gathered import Gathered
from hcp_author.introspect.tree import Option

FILES = Path(__file__).parent / "completions"


def read(name: str, program: str = "kiln") -> Gathered:
    found = shells.read((FILES / name).read_bytes(), program, name)
    assert found is not None
    return found


def commands(found: Gathered, *path: str) -> list[str]:
    return [c.name for c in found.pages[path].commands]


def options(found: Gathered, *path: str) -> dict[str, Option]:
    return {o.long or o.short or "": o for o in found.pages[path].options}


def names(found: Gathered, *path: str) -> list[tuple[str | None, str | None]]:
    return [(o.short, o.long) for o in found.pages[path].options]


def test_fish_conditions_choose_the_command() -> None:
    found = read("by_hand.fish")
    assert commands(found) == ["fire", "cool", "shelf"]
    assert found.pages[()].commands[0].summary == "Heat it up"
    assert options(found)["--config"].value is not None
    assert options(found)["--quiet"].value is None
    fire = options(found, "fire")
    assert fire["--temperature"].short == "-t"
    assert fire["--temperature"].value is not None
    assert fire["--cone"].value is not None
    assert fire["--cone"].value.choices == ["04", "6", "10"]
    assert fire["--atmosphere"].value is not None
    assert fire["--atmosphere"].value.choices == ["oxidation", "reduction"]
    assert fire["-old"].long == "-old"
    assert options(found, "cool").keys() == {"--slow", "--to"}
    assert commands(found, "shelf") == ["add", "drop"]
    assert options(found, "shelf", "add").keys() == {"--height"}


def test_fish_loops_and_variables_are_opened() -> None:
    found = read("by_hand.fish")
    assert options(found, "shelf", "drop").keys() == {"--force", "--dry-run"}


def test_fish_what_is_asked_of_another_program_is_left_out() -> None:
    found = read("by_hand.fish")
    assert not any("(" in c.name or "$" in c.name for page in found.pages.values() for c in page.commands)
    assert "secret" not in options(found)


def test_fish_written_by_a_framework() -> None:
    found = read("clap.fish")
    assert found.generated
    assert commands(found) == ["fire", "shelf"]
    assert commands(found, "shelf") == ["add", "list-all"]
    assert options(found, "shelf", "list-all").keys() == {"--long", "--help"}
    value = options(found, "fire")["--cone"].value
    assert value is not None
    assert value.choices == ["04", "6"]


def test_zsh_written_by_a_framework() -> None:
    found = read("_clap.zsh")
    assert found.generated
    assert commands(found) == ["fire", "shelf"]
    assert commands(found, "shelf") == ["add", "list-all"]
    fire = options(found, "fire")
    assert fire["--cone"].repeatable
    assert fire["--cone"].value is not None
    assert fire["--cone"].value.choices == ["04", "6"]
    assert fire["--config"].short == "-c"
    assert fire["--config"].value is not None
    assert fire["--config"].value.type == "path"
    assert fire["--quiet"].value is None
    assert [(a.name, a.required, a.variadic) for a in found.pages["fire",].arguments] == [
        ("load", True, False),
        ("witness", False, True),
    ]


def test_zsh_options_of_an_argparse_generator() -> None:
    found = read("_table.zsh")
    assert found.generated
    assert commands(found) == ["fire", "cool"]
    assert names(found) == [("-h", "--help"), (None, "--cone")]
    assert options(found, "fire").keys() == {"--help", "--load"}


def test_zsh_by_hand() -> None:
    found = read("_by_hand.zsh")
    assert commands(found) == ["fire", "cool", "shelf:add"]
    root = options(found)
    assert root["--config"].value is not None
    assert root["--config"].value.name == "config file"
    assert root["--color"].value is not None
    assert root["--color"].value.optional
    assert root["--verbose"].repeatable
    assert root["--no-wait"].summary == "don't wait"
    assert names(found, "fire") == [("-t", "--temperature"), (None, "--cone"), (None, "--watch")]
    cone = options(found, "fire")["--cone"].value
    assert cone is not None
    assert cone.choices == ["low", "high"]
    assert options(found, "cool").keys() == {"--slow", "--colour"}
    assert options(found, "cool")["--colour"].other_names == ["--color"]


def test_zsh_marks_that_nearly_all_options_have_say_nothing() -> None:
    marked = " ".join(f"'*--{name}[fire so]'" for name in ("one", "two", "three", "four", "five"))
    found = shells.read(f"#compdef kiln\n_arguments {marked} '--six[fire so]'\n".encode(), "kiln", "_kiln")
    assert found is not None
    assert not any(option.repeatable for option in found.pages[()].options)
    few = shells.read(b"#compdef kiln\n_arguments '*--one[fire so]' '--six[fire so]'\n", "kiln", "_kiln")
    assert few is not None
    assert [option.repeatable for option in few.pages[()].options] == [True, False]


def test_zsh_operands_of_what_is_written_by_hand_are_not_taken_for_certain() -> None:
    assert all(not page.arguments for page in read("_by_hand.zsh").pages.values())


def test_bash_written_by_a_framework() -> None:
    found = read("clap.bash")
    assert found.generated
    assert commands(found) == ["fire", "shelf"]
    assert commands(found, "shelf") == ["add", "list-all"]
    assert options(found, "fire")["--cone"].value is not None
    assert options(found, "fire")["--quiet"].value is None
    assert options(found, "shelf", "list-all").keys() == {"--long", "--help"}


def test_bash_flag_lists_tell_what_must_be_given() -> None:
    found = read("flags.bash")
    assert found.generated
    assert commands(found) == ["fire", "shelf"]
    assert commands(found, "shelf") == ["add-one"]
    fire = options(found, "fire")
    assert (fire["--cone"].short, fire["--cone"].required) == ("-c", True)
    assert fire["--cone"].value is not None
    assert (fire["--quiet"].short, fire["--quiet"].value, fire["--quiet"].required) == ("-q", None, False)
    assert options(found, "shelf", "add-one").keys() == {"--height"}


def test_bash_by_hand() -> None:
    found = read("by_hand.bash")
    assert commands(found) == ["fire", "cool", "shelf"]
    fire = options(found, "fire")
    assert fire["--temperature"].short == "-t"
    assert fire["--temperature"].value is not None
    assert fire["--watch"].value is None
    assert fire["--cone"].value is not None
    assert options(found, "cool").keys() == {"--slow", "--to"}
    assert options(found, "cool")["--to"].value is not None
    assert options(found, "shelf").keys() == {"--height"}
    assert options(found).keys() == {"--config", "--help"}
    assert options(found)["--config"].value is not None


def one(text: str, shell: str, path: tuple[str, ...] = ()) -> list[Option]:
    found = shells.read(text.encode(), "kiln", shell)
    assert found is not None
    return found.pages[path].options


def test_fish_flags_that_stand_together() -> None:
    text = """
    complete kiln -lcolor; complete -c kiln -xl to
    complete -ckiln -rfa 'a b' -l load; complete -c kiln --long-option=flat
    """
    colour, to, load, flat = one(text, "fish")
    assert (colour.long, colour.value) == ("--color", None)
    assert (to.long, to.value is not None) == ("--to", True)
    assert load.value is not None
    assert load.value.choices == ["a", "b"]
    assert flat.long == "--flat"


@pytest.mark.parametrize(
    ("spec", "names", "takes", "optional"),
    [
        ("'-a[text]'", {"-a"}, False, False),
        ("{-a,--all}'[text]'", {"-a", "--all"}, False, False),
        ("'(-b)*'{-a+,--all=}'[text]:name'", {"-a", "--all"}, True, False),
        ("'--all=-[text]'", {"--all"}, True, True),
        ("'--all[text]::name'", {"--all"}, True, True),
        ("'--all-[text]:name'", {"--all"}, True, False),
        ("{-:,--next}'[text]'", {"-:", "--next"}, False, False),
        ("'--watch[text]:*:load: '", {"--watch"}, False, False),
        ("--ope{n,ned}'[a [nested\\] text]:x'", {"--open", "--opened"}, True, False),
        ("'!--hidden[text]'", {"--hidden"}, False, False),
        ("-old'[text]'", {"-old"}, False, False),
        ("'-\\?[text]'", {"-?"}, False, False),
    ],
)
def test_zsh_specs(spec: str, names: set[str], takes: bool, optional: bool) -> None:
    (found,) = one(f"#compdef kiln\n_kiln() {{ _arguments {spec} }}\n_kiln", "zsh")
    assert {found.long, found.short, *found.other_names} - {None} == names
    assert (found.value is not None) == takes
    assert bool(found.value and found.value.optional) == optional


def test_bash_functions_that_echo_their_words() -> None:
    text = """
    __kiln_options() { echo -e "--loud --quiet $(__kiln_more)"; }
    __kiln_more() { echo "--more $(kiln --asks)"; }
    _kiln() {
        local first=${COMP_WORDS[1]} cur=$2 words
        case "$first" in
            fire) words="" ;;
            -*) words=$(__kiln_options) ;;
            *) words=$(kiln --names) ;;
        esac
        COMPREPLY=( $(compgen -W "$words" -- "$cur") )
    }
    complete -F _kiln kiln
    """
    assert [o.long for o in one(text, "bash")] == ["--loud", "--quiet", "--more"]


def test_functions_named_after_a_command_below_another() -> None:
    text = """
    _kiln_shelf() { COMPREPLY=( $(compgen -W "--all --long" -- "$cur") ); }
    _kiln_shelf_list_all() { COMPREPLY=( $(compgen -W "--one --two" -- "$cur") ); }
    complete -F _kiln kiln
    """
    assert {o.long for o in one(text, "bash", ("shelf", "list-all"))} == {"--one", "--two"}


@pytest.mark.parametrize(
    "text",
    [
        "complete --command kiln -f -a '(__kiln_asks)'",
        "#compdef kiln\n_kiln() { _describe 'x' $(kiln __complete) }\n_kiln",
        'eval "$(_KILN_COMPLETE=bash_source kiln)"',
        '_kiln() { COMPREPLY=( $(kiln completion -- "${COMP_WORDS[@]}") ); }\ncomplete -F _kiln kiln',
        "",
        "complete -c another -l not-ours",
    ],
)
def test_a_file_that_asks_the_program_itself_holds_nothing(text: str) -> None:
    assert shells.read(text.encode(), "kiln") is None


def test_nothing_in_a_file_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = f"$(touch {mark})\n`touch {mark}`\n_kiln() {{ x=$(touch {mark}); touch {mark}; }}\ncomplete -F _kiln kiln\n"
    for shell in ("bash", "zsh", "fish"):
        shells.read(text.encode(), "kiln", shell)
    assert not mark.exists()


def test_text_of_a_file_is_cleaned() -> None:
    found = shells.read(b"complete -c kiln -l load -d 'one\x1b[31m red\x07 \xe2\x80\xaetwo'", "kiln", "fish")
    assert found is not None
    assert found.pages[()].options[0].summary == "one red two"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize(
    "piece",
    ["(", "{", "$(", '"$(', "'", "`", "[[ ", "case x in a) ", "f() { ", "complete -c kiln -a {", "<<E\n", "\\", "$v"],
)
def test_huge_and_open_ended_files_end(shell: str, piece: str) -> None:
    began = time.monotonic()
    shells.read(piece.encode() * (200_000 // len(piece)), "kiln", shell)
    assert time.monotonic() - began < 20


def test_what_refers_to_itself_ends() -> None:
    doubled = "\n".join(f'set v{i} "$v{i - 1}$v{i - 1} x"' for i in range(1, 500))
    shells.read(f"set v0 x\n{doubled}\ncomplete -c kiln -n $v499 -l a".encode(), "kiln", "fish")
    again = '_kiln() { case $cmd in a) _kiln ;; b) _kiln ;; esac; COMPREPLY=( $(compgen -W "--x --y" ) ); }'
    found = shells.read(again.encode(), "kiln", "bash")
    assert found is not None
    assert options(found).keys() == {"--x", "--y"}
    chain = "\n".join(f"_f{i}() {{ _f{i + 1}; }}" for i in range(5000))
    shells.read(f"#compdef kiln\n{chain}\n_f0".encode(), "kiln", "zsh")


PIECES = st.sampled_from(
    """complete; -c kiln; -n ';__fish_seen_subcommand_from a;';"; -a ;{a,b}; -l x;\n;_kiln() { ; } ;_arguments
    ;'(-a)'{-a,--all}'[t]:m:(x y)';'*::x:->s';case $words[1] in; (a) ;esac;COMPREPLY=( $(compgen -W ;--opt=;$opts
    ;opts=;x+=(;);(;\\;$(;`;_describe -t commands c c;#compdef kiln\n;if ;fi ;function f;for a in b c\n;end;<<X
    ;X\n;$';\t;[;];$split && ;[[ ;]] ;_kiln_$cmd;~;~~""".replace("~", "\0").split(";")
)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(PIECES, max_size=60).map(lambda parts: "".join(parts).replace("\0", ";")),
    st.sampled_from(["bash", "zsh", "fish", ""]),
)
def test_damaged_files_never_raise(text: str, shell: str) -> None:
    shells.read(text.encode(), "kiln", shell)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["bash", "zsh", "fish", ""]))
def test_any_bytes_never_raise(data: bytes, shell: str) -> None:
    shells.read(data, "kiln", shell)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(p.name for p in FILES.iterdir())), st.integers(0, 10_000), st.integers(0, 200))
def test_files_with_a_hole_never_raise(name: str, at: int, size: int) -> None:
    data = (FILES / name).read_bytes()
    at %= len(data)
    shells.read(data[:at] + data[at + size :], "kiln", name)
