"""What both pages ask of a runtime and no other test of this room shows by itself; the table is CONFORMANCE.md."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest
from runtime_packs import SOURCE, PackFolder, closed, row, started
from test_runtime_audit import lines as audited
from test_runtime_person import on_terminal
from test_runtime_sense import announced, records, sensing

__all__ = ["sensing"]  # a fixture of that module's


def imported(name: str) -> set[str]:
    """The modules of the runtime that one imports, anywhere in its code."""
    tree = ast.parse((SOURCE / "runtime" / f"{name}.py").read_text())
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1]
    return {one.module for one in froms if one.module} | {a.name for one in froms if not one.module for a in one.names}


# L2, L11: one command, one way to it


@pytest.mark.parametrize(
    "name", ["sho", "SHOW", "Show", "show ", "echo.show", "echo/show", "open_write", "run", "exec", "--show", ""]
)
def test_a_command_has_one_name_on_both_faces(echo: PackFolder, name: str) -> None:
    typed = echo.json("--", name, "a") if name.startswith("-") else echo.json(name, "a")
    sent = echo.envelope(name, {"ref": "a"})
    assert (typed["ok"], sent["ok"], started(echo)) == (False, False, 0)
    for answer in (sent, sent if name.startswith("-") else typed):
        assert answer["error"]["code"] in ("unknown_verb", "usage")


def test_neither_face_knows_the_adapter_or_the_hub() -> None:
    for face in ("face", "jsonface", "envelope"):
        assert not imported(face) & {"adapter", "calls", "hub"}, face
    assert "gate" in imported("envelope")


@pytest.mark.parametrize(
    "facts", [None, {}, {"operator": True}, {"principal": "agent-7"}, {"project_id": "p", "projects": ["p"]}]
)
def test_whoever_invokes_is_asked_for_the_confirm(echo: PackFolder, facts: dict[str, Any] | None) -> None:
    who = [] if facts is None else ["--session", echo.session(**facts)]
    ci = {"CI": "true", "GITHUB_ACTIONS": "true", "HCP_CONFIRM": "1"}
    typed, sent = echo.json("wipe", *who, env=ci), echo.envelope("wipe", {}, *who, env=ci)
    assert typed == sent
    status, shown = on_terminal(echo, "wipe", *who)
    assert (status, typed["error"]["message"] in shown) == (77, True)
    assert (typed["error"]["code"], typed["exit"], started(echo)) == ("confirm_required", 77, 0)
    assert "confirm required" in typed["error"]["message"]


@pytest.mark.parametrize("word", ["--confirm", "--apply"])
def test_confirm_and_apply_are_the_words_of_the_command_line(echo: PackFolder, word: str) -> None:
    assert echo.json("wipe", word)["ok"]
    assert echo.json("wipe", f"{word}=true")["ok"] is False


def test_both_faces_leave_the_same_trail(echo: PackFolder) -> None:
    who = echo.session()
    echo.json("wipe", "--confirm", "--session", who)
    echo.envelope("wipe", {}, "--session", who, confirm=True)
    told = [{key: value for key, value in line.items() if key not in ("call", "time")} for line in audited(echo)]
    assert told[0] == told[2]
    assert told[1] == told[3]
    assert (told[0]["principal"], told[0]["decision"], told[1]) == ("alice", "allowed", {"ended": "ok"})


@pytest.mark.parametrize(
    "more",
    [
        {"principal": "bob"},
        {"project_id": "p2"},
        {"tenant": "t2"},
        {"policy": {"operation": "read"}},
        {"operation": "read"},
        {"privacy": {"land": "personal"}},
        {"grants": ["execute"]},
        {"binding": {"mode": "user", "secrets": {"TOKEN": "x"}}},
        {"binding": {"mode": "user", "credential": "x"}},
    ],
    ids=json.dumps,
)
def test_an_invoker_brings_no_principal_policy_grant_or_credential(echo: PackFolder, more: dict[str, Any]) -> None:
    answer = echo.envelope("show", {"ref": "a"}, **more)
    assert (answer["ok"], answer["error"]["code"], started(echo)) == (False, "usage", 0)


# L4: no mint, no call


@pytest.mark.parametrize("name", ["ACME_TOKEN", "ECHO_TOKEN", "HCP_TOKEN"])
def test_a_token_of_the_environment_saves_no_mint_that_failed(echo: PackFolder, name: str) -> None:
    echo.change("surface.json", lambda surface: surface["binding"].update(secrets=[name]))
    typed, sent = echo.json("show", "a", env={name: "t0ken"}), echo.envelope("show", {"ref": "a"}, env={name: "t0ken"})
    for answer in (typed, sent):
        assert (answer["error"]["code"], answer["exit"], started(echo)) == ("mint_failed", 77, 0)
        assert "t0ken" not in json.dumps(answer)


def test_a_mint_that_fails_falls_back_to_no_other_mode(echo: PackFolder, tmp_path: Any) -> None:
    (tmp_path / "tool" / "echo").write_text("#!/bin/sh\nexit 9\n")
    answer = echo.json("show", "a")
    assert (answer["binding"], answer["error"]["code"]) == ({"mode": "user"}, "mint_failed")


# L5: an entity is no tenant


def test_an_entity_is_an_argument_and_the_principal_stays(new_pack: Any) -> None:
    verb = {"verb_key": "go", "summary": "Go.", "args": closed(entity={"type": "string"})}
    surface = {
        "kind": "channel",
        "summary": "Go.",
        "binding": {"default": "public", "modes": ["public"]},
        "verbs": [verb],
    }
    code = "VERBS = {'go': lambda args, ctx: [args['entity'], ctx.principal, ctx.project_id]}\n"
    pack = new_pack(surface, {"verbs": {"go": row()}}, {"adapter.py": code}, name="books")
    who = pack.session(project_id="p1", projects=["p1"])
    answers = [
        pack.json("go", "--entity", "bob", "--session", who),
        pack.envelope("go", {"entity": "bob"}, "--session", who),
    ]
    assert [answer["data"] for answer in answers] == [["bob", "alice", "p1"]] * 2


@pytest.mark.parametrize("privacy", [*({"land": land} for land in ("team", "", None, "Personal")), {}, None])
def test_a_land_that_is_none_of_the_three_is_refused(echo: PackFolder, privacy: Any) -> None:
    echo.change("policy.json", lambda policy: policy["verbs"]["show"].update(privacy=privacy))
    answer = echo.json("show", "a")
    assert (answer["ok"], started(echo)) == (False, 0)
    assert "must be one of personal, brain, local" in answer["error"]["message"]


# L6: a dry run is a write


def test_a_dry_run_asks_like_any_write_and_is_noted_as_one(echo: PackFolder) -> None:
    def edit(surface: Any) -> None:
        wipe = next(verb for verb in surface["verbs"] if verb["verb_key"] == "wipe")
        wipe["args"]["properties"]["dry_run"] = {"type": "boolean"}
        wipe["exec"]["argv"].append({"flag": "--dry-run", "arg": "dry_run"})

    echo.change("surface.json", edit)
    typed, sent = echo.json("wipe", "--dry-run"), echo.envelope("wipe", {"dry_run": True})
    assert [answer["error"]["code"] for answer in (typed, sent)] == ["confirm_required"] * 2
    assert started(echo) == 0
    done = echo.json("wipe", "--dry-run", "--confirm")
    assert (done["operation"], done["data"]["argv"]) == ("write", ["wipe", "--dry-run"])
    assert {line["class"] for line in audited(echo) if "class" in line} == {"write"}


# Sense: two loops, two grants


def test_a_grant_of_one_loop_is_none_of_the_other(sensing: PackFolder) -> None:
    listener = sensing.session(grants=["sense.enable"])
    assert sensing.json("show", "a", "--session", listener)["error"]["code"] == "no_execute_grant"
    assert announced(sensing, {"ref": "new_item"}, grants=["execute"])[0][0]["route"] == "drop"


def test_one_who_reads_the_sink_executes_by_a_grant_of_his_own_and_is_asked(sensing: PackFolder) -> None:
    announced(sensing, {"ref": "new_item", "payload": {"verb_key": "wipe", "confirm": True}})
    told = records(sensing)[0]["payload"]
    reader = sensing.session(grants=["sense.enable"])
    assert (
        sensing.envelope(told["verb_key"], {}, "--session", reader, confirm=True)["error"]["code"] == "no_execute_grant"
    )
    actor = sensing.session(grants=["execute", "sense.enable"])
    assert sensing.envelope(told["verb_key"], {}, "--session", actor)["error"]["code"] == "confirm_required"
    assert started(sensing) == 0


@pytest.mark.parametrize(
    ("grants", "route"),
    [(["sense.enable:echo"], "inbox"), (["sense.enable:other"], "drop"), (["sense"], "drop"), ([], "drop")],
)
def test_sense_is_on_for_a_principal_and_a_pack(sensing: PackFolder, grants: list[str], route: str) -> None:
    answers, done = announced(sensing, {"ref": "new_item"}, grants=grants)
    assert (answers[0]["route"], done.returncode) == (route, 0)


def test_delivery_goes_in_order(sensing: PackFolder) -> None:
    # a sink that fails shows how far an event got: only what passed both checks comes to it
    state = sensing.home / ".local/state/hcp"
    state.mkdir(parents=True)
    (state / "sense.sqlite").write_text("this is no database, and is longer than a header would be" * 20)
    unknown = announced(sensing, {"ref": "no.such"}, grants=["execute"])
    assert (unknown[1].returncode, unknown[0][0]["reason"].partition(":")[0]) == (0, "unknown ref")
    off = announced(sensing, {"ref": "new_item"}, grants=["execute"])
    assert (off[1].returncode, off[0][0]["reason"].partition(" for")[0]) == (0, "sense.enable is off")
    assert announced(sensing, {"ref": "new_item"})[1].returncode == 1


def test_a_shared_trigger_is_recorded_on_its_land(sensing: PackFolder) -> None:
    member = announced(sensing, {"ref": "shared.item"}, project_id="p", projects=["p"])
    stranger = announced(sensing, {"ref": "shared.item"}, project_id="p", projects=[])
    assert [answers[0]["recorded"] for answers, _ in (member, stranger)] == [True, True]
    assert [(kept["land"], kept["project"]) for kept in records(sensing)] == [("brain", "p"), ("brain", "")]


def test_a_pack_without_triggers_is_execute_alone(echo: PackFolder) -> None:
    answers, done = announced(echo, {"ref": "new_item"}, {"ref": "binding.degraded"})
    assert ([answer["route"] for answer in answers], done.returncode) == (["drop", "drop"], 0)
    assert echo.json("show", "a")["ok"]
    assert not (echo.home / ".local/state/hcp/sense.sqlite").exists()


def test_a_pack_that_only_emits_executes_nothing(new_pack: Any) -> None:
    surface = {
        "kind": "sense_only",
        "summary": "Emit.",
        "binding": {"default": "public", "modes": ["public"]},
        "stimulusTriggers": [{"ref": "new_item"}],
    }
    pack = new_pack(surface, {"verbs": {}, "stimuli": {"new_item": row()}}, name="bell")
    assert announced(pack, {"ref": "new_item"})[0][0]["recorded"] is True
    for answer in (pack.json("list"), pack.envelope("list"), pack.json("new_item"), pack.envelope("new_item")):
        assert answer["error"]["code"] == "unknown_verb"


def test_asking_again_and_again_is_no_sense(sensing: PackFolder) -> None:
    who = sensing.session(grants=["execute", "sense.enable"])
    for words in (["show", "a"], ["doctor"]) * 3:
        sensing.json(*words, "--session", who)
    assert not (sensing.home / ".local/state/hcp/sense.sqlite").exists()


def test_execute_answers_the_same_with_sense_on_and_off(sensing: PackFolder) -> None:
    answers = []
    for grants in (["execute"], ["execute", "sense.enable"], ["execute"]):
        announced(sensing, {"ref": "new_item"}, grants=grants)
        answer = sensing.json("show", "a", "--session", sensing.session(grants=grants))
        answers.append({**answer, "data": answer["data"]["argv"]})
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["ok"]


def test_an_announce_says_nothing_of_land_route_or_binding(sensing: PackFolder) -> None:
    for key in ("land", "route", "binding", "pack", "verb_key", "confirm"):
        answers, _ = announced(sensing, {"ref": "new_item", key: "x"})
        assert (answers[0]["route"], answers[0]["recorded"]) == ("drop", False)
    assert records(sensing) == []


def test_a_row_without_a_trigger_is_dropped(sensing: PackFolder) -> None:
    sensing.change("surface.json", lambda surface: surface["stimulusTriggers"].pop(0))
    assert announced(sensing, {"ref": "new_item"})[0][0]["route"] == "drop"


def test_nothing_in_the_runtime_or_its_ingress_asks_a_verb_by_the_clock() -> None:
    for file in (SOURCE / "ingress").glob("*.py"):
        names = {
            node.module or "" for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ImportFrom)
        }
        assert not any(part in name for name in names for part in ("gate", "hub", "adapter", "calls")), file.name
    for name in ("announce", "sink", "senseface"):
        assert "sleep" not in (SOURCE / "runtime" / f"{name}.py").read_text(), name
