"""`prove --mutate`: who notices damage, told apart; the whole list over whole packs is in tests/whole."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from proof_packs import FUNCTIONS, Maker, edited, gated_row

from hcp_author import mutation
from hcp_author.damage import Copy, Damage, NotHereError
from hcp_author.pack import shape


def prose(copy: Copy) -> None:
    copy.append("HARNESS.md", "- One thing more.\n")


def gate(copy: Copy) -> None:
    copy.drop("policy.json", "/verbs/send/confirm")


def module(copy: Copy) -> None:
    copy.append("adapter.py", "\nimport no_such_module_anywhere\n")


def nothing(copy: Copy) -> None:
    raise NotHereError("nothing here")


KINDS = (
    Damage("a confirm that is gone", "L6", ("L6-ungated-write",), gate),
    Damage("an adapter that does not load", "L2", (), module),
    Damage("something that this pack has not", "L4", (), nothing),
    Damage("a line of prose", "L10", (), prose),
)


@pytest.fixture
def pack(make: Maker, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutation, "KINDS", KINDS)
    for name, value in make.environment().items():
        monkeypatch.setenv(name, value)
    return make.adapter()


def test_who_notices_is_told_and_the_pack_stays_as_it_is(pack: Path) -> None:
    before = {file: file.read_bytes() for file in pack.rglob("*") if file.is_file()}
    steps: list[tuple[int, int]] = []
    outcomes = list(mutation.run(pack, lambda number, of: steps.append((number, of))))
    assert [(one.name, one.noticed) for one in outcomes] == [
        ("a confirm that is gone", "lint"),
        ("an adapter that does not load", FUNCTIONS),
        ("a line of prose", None),
    ]
    assert "L6-ungated-write" in outcomes[0].rules
    assert steps == [(number, 4) for number in range(4)]
    assert {file: file.read_bytes() for file in pack.rglob("*") if file.is_file()} == before


def test_what_goes_unnoticed_is_named_and_is_exit_1(call: Any, pack: Path) -> None:
    status, out, err = call(pack, "--mutate")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "  not noticed: L10: a line of prose",
        "3 kinds of damage: 1 fail lint, 0 are told by it, 1 fail another step, 1 go unnoticed",
    ]


def test_under_json_each_kind_is_told(call: Any, pack: Path) -> None:
    status, out, _ = call(pack, "--mutate", "--json")
    document = json.loads(out)
    assert (status, document["format"], document["ok"]) == (1, "hcp-author/mutation/1", False)
    assert [kind["noticed"] for kind in document["kinds"]] == ["lint", FUNCTIONS, None]
    assert shape.check_value(document, "mutation") == []


def test_a_warning_that_was_there_before_notices_nothing(make: Maker, pack: Path) -> None:
    few_verbs = make.write(
        {
            "hcp": "1",
            "pack_id": "small",
            "kind": "channel",
            "summary": "Two verbs.",
            "binding": {"default": "user", "modes": ["user", "mock"]},
            "verbs": [
                {
                    "verb_key": key,
                    "summary": f"Do {key}.",
                    "args": {"type": "object", "properties": {}, "additionalProperties": False},
                }
                for key in ("list", "send")
            ],
        },
        {"list": {"operation": "read", "privacy": {"land": "personal"}}, "send": gated_row()},
        {},
        (pack / "adapter.py").read_text(),
        {"list": {}, "send": {}},
    )
    found = mutation.findings(few_verbs)
    assert any(severity == "warning" for severity, _ in found), found
    assert [one.noticed for one in mutation.run(few_verbs)] == ["lint", FUNCTIONS, None]


def test_a_pack_that_does_not_prove_itself_is_refused(call: Any, pack: Path) -> None:
    edited(pack, "policy.json", lambda policy: policy["verbs"]["send"].pop("confirm"))
    status, out, err = call(pack, "--mutate")
    assert (status, out) == (1, "")
    assert err == f"error: `{pack}` does not prove itself as it is: lint\n  try: hcp-author prove {pack}\n"


def test_a_strangers_code_is_not_run(call: Any, pack: Path) -> None:
    (pack / "proof.py").write_text("print('hello')")
    assert "is of no release, and was not run" in call(pack, "--mutate")[2]


def test_one_who_stops_in_the_middle_leaves_nothing_behind(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    outcomes = mutation.run(pack)
    next(outcomes)
    assert list(place.iterdir())
    outcomes.close()
    assert not list(place.glob("hcp-mutate-*"))
