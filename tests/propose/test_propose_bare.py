"""What the options of a program without commands tell of its bare call, and commands of which nothing is told."""

from __future__ import annotations

from dataclasses import replace

import pytest
from propose_trees import leaf, many, one, switch, takes, tree

from hcp_author.errors import UserError
from hcp_author.introspect.tree import Option, Positional, Tree
from hcp_author.propose.effect import Judgement
from hcp_author.propose.modes import modes
from hcp_author.propose.select import consider, effects, propose
from hcp_author.propose.summary import fit

IN_PLACE = switch("--write", "Edit files in-place.")
CHECK = switch("--check", "Check whether the files are well formed")


def flat(name: str, summary: str, *parts: Option | Positional) -> Tree:
    made = tree(name)
    made.root = replace(leaf(name, summary, *parts), group=False)
    return made


def judged(*parts: Option | Positional, name: str = "tidy", summary: str = "") -> Judgement:
    return effects(flat(name, summary, *parts))[()]


def test_what_edits_with_a_switch_alone_prints_without_it() -> None:
    found = judged(many("file"), IN_PLACE, CHECK)
    assert (found.effect, found.why[1]) == ("read", "leaves out `--write`: it would write")
    verbs = propose(flat("tidy", "", many("file"), IN_PLACE, CHECK, takes("--width", "N")), kind="read_only").verbs
    assert "--write" not in str(verbs[0].exec)


@pytest.mark.parametrize(
    "parts",
    [
        (many("file"), IN_PLACE),
        (many("file"), CHECK, switch("--inplace", "Update destination files in-place")),
        (
            many("file"),
            CHECK,
            switch("--in-place", "Write in place; this is not atomic, unlike the default replacement"),
        ),
        (many("file"), CHECK, switch("--write", "Write what is missing")),
        (one("src"), one("dest"), IN_PLACE, CHECK),
        (many("file"), IN_PLACE, CHECK, switch("--delete", "Delete what is not there")),
    ],
    ids=["nothing compares", "destination", "how", "not in place", "an operand stores", "another writes"],
)
def test_else_it_may_write(parts: tuple[Option | Positional, ...]) -> None:
    assert judged(*parts).effect == "write"


def dump(*parts: Option | Positional, name: str = "db_dump") -> Judgement:
    text = takes("--format", "FORM", "custom, directory, plain text (default)")
    return judged(one("dbname", False), text, *parts, name=name, summary="extract a database into a script file")


def test_a_dump_prints_text_where_a_file_is_named_by_an_option() -> None:
    file = takes("--file", "FILENAME", "output file or directory name")
    assert dump(file).effect == "read"
    assert "leaves out `--file`: it would write" in dump(file).why
    assert dump(takes("--file", "NAME", "output file (default: dump)")).effect == "write"
    assert dump(replace(file, required=True)).effect == "write"
    assert dump().effect == "write"
    assert dump(file, name="db_tool").effect == "write"


@pytest.mark.parametrize(
    "option",
    [
        switch("--batch-mode", "Starts in batch mode, which could be useful for sending output to other programs"),
        switch("--batch", "Exit after processing options."),
        takes("-b", "FILE", "Batch mode reads commands from FILE instead of standard input"),
        switch("--interactive", "force interactive mode"),
    ],
)
def test_what_has_a_way_without_a_person_waits_for_one(option: Option) -> None:
    assert judged(one("file", False), option, summary="Show what runs").effect == "interactive"


def test_a_batch_option_that_only_answers_questions_tells_nothing() -> None:
    assert judged(one("file"), switch("--batch", "Ask no questions"), summary="Show a file").effect == "read"


def test_a_mode_with_a_quick_twin_asks_questions() -> None:
    options = [
        switch(f"--{name}", f"{name.replace('-', ' ')} it") for name in ("list", "add", "delete", "generate-key")
    ]
    made = tree("keys", options=(*options, switch("--quick-generate-key", "generate a key at once")))
    found = effects(made)
    assert found[("--generate-key",)].effect == "interactive"
    assert found[("--add",)].effect == "write"


def test_a_report_is_a_read_where_nothing_writes() -> None:
    assert judged(summary="report file system space usage").effect == "read"
    assert judged(switch("--sync", "sync first"), summary="report file system space usage").effect == "write"
    assert judged(summary="check and repair a file system").effect == "write"


