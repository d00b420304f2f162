"""A good pack of each kind proves itself, and what its proof says was really so."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from proof_packs import (
    AGREES,
    DENY,
    DRY,
    END_USER,
    EVERY,
    FIXTURES,
    FUNCTIONS,
    LINT,
    LIVE,
    OFF,
    ON,
    READ,
    RUNTIME,
    TEXT,
    UNDECLARED,
    WRITE,
    Maker,
    bare,
    closed,
    edited,
    gated_row,
    head,
    read_row,
    verb,
)

from hcp_author.pack import shape

FIRST = [LINT, AGREES, RUNTIME]
KINDS = {
    "wrap": [*FIRST, READ, WRITE, DENY, UNDECLARED, EVERY, FIXTURES, LIVE, ON, OFF],
    "adapter": [*FIRST, READ, WRITE, DENY, UNDECLARED, EVERY, FIXTURES, FUNCTIONS, LIVE, ON, OFF],
    "read_only": [*FIRST, READ, UNDECLARED, EVERY, FIXTURES, FUNCTIONS, LIVE],
    "control": [*FIRST, READ, WRITE, DENY, UNDECLARED, EVERY, FIXTURES, END_USER, FUNCTIONS, LIVE],
    "sense_only": [*FIRST, FUNCTIONS, ON, OFF],
}


def by_name(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {step["name"]: step for step in document["steps"]}


Wrapped = tuple[Maker, dict[str, Any]]


@pytest.fixture(scope="module")
def wrapped(tmp_path_factory: pytest.TempPathFactory) -> Wrapped:
    """One whole proof of a wrap, its program linked and its store there, for all who look at it."""
    make = Maker(tmp_path_factory.mktemp("wrapped"))
    return make, make.proved(make.wrap(), "--live")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_proves_itself_with_the_steps_of_its_kind(make: Maker, kind: str) -> None:
    done = make.run(getattr(make, kind)())
    assert done.returncode == 0, done.stdout
    points = re.findall(r"^ok \d+ - (.*?)(?: # SKIP .*)?$", done.stdout, re.MULTILINE)
    assert points == KINDS[kind]
    assert done.stdout.startswith(f"TAP version 13\n1..{len(points)}\nok 1 - lint\n")
    assert done.stderr == ""


def test_the_document_has_a_result_for_each_step(wrapped: Wrapped) -> None:
    _, document = wrapped
    assert document["ok"], [step for step in document["steps"] if not step["ok"]]
    assert [step["name"] for step in document["steps"]] == KINDS["wrap"]
    keys = {"name", "ok", "skipped", "reason", "sent", "expected", "came_back", "seconds"}
    assert all(set(step) == keys for step in document["steps"])
    assert shape.check_value(document, "proof") == []


def test_the_deny_starts_neither_program_nor_probe_on_either_face(wrapped: Wrapped) -> None:
    deny = by_name(wrapped[1])[DENY]
    assert [reply["started"] for reply in deny["came_back"]] == [[], [], [], []]
    assert {reply["exit"] for reply in deny["came_back"]} == {77}
    cli, envelope = deny["sent"][:2]
    assert cli == ["box", "add", "--json", "tea"]
    assert envelope == {"pack_id": "box", "verb_key": "add", "args": {"text": "tea"}, "confirm": False}


def test_the_read_and_the_write_reach_the_recorder_with_the_exact_argv(wrapped: Wrapped) -> None:
    steps = by_name(wrapped[1])
    argv = ["list", "--limit=2", "-t", "a", "-t", "b", "--all"]
    assert [reply["started"] for reply in steps[READ]["came_back"]] == [[], [], [["list"], argv], [argv]]
    assert steps[WRITE]["came_back"][0]["started"] == [["list"], ["add", "--", "tea"]]


def test_no_write_ever_reaches_the_real_program(wrapped: Wrapped) -> None:
    make, _ = wrapped
    called = [json.loads(line) for line in make.log.read_text().splitlines()]
    assert called == [["list"], ["list"]], "the probe and the live read, and nothing else"
    assert (make.home / ".box.json").read_text() == '["milk", "bread"]'


def test_announced_events_are_recorded_with_all_five_attributes_and_dropped_without_the_grant(wrapped: Wrapped) -> None:
    steps = by_name(wrapped[1])
    refs = ["new_item", "binding.degraded"]
    assert steps[ON]["came_back"] == [["proof", "user", "personal", "box", ref] for ref in refs]
    assert [event["ref"] for event in steps[ON]["sent"]] == [*refs, "proof.undeclared"]
    assert steps[OFF]["came_back"][1]["answer"]["data"] == {"mocked": "list"}


def test_the_live_read_runs_for_this_user_and_does_not_tell_what_came_back(wrapped: Wrapped) -> None:
    live = by_name(wrapped[1])[LIVE]
    assert live["ok"]
    assert live["sent"][1:] == ["list", "--json"]
    assert live["came_back"]["data"].endswith("characters")
    assert "milk" not in json.dumps(wrapped[1])


def test_settings_and_secrets_reach_the_program_through_the_users_configuration(make: Maker) -> None:
    pack = make.wrap(settings=["BOX_STORE"], secrets=["BOX_TOKEN"])
    document = make.proved(pack)
    steps = by_name(document)
    assert document["ok"], steps
    assert steps[WRITE]["came_back"][0]["started"][0] == ["proof-helper", "get"]
    assert "proof-secret" not in json.dumps(document)
    assert steps[LIVE]["skipped"]
    assert "helper" in steps[LIVE]["reason"]


def test_without_a_probe_or_secrets_a_user_binding_does_not_mint(make: Maker) -> None:
    pack = make.adapter()
    surface = json.loads((pack / "surface.json").read_text())
    surface.update(wrap={"bin": "box", "paths": [make.box()]}, verbs=[bare("list"), bare("send", "to", to=TEXT)])
    for one in surface["verbs"]:
        one["exec"] = {"argv": [one["verb_key"]]}
    (pack / "surface.json").write_text(json.dumps(surface))
    policy = json.loads((pack / "policy.json").read_text())
    policy["verbs"] = {"list": read_row(), "send": gated_row()}
    (pack / "policy.json").write_text(json.dumps(policy))
    make.expect(pack)
    read = make.steps(pack, READ)[READ]
    assert read["came_back"]["answer"]["error"]["code"] == "mint_failed"


def test_a_path_on_the_local_land_is_the_same_in_every_workspace(make: Maker) -> None:
    show = {**bare("show", "file"), "args": closed("file", file={"type": "string", "format": "path"})}
    show["exec"] = {"argv": ["show", "--", {"positional": "file"}], "output": "json"}
    surface = head("tree", "read_only", {"default": "local", "modes": ["local", "mock"]})
    surface |= {"wrap": {"bin": "box", "paths": [make.box()]}, "verbs": [show], "few": "One is enough here."}
    pack = make.write(surface, {"show": read_row("local")}, {}, samples={"show": {"file": "./a/../b.txt"}})
    steps = make.steps(pack, READ, LIVE)
    assert steps[READ]["ok"], steps[READ]
    assert steps[READ]["came_back"][2]["started"] == [["show", "--", "b.txt"]]
    assert steps[LIVE]["skipped"]
    assert steps[LIVE]["reason"].startswith("live: `show` does not run here: `box` ended with exit status 1")


def test_a_brain_pack_is_proved_by_a_member_of_a_project(make: Maker) -> None:
    steps = by_name(make.proved(make.wrap(land="brain")))
    assert [name for name, step in steps.items() if not step["ok"]] == []
    assert "brain requires project_id" in steps[LIVE]["reason"]
    assert [record[2] for record in steps[ON]["came_back"]] == ["brain", "brain"]


def test_without_a_login_the_live_read_is_skipped_and_under_live_a_failure(make: Maker) -> None:
    pack = make.adapter()
    skipped = make.steps(pack, LIVE)[LIVE]
    assert (skipped["ok"], skipped["skipped"]) == (True, True)
    assert skipped["reason"].startswith("live: `list` does not run here: mint failed")
    failed = make.steps(pack, LIVE, live=True)[LIVE]
    assert (failed["ok"], failed["skipped"]) == (False, False)
    [state] = (make.home / ".local" / "state" / "hcp" / "packs").iterdir()
    (state / "login").touch()
    assert make.steps(pack, LIVE, live=True)[LIVE]["came_back"]["exit"] == 0


def test_a_live_read_that_fails_on_a_binding_that_mints_fails_the_proof(make: Maker) -> None:
    pack = make.read_only()
    (pack / "adapter.py").write_text('VERBS = {"list": lambda args, ctx: 1 / 0}\n')
    live = make.steps(pack, LIVE)[LIVE]
    assert not live["ok"]
    assert live["came_back"]["error"]["code"] == "adapter_failed"


def test_every_verb_answers_both_faces_alike_what_is_built_in_among_them(wrapped: Wrapped) -> None:
    step = by_name(wrapped[1])[EVERY]
    pairs = list(zip(step["sent"][::2], step["sent"][1::2], strict=True))
    assert [cli[1] for cli, _ in pairs] == ["list", "show", "add", "import", "doctor"]
    assert [envelope["verb_key"] for _, envelope in pairs] == ["list", "show", "add", "import", "doctor"]
    replies = [{**reply, "started": reply["started"][-1:]} for reply in step["came_back"]]
    assert replies[::2] == replies[1::2]


def test_every_case_of_every_fixture_is_tried(make: Maker) -> None:
    pack = make.wrap()
    more = {"args": {"number": 3}, "data": "three"}
    edited(pack, "fixtures/show.json", lambda fixture: fixture["cases"].append(more))
    step = make.steps(pack, FIXTURES)[FIXTURES]
    assert step["ok"], step
    assert [(one["verb_key"], one["args"]) for one in step["sent"]][1:3] == [
        ("show", {"number": 0}),
        ("show", {"number": 3}),
    ]
    assert all(one["binding"] == {"mode": "mock"} for one in step["sent"])


def test_a_secret_by_file_descriptor_reaches_the_program(make: Maker) -> None:
    pack = make.wrap(secrets=[{"name": "BOX_TOKEN", "fd": 4}])
    steps = make.steps(pack, READ, WRITE)
    assert [step["reason"] for step in steps.values()] == [None] * 3
    assert steps[WRITE]["came_back"][0]["started"][0] == ["proof-helper", "get"]
    assert "proof-secret" not in json.dumps(steps)


def dry_pack(make: Maker, **schema: Any) -> Path:
    """The wrap of these tests, whose gated write has a dry run."""
    pack = make.wrap()

    def edit(surface: Any) -> None:
        add = verb(surface, "add")
        add["args"]["properties"]["dry_run"] = schema
        add["exec"]["argv"].insert(
            1, {"flag" if schema == {"type": "boolean"} else "option": "--dry-run", "arg": "dry_run"}
        )

    edited(pack, "surface.json", edit)
    make.expect(pack)
    return pack


@pytest.mark.parametrize("schema", [{"type": "boolean"}, {"enum": ["none", "server"]}], ids=["flag", "choice"])
def test_a_dry_run_asks_and_reaches_the_program_as_one_and_keeps_nothing(make: Maker, schema: dict[str, Any]) -> None:
    step = make.steps(dry_pack(make, **schema), DRY)[DRY]
    assert step["ok"], step
    refused, wet, dry = step["came_back"]
    assert (refused["exit"], refused["started"], refused["answer"]["error"]["code"]) == (77, [], "confirm_required")
    word = "--dry-run" if "type" in schema else "--dry-run=server"
    assert (wet["started"][-1], dry["started"][-1]) == (["add", "--", "tea"], ["add", word, "--", "tea"])


def test_a_pack_without_a_dry_run_has_no_such_step(make: Maker) -> None:
    assert DRY not in make.steps(make.wrap(), DRY)


def test_a_proof_leaves_nothing_behind(make: Maker) -> None:
    pack = make.sense_only()
    before = everything(make.folder)
    make.proved(pack)
    assert everything(make.folder) == before


def everything(folder: Path) -> dict[str, bytes]:
    files = (Path(place) / name for place, _, names in os.walk(folder) for name in names)
    return {str(file): file.read_bytes() for file in files}
