"""What ranks a command: groups called alone, the help's own examples, few like ones, and names that say why."""

from __future__ import annotations

import pytest
from propose_trees import forge, group, leaf, one, switch, takes, tree

from hcp_author.introspect.tree import Command, Tree
from hcp_author.propose.alone import acting_alone
from hcp_author.propose.model import Proposed
from hcp_author.propose.select import consider, propose
from hcp_author.propose.shown import called_alone, shown_first


def net(*examples: str, **more: Command) -> Tree:
    """A tool of groups, two of which list; `examples` stand on its first page."""
    whole = tree(
        "net",
        more.get("first")
        or group("address", leaf("show", "Show addresses"), leaf("add", "Add an address", one("where"))),
        group("route", leaf("list", "List routes"), leaf("get", "Get a route", one("to"))),
        group("power", leaf("on", "Switch on"), leaf("off", "Switch off")),
        options=(takes("--fields", "NAMES"), switch("--brief")),
    )
    whole.root.examples = list(examples)
    return whole


def verb(whole: Tree, *path: str) -> Proposed:
    return next(one for one in propose(whole, kind="channel").verbs if one.path == list(path))


def test_a_group_that_an_example_calls_alone_is_a_read() -> None:
    made = verb(net("net address"), "address")
    assert made.effect == "read"
    assert made.exec["argv"] == ["address"]
    assert made.positionals == []
    assert "holds `show`, and an example of the help calls it alone" in made.why


def test_groups_beside_it_that_list_are_like_it_and_others_stay_groups() -> None:
    found = {action.path: action.alone for action in acting_alone(net("net --fields NAMES addr"))}
    assert list(found) == [("address",), ("route",)]
    assert "calls `address` beside it alone" in found["route",]
    held = [row for row in consider(net("net address"), kind="channel").left_out if row.path == ["power"]]
    assert [row.effect for row in held] == ["write"]
    assert "holds the commands below it" in held[0].why


@pytest.mark.parametrize("example", ["", "net address show", "net address --help", "other address", "net add", "net"])
def test_without_such_an_example_a_group_does_nothing_alone(example: str) -> None:
    assert acting_alone(net(*([example] if example else []))) == [] or example == "net add"


@pytest.mark.parametrize(
    ("name", "summary"),
    [
        ("stash", "Stash the changes away"),
        ("deploy", "Deployments"),
        ("things", "Delete all things"),
        ("jobs", "Run a command"),
    ],
)
def test_a_group_whose_name_or_sentence_is_a_deed_is_never_called_alone(name: str, summary: str) -> None:
    first = group(name, leaf("list", "List them"), leaf("show", "Show one", one("id")), summary=summary)
    assert name not in {action.path[0] for action in acting_alone(net(f"net {name}", first=first))}


def test_a_group_called_alone_and_its_list_are_not_both_put_first() -> None:
    whole = net("net route")
    picked = [tuple(one.path) for one in propose(whole, kind="channel", limit=3).verbs]
    assert ("route",) in picked
    assert ("route", "list") not in picked


def test_each_path_has_one_row() -> None:
    proposal = consider(net("net address"), kind="channel")
    paths = [tuple(row.path) for row in [*proposal.verbs, *proposal.left_out]]
    assert len(paths) == len(set(paths))


def test_examples_name_what_they_call_be_it_shortened() -> None:
    whole = net("$ net --brief route get 10.0.0.1", "sudo net addr", "net", "nonsense")
    assert shown_first(whole) == {("route",), ("route", "get"), ("address",)}
    assert called_alone(whole) == {("address",)}


def test_no_verb_word_takes_all_the_places() -> None:
    paths = [one.path for one in propose(forge(), kind="channel").verbs]
    lasts = [path[-1] for path in paths]
    assert max(lasts.count(last) for last in lasts) <= 4
    assert len(set(lasts)) >= 3
    assert len({path[0] for path in paths}) == 5


def test_what_the_first_page_works_with_comes_before_its_like() -> None:
    whole = forge()
    whole.root.examples = ["forge release create"]
    first = [one.path for one in propose(whole, kind="channel", limit=2).verbs]
    assert ["release", "create"] in first


def test_options_that_every_command_has_do_not_rank_it() -> None:
    shared = [switch(f"--shared-{number}") for number in range(9)]
    names = ("alpha", "beta", "gamma", "delta", "omega")
    whole = tree("tool", *(leaf(name, f"Show {name}", *shared) for name in names))
    why = [line for row in propose(whole, kind="channel").verbs for line in row.why]
    assert "has many options, as much used commands do" not in why


def test_two_paths_that_want_one_key_say_so() -> None:
    whole = tree("tool", leaf("list-users", "List users"), group("list", leaf("users", "Show all of the users")))
    rows = propose(whole, kind="channel").verbs
    assert sorted(row.verb_key for row in rows) == ["list-users", "list-users-2"]
    renamed = next(row for row in rows if row.verb_key.endswith("-2"))
    assert any("is called `list-users-2`, as another verb is `list-users`" in line for line in renamed.why)


def test_a_name_that_a_pack_keeps_for_itself_says_why_it_is_changed() -> None:
    whole = tree("tool", leaf("status", "Show the status"), leaf("list", "List things"))
    row = next(row for row in propose(whole, kind="channel").verbs if row.path == ["status"])
    assert row.verb_key == "tool-status"
    assert any("as `status` means something of its own in a pack" in line for line in row.why)


def test_the_state_that_writes_change_is_seen_before_a_like_command() -> None:
    deeds = [leaf(name, f"{name} it", one("file")) for name in ("add", "push", "pull", "merge")]
    whole = tree("repo", leaf("log", "Show what was"), leaf("status", "Show what is"), *deeds)
    reads = [row for row in propose(whole, kind="channel").verbs if row.effect == "read"]
    assert [row.path for row in reads] == [["status"], ["log"]]


def test_a_page_of_help_is_no_verb() -> None:
    page = leaf("filters", "Resource filters supplementary help.", heading="Topics")
    left = consider(tree("hub", page, leaf("list", "List things")), kind="channel").left_out
    assert [row.why[0] for row in left] == ["stands under `Topics`: it is a page of help"]
