"""The gate says no in its order, before anything is minted or started, and the same on both faces."""

from __future__ import annotations

import json
from typing import Any

import pytest
from runtime_packs import PackFolder, row, started


def both(pack: PackFolder, verb: str, *words: str, **args: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return pack.json(verb, *words), pack.envelope(verb, args)


@pytest.mark.parametrize("confirm", ["true", "yes", 1, 0, [], {}, "", None, 1.0])
def test_only_true_confirms(echo: PackFolder, confirm: Any) -> None:
    answer = echo.envelope("wipe", confirm=confirm, env={"HCP_CONFIRM": "1", "CI": "true"})
    assert answer["error"]["code"] == "confirm_required"
    assert answer["error"]["message"].startswith("confirm required: `wipe` is a gated write; say --confirm")
    assert (answer["ok"], answer["exit"], started(echo)) == (False, 77, 0)


def test_confirm_as_text_or_number_is_told_apart(echo: PackFolder) -> None:
    lead = 'confirm required: `wipe` is a gated write; say --confirm or "confirm": true'
    assert echo.envelope("wipe", confirm="true")["error"]["message"] == f'{lead}, not the string "true"'
    assert echo.envelope("wipe", confirm=1)["error"]["message"] == f"{lead}, not the integer 1"
    assert echo.envelope("wipe")["error"]["message"] == lead
    assert echo.run("wipe").stderr == f"error: {lead}\n  try: ask the person first, then add the confirm\n"


def test_a_confirm_is_heard_once(echo: PackFolder) -> None:
    assert echo.envelope("wipe", confirm=True)["data"]["argv"] == ["wipe"]
    assert echo.json("wipe", "--confirm")["data"]["argv"] == ["wipe"]
    assert echo.json("wipe", "--apply")["data"]["argv"] == ["wipe"]
    assert started(echo) == 4  # one probe, three writes
    assert echo.json("open-write")["ok"]


def test_the_confirm_is_asked_in_mock_mode_too(echo: PackFolder) -> None:
    assert echo.json("wipe", "--binding", "mock")["error"]["code"] == "confirm_required"
    assert echo.json("wipe", "--binding=mock", "--confirm")["data"] == "wiped"
    assert started(echo) == 0


@pytest.mark.parametrize(
    ("words", "code", "message", "hint"),
    [
        (
            ["wipe", "--conf"],
            "unknown_argument",
            "unknown or incomplete option `--conf`; options are never shortened",
            "write --confirm",
        ),
        (["wipe", "--confirm=false"], "usage", "`--confirm` takes no value", "write --confirm alone"),
        (
            ["wipe", "--", "--confirm"],
            "unknown_argument",
            "`wipe` has no place for '--confirm'",
            "it takes no arguments by place",
        ),
        (["wip", "--confirm"], "unknown_verb", "`echo` has no verb 'wip'", "did you mean `wipe`?"),
        (["wipe", "-confirm"], "unknown_argument", "`wipe` has no option `-confirm`", "did you mean `--confirm`?"),
        (["wipe", "--conﬁrm"], "unknown_argument", "`wipe` has no option `--conﬁrm`", "did you mean `--confirm`?"),
        (
            ["zzz"],
            "unknown_verb",
            "`echo` has no verb 'zzz'",
            "the verbs are show, note, add, flags, dashed, feed, wipe, open-write, look, shared, doctor",
        ),
        (["show"], "bad_argument", "`ref` is missing", ""),
        (["show", "a", "b"], "unknown_argument", "`show` has no place for 'b'", "it takes REF"),
        (["note", "--offset", "five"], "bad_argument", '`offset`: expected an integer, got the string "five"', ""),
        (
            ["note", "--text", "--offset"],
            "usage",
            "`--text` needs a value, and '--offset' begins with '-'",
            "if it is the value, write --text=--offset",
        ),
        (["note", "--text"], "usage", "`--text` needs a value", "--text=VALUE"),
        (["note", "--text=a", "--text=b"], "usage", "`--text` is given twice", ""),
        (
            ["show", "-x"],
            "unknown_argument",
            "`show` has no option `-x`",
            "see show --help; a value that begins with '-' stands after --",
        ),
        (["--jsn", "show"], "unknown_argument", "`echo` has no option `--jsn`", "did you mean `--json`?"),
        (
            ["-h"],
            "unknown_argument",
            "`echo` has no option `-h`",
            "see echo --help; a value that begins with '-' stands after --",
        ),
        (["show", "a", "--binding"], "usage", "`--binding` needs a value", "--binding=VALUE"),
    ],
)
def test_wrong_use_has_exact_words(echo: PackFolder, words: list[str], code: str, message: str, hint: str) -> None:
    answer = echo.json(*words)
    assert answer["error"] == {"code": code, "message": message, "hint": hint}
    assert (answer["ok"], answer["exit"], started(echo)) == (False, 64, 0)
    plain = echo.run(*words)
    assert (plain.stdout, plain.returncode) == ("", 64)
    assert plain.stderr == f"error: {message}\n" + (f"  try: {hint}\n" if hint else "")


@pytest.mark.parametrize(
    ("envelope", "message"),
    [
        ("[]", "the envelope must be an object"),
        ("", "the envelope cannot be read: line 1, column 1: not JSON: Expecting value"),
        ('{"pack_id": "echo", "verb_key": "show", "env": {}}', "the envelope has an unknown key 'env'"),
        ('{"pack_id": "echo", "verb_key": "wipe", "apply": true}', "the envelope has an unknown key 'apply'"),
        ('{"pack_id": "echo", "verb_key": "show", "session": {}}', "the envelope has an unknown key 'session'"),
        ('{"pack_id": "echo"}', "the envelope needs `verb_key`, a string"),
        ('{"pack_id": "ECHO", "verb_key": "show"}', "this is the pack `echo`, not 'ECHO'"),
        ('{"pack_id": "echo", "verb_key": "show", "args": []}', "`args` must be an object"),
        (
            '{"pack_id": "echo", "verb_key": "note", "args": {"offset": 1e400}}',
            "the envelope cannot be read: line 1, column 60: the number `1e400` is too large (`/args/offset`)",
        ),
        ('{"pack_id": "echo", "verb_key": "show", "binding": "mock"}', '`binding` must be like {"mode": "user"}'),
    ],
)
def test_envelopes_that_are_none(echo: PackFolder, envelope: str, message: str) -> None:
    done = echo.run("--envelope", "-", stdin=envelope)
    answer = json.loads(done.stdout)
    assert (answer["error"]["message"], answer["error"]["code"], done.returncode) == (message, "usage", 64)
    assert done.stderr == ""


def test_the_json_face_takes_no_confirm_from_argv(echo: PackFolder) -> None:
    answer = echo.envelope("wipe", {}, "--confirm")
    assert answer["error"]["message"] == "on the JSON face the envelope says it, not `--confirm`"


def test_both_faces_answer_alike(echo: PackFolder) -> None:
    for answers in (
        both(echo, "show", "a", ref="a"),
        both(echo, "note", "--text=x", text="x"),
        both(echo, "wipe"),
        both(echo, "nope"),
        both(echo, "show"),
        both(echo, "shared"),
    ):
        for answer in answers:
            if answer["ok"]:
                answer["data"]["cwd"] = answer["data"]["env"] = None
        assert answers[0] == answers[1]


def test_the_result_envelope_has_its_fields(echo: PackFolder) -> None:
    answer = echo.json("show", "a", "--binding", "mock")
    assert answer == {
        "ok": True,
        "pack_id": "echo",
        "verb_key": "show",
        "operation": "read",
        "land": "personal",
        "binding": {"mode": "mock"},
        "data": [{"id": 1}],
        "exit": 0,
    }
    facts = ["ok", "pack_id", "verb_key", "operation", "land", "binding"]
    assert list(answer) == [*facts, "data", "exit"]
    assert echo.envelope("show", {"ref": "a"}, binding={"mode": "mock"}) == answer
    refused = echo.json("show", "b", "--binding", "mock")
    assert (list(refused), refused["binding"]) == ([*facts, "error", "exit"], {"mode": "mock"})


def test_no_fixture_names_those_there_are(echo: PackFolder) -> None:
    answer = echo.json("show", "b", "--binding", "mock")
    assert answer["error"] == {
        "code": "no_fixture",
        "message": 'fixtures/show.json has no case for the args {"ref": "b"}',
        "hint": 'there is one for {"ref": "a"}',
    }
    assert answer["exit"] == 1
    assert echo.json("note", "--binding", "mock")["error"]["hint"] == "write one in fixtures/note.json"


@pytest.mark.parametrize(
    "name", ["HCP_MOCK", "HCP_BINDING", "ECHO_MOCK", "ECHO_BINDING", "hcp_mock", "HCP_BINDING_MODE", "HCP_USE_MOCK"]
)
def test_a_variable_cannot_choose_the_binding(echo: PackFolder, name: str) -> None:
    for answer in (echo.json("show", "a", env={name: "mock"}), echo.envelope("show", {"ref": "a"}, env={name: "1"})):
        assert answer["error"] == {
            "code": "env_mock_refused",
            "message": f"the environment variable `{name}` cannot choose the Binding, and is refused",
            "hint": f"unset {name}; for mock mode say --binding mock",
        }
        assert (answer["exit"], started(echo)) == (77, 0)
    sensed = echo.run("--announce", "-", env={name: "1"})
    assert (sensed.returncode, f"`{name}` cannot choose the Binding" in sensed.stderr) == (77, True)
    assert echo.json("show", "a", env={name: ""})["ok"]
    report = echo.json("doctor", env={name: "1"})
    assert (report["data"]["status"], report["exit"]) == ("fail", 1)


def test_a_variable_that_says_mock_is_refused_whatever_it_is_called(echo: PackFolder) -> None:
    for name in ("HCP_MODE", "ECHO_DEFAULT"):
        assert echo.json("show", "a", env={name: "Mock"})["error"]["code"] == "env_mock_refused"
        assert echo.json("show", "a", env={name: "user"})["ok"]


def test_undeclared_binding_modes_are_refused(echo: PackFolder) -> None:
    assert echo.json("show", "a", "--binding", "mokc")["error"]["code"] == "mint_failed"
    answer = echo.json("show", "a", "--binding", "mothership")
    assert answer["error"]["code"] == "mint_failed"
    assert answer["error"]["message"] == "mint failed: this pack does not declare the Binding mode 'mothership'"
    assert echo.envelope("show", {"ref": "a"}, binding={"mode": "mokc"})["error"]["code"] == "mint_failed"
    echo.change("surface.json", lambda surface: surface["binding"].update(modes=["user"]))
    for mode in ("public", "local", "mock"):
        answer = echo.json("show", "a", "--binding", mode)
        assert answer["error"]["message"] == f"mint failed: this pack does not declare the Binding mode {mode!r}"


def test_control_plane_is_for_operators(echo: PackFolder) -> None:
    echo.change("surface.json", lambda surface: surface.update(kind="control", plane="control"))
    for words in (["wipe", "--confirm"], ["show", "a", "--binding", "mock"]):
        answer = echo.json(*words)
        assert (answer["error"]["code"], answer["exit"]) == ("control_plane", 77)
        assert answer["error"]["message"] == "`echo` is a control plane pack, and this session has no operator grant"
    report = echo.json("doctor")
    assert (report["data"]["status"], report["exit"], started(echo)) == ("fail", 1, 0)
    assert report["data"]["checks"][0]["message"] == answer["error"]["message"]
    assert echo.json("wipe", "--confirm", "--session", echo.session(operator=True))["ok"]
    assert echo.json("wipe", "--confirm", "--session", echo.session())["error"]["code"] == "control_plane"


def test_the_execute_grant(echo: PackFolder) -> None:
    assert echo.json("show", "a", "--session", echo.session(grants=[]))["error"] == {
        "code": "no_execute_grant",
        "message": "`alice` has no `execute` grant for `echo`",
        "hint": 'the host writes "execute:echo" into its session\'s grants',
    }
    assert echo.json("show", "a", "--session", echo.session(grants=["execute:other"]))["exit"] == 77
    assert echo.json("show", "a", "--session", echo.session(grants=["execute:echo"]))["ok"]


def test_brain_needs_a_project(echo: PackFolder) -> None:
    wanted = "brain requires project_id, of a project that the session is a member of"
    assert echo.json("shared")["error"]["message"] == wanted
    for facts in ({"project_id": "p2", "projects": ["p1"]}, {"projects": ["p1"]}, {"project_id": "p1"}):
        answer = echo.json("shared", "--session", echo.session(**facts))
        assert (answer["error"]["code"], answer["exit"]) == ("no_project", 77)
    assert echo.json("shared", "--session", echo.session(project_id="p1", projects=["p1"]))["ok"]


def test_a_verb_without_a_row_never_runs(echo: PackFolder) -> None:
    echo.change("policy.json", lambda policy: policy["verbs"].pop("show"))
    answer = echo.json("show", "a")
    assert answer["error"]["code"] == "no_policy_row"
    assert answer["error"]["message"] == "verb show missing from policy.json"
    assert started(echo) == 0
    assert echo.json("doctor")["exit"] == 1


def test_a_write_that_does_not_say_is_gated(echo: PackFolder) -> None:
    echo.change("policy.json", lambda policy: policy["verbs"].update({"show": row("write")}))
    assert echo.json("show", "a")["error"]["code"] == "confirm_required"
    for confirm in (None, 0):
        echo.change("policy.json", lambda policy: policy["verbs"]["show"].update(confirm=confirm))  # noqa: B023
        assert echo.json("show", "a")["error"]["code"] == "bad_pack"


@pytest.mark.parametrize(
    ("name", "edit", "message"),
    [
        (
            "policy.json",
            lambda policy: policy.update(pack_id="other"),
            "policy.json: its `pack_id` is not `echo`, as in surface.json",
        ),
        (
            "policy.json",
            lambda policy: policy["verbs"]["wipe"].update(confirm="no"),
            "policy.json: `/verbs/wipe`: `confirm` must be true or false",
        ),
        (
            "policy.json",
            lambda policy: policy["verbs"]["wipe"]["privacy"].update(land="local\n"),
            "policy.json: `/verbs/wipe`: `privacy.land` must be one of personal, brain, local",
        ),
        (
            "policy.json",
            lambda policy: policy["verbs"]["wipe"].update(operation="delete"),
            "policy.json: `/verbs/wipe`: `operation` must be `read` or `write`",
        ),
        ("policy.json", lambda policy: policy.update(verbs=[]), "policy.json: `verbs` must be an object"),
        (
            "surface.json",
            lambda surface: surface["wrap"].update(paths=["./echo"]),
            'surface.json: `wrap.paths`: "./echo" is not an absolute path',
        ),
        (
            "surface.json",
            lambda surface: surface.update(plane="Control"),
            "surface.json: `plane` must be `runtime` or `control`, and `control` for the kind `control`",
        ),
        (
            "surface.json",
            lambda surface: surface.update(pass_through=True),
            "surface.json: `pass_through` goes with no verbs (L3)",
        ),
        (
            "surface.json",
            lambda surface: surface["verbs"].append(surface["verbs"][0]),
            "surface.json: the verb `show` is declared twice",
        ),
        (
            "surface.json",
            lambda surface: surface.pop("binding"),
            "surface.json: `binding.default` must be one of public, user, local, mothership, mock",
        ),
        (
            "surface.json",
            lambda surface: surface["verbs"][0].update(positionals=["nope"]),
            "surface.json: `positionals` of `show` names no property of its `args`",
        ),
        (
            "surface.json",
            lambda surface: surface["verbs"][0]["args"].pop("additionalProperties"),
            'surface.json: `/` of `show`\'s args: an object says `"additionalProperties": false`',
        ),
        (
            "surface.json",
            lambda surface: surface.update(pack_id="../x"),
            "surface.json: `pack_id` must be lower-case words joined by `-`",
        ),
    ],
)
def test_a_pack_that_cannot_be_trusted_is_refused_whole(echo: PackFolder, name: str, edit: Any, message: str) -> None:
    echo.change(name, edit)
    answer = echo.json("show", "a")
    assert (answer["error"]["message"], answer["error"]["code"]) == (message, "bad_pack")
    assert (answer["exit"], started(echo)) == (77, 0)


def test_missing_files_are_refused(echo: PackFolder) -> None:
    (echo.root / "policy.json").unlink()
    assert echo.json("show", "a")["error"]["message"] == "policy.json: No such file or directory"
