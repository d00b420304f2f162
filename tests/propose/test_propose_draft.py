"""A command as args and argv: formats, joins, operands in line, names that are free, nothing that carries a secret."""

from __future__ import annotations

from typing import Any

import pytest
from propose_trees import leaf, many, marked, one, switch, takes, tree

from hcp_author.introspect.reading.operands import positionals
from hcp_author.introspect.reading.usage import usage as read
from hcp_author.introspect.tree import Command, Option, Value
from hcp_author.pack.args import check_schema, forbidden_names, sample
from hcp_author.propose.actions import actions, around
from hcp_author.propose.argnames import option_schema
from hcp_author.propose.draft import Draft, draft
from hcp_author.propose.effect import judge
from hcp_author.propose.modes import modes
from hcp_author.propose.select import propose
from hcp_author.runtime.argv import build


def attempt(command: Command, *, options: tuple[Option, ...] = ()) -> Draft | str:
    whole = tree("tool", command, *(leaf(f"other-{n}") for n in range(5)), options=options)
    found = actions(whole)
    near = around(whole, found)
    return draft(found[0], judge(found[0], near), near)


def drawn(command: Command, **more: Any) -> Draft:
    made = attempt(command, **more)
    assert isinstance(made, Draft), made
    assert check_schema(made.args) == []
    assert list(forbidden_names(made.args)) == []
    return made


@pytest.mark.parametrize(
    ("long", "metavar", "is_path"),
    [
        ("--file", "ARCHIVE", True),
        ("--directory", "WHERE", True),
        ("--profile", "NAME", False),
        ("--file", None, False),
    ],
)
def test_an_option_that_is_a_file_by_its_own_name_takes_a_path(long: str, metavar: str | None, is_path: bool) -> None:
    schema = option_schema(Option(long, value=Value(metavar)))
    assert schema == {"type": "string", **({"format": "path"} if is_path else {})}


def argv(command: Command, **more: Any) -> list[Any]:
    return drawn(command, **more).exec["argv"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("option", "literal", "kind"),
    [
        (switch("--json", "Print JSON"), "--json", "json"),
        (takes("--format", "FMT", choices=["text", "json"]), "--format=json", "json"),
        (takes("--output", "FORMAT", "Output format: json|yaml"), "--output=json", "json"),
        (takes("--json", "fields", "Fields", choices=["id", "title"]), "--json=id,title", "json"),
        (switch("--jsonl", "One JSON object per line"), "--jsonl", "jsonl"),
        (switch("--json", "Print newline-delimited JSON"), "--json", "jsonl"),
    ],
)
def test_json_is_asked_for_where_it_is_offered(option: Option, literal: str, kind: str) -> None:
    made = drawn(leaf("list", "List things", option))
    assert made.exec == {"argv": ["list", literal], "output": kind}
    assert made.args["properties"] == {}


@pytest.mark.parametrize(
    "option",
    [
        takes("--json", "fields", "Output JSON with the specified fields"),
        takes("--output", "FILE", "Write to FILE"),
        takes("--format", "TEMPLATE", "A template"),
    ],
)
def test_what_cannot_be_chosen_blindly_stays_text(option: Option) -> None:
    assert drawn(leaf("list", "List things", option)).exec == {"argv": ["list"], "output": "text"}


def test_the_program_s_own_json_option_comes_before_the_command() -> None:
    assert argv(leaf("list", "List"), options=(switch("--json", "Print JSON"),)) == ["--json", "list"]


def test_a_hedged_json_option_is_trusted_for_things_and_figures_only() -> None:
    hedged = switch("--json", "set output mode to JSON for commands that support it")
    assert argv(leaf("snapshots", "List all snapshots"), options=(hedged,)) == ["--json", "snapshots"]
    assert argv(leaf("check", "Check the store"), options=(hedged,)) == ["check"]


def test_useful_options_become_arguments_with_their_types() -> None:
    made = drawn(
        leaf(
            "list",
            "List issues",
            takes("--limit", "int", "Maximum number of items (default 30)", type="integer"),
            takes("--state", "string", "Filter by state", choices=["open", "closed"]),
            takes("--since", "DATE"),
            switch("--all", "Also the closed ones"),
            takes("--label", "strings", "Filter by label", repeatable=True),
        )
    )
    assert made.args["properties"]["limit"] == {
        "type": "integer",
        "minimum": 1,
        "description": "Maximum number of items (default 30)",
    }
    assert made.args["properties"]["state"]["enum"] == ["open", "closed"]
    assert made.args["properties"]["label"]["type"] == "array"
    assert {"option": "--limit", "arg": "limit"} in made.exec["argv"]
    assert {"flag": "--all", "arg": "all"} in made.exec["argv"]


