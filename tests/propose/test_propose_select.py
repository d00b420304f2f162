"""Five to eleven verbs of whole trees: which, in what order, on which Binding, and why the rest stays out."""

from __future__ import annotations

from pathlib import Path

import pytest
from propose_trees import forge, group, leaf, mailer, many, one, switch, takes, tree, versions

from hcp_author.errors import UserError
from hcp_author.introspect.tree import Tree
from hcp_author.propose.model import Proposal
from hcp_author.propose.select import consider, propose


def keys(proposal: Proposal) -> list[str]:
    return [verb.verb_key for verb in proposal.verbs]


def left(proposal: Proposal, *path: str) -> str:
    return next("; ".join(one.why) for one in proposal.left_out if one.path == list(path))


def test_a_mail_tool_gives_reads_first_then_gated_writes() -> None:
    proposal = propose(mailer(), kind="channel")
    assert set(keys(proposal)[:3]) == {"search", "show", "count"}
    assert set(keys(proposal)[3:]) == {"tag", "send", "purge"}
    assert keys(proposal)[-1] == "purge"
    assert {verb.verb_key: verb.confirm for verb in proposal.verbs} == {
        "search": False, "show": False, "count": False, "tag": True, "send": True, "purge": True,
    }  # fmt: skip


def test_its_binding_has_a_probe_settings_secrets_and_connect() -> None:
    proposal = propose(mailer(), kind="channel")
    assert proposal.binding == {
        "default": "user",
        "modes": ["user", "mock"],
        "probe": ["count"],
        "settings": ["POST_CONFIG"],
        "secrets": ["POST_TOKEN"],
    }
    assert proposal.connect == {
        "summary": "Interactively set up post for first use.",
        "exec": {"argv": ["setup"]},
    }
    assert {verb.land for verb in proposal.verbs} == {"personal"}


def test_what_is_left_out_says_why() -> None:
    proposal = propose(mailer(), kind="channel")
    assert "a person's work" in left(proposal, "setup")
    assert "until it is stopped" in left(proposal, "serve")
    assert "L3" in left(proposal, "exec")
    assert "about the tool itself" in left(proposal, "help")


def test_verbs_and_left_out_name_every_command() -> None:
    whole = mailer()
    proposal = propose(whole, kind="channel")
    named = [tuple(verb.path) for verb in proposal.verbs] + [tuple(one.path) for one in proposal.left_out]
    assert sorted(named) == sorted((command.name,) for command in whole.root.commands)


def test_a_read_only_pack_gets_reads_only() -> None:
    proposal = propose(mailer(), kind="read_only")
    assert {verb.effect for verb in proposal.verbs} == {"read"}
    assert "only reads" in left(proposal, "send")
    assert proposal.few is not None
    assert len(proposal.few) <= 200


def test_a_tool_of_its_folder_is_local_and_its_status_is_no_health() -> None:
    proposal = propose(versions(), kind="channel")
    assert proposal.binding["default"] == "local"
    assert {verb.land for verb in proposal.verbs} == {"local"}
    assert "repo-status" in keys(proposal)
    assert "status" not in keys(proposal)
    assert "probe" not in proposal.binding


def test_near_identical_commands_do_not_crowd_out_the_rest() -> None:
    proposal = propose(forge(), kind="channel")
    assert len(proposal.verbs) == 11
    last = [verb.path[-1] for verb in proposal.verbs]
    assert max(last.count(word) for word in set(last)) <= 5
    assert len({verb.path[0] for verb in proposal.verbs}) >= 4


def test_a_program_with_one_deed_says_why_there_are_few() -> None:
    whole = tree("lines", summary="Print the lines that match a pattern.")
    whole.root.arguments = [one("pattern"), many("file", False)]
    proposal = propose(whole, kind="channel")
    assert keys(proposal) == ["lines"]
    assert proposal.verbs[0].path == []
    assert proposal.verbs[0].exec["argv"][0] == "--"
    assert proposal.few == "the program does 1 thing only"


def test_modes_of_a_flat_program_become_verbs() -> None:
    whole = tree("pack", summary="Packs files.", options=(
        switch("--list", "List the contents"), switch("--create", "Create an archive"),
        switch("--remove", "Remove members"), switch("--verify", "Verify the archive"),
        switch("--append", "Append files"), switch("--verbose", "Say more"),
    ))  # fmt: skip
    proposal = propose(whole, kind="channel")
    assert proposal.verbs[0].path in (["--list"], ["--verify"])
    assert keys(proposal)[-1] == "remove"
    assert left(proposal).startswith("does nothing without")


def test_options_that_only_tune_are_no_modes() -> None:
    whole = tree("fetch", summary="Fetch pages.", options=(
        switch("--continue", "resume a download"), takes("--limit-rate", "RATE", "limit the download rate"),
        takes("--execute", "COMMAND", "execute a command"), switch("--delete-after", "delete files after download"),
    ))  # fmt: skip
    assert [verb.path for verb in propose(whole, kind="channel").verbs] == [[]]


