"""Read, write, destructive or interactive: a table of commands as programs describe them."""

from __future__ import annotations

import pytest
from propose_trees import group, leaf, many, one, switch, takes, tree

from hcp_author.introspect.tree import Command, Option
from hcp_author.propose.actions import actions, around
from hcp_author.propose.effect import Judgement, judge
from hcp_author.propose.select import effects


def judged(
    command: Command, *beside: Command, under: Command | None = None, options: tuple[Option, ...] = ()
) -> Judgement:
    members = [command, *beside]
    if under is not None:
        under.commands = members
        members = [under]
    whole = tree("tool", *members, options=options)
    found = actions(whole)
    action = next(one for one in found if one.command is command)
    return judge(action, around(whole, found))


READS = [
    leaf("list", "List all projects"),
    leaf("ls"),
    leaf("status", "Show the state of the service"),
    leaf("get-bucket", "Get a bucket"),
    leaf("bucket-info", "Facts about a bucket"),
    leaf("list-updates", "List available updates"),
    leaf("showmigrations", "Shows all available migrations"),
    leaf("tables", "List the tables in the database"),
    leaf("blame (praise)", ""),
    leaf("find", "Find a file in a snapshot"),
    leaf("inspect", "Display detailed information on an object"),
    leaf("check", "Check the repository for errors"),
    leaf("logs", "Fetch the logs of a container"),
    leaf("mergeinfo", "mergeinfo: Display merge-related information."),
    leaf("log", "Show commit logs", takes("--output", "file", "write to a file")),
]
WRITES = [
    leaf("frobnicate"),
    leaf("frobnicate", "Frobnicates the widget"),
    leaf("create", "Create a project"),
    leaf("config", "Get and set options"),
    leaf("branch", "List, create, or delete branches"),
    leaf("tag", "Create, list or verify a tag"),
    leaf("level", "Get/set the log level"),
    leaf("list", "List or set the members"),
    leaf("get", "Get file from bucket"),
    leaf("get", "Get a key", one("local-file")),
    leaf("check", "Check the code", switch("--fix", "Fix what can be fixed")),
    leaf("outline", "Show the outline", switch("--dry-run", "Do nothing")),
    leaf("dump", "Dump all processes for later"),
    leaf("hash-object", "Compute an id and optionally creates an object"),
    leaf("inspect", "Inspect a process"),
    leaf("search-and-replace", "Search and replace text"),
    leaf("findring", "Find and ring a bell"),
    leaf("get-download-auth", "Get an authorization"),
    leaf("show", "Show a key", one("value", False)),
    leaf("read-tree", "Reads tree information into the index"),
    leaf("logs", "Arguments are passed to another program"),
    leaf("edit", "Edit an issue", takes("--title", "TEXT"), takes("--body", "TEXT")),
]
DESTROYS = [
    leaf("rm", "Remove files"),
    leaf("delete-bucket"),
    leaf("bucket-delete", "Delete a bucket"),
    leaf("delcors", "Delete cors rules"),
    leaf("propdel", "Remove a property from files"),
    leaf("reset", "Reset the current head"),
    leaf("uninstall"),
]
WAITS = [
    leaf("shell", "Open a shell"),
    leaf("edit", "Edit the configuration"),
    leaf("setup", "Interactively set up the tool"),
    leaf("docs", "Open the documentation in a web browser"),
    leaf("serve", "Serve the folder"),
    leaf("runserver"),
    leaf("top", "An interactive view of what runs"),
]


@pytest.mark.parametrize("command", READS, ids=lambda command: f"{command.name}: {command.summary}")
def test_what_only_shows_is_a_read(command: Command) -> None:
    if " " in command.name:
        command = leaf("blame", "blame (praise): Show who changed a line")
    assert judged(command).effect == "read", judged(command).why


@pytest.mark.parametrize("command", WRITES, ids=lambda command: f"{command.name}: {command.summary}")
def test_in_doubt_it_is_a_write(command: Command) -> None:
    said = judged(command)
    assert said.effect == "write", said.why
    assert said.operation == "write"


@pytest.mark.parametrize("command", DESTROYS, ids=lambda command: f"{command.name}: {command.summary}")
def test_what_takes_away_is_destructive(command: Command) -> None:
    assert judged(command).effect == "destructive", judged(command).why


