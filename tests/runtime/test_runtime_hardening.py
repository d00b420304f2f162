"""Ways around the argument rules, the policy and the redaction, each of which was open once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from hcp_author.cli import _grants
from hcp_author.runtime import argv, locks, manifest, output, places, session, strict, variables, words, workspace
from hcp_author.runtime.fault import Fault


@pytest.mark.parametrize("option", ["-", "--", "", "--=", "---"])
def test_an_option_without_a_name_would_let_its_argument_choose_one(option: str) -> None:
    with pytest.raises(Fault, match="is no option"):
        argv.build({"argv": [{"option": option, "arg": "c", "join": "none"}]}, {"c": "output=/tmp/x"})


@pytest.mark.parametrize("option", ["-n", "--limit", "-1", "if", "-@"])
def test_an_option_with_a_name_is_one(option: str) -> None:
    assert argv.build({"argv": [{"option": option, "arg": "c", "join": "none"}]}, {"c": "5"}) == [f"{option}5"]


def test_an_empty_value_does_not_let_an_option_eat_the_next_word() -> None:
    with pytest.raises(Fault, match="is empty"):
        argv.build({"argv": [{"option": "-n", "arg": "c", "join": "none"}, "TAIL"]}, {"c": ""})


@pytest.mark.parametrize("text", ["k=@f", "k=<f", "k=@-", "k= @f", "<f", "FILE:///f", "k=file://f", "FileB:f", " -"])
def test_a_file_reference_in_any_dress(text: str) -> None:
    with pytest.raises(Fault, match="looks like a file reference"):
        argv.build({"argv": [{"option": "--field", "arg": "c", "at": "file"}]}, {"c": text})


@pytest.mark.parametrize("text", ["mail me @ noon", "ann@example.org", "k=v", "a=b=c", "1 < 2", "profile: x"])
def test_text_that_is_no_file_reference(text: str) -> None:
    assert argv.build({"argv": [{"option": "--field", "arg": "c", "at": "file"}]}, {"c": text}) == [f"--field={text}"]


def test_a_descriptor_beyond_all_numbers_is_no_session(tmp_path: Any) -> None:
    with pytest.raises(Fault, match="the session cannot be used"):
        session.open_("fd:99999999999999999999", str(tmp_path))


UNSEEN = ["\u3164", "\u115f", "\u2800", "\ufe0f", "\u034f", "\ue000", "\u0378", "\u0301", "\x1b[0m", " ", "\u200b"]


@pytest.mark.parametrize("lead", [*UNSEEN, ""])
@pytest.mark.parametrize("dash", ["-", "\u2212", "\u2010", "\u02d7", "\u2796", "\u207b", "\u2043"])
def test_a_dash_of_any_kind_behind_marks_that_draw_nothing_is_a_dash(lead: str, dash: str) -> None:
    assert argv.option_like(f"{lead}{dash}x")


@pytest.mark.parametrize("text", ["x", "feature/-x", "ー長音", "é-", "@me", "/etc", "", "\u3164x"])
def test_other_text_is_not(text: str) -> None:
    assert not argv.option_like(text)


@pytest.mark.parametrize("read", [strict.loads, strict.loads_output])
def test_deep_json_is_refused_before_anything_runs_out_of_stack(read: Any) -> None:
    with pytest.raises(strict.NotStrict, match="nested too deeply"):
        read("[" * 5000 + "]" * 5000)


def test_brackets_in_strings_are_not_depth() -> None:
    assert strict.loads('{"a": "' + "[{" * 500 + '", "b": "\\"[[["}')["b"] == '"[[['
    assert strict.loads("[" + ",".join(["[]"] * 500) + "]")[0] == []


ROW = {"operation": "write", "confirm": True, "privacy": {"land": "personal"}}


@pytest.mark.parametrize(
    "row", [{**ROW, "confrim": True}, {**ROW, "privacy": {"land": "personal", "operation": "read"}}]
)
def test_a_policy_row_with_a_key_that_nobody_reads_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(Fault, match="unknown key"):
        manifest._row(row, "/verbs/send")


def surface(*verbs: dict[str, Any]) -> dict[str, Any]:
    return {"pack_id": "mail", "binding": {"default": "public"}, "verbs": list(verbs)}


@pytest.mark.parametrize(("key", "builtin"), [("purge", True), ("status", False)])
def test_no_write_hides_behind_builtin_or_a_health_verb(key: str, builtin: bool) -> None:
    policy = {"pack_id": "mail", "verbs": {key: {**ROW, "confirm": False}}}
    with pytest.raises(Fault):
        manifest.Pack("/", surface({"verb_key": key, "builtin": builtin}), policy)


# written out here once more, so that none is lost from the runtime's own list
MOVERS = """
PATH HOME TMPDIR PWD SHELL ENV BASH_ENV IFS CDPATH GLOBIGNORE SHELLOPTS BASHOPTS PROMPT_COMMAND PS4 FPATH ZDOTDIR
PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONINSPECT PYTHONUSERBASE NODE_OPTIONS NODE_PATH PERL5LIB PERL5OPT PERLLIB
PERL5DB RUBYLIB RUBYOPT LUA_INIT LUA_PATH LUA_CPATH JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH
GCONV_PATH LOCPATH NLSPATH MALLOC_CHECK_ GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_EXEC_PATH GIT_ASKPASS
GIT_PROXY_COMMAND GIT_TEMPLATE_DIR SSH_ASKPASS EDITOR VISUAL BROWSER
ERL_AFLAGS HGEDITOR LESSCLOSE LESSOPEN MAKEFLAGS MANPAGER OPENSSL_CONF PAGER PHPRC PHP_INI_SCAN_DIR PYTHONBREAKPOINT
RIPGREP_CONFIG_PATH GIT_CONFIG_PARAMETERS GIT_CONFIG_KEY_0 GIT_CONFIG_VALUE_0 DOTNET_STARTUP_HOOKS
LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES BASH_FUNC_ls BASH_FUNC_a%% LUA_INIT_5_4
"""


@pytest.mark.parametrize("name", [*MOVERS.split(), "", "A B", "9"])
def test_variables_that_make_programs_run_other_things_are_not_set(name: str) -> None:
    for spelt in (name, name.lower()):
        assert variables.refused(spelt)
        with pytest.raises(Fault, match="cannot set"):
            workspace.environment("/", "/tmp", None, {spelt: "x"})


def test_a_shell_function_is_not_set() -> None:
    with pytest.raises(Fault, match="cannot set"):
        workspace.environment("/", "/tmp", None, {"HARMLESS": "() { touch /tmp/x; }"})
    assert workspace.environment("/", "/tmp", None, {"NOTMUCH_CONFIG": "/x"})["NOTMUCH_CONFIG"] == "/x"


SECRET = {"TOKEN": "made-up-9f2c+/", "PIN": "1234567890123"}


@pytest.mark.parametrize(
    "form", ["made-up-9f2c%2B/", "made-up-9f2c%2b%2f", "made-up-9f2c+/", "6d6164652d75702d396632632b2f"]
)
def test_a_secret_is_redacted_in_each_form_that_programs_print(form: str) -> None:
    assert form not in output.redact(f"<{form}>", SECRET)


def test_a_secret_is_redacted_in_base64_output_and_in_numbers() -> None:
    import base64

    coded = output.read(b"tok made-up-9f2c+/ end", "base64", SECRET)["base64"]
    assert base64.b64decode(coded) == b"tok [redacted] end"
    assert output.read(b'{"t": 1234567890123, "n": 5}', "json", SECRET) == {"t": "[redacted]", "n": 5}


def test_a_path_that_a_program_reads_otherwise_keeps_its_dot(tmp_path: Any) -> None:
    (tmp_path / "@x").write_text("")
    assert workspace.keep_inside(str(tmp_path), "./@x") == "./@x"
    assert workspace.keep_inside(str(tmp_path), "a.txt") == "a.txt"
    with pytest.raises(Fault):
        workspace.keep_inside(str(tmp_path), "")


VERB = {
    "verb_key": "post",
    "positionals": ["to"],
    "args": {"properties": {"to": {"type": "string"}, "body": {"type": "string"}, "all": {"type": "boolean"}}},
}


@pytest.mark.parametrize("flag", ["--confirm", "--apply", "--json", "--binding=mock"])
def test_one_of_our_own_words_is_never_a_value_nor_stepped_over(flag: str) -> None:
    line = words.split(["post", "--body", flag, "hello"])
    with pytest.raises(Fault, match="`--body` needs a value"):
        words.read(VERB, line)


def test_our_own_words_may_stand_anywhere_else() -> None:
    line = words.split(["--json", "post", "--all", "--confirm", "ann", "--body", "hello", "--apply"])
    assert words.read(VERB, line) == {"to": "ann", "body": "hello", "all": True}


def test_a_session_with_a_second_name_is_not_read(tmp_path: Any) -> None:
    (tmp_path / "one").write_text('{"format": "session/1", "principal": "ann"}')
    (tmp_path / "one").chmod(0o600)
    assert session.open_(str(tmp_path / "one"), "/nowhere").principal == "ann"
    (tmp_path / "two").hardlink_to(tmp_path / "one")
    with pytest.raises(Fault, match="second name"):
        session.open_(str(tmp_path / "one"), "/nowhere")


def test_no_project_is_no_membership() -> None:
    assert session.Session({"principal": "ann", "project_id": "", "projects": [""]}, host=True).project() == ""


def test_a_program_in_a_folder_that_all_may_write_to_is_not_run(tmp_path: Any) -> None:
    tool = tmp_path / "open" / "tool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh")
    tool.chmod(0o755)
    assert not places.open_to_all(str(tool))
    tool.parent.chmod(0o777)
    assert places.open_to_all(str(tool))
    link = tmp_path / "link"
    link.symlink_to(tool)
    assert places.open_to_all(str(link))
    tool.parent.chmod(0o1777)
    assert not places.open_to_all(str(tool))
    assert not places.open_to_all(str(link))


def test_a_prefix_that_is_a_dash_lets_no_argument_choose_an_option() -> None:
    with pytest.raises(Fault, match="lets `ref` choose an option"):
        argv.build({"argv": ["show", {"positional": "ref", "prefix": "--"}]}, {"ref": "upload-pack=x"})


def test_a_path_that_climbs_is_no_place_for_a_program() -> None:
    with pytest.raises(Fault, match="not an absolute path"):
        manifest.Pack("/", {**surface(), "wrap": {"bin": "x", "paths": ["/usr/../tmp/x"]}}, {"pack_id": "mail"})


def test_an_operand_does_not_begin_with_a_mark_of_its_command() -> None:
    exec_ = {"argv": ["tag", {"positional": "add", "prefix": "+", "each": True}, {"positional": "query", "each": True}]}
    assert argv.build(exec_, {"add": ["a"], "query": ["id:1"]}) == ["tag", "+a", "id:1"]
    with pytest.raises(Fault, match="means something else"):
        argv.build(exec_, {"add": ["a"], "query": ["id:1", "+evil"]})
    assert argv.build({"argv": [{"positional": "query"}]}, {"query": "+1"}) == ["+1"]


@pytest.mark.parametrize("value", ["a/../../evil", "x/../../../evil", ".."])
def test_a_locale_is_no_path(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    for name in ("LANG", "LANGUAGE", "TZ"):
        monkeypatch.setenv(name, value)
    made = workspace.environment("/home/x", "/tmp", None, {})
    assert not {"LANG", "LANGUAGE", "TZ"} & made.keys()
    monkeypatch.setenv("TZ", "Europe/Berlin")
    assert workspace.environment("/home/x", "/tmp", None, {})["TZ"] == "Europe/Berlin"


@pytest.mark.parametrize(("text", "value"), [(" 5", " 5"), ("5\n", "5\n"), ("5", 5), ("-1e5", -1e5)])
def test_a_number_is_written_as_one(text: str, value: Any) -> None:
    assert words.convert({"type": "number"}, text) == value


def test_two_changes_at_once_are_both_kept(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    roots = [str(tmp_path / f"pack{number}") for number in range(12)]
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda root: _grants.set_grant("ann", "mail", root, on=True), roots))
    monkeypatch.setattr(locks, "SECONDS", 0.1)
    with locks.locked(str(tmp_path / "hcp/grants.json")), pytest.raises(OSError, match="another process holds"):
        _grants.set_grant("ann", "mail", roots[0], on=False)
    kept = json.loads((tmp_path / "hcp/grants.json").read_text())["ann"]
    assert [kept[root] for root in roots] == [{"mail": ["sense.enable"]}] * 12
