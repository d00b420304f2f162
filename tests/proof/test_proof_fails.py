"""A proof must be able to fail: each promise of a good pack is broken in turn, and its proof sees it."""

from __future__ import annotations

import argparse
from typing import Any

import pytest
from proof_packs import (
    ADD,
    AGREES,
    DENY,
    DRY,
    EVERY,
    FIXTURES,
    FUNCTIONS,
    LIVE,
    READ,
    WRITE,
    Edit,
    Maker,
    edited,
    failures,
    gated_row,
    put,
    read_row,
    trusted,
    verb,
    whole,
)
from test_proof_steps import dry_pack

from hcp_author.fixed import proof

# what is changed, in which file, and what the proof says of it
DECLARATIONS: dict[str, tuple[str, Edit, str]] = {
    "confirm turned off": (
        "policy.json",
        lambda policy: policy["verbs"]["add"].update(confirm=False),
        "/verbs/add/confirm: proof.json expects true, the pack has false",
    ),
    "confirm removed": (
        "policy.json",
        lambda policy: policy["verbs"]["add"].pop("confirm"),
        "/verbs/add/confirm: proof.json expects true, the pack has null",
    ),
    "confirm as a word": (
        "policy.json",
        lambda policy: policy["verbs"]["add"].update(confirm="true"),
        '/verbs/add/confirm: proof.json expects true, the pack has "true"',
    ),
    "write turned to read": (
        "policy.json",
        lambda policy: policy["verbs"].update(add=read_row()),
        '/verbs/add/operation: proof.json expects "write", the pack has "read"',
    ),
    "another land": (
        "policy.json",
        lambda policy: policy["verbs"].update(list=read_row("brain")),
        '/verbs/list/land: proof.json expects "personal", the pack has "brain"',
    ),
    "trigger row dropped": (
        "policy.json",
        lambda policy: policy["stimuli"].pop("new_item"),
        '/stimuli/new_item/operation: proof.json expects "read", the pack has null',
    ),
    "trigger dropped": (
        "surface.json",
        lambda surface: surface["stimulusTriggers"].pop(),
        '/stimuli/binding.degraded/land: proof.json expects "personal", the pack has null',
    ),
    "trigger added": (
        "surface.json",
        lambda surface: surface["stimulusTriggers"].append({"ref": "item.updated"}),
        "/stimuli/item.updated: proof.json expects null, the pack has",
    ),
    "verb added": (
        "surface.json",
        lambda surface: surface["verbs"].append({**ADD, "verb_key": "wipe"}),
        "/verbs/wipe: proof.json expects null, the pack has",
    ),
    "row added": (
        "policy.json",
        lambda policy: policy["verbs"].update(wipe=gated_row()),
        "/verbs/wipe: proof.json expects null, the pack has",
    ),
    "verb dropped": (
        "surface.json",
        lambda surface: surface["verbs"].remove(verb(surface, "show")),
        "/verbs/show/shape: proof.json expects",
    ),
    "argv changed": (
        "surface.json",
        lambda surface: verb(surface, "add")["exec"]["argv"].insert(1, "--force"),
        "/verbs/add/shape: its args, positionals or exec changed since proof.json was written",
    ),
    "an argument may begin with a dash": (
        "surface.json",
        lambda surface: verb(surface, "add")["exec"]["argv"][-1].update(dash="ok"),
        "/verbs/add/shape: its args, positionals or exec changed",
    ),
    "an argument added": (
        "surface.json",
        lambda surface: verb(surface, "list")["args"]["properties"].update(any={"type": "string"}),
        "/verbs/list/shape: its args, positionals or exec changed",
    ),
    "probe dropped": (
        "surface.json",
        lambda surface: surface["binding"].pop("probe"),
        "/frame: Binding, wrap, connect or another part beside the verbs changed since proof.json was written",
    ),
    "another program": (
        "surface.json",
        lambda surface: surface["wrap"].update(paths=["/bin/sh"]),
        "/frame: Binding, wrap, connect",
    ),
    "another Binding": (
        "surface.json",
        lambda surface: surface["binding"].update(default="public", modes=["public", "mock"]),
        '/binding: proof.json expects "user", the pack has "public"',
    ),
    "another kind": (
        "surface.json",
        lambda surface: surface.update(kind="read_only"),
        '/kind: proof.json expects "channel", the pack has "read_only"',
    ),
    "row of proof.json dropped": (
        "proof.json",
        lambda value: value["verbs"].pop("add"),
        "/verbs/add: proof.json expects null, the pack has",
    ),
    "other args in the fixture": (
        "fixtures/show.json",
        lambda fixture: fixture["cases"][0].update(args={"number": 1}),
        "/fixtures/show.json: no case has the sample's args",
    ),
}


