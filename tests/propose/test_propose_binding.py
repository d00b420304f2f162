"""The probe, the secrets and `connect` of a Binding."""

from __future__ import annotations

from typing import Any

import pytest
from propose_trees import group, leaf, many, one, switch, takes, tree

from hcp_author.introspect.tree import Tree
from hcp_author.propose.select import consider

NAMES = ("list", "view", "create", "close", "search")


def bound(made: Tree) -> dict[str, Any]:
    return consider(made, kind="channel", binding="user").binding


def test_a_tool_with_a_login_is_asked_whether_it_is_there() -> None:
    verbs = [leaf(name, f"{name.title()} items") for name in NAMES]
    made = tree("hub", leaf("login", "Log in to a registry"), leaf("whoami", "Display the user"), *verbs)
    assert bound(made)["probe"] == ["whoami"]


def test_a_tool_with_data_of_its_own_is_asked_for_them_lightly() -> None:
    names = ("verify", "stats", "snapshots", "create")
    made = tree("mail", *(leaf(name, f"List {name}") for name in names))
    assert bound(made)["probe"] == ["snapshots"]
    heavy = tree("mail", leaf("verify", "Check all"), leaf("audit", "Audit all"), leaf("create", "Create one"))
    assert "probe" not in bound(heavy)


def test_a_program_without_commands_is_never_probed_by_its_bare_call() -> None:
    made = tree("dump", summary="Show what is there", options=(switch("--all", "Show all"),))
    assert "probe" not in bound(made)
    options = [switch(f"--{name}", f"{name} things") for name in ("list", "add", "delete", "display-bytes")]
    assert bound(tree("bag", options=tuple(options)))["probe"] == ["--list"]


def test_a_variable_is_a_secret_by_its_last_words() -> None:
    env = ("PASS_PASSWORD_STORE_DIR", "PASS_TOKEN", "PASS_API_KEY", "PASS_PASSWORD_FILE", "SECRET")
    made = bound(tree("pass", *(leaf(name, f"{name.title()} items") for name in NAMES), env=env))
    assert made["secrets"] == ["PASS_API_KEY", "PASS_PASSWORD", "PASS_TOKEN"]
    assert made["settings"] == ["PASS_PASSWORD_STORE_DIR"]


@pytest.mark.parametrize("name", ["--configure", "--login", "--setup"])
def test_a_program_can_be_set_up_by_a_switch(name: str) -> None:
    verbs = [leaf(verb, f"{verb.title()} items") for verb in NAMES]
    made = tree("s3", *verbs, options=(switch(name, "Invoke the configuration tool"),))
    connect = consider(made, kind="channel").connect
    assert connect == {"summary": "Invoke the configuration tool", "exec": {"argv": [name]}}
    valued = tree("s3", *verbs, options=(takes(name, "PASSWORD", "Log in"),))
    assert consider(valued, kind="channel").connect is None


def test_of_two_logins_the_nearer_is_the_pack_s() -> None:
    deep = leaf("login", "Authenticate the cluster")
    made = tree("cloud", *(leaf(name, f"{name.title()} items", many("item")) for name in NAMES))
    auth = tree("auth", leaf("login", "Authenticate with your account")).root
    inner = tree("auth", deep).root
    made.root.commands += [tree("anthos", inner).root, auth]
    assert (consider(made, kind="channel").connect or {})["exec"] == {"argv": ["auth", "login"]}


def test_what_a_tool_brings_along_is_no_probe_and_what_tells_of_the_tool_is_the_last() -> None:
    own = leaf("config-template", "Show a template of the configuration")
    about = leaf("info", "Show information")
    made = tree("book", leaf("login", "Log in"), own, about, leaf("add", "Add a thing", one("thing")))
    assert bound(made)["probe"] == ["info"]
    with_data = tree("book", leaf("login", "Log in"), own, about, group("page", leaf("list", "List pages")))
    assert bound(with_data)["probe"] == ["page", "list"]
    both = tree("book", leaf("login", "Log in"), group("projects", leaf("list", "List projects")), leaf("whoami"))
    assert bound(both)["probe"] == ["whoami"]
