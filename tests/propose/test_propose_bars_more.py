"""What strangers found that must never be proposed, and what a verb must be given to be of use."""

from __future__ import annotations

import pytest

from hcp_author.errors import UserError
from hcp_author.introspect.tree import Command, Option, Positional, Program, Tree, Value
from hcp_author.propose.model import Proposal
from hcp_author.propose.select import propose


def of(name: str, root: Command, kind: str = "channel") -> Proposal:
    root.name = name
    return propose(Tree(Program(name, f"/usr/bin/{name}"), root), kind=kind)


def held(proposal: Proposal) -> dict[str, str]:
    return {" ".join(one.path): one.why[0] for one in proposal.left_out}


READS = [Command(name, summary=f"{name} crates") for name in ("list", "show", "status", "search", "info")]


@pytest.mark.parametrize("name", ["sed", "awk", "bash", "xargs"])
def test_a_program_that_runs_what_it_is_handed_has_nothing_to_propose(name: str) -> None:
    root = Command(name, summary="work on lines", arguments=[Positional("file")])
    with pytest.raises(UserError, match="nothing that can be a verb"):
        of(name, root)


def test_an_expression_that_the_program_evaluates_is_no_argument() -> None:
    root = Command("sift", summary="show what matches", arguments=[Positional("sift filter"), Positional("file")])
    with pytest.raises(UserError, match="takes the text of a program"):
        of("sift", root)


def test_run_with_a_command_line_is_barred_at_every_depth() -> None:
    run = Command("run", summary="make a crate", arguments=[Positional("crate"), Positional("command", False)])
    box = Command("box", group=True, commands=[run])
    assert "runs whatever it is handed" in held(of("depot", Command("depot", commands=[*READS, box])))["box run"]


@pytest.mark.parametrize("name", ["user-add", "delete-user", "grant", "revoke"])
def test_an_operators_deed_is_known_by_a_compound_name_too(name: str) -> None:
    deed = Command(name, summary="Change who may come in", arguments=[Positional("who")])
    proposal = of("depot", Command("depot", commands=[*READS, deed]))
    assert "(L9)" in held(proposal)[name]
    assert name in {verb.verb_key for verb in of("depot", Command("depot", commands=[*READS, deed]), "control").verbs}


def test_what_goes_to_a_file_or_to_stdout_is_no_read() -> None:
    export = Command(
        "export", summary="Export a crate to an archive FILE or on stdout", arguments=[Positional("file", False)]
    )
    proposal = of("depot", Command("depot", commands=[*READS, export]))
    assert next(v.effect for v in proposal.verbs if v.verb_key == "export") == "write"


def test_a_confirm_that_asks_is_not_said_beforehand() -> None:
    pull = Command("pull", summary="Fetch crates", options=[Option("--confirm", summary="confirm before the change")])
    proposal = of("depot", Command("depot", commands=[*READS, pull]))
    assert next(v.exec["argv"] for v in proposal.verbs if v.verb_key == "pull") == ["pull"]


def test_where_the_help_tells_no_operands_a_verb_gets_the_one_it_needs() -> None:
    install = Command("install", summary="Install crates")
    proposal = of("depot", Command("depot", commands=[*READS, install]))
    verb = next(v for v in proposal.verbs if v.verb_key == "install")
    assert verb.positionals == ["item"] or "items" in verb.positionals
    assert any("its help tells no operands" in why for why in verb.why)


def test_modes_get_the_archive_that_they_work_on_and_manners_are_no_modes() -> None:
    options = [
        Option("--list", "-t", summary="list the contents of an archive"),
        Option("--create", "-c", summary="create a new archive"),
        Option("--extract", "-x", summary="extract files from an archive"),
        Option("--remove-files", summary="remove files after adding them to the archive"),
        Option("--file", "-f", summary="use this archive", value=Value("ARCHIVE")),
    ]
    proposal = of("pack", Command("pack", options=options, arguments=[Positional("file", False, True)]))
    assert {verb.verb_key for verb in proposal.verbs} == {"list", "create", "extract"}
    assert all(any("--file" in str(element) for element in verb.exec["argv"]) for verb in proposal.verbs)


def test_a_group_that_takes_the_options_of_its_list_alone_reads() -> None:
    group = Command(
        "plugins",
        summary="Manage plugins",
        options=[Option("--urls"), Option("--user")],
        commands=[
            Command("ls", summary="List plugins", options=[Option("--urls"), Option("--user"), Option("--old")]),
            Command("add", summary="Add a plugin", arguments=[Positional("name")]),
        ],
    )
    proposal = of("depot", Command("depot", commands=[*READS, group]))
    effects = {" ".join(one.path): one.effect for one in proposal.left_out}
    effects |= {" ".join(verb.path): verb.effect for verb in proposal.verbs}
    assert effects["plugins"] == "read"