@pytest.mark.parametrize("wrong", DECLARATIONS)
def test_a_changed_declaration_fails_the_proof(make: Maker, wrong: str) -> None:
    name, edit, told = DECLARATIONS[wrong]
    pack = make.wrap()
    edited(pack, name, edit)
    assert told in failures(make.steps(pack, AGREES))[AGREES]


# each promise of L12 broken by hand, and the whole script run as CI runs it


PROMISES: dict[str, tuple[str, str, Edit]] = {
    "confirm removed": ("wrap", "policy.json", lambda policy: policy["verbs"]["add"].pop("confirm")),
    "write turned to read": ("adapter", "policy.json", lambda policy: policy["verbs"].update(send=read_row())),
    "trigger row dropped": ("sense_only", "policy.json", lambda policy: policy["stimuli"].clear()),
    "verb added": ("control", "surface.json", lambda surface: surface["verbs"].append({**ADD, "verb_key": "wipe"})),
    "row of proof.json dropped": ("read_only", "proof.json", lambda value: value["verbs"].pop("get")),
}


@pytest.mark.parametrize("wrong", PROMISES)
def test_a_broken_promise_fails_the_whole_proof(make: Maker, wrong: str) -> None:
    kind, name, edit = PROMISES[wrong]
    pack = getattr(make, kind)()
    edited(pack, name, edit)
    document = make.proved(pack)
    assert document["ok"] is False
    assert AGREES in failures(whole(document))


def test_prose_may_change(make: Maker) -> None:
    pack = make.wrap()
    edited(pack, "surface.json", lambda surface: verb(surface, "add").update(summary="Add it."))
    edited(pack, "surface.json", lambda surface: surface.update(summary="Another summary.", few="reason"))
    edited(
        pack,
        "surface.json",
        lambda surface: verb(surface, "add")["args"]["properties"]["text"].update(description="What to add."),
    )
    assert not failures(make.steps(pack, AGREES))


def test_a_verb_behind_the_back_of_an_adapter_pack_fails_the_proof(make: Maker) -> None:
    pack = make.adapter()
    edited(pack, "surface.json", lambda surface: surface["verbs"].append({**verb(surface, "send"), "verb_key": "wipe"}))
    edited(pack, "policy.json", lambda policy: policy["verbs"].update(wipe={**gated_row(), "confirm": False}))
    put(pack / "fixtures" / "wipe.json", {"cases": [{"args": {"to": "ada", "text": "hi"}, "data": 1}]})
    assert AGREES in failures(make.steps(pack, AGREES))


def test_a_missing_fixture_fails_the_declarations_and_the_read(make: Maker) -> None:
    pack = make.wrap()
    (pack / "fixtures" / "list.json").unlink()
    found = failures(make.steps(pack, AGREES, READ))
    assert "/fixtures/list.json: no case has the sample's args" in found[AGREES]
    assert "no_fixture" in found[READ]


def test_a_sense_only_pack_with_verbs_fails_the_proof(make: Maker) -> None:
    pack = make.adapter()
    edited(pack, "surface.json", lambda surface: surface.update(kind="sense_only"))
    make.expect(pack)
    assert "/kind: a sense_only pack declares list, get, search, send" in failures(make.steps(pack, AGREES))[AGREES]


@pytest.mark.parametrize("kind", [None, "chanel", 3])
def test_an_unknown_kind_proves_what_a_channel_proves(make: Maker, kind: object) -> None:
    pack = make.read_only()
    edited(pack, "surface.json", lambda surface: surface.update(kind=kind))
    edited(pack, "proof.json", lambda value: value.update(kind=kind))
    assert "the pack declares no write with confirm" in failures(make.steps(pack, WRITE))[WRITE]


def test_a_read_only_pack_with_a_write_fails_the_proof(make: Maker) -> None:
    pack = make.read_only()
    edited(pack, "policy.json", lambda policy: policy["verbs"].update(get=gated_row()))
    make.expect(pack)
    assert "/kind: a read_only pack declares get" in failures(make.steps(pack, AGREES))[AGREES]


@pytest.mark.parametrize(
    ("row", "steps", "told"),
    [
        (read_row(), [WRITE, DENY], "the pack declares no write with confirm"),
        (gated_row(), [READ], "the pack declares no read"),
    ],
)
def test_a_channel_that_lacks_what_it_must_prove_fails(make: Maker, row: Any, steps: list[str], told: str) -> None:
    pack = make.adapter()
    rows = dict.fromkeys(("list", "get", "search", "send"), row)
    edited(pack, "policy.json", lambda policy: policy["verbs"].update(rows))
    make.expect(pack)
    found = failures(make.steps(pack, *steps))
    assert all(told in found[step] for step in steps)