def test_a_bare_call_that_shows_stands_beside_the_modes() -> None:
    modes = [switch(f"--{name}", f"{name} the journal") for name in ("verify", "rotate", "sync", "flush")]
    bare = flat("journal", "Show the journal", many("match", False), *modes)
    assert () in [tuple(verb.path) for verb in propose(bare, kind="channel").verbs]
    stands = flat("journal", "Show the journal", many("command", False), *modes)
    assert () not in [tuple(verb.path) for verb in propose(stands, kind="channel").verbs]


def test_options_that_say_how_are_no_modes() -> None:
    modes = [switch(f"--{name}", f"{name} the journal") for name in ("verify", "rotate", "sync")]
    how = (
        takes("--format", "F", "format as F"),
        switch("--follow", "follow the journal"),
        takes("--count", "N", "count N"),
    )
    paths = {path[0] for path in effects(tree("journal", options=(*modes, *how))) if path}
    assert paths == {"--verify", "--rotate", "--sync"}


def test_a_command_of_which_nothing_is_told_is_no_verb() -> None:
    made = consider(tree("x", leaf("list", "List"), leaf("moo"), leaf("frob", "", one("thing"))), kind="channel")
    left = {tuple(one.path): one.why[0] for one in made.left_out}
    assert left == {("moo",): "its help tells neither what it does nor what it takes"}
    with pytest.raises(UserError, match="tells neither"):
        propose(tree("x", leaf("moo")), kind="channel")


@pytest.mark.parametrize(
    ("path", "summary"),
    [
        (("key", "list"), "List key."),
        (("list-keys",), "List keys."),
        (("list",), "Call list."),
        (("ocsp",), "Call ocsp."),
        ((), "Call the program."),
    ],
)
def test_where_the_help_has_no_sentence_its_words_make_one(path: tuple[str, ...], summary: str) -> None:
    assert fit("", path) == (summary, None)


def test_the_modes_of_an_operator_s_program_are_its_deeds() -> None:
    modes = [switch(f"--{name}", f"{name} the account") for name in ("lock", "unlock", "delete", "status")]
    found = consider(tree("passwd", options=tuple(modes)), kind="channel")
    assert {tuple(verb.path) for verb in found.verbs} == {("--status",)}
    assert any("new control" in one.why[0] for one in found.left_out)


def test_an_operator_s_pack_takes_an_operator_s_deeds_first() -> None:
    users = [leaf(name, f"{name} a thing", one("name")) for name in ("list", "get", "put", "create", "copy", "send")]
    deeds = [leaf(name, f"{name} a member") for name in ("member-add", "member-remove")]
    made = consider(tree("fleet", *users, *deeds), kind="control", limit=5)
    assert {"member-add", "member-remove"} <= {verb.verb_key for verb in made.verbs}
    assert "is an operator's deed (L9)" in next(v.why for v in made.verbs if v.verb_key == "member-add")


def test_a_group_that_acts_is_called_alone_so_that_nothing_chooses() -> None:
    held = leaf("stash", "Stash the changes away", one("what", False), commands=[leaf("drop", "Drop one"), leaf("pop")])
    verbs = [leaf(name, f"{name.title()} items") for name in ("list", "view", "create", "close", "search")]
    made = consider(tree("tool", *verbs, held), kind="channel", evidence={("stash",): 9})
    stash = next(verb for verb in made.verbs if verb.path == ["stash"])
    assert (stash.exec["argv"], stash.confirm) == (["stash"], True)
    needs = leaf("key", "Change keys", one("what"), commands=[leaf("drop", "Drop one")])
    left = consider(tree("tool", *verbs, needs), kind="channel").left_out
    assert next(one.why[0] for one in left if one.path == ["key"]).endswith("would choose between them (L3)")


def test_options_that_say_what_is_shown_meanwhile_are_no_modes() -> None:
    shown = [switch(f"--display-{what}", f"Display {what}.") for what in ("bytes", "dots", "size")]
    ends = switch("--show-files", "Show the files that would be packed, then exit.")
    running = switch("--print", "Print a running count.")
    deeds = [switch("--delete", "Delete entries."), switch("--add", "Add entries."), switch("--test", "Test it.")]
    found = [action.path[0] for action in modes(tree("packer", options=(*shown, ends, running, *deeds)).root)]
    assert found == ["--show-files", "--delete", "--add", "--test"]