@pytest.mark.parametrize(
    "option",
    [
        takes("--exec", "CMD"),
        takes("--output", "FILE", "Write to FILE"),
        takes("--config", "FILE"),
        takes("--token", "TOKEN"),
        takes("--api-key", "KEY"),
        takes("--pager", "CMD"),
        switch("--verbose"),
        switch("--no-color"),
        switch("--delete"),
        takes("--limit", "N", deprecated=True),
    ],
    ids=lambda option: option.long,
)
def test_dangerous_and_idle_options_are_left_out(option: Option) -> None:
    assert argv(leaf("list", "List things", option)) == ["list"]


def test_no_verb_takes_more_than_six_options() -> None:
    names = ("limit", "since", "until", "state", "label", "sort", "filter", "type", "branch", "author")
    made = drawn(leaf("list", "List things", *(takes(f"--{name}", "TEXT") for name in names)))
    assert len(made.args["properties"]) == 6


def test_names_that_mean_a_tenant_or_the_face_are_renamed() -> None:
    made = drawn(leaf("move", "Move it", one("user"), takes("--project", "P", required=True), one("session")))
    assert sorted(made.args["properties"]) == ["of_project", "of_session", "of_user"]
    assert {"option": "--project", "arg": "of_project"} in made.exec["argv"]


def test_needed_operands_stand_in_line_and_an_array_comes_last() -> None:
    made = drawn(leaf("copy", "Copy files", one("tag", False), one("target"), many("file")))
    assert made.positionals == ["target", "file"]
    assert made.exec["argv"] == [
        "copy",
        {"positional": "tag"},
        {"positional": "target"},
        {"positional": "file", "each": True},
    ]
    assert made.args["properties"]["file"] == {
        "type": "array",
        "items": {"type": "string", "format": "path"},
        "minItems": 1,
    }


def test_an_operand_before_the_last_holds_one_value() -> None:
    made = drawn(leaf("cp", "Copy files", many("sources"), one("dest")))
    assert made.positionals == ["source", "dest"]
    assert made.args["properties"]["source"]["type"] == "string"


def test_signed_operands_become_two_lists() -> None:
    made = drawn(leaf("tag", "Add/remove tags for messages", marked("tag", "+"), many("term")))
    assert made.positionals == ["term"]
    given = {"add_tag": ["new"], "remove_tag": ["old"], "term": ["from:ada"]}
    assert build(made.exec, given) == ["tag", "+new", "-old", "from:ada"]


def test_a_mark_without_a_deed_only_leads_its_values() -> None:
    made = drawn(leaf("at", "Show what was", marked("revision", "@")))
    assert build(made.exec, {"revision": ["1"]}) == ["at", "@1"]


def test_an_option_that_says_no_is_never_needed() -> None:
    assert argv(leaf("diff", "Show changes", takes("--no-index", "X", required=True))) == ["diff"]


def test_a_count_can_be_asked_without_a_question() -> None:
    assert drawn(leaf("count", "Count messages", many("term"))).required == []


@pytest.mark.parametrize(
    ("command", "word"),
    [
        (leaf("add", "Add a key", one("password")), "password"),
        (leaf("start", "Start it", many("args")), "takes anything"),
        (leaf("add", "Add it", takes("--api-token", "T", required=True)), "--api-token"),
    ],
)
def test_what_needs_a_secret_or_anything_at_all_is_no_verb(command: Command, word: str) -> None:
    said = attempt(command)
    assert isinstance(said, str)
    assert word in said


def test_a_switch_that_only_skips_the_question_is_fixed_and_said() -> None:
    made = drawn(leaf("delete", "Delete an issue", one("number"), switch("--yes", "Skip the confirmation prompt")))
    assert made.exec["argv"] == ["delete", "--yes", {"positional": "number"}]
    assert any("--yes" in note for note in made.notes)