@pytest.mark.parametrize("key", ["list", "add"])
def test_another_argv_than_expected_fails_the_proof(make: Maker, key: str) -> None:
    pack = make.wrap()
    edited(pack, "proof.json", lambda value: value["verbs"][key]["argv"].append("--force"))
    found = failures(make.steps(pack, AGREES, READ, WRITE))
    assert list(found) == [{"list": READ, "add": WRITE}[key]]
    assert "the program was not called as expected" in found[{"list": READ, "add": WRITE}[key]]


def test_two_faces_that_differ_in_one_verb_fail_the_proof(make: Maker) -> None:
    pack = make.adapter()
    with (pack / "bin" / "hcp_runtime" / "jsonface.py").open("a") as file:
        file.write("\ntold = read\ndef read(pack, source):\n    call = told(pack, source)\n")
        file.write("    call.args.update(query='x') if call.verb_key == 'search' else None\n    return call\n")
    trusted(pack)
    found = failures(make.steps(pack, READ, WRITE, EVERY))
    assert list(found) == [EVERY]
    assert "the program was not called as expected" in found[EVERY]


FIXTURES_WRONG: dict[str, tuple[Any, str]] = {
    "args that the verb does not take": ({"args": {"number": "three"}, "data": 3}, "bad_argument"),
    "an argument that is not declared": ({"args": {"number": 3, "all": True}, "data": 3}, "unknown_argument"),
    "args of another case": ({"args": {"number": 0}, "data": "another"}, "mocked"),
}


@pytest.mark.parametrize("wrong", FIXTURES_WRONG)
def test_a_case_that_does_not_fit_its_verb_fails_the_proof(make: Maker, wrong: str) -> None:
    case, told = FIXTURES_WRONG[wrong]
    pack = make.wrap()
    edited(pack, "fixtures/show.json", lambda fixture: fixture["cases"].append(case))
    found = failures(make.steps(pack, AGREES, READ, FIXTURES))
    assert list(found) == [FIXTURES]
    assert told in found[FIXTURES]
    assert "fixtures/show.json has a case that mock does not answer with" in found[FIXTURES]


DRY_WRONG: dict[str, tuple[Edit, Edit, str]] = {
    "as a read": (
        lambda surface: None,
        lambda policy: policy["verbs"].update(add=read_row()),
        "`add` can be a dry run, which is still a write",
    ),
    "that never reaches the program": (
        lambda surface: verb(surface, "add")["exec"]["argv"].pop(1),
        lambda policy: None,
        "the program is not told that this is a dry run",
    ),
}


@pytest.mark.parametrize("wrong", DRY_WRONG)
def test_a_dry_run_that_is_none_fails_the_proof(make: Maker, wrong: str) -> None:
    surface, policy, told = DRY_WRONG[wrong]
    pack = dry_pack(make, type="boolean")
    edited(pack, "surface.json", surface)
    edited(pack, "policy.json", policy)
    make.expect(pack)
    found = failures(make.steps(pack, DRY))
    assert told in found[DRY]


@pytest.mark.parametrize("name", ["workspace/x", "home/.cache/x", "data/x"])
def test_a_refused_write_that_left_something_behind_fails_the_proof(make: Maker, name: str) -> None:
    pack = make.wrap()
    with (pack / "bin" / "hcp_runtime" / "gate.py").open("a") as file:
        file.write(f"\nasks = confirmed\ndef confirmed(row, call):\n    import os\n    path = {str(make.folder)!r} + ")
        file.write(f"'/room/{name}'\n    os.makedirs(os.path.dirname(path), exist_ok=True)\n    open(path, 'w')\n")
        file.write("    asks(row, call)\n")
    trusted(pack)
    found = failures(make.steps(pack, DENY))
    assert found[DENY].startswith('["a call that must keep nothing left files behind"')


BROKEN = [None, "", "{", "[]", '{"verbs": 3}', '{"pack_id": "box", "kind": "channel", "verbs": {}, "stimuli": {}}']


@pytest.mark.parametrize("name", ["surface.json", "policy.json", "proof.json"])
@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_cannot_be_read_fails_the_declarations(make: Maker, name: str, text: str | None) -> None:
    pack = make.wrap()
    (pack / name).unlink()
    if text is not None:
        (pack / name).write_text(text)
    assert AGREES in failures(make.steps(pack, AGREES))


