"""`prove --mutate`: who notices damage, told apart; the whole list over whole packs is in tests/whole."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from proof_packs import AGREES, FUNCTIONS, Maker, edited, gated_row

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


def taken(copy: Copy) -> None:
    (copy.root / "HARNESS.md").symlink_to("surface.json")


KINDS = (
    Damage("a confirm that is gone", "L6", ("L6-ungated-write",), gate),
    Damage("an adapter that does not load", "L2", (), module),
    Damage("something that this pack has not", "L4", (), nothing),
    Damage("something whose place is taken", "F", (), taken),
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
    assert steps == [(number, 5) for number in range(5)]
    assert {file: file.read_bytes() for file in pack.rglob("*") if file.is_file()} == before


def test_what_goes_unnoticed_is_named_and_is_exit_1(call: Any, pack: Path) -> None:
    status, out, err = call(pack, "--mutate")
    assert (status, err) == (1, "")
    assert out.splitlines() == [
        "  not noticed: L10: a line of prose",
        "3 kinds of damage, of which",
        "    1 fail the proof: its lint step finds an error",
        "    1 fail the proof: another step of it",
        "    0 are told of as warnings or notes of its lint step, and the proof still passes",
        "    1 go unnoticed",
    ]


def test_what_is_told_and_fails_nothing_is_said_so_and_listed(
    call: Any, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warned = Damage("a link in the pack", "F", (), lambda copy: (copy.root / "more").symlink_to("HARNESS.md"))
    monkeypatch.setattr(mutation, "KINDS", (KINDS[0], KINDS[1], warned))
    status, out, _ = call(pack, "--mutate")
    assert status == 0
    assert out.splitlines()[3:] == [
        "    1 are told of as warnings or notes of its lint step, and the proof still passes",
        "    0 go unnoticed",
        "-v names each; the warnings fail where CI runs lint --strict",
    ]
    lines = call(pack, "--mutate", "-v")[1].splitlines()
    assert lines[2].startswith("        L6: a confirm that is gone (L6-ungated-write")
    assert lines[4] == f"        L2: an adapter that does not load ({FUNCTIONS})"
    assert re.fullmatch(r" {8}F: a link in the pack \(as a warning F-link\)", lines[6]), lines
    assert call(pack, "-v")[0] == 2


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


def test_what_lint_only_warns_of_and_another_step_fails_is_that_steps(
    call: Any, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = Damage("no expectations", "L12", (), lambda copy: (copy.root / "proof.json").unlink())
    bare = Damage("no proof", "L12", (), lambda copy: (copy.root / "proof.py").unlink())
    monkeypatch.setattr(mutation, "KINDS", (gone, bare, KINDS[-1]))
    first, second, third = mutation.run(pack)
    assert (first.noticed, first.rules) == (AGREES, ("L12-missing-proof",))
    assert (second.noticed or "").startswith("`proof.py` told no result: ")
    assert "/hcp-mutate-" not in (second.noticed or "")
    assert third.noticed is None


def test_a_pack_that_does_not_prove_itself_is_refused(call: Any, pack: Path) -> None:
    edited(pack, "policy.json", lambda policy: policy["verbs"]["send"].pop("confirm"))
    status, out, err = call(pack, "--mutate")
    assert (status, out) == (1, "")
    assert err == f"error: `{pack}` does not prove itself as it is: lint\n  try: hcp-author prove {pack}\n"


def test_a_strangers_code_is_not_run(call: Any, pack: Path) -> None:
    (pack / "proof.py").write_text("print('hello')")
    assert "is of no release, so no proof was run" in call(pack, "--mutate")[2]


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