@pytest.mark.parametrize("command", WAITS, ids=lambda command: f"{command.name}: {command.summary}")
def test_what_waits_or_runs_on_is_interactive(command: Command) -> None:
    assert judged(command).effect == "interactive", judged(command).why


def test_a_reading_group_makes_its_nouns_reads() -> None:
    assert judged(leaf("issues", "Issues"), under=group("search")).effect == "read"


def test_a_deed_under_a_reading_group_stays_a_deed() -> None:
    assert judged(leaf("delete", "Delete a list"), under=group("list")).effect == "destructive"


def test_a_noun_under_a_writing_group_is_a_write() -> None:
    assert judged(leaf("version", "The version of the tool"), under=group("set")).effect == "write"


def test_help_reads_wherever_it_stands() -> None:
    assert judged(leaf("help", "Print this message"), under=group("set")).effect == "read"


def test_the_opposite_deed_beside_it_makes_a_word_a_deed() -> None:
    assert judged(leaf("list", "List a package"), leaf("unlist", "Take it off")).effect == "write"


def test_an_option_that_all_commands_take_says_nothing_about_one() -> None:
    shared = switch("--force", "Go on")
    others = [leaf(f"list-{n}", "List", shared) for n in range(6)]
    assert judged(leaf("outline", "Show the outline", shared), *others).effect == "read"


def test_the_evidence_names_the_words_it_rests_on() -> None:
    said = judged(leaf("log", "Show commit logs", takes("--output", "file")))
    assert any("`log`" in line for line in said.why)
    assert any("leaves out `--output`" in line for line in said.why)


def test_a_program_of_its_own_name_is_not_judged_by_it() -> None:
    whole = tree("delete-everything", summary="Search for patterns in each file.")
    whole.root.arguments = [one("pattern"), many("file", False)]
    found = actions(whole)
    assert judge(found[0], around(whole, found)).effect == "read"


def test_a_group_that_was_not_read_is_a_write() -> None:
    assert judged(group("list")).effect == "write"


def flat(summary: str, *options: Option) -> Judgement:
    whole = tree("tool", summary=summary, options=options)
    found = actions(whole)
    return judge(found[0], around(whole, found))


def test_a_flat_program_that_shows_reads_without_its_writing_options() -> None:
    said = flat("Tool (t) recursively searches a folder", takes("--output", "FILE", "Write to FILE"))
    assert said.effect == "read"
    assert any("leaves out `--output`" in line for line in said.why)


def test_a_flat_program_whose_options_shape_what_is_shown_reads() -> None:
    shows = [switch(f"--{name}", f"display {name}") for name in ("grid", "tree", "size", "date", "owner")]
    assert flat("a modern replacement for another", *shows).effect == "read"
    assert flat("a modern replacement for another", *shows, switch("--delete", "delete it")).effect == "write"
    assert flat("The formatter.", *shows, switch("--check", "Don't write the files back")).effect == "write"


def test_a_flat_program_that_draws_a_screen_is_interactive() -> None:
    keys = [takes(name, "X") for name in ("--prompt", "--layout", "--bind")]
    assert flat("A finder", *keys).effect == "interactive"


def test_a_flat_program_of_which_nothing_is_known_is_a_write() -> None:
    assert flat("Hyper fast encoder").effect == "write"
    assert flat("Search and replace text").effect == "write"


def test_a_switch_that_answers_the_questions_makes_a_deed_one_without_a_person() -> None:
    asks = "Interactively creates or updates a package file"
    assert effects(tree("box", leaf("init", asks)))["init",].effect == "interactive"
    whole = tree("box", leaf("init", asks, switch("--non-interactive", "never ask"), switch("--yes", "use defaults")))
    told = effects(whole)["init",]
    assert (told.effect, told.why[1]) == ("write", "`--yes` answers what it asks")


def test_pages_of_help_are_reads_and_what_only_stands_beside_them_is_not() -> None:
    page = leaf("filters", "Resource filters supplementary help.", heading="Topics")
    queue = leaf("orders", "The topic of all orders.", heading="Topics")
    takes_one = leaf("hooks", "Help hooks along.", one("hook"), heading="Topics")
    found = effects(tree("hub", page, queue, takes_one))
    assert [found[name,].effect for name in ("filters", "orders", "hooks")] == ["read", "write", "write"]
    assert "stands under `Topics`" in found["filters",].why[0]