ADAPTERS = {
    "no Python": ("def (", "adapter.py cannot be loaded: SyntaxError: "),
    "nothing": ("", "adapter.py cannot be loaded: AttributeError: "),
    "a module that is not here": ("import no_such_module", "adapter.py cannot be loaded: ModuleNotFoundError: "),
    "a verb without its function": ("VERBS = dict.fromkeys(['list', 'get'])", "no function for search, send"),
    "an end at once": ("import os\nos._exit(0)", "adapter.py cannot be loaded: "),
    "no end": ("while True:\n    pass", "no answer within 0.5 s"),
}


@pytest.mark.parametrize("wrong", ADAPTERS)
def test_an_adapter_that_cannot_answer_fails_the_proof_and_is_not_asked_live(
    make: Maker, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = make.adapter()
    (pack / "adapter.py").write_text(ADAPTERS[wrong][0])
    monkeypatch.setattr(proof, "LIMIT", 0.5 if wrong == "no end" else proof.LIMIT)
    found = failures(make.steps(pack, FUNCTIONS, LIVE))
    assert ADAPTERS[wrong][1] in found[FUNCTIONS]
    assert found[LIVE].startswith('["not run, since a step before this one failed"')
    assert not list(pack.rglob("__pycache__"))


def test_a_lab_that_cannot_be_built_is_the_reason_of_all_that_follows(make: Maker) -> None:
    pack = make.sense_only()
    (make.folder / "room").write_text("")  # a file where the lab's folder should be
    lab = proof.Lab(
        str(pack), str(make.folder / "room"), argparse.Namespace(without_lint=True, without_live=False, live=False)
    )
    steps = list(enumerate(proof.plan(lab).items(), 1))
    results = [proof.attempt(lab, number, name, step) for number, (name, step) in steps]
    assert results[2]["reason"].startswith("the lab could not be built: [Errno ")
    assert [result["reason"] for result in results[3:]] == ["not run, since the lab could not be built"] * 3


def test_a_missing_proof_json_says_what_writes_it(make: Maker) -> None:
    pack = make.sense_only()
    (pack / "proof.json").unlink()
    document = make.proved(pack)
    assert document["pack_id"] == "bell"
    accept = f"if the pack is as it is meant to be: hcp-author prove {pack} --accept"
    assert whole(document)[AGREES]["reason"] == f"`proof.json` is missing; {accept}"
    (pack / "proof.json").write_text("{}")
    reason = whole(make.proved(pack))[AGREES]["reason"]
    assert reason == f"`proof.json` is no object with kind, verbs, stimuli; {accept}"
    (pack / "surface.json").write_text("[]")
    assert whole(make.proved(pack))[AGREES]["reason"] == "`surface.json` is no object with pack_id"


def test_a_malformed_file_is_told_without_a_traceback(make: Maker) -> None:
    pack = make.wrap()
    (pack / "proof.json").write_text('{"verbs": ')
    done = make.run(pack, "--without-lint")
    assert done.returncode == 1
    assert "1..2\n" in done.stdout
    assert f'not ok 2 - {AGREES}\n  ---\n  reason: "`proof.json` cannot be read: ' in done.stdout
    assert done.stderr == ""


HOOKS: dict[str, tuple[str, str, Edit]] = {
    "emit of an emit-only pack": ("sense_only", "def emit", lambda surface: None),
    "probe of a login": ("adapter", "def probe", lambda surface: None),
    "connect": ("adapter", "def no_such", lambda surface: surface.update(connect={"summary": "Log in."})),
}


@pytest.mark.parametrize("wrong", HOOKS)
def test_an_adapter_without_what_the_runtime_calls_beside_the_verbs_fails_the_proof(make: Maker, wrong: str) -> None:
    kind, function, edit = HOOKS[wrong]
    pack = getattr(make, kind)()
    assert not failures(make.steps(pack, FUNCTIONS))
    edited(pack, "surface.json", edit)
    code = (pack / "adapter.py").read_text()
    (pack / "adapter.py").write_text(code.replace(function, "def another"))
    assert f"no function for {wrong.split()[0]}(ctx)" in failures(make.steps(pack, FUNCTIONS))[FUNCTIONS]


def test_an_emit_only_adapter_that_cannot_be_loaded_fails_the_proof(make: Maker) -> None:
    pack = make.sense_only()
    (pack / "adapter.py").write_text("import no_such_module")
    assert "adapter.py cannot be loaded: ModuleNotFoundError" in failures(make.steps(pack, FUNCTIONS))[FUNCTIONS]


def test_an_emit_only_pack_without_an_adapter_has_no_such_step(make: Maker) -> None:
    pack = make.sense_only()
    (pack / "adapter.py").unlink()
    assert FUNCTIONS not in make.steps(pack, FUNCTIONS)