def test_force_that_does_more_than_skip_a_question_is_left_out() -> None:
    force = switch("--force", "Do not prompt, and delete even if it is in use")
    made = drawn(leaf("delete", "Delete it", one("number"), force))
    assert made.exec["argv"] == ["delete", {"positional": "number"}]


def test_a_write_that_would_open_an_editor_needs_its_text() -> None:
    made = drawn(leaf("commit", "Record changes", takes("--message", "MSG", "The message", repeatable=True)))
    assert made.required == ["message"]
    assert made.args["properties"]["message"]["type"] == "string"


def test_a_grep_that_finds_nothing_has_answered() -> None:
    assert drawn(leaf("grep", "Print lines that match", one("pattern"))).exec["ok_exit"] == [0, 1]


def test_short_options_stand_apart_from_their_values() -> None:
    option = Option(short="-n", value=Value("count", type="integer"), summary="how many")
    made = drawn(leaf("list", "List things", option))
    assert build(made.exec, {"count": 3}) == ["list", "-n", "3"]


def test_hostile_names_become_plain_ones_or_nothing() -> None:
    made = drawn(
        leaf("list", "List", one("$(reboot) ;"), takes("--x y", "N"), takes("--sort=", "N"), takes("--sort", "`id`"))
    )
    assert made.args["properties"].keys() == {"reboot", "sort"}


def test_modes_are_argv_that_the_program_takes() -> None:
    whole = tree("pack", options=(
        switch("--list", "List the contents"),
        switch("--create", "Create an archive"),
        takes("--extract", "NAME", "Extract NAME from the archive"),
        takes("--level", "N"),
    ))  # fmt: skip
    whole.root.arguments = [many("file", False)]
    found = modes(whole.root)
    assert [mode.path for mode in found] == [("--list",), ("--create",), ("--extract",)]
    near = around(whole, found)
    made = [draft(mode, judge(mode, near), near) for mode in found]
    assert all(isinstance(one, Draft) for one in made)
    listing, _, extract = (one for one in made if isinstance(one, Draft))
    assert build(listing.exec, {"file": ["a"]}) == ["--list", "--", "a"]
    assert build(extract.exec, sample(extract.args)) == ["--extract=example"]


def test_a_write_with_few_options_takes_them_all_and_a_read_only_its_numbers() -> None:
    options = [takes("--times", "TIMES", type="integer"), switch("--shout"), takes("--mood", "MOOD")]
    for name, want in (("create", {"times", "shout", "mood"}), ("list", {"times"})):
        others = [leaf(verb, f"{verb} things") for verb in ("get", "search", "delete", "update")]
        proposal = propose(tree("tool", leaf(name, f"{name.title()} things", *options), *others), kind="channel")
        verb = next(verb for verb in proposal.verbs if verb.verb_key == name)
        assert set(verb.args["properties"]) == want


@pytest.mark.parametrize(
    "summary", ["Body; @file reads it from a file", "Data, '@' for a file", "@- is stdin", "file://x"]
)
def test_an_option_that_may_read_a_file_says_so(summary: str) -> None:
    made = drawn(leaf("post", "Post a message", takes("--body", "string", summary, required=True)))
    assert made.exec["argv"][-1] == {"option": "--body", "arg": "body", "at": "file"}
    plain = takes("--body", "string", "Body, such as ann@example.org, @ann or @types/node", required=True)
    assert drawn(leaf("post", "Post a message", plain)).exec["argv"][-1] == {"option": "--body", "arg": "body"}


@pytest.mark.parametrize(
    ("usage", "placed"),
    [
        (
            "[<options>] [<commit>] [--] [<path>...]",
            [{"positional": "commit"}, "--", {"positional": "path", "each": True}],
        ),
        ("[options] [[--] <path>...]", ["--", {"positional": "path", "each": True}]),
        ("[--] NAME", ["--", {"positional": "name"}]),
        ("NAME", [{"positional": "name"}]),
    ],
)  # fmt: skip
def test_dashes_stand_where_the_usage_has_them(usage: str, placed: list[Any]) -> None:
    """Without them a program may take what stands before for a file, as it does what stands after."""
    operands = positionals(read(f"tool show {usage}", "tool", ("show",)))
    command = leaf("show", "Show things")
    command.arguments = operands
    assert argv(command) == ["show", *placed]
