"""Ways around single rules, each with its harmless twin: argv, variables, links, hidden places."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hcp_author.lint import engine
from hcp_author.pack import interpreters, variables
from hcp_author.runtime import variables as runtime_variables

Build = Callable[..., Path]
TOKEN = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
QUERY = {"positional": "query"}


def found(root: Path) -> list[tuple[str, str]]:
    return [(one.rule, one.file) for one in engine.lint([root])]


def with_exec(root: Path, program: str, exec_: dict[str, Any]) -> set[str]:
    """The rules that `count` breaks where it calls this program so, and nothing else does."""
    surface = json.loads((root / "surface.json").read_text())
    surface["wrap"] = {"bin": program, "paths": [f"/usr/bin/{program}"]}
    surface["verbs"] = [{**one, "exec": exec_} for one in surface["verbs"] if one["verb_key"] == "count"]
    (root / "surface.json").write_text(json.dumps(surface))
    return {one.rule for one in engine.lint([root]) if one.rule.startswith(("L3-", "F-"))} - {"L3-too-few"}


@pytest.mark.parametrize(
    ("program", "argv"),
    [
        ("sh", ["-c", "x"]),
        ("zsh", ["-ec", "x", "--", QUERY]),
        ("python3.12", ["x.py", {"option": "-c", "arg": "query"}]),
        ("python3", ["-cimport os", "x"]),
        ("node", [{"option": "--eval", "arg": "query"}]),
        ("perl", ["-ne", "x"]),
        ("php", ["-r", QUERY]),
        ("awk", ["--", QUERY]),
        ("sed", ["-n", "-e", QUERY]),
        ("bash", ["--", QUERY]),
        ("env", ["x", QUERY]),
        ("xargs", ["--", QUERY]),
    ],
)
def test_what_an_interpreter_is_handed(program: str, argv: list[Any], build: Build) -> None:
    assert "L3-interpreter" in with_exec(build(), program, {"argv": argv})


@pytest.mark.parametrize(
    ("program", "argv"),
    [
        ("notmuch", ["count", "-c", "x", "--", QUERY]),
        ("python3", ["-m", "json.tool", "--", QUERY]),
        ("python3", ["/usr/share/x/count.py", "--", QUERY]),
        ("awk", ["{print $1}", "--", QUERY]),
        ("sed", ["-n", "-e", "s/a/b/", "x", "--", QUERY]),
        ("git", ["-c", "core.pager=cat", "log", "--", QUERY]),
        ("timeout", ["5", "notmuch", "count"]),
    ],
)
def test_fixed_calls_are_clean(program: str, argv: list[Any], build: Build) -> None:
    assert "L3-interpreter" not in with_exec(build(), program, {"argv": argv})


def test_a_text_on_standard_input_is_code_to_a_shell_and_data_to_a_filter(build: Build) -> None:
    root = build()
    assert "L3-interpreter" in with_exec(root, "sh", {"argv": ["-s"], "stdin": "query"})
    assert "L3-interpreter" not in with_exec(root, "sed", {"argv": ["s/a/b/"], "stdin": "query"})


def test_the_probe_and_connect_are_calls_too(build: Build) -> None:
    root = build()
    surface = json.loads((root / "surface.json").read_text())
    surface["wrap"] = {"bin": "sh", "paths": ["/bin/sh"]}
    surface["binding"]["probe"] = ["-c", "true"]
    surface["connect"]["exec"]["argv"] = ["-c", "true"]
    (root / "surface.json").write_text(json.dumps(surface))
    told = {one.pointer for one in engine.lint([root]) if one.rule == "L3-interpreter"}
    assert {"/binding/probe/0", "/connect/exec/argv/0"} <= told


@pytest.mark.parametrize("option", ["-", "--", "---", "--=x", "", "-=", "\n", "--a b", "--limit\n"])
def test_no_option_is_left_for_the_value_to_spell(option: str, build: Build) -> None:
    argv = ["count", {"option": option, "arg": "query", "join": "none"}]
    assert with_exec(build(), "notmuch", {"argv": argv}) == {"F-wrong-value"}


@pytest.mark.parametrize(
    ("option", "join"), [("-n", "none"), ("--limit", "="), ("--limit=", "none"), ("if", "="), ("-@", "space")]
)
def test_whole_options_are_clean(option: str, join: str, build: Build) -> None:
    argv = ["count", {"option": option, "arg": "query", "join": join}]
    assert with_exec(build(), "notmuch", {"argv": argv}) == set()


@pytest.mark.parametrize(("name", "plain"), [("python3.12", "python"), ("bash-5.2", "bash"), ("7", "7"), ("jq", "jq")])
def test_a_version_does_not_count(name: str, plain: str) -> None:
    assert interpreters.plain(name) == plain


def test_the_runtime_refuses_the_same_variables() -> None:
    names, starts, ends = variables.unsafe()
    assert names.keys() == runtime_variables.REFUSED
    assert starts.keys() == set(runtime_variables.REFUSED_STARTS)
    assert ends.keys() == set(runtime_variables.REFUSED_ENDS)
    for name in (
        "PATH",
        "ld_preload",
        "BASH_FUNC_x%%",
        "A%B",
        "1A",
        "",
        "é",
        "NOTMUCH_CONFIG",
        "tar_options",
        "GIT_CONFIG_KEY_0",
        "GH_PAGER",
        "OPTIONS",
        "LANG",
        "A_LD_X",
        "A\n",
    ):
        assert bool(variables.refused(name)) == runtime_variables.refused(name), name


def test_a_proof_that_is_a_link_would_prove_another_pack(build: Build) -> None:
    root = build()
    (root / "good").mkdir()
    (root / "good" / "proof.txt").write_bytes((root / "proof.py").read_bytes())
    (root / "proof.py").unlink()
    (root / "proof.py").symlink_to("good/proof.txt")
    assert found(root) == [("L12-unknown-proof", "mail/proof.py")]


def test_a_runtime_with_a_link_in_it(build: Build) -> None:
    root = build()
    (root / "bin" / "hcp_runtime" / "gate.py").rename(root / "gate.py")
    (root / "bin" / "hcp_runtime" / "gate.py").symlink_to("../../gate.py")
    assert found(root) == [("L11-runtime-modified", "mail/bin/hcp_runtime/gate.py")]


@pytest.mark.parametrize("name", ["node_modules/x", ".venv/lib/x", "__pycache__/x", "docs/__pycache__/x.py"])
def test_folders_that_are_passed_over_are_told(name: str, build: Build) -> None:
    root = build()
    (root / name).parent.mkdir(parents=True)
    (root / name).write_text(TOKEN)
    [finding] = engine.lint([root])
    assert (finding.rule, finding.severity) == ("F-not-checked", "warning")
    assert "was not looked at" in finding.message


def test_what_every_clone_and_every_run_leaves_is_not_told(build: Build) -> None:
    root = build()
    for name in (".git/config", "__pycache__/x.pyc", "bin/hcp_runtime/__pycache__/gate.cpython-311.pyc"):
        (root / name).parent.mkdir(parents=True)
        (root / name).touch()
    (root / ".venv").mkdir()
    assert found(root) == []


def test_a_file_named_as_a_token(build: Build) -> None:
    root = build()
    (root / TOKEN).touch()
    [finding] = engine.lint([root])
    assert finding.rule == "L4-secret-file"
    assert TOKEN not in repr(finding)
    assert "GitHub token" in finding.message