@pytest.mark.parametrize(
    "whole",
    [
        tree("nil"),
        tree("x", leaf("shell", "Open a shell"), leaf("edit", "Edit in your editor"), leaf("serve")),
        tree("x", leaf("exec", "Execute a command", many("command")), leaf("run", "Run a script", one("script"))),
    ],
    ids=["no commands", "all interactive", "all catch-alls"],
)
def test_nothing_that_can_be_a_verb_is_an_error(whole: Tree) -> None:
    whole.root.options = [takes(f"--{name}", "X") for name in ("prompt", "layout", "height")]
    with pytest.raises(UserError) as caught:
        propose(whole, kind="channel")
    assert caught.value.status == 1
    assert f"`{whole.program.name}`" in caught.value.message
    assert consider(whole, kind="channel").few is not None


def test_operators_deeds_are_left_to_a_control_pack() -> None:
    whole = tree(
        "fleet",
        group("user", leaf("list", "List users"), leaf("delete", "Delete a user", one("name"))),
        leaf("reboot", "Reboot the machine"),
        leaf("list", "List machines"),
        leaf("info", "Show a machine"),
    )
    proposal = propose(whole, kind="channel")
    assert "L9" in left(proposal, "user", "delete")
    assert "L9" in left(proposal, "reboot")
    control = propose(whole, kind="control")
    assert "reboot" in keys(control)
    assert control.binding["default"] == "mothership"


def test_what_is_asked_for_wins() -> None:
    proposal = propose(versions(), kind="channel", binding="user", land="brain", limit=5)
    assert proposal.binding["default"] == "user"
    assert {verb.land for verb in proposal.verbs} == {"brain"}
    assert len(proposal.verbs) == 5


def test_a_read_is_among_the_verbs_where_there_is_one() -> None:
    writes = [leaf(name, f"{name} it") for name in ("add", "install", "commit", "push", "pull", "start", "stop")]
    proposal = propose(tree("x", *writes, leaf("obscure", "Show obscure facts")), kind="channel", limit=5)
    assert keys(proposal)[0] == "obscure"


def test_an_argument_never_chooses_between_commands() -> None:
    stash = leaf("stash", "Stash the changes away", one("name", False))
    stash.commands = [leaf("list", "List the stashes"), leaf("drop", "Drop a stash")]
    notes = leaf("notes", "List notes", one("object", False))
    notes.commands = [leaf("remove", "Remove notes")]
    key = leaf("key", "Manage keys", one("what", False, ["list", "add", "remove"]))
    proposal = propose(tree("x", stash, notes, key, leaf("do", "Set it up", one("ROLE_ACTION"))), kind="channel")
    # called alone it takes no operand, so that nothing chooses
    assert next(verb.exec["argv"] for verb in proposal.verbs if verb.path == ["stash"]) == ["stash"]
    assert "L3" in left(proposal, "key")
    assert "L3" in left(proposal, "do")
    verb = next(verb for verb in proposal.verbs if verb.path == ["notes"])
    assert verb.exec["argv"] == ["notes"]


def test_a_command_that_seems_to_hold_others_is_none() -> None:
    proposal = propose(tree("x", leaf("list", "List"), leaf("projects", "Manage projects")), kind="channel")
    assert "only holds commands" in left(proposal, "projects")


def test_hidden_commands_are_never_proposed() -> None:
    proposal = propose(tree("x", leaf("list", "List"), leaf("purge", "Purge", hidden=True)), kind="channel")
    assert "hides it" in left(proposal, "purge")


def test_a_secret_s_file_tells_the_secret_and_commands_are_no_settings() -> None:
    whole = mailer()
    whole.env = [
        "POST_PASSWORD_FILE",
        "POST_PASSWORD_COMMAND",
        "POST_FROM_PASSWORD_FILE",
        "POST_PAGER",
        "PATH",
        "POST_DIR",
    ]
    binding = propose(whole, kind="channel").binding
    assert binding["secrets"] == ["POST_PASSWORD"]
    assert binding["settings"] == ["POST_DIR"]


def test_no_program_is_named_in_the_code() -> None:
    room = Path(__file__).parents[2] / "hcp_author" / "propose"
    code = "\n".join(file.read_text() for file in room.glob("*.py"))
    for name in ("notmuch", "restic", "podman", "systemctl", "kubectl", "docker"):
        assert name not in code


def test_a_tool_that_keeps_its_own_login_needs_no_helper() -> None:
    login = group("auth", leaf("login", "Authenticate with a host"), leaf("status", "View authentication status"))
    verbs = [leaf(name, f"{name.title()} items") for name in ("list", "view", "create", "close", "search")]
    proposal = propose(tree("hubby", login, *verbs, env=("HUBBY_TOKEN",)), kind="channel")
    assert proposal.binding["probe"] == ["auth", "status"]
    assert proposal.binding["secrets"] == []
    assert proposal.connect is not None
    without_login = propose(tree("hubby", *verbs, env=("HUBBY_TOKEN",)), kind="channel")
    assert without_login.binding["secrets"] == ["HUBBY_TOKEN"]


def test_what_makes_completion_files_is_no_verb() -> None:
    verbs = [leaf(name, f"{name.title()} items") for name in ("list", "view", "create", "close", "search")]
    proposal = propose(tree("tool", *verbs, leaf("generate", "Generate auto-completion files")), kind="channel")
    assert "generate" not in [verb.verb_key for verb in proposal.verbs]
