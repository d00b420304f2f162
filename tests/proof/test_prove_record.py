"""`prove --record`: live answers of reads in the place of fixtures, after a secrets scan and a look."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from on_terminal import on_terminal
from proof_packs import READ, Maker, edited, put

from hcp_author import recording
from hcp_author.cli import _proving
from hcp_author.errors import UserError
from hcp_author.pack import files as packs
from hcp_author.pack import shape

TOKEN = "ghp_" + "Zx9Qw3Er7Ty1Ui5Op2As8Df4Gh6Jk0LzXcVb"


@pytest.fixture
def box(make: Maker) -> Path:
    """The wrap of these tests, its samples such as its program can answer."""
    pack = make.wrap()
    put(pack / "fixtures" / "list.json", {"cases": [{"args": {}, "data": ["old"], "invented": True}]})
    make.expect(pack)
    return pack


def recorded(pack: Path, key: str) -> Any:
    return json.loads((pack / "fixtures" / f"{key}.json").read_text())["cases"]


def files(pack: Path) -> dict[str, bytes]:
    return {str(file.relative_to(pack)): file.read_bytes() for file in pack.rglob("*.json")}


def test_answers_take_the_place_of_what_was_invented_and_the_pack_proves_itself(
    make: Maker, call: Any, box: Path
) -> None:
    before = files(box)
    status, out, err = call(box, "--record", "--yes")
    assert (status, err) == (0, "")
    assert '-        "old"' in out.splitlines()
    assert recorded(box, "list") == [{"args": {}, "data": ["milk", "bread"]}]
    assert recorded(box, "show") == [{"args": {"number": 0}, "data": "milk"}]
    after = files(box)
    assert {name for name in after if after[name] != before[name]} == {"fixtures/list.json", "fixtures/show.json"}
    assert call(box)[0] == 0
    assert call(box, "--record", "--yes") == (0, "", "every fixture is as it was\n")


def test_no_write_is_called(make: Maker, call: Any, box: Path) -> None:
    call(box, "--record", "--yes")
    called = [json.loads(line)[0] for line in make.log.read_text().splitlines()]
    assert set(called) == {"list", "show"}
    assert recorded(box, "add")[0]["invented"] is True
    assert (make.home / ".box.json").read_text() == '["milk", "bread"]'


def test_a_pack_that_does_not_lint_clean_is_not_called(make: Maker, call: Any, box: Path) -> None:
    edited(box, "policy.json", lambda policy: policy["verbs"]["add"].update(operation="read", confirm=False))
    status, out, err = call(box, "--record", "--yes")
    assert (status, out) == (1, "")
    assert err.startswith("error: nothing was called, since the pack does not lint clean: ")
    assert not make.log.exists()


def test_without_a_yes_nothing_is_written(call: Any, box: Path) -> None:
    before = files(box)
    status, out, err = call(box, "--record")
    assert status == 1
    assert '+      "data": "milk"' in out.splitlines()
    assert "what came back is your own data, and nothing was written" in err
    assert f"hcp-author prove {box} --record --yes" in err
    status, dry, _ = call(box, "--record", "--dry-run", "--yes")
    assert (status, dry) == (0, out)
    assert files(box) == before


def test_under_json_the_change_is_told(call: Any, box: Path) -> None:
    status, out, _ = call(box, "--record", "--json")
    told = json.loads(out)
    assert (status, told["format"], told["dry_run"]) == (1, "hcp-author/change/1", True)
    assert told["changed"] == ["fixtures/list.json", "fixtures/show.json"]
    assert shape.check_value(told, "change") == []
    assert '-        "old"' in told["diff"]
    assert recorded(box, "list")[0]["data"] == ["old"]
    status, out, _ = call(box, "--record", "--json", "--yes")
    assert (status, json.loads(out)["dry_run"], "diff" in json.loads(out)) == (0, False, False)
    assert recorded(box, "list")[0]["data"] == ["milk", "bread"]


@pytest.mark.parametrize(("answer", "kept"), [("n", ["old"]), ("y", ["milk", "bread"])])
def test_a_person_is_asked(make: Maker, box: Path, answer: str, kept: list[str]) -> None:
    argv = [sys.executable, "-m", "hcp_author", "prove", box, "--record"]
    status, shown = on_terminal(argv, f"{answer}\n", env=make.environment())
    assert "Write these answers into the pack?" in shown
    assert status == (0 if answer == "y" else 1), shown
    assert recorded(box, "list")[0]["data"] == kept


@pytest.mark.parametrize("items", [[TOKEN], [{"deep": [f"Authorization: Bearer {TOKEN}"]}]])
def test_an_answer_with_a_secret_is_not_taken_and_not_shown(make: Maker, call: Any, box: Path, items: Any) -> None:
    put(make.home / ".box.json", items)
    before = files(box)
    status, out, err = call(box, "--record", "--yes")
    assert (status, out) == (1, "")
    where = "/data/0" if items == [TOKEN] else "/data/0/deep/0"
    assert (
        f"not recorded: fixtures/list.json case 0: `{where}` of its answer looks like a secret (GitHub token)\n" in err
    )
    assert f"  try: {recording.INSTEAD}\n" in err
    assert TOKEN not in out + err
    assert files(box) == before


@pytest.mark.parametrize(
    ("items", "told"),
    [
        (["password: hunter2hunter2"], "`/data/0` of its answer looks like a secret (value of `password`)"),
        ([{"apiKey": "9f8e7d6c5b4a"}], "`/data/0/apiKey` of its answer looks like a secret (value of `api-key`)"),
        ([1, {"text": "your code is 482913"}], "`/data/1/text` of its answer looks like a secret (one-time code)"),
        ([{TOKEN: 1}], "`/data/0` of its answer looks like a secret (GitHub token)"),
    ],
)
def test_the_field_and_the_kind_are_told_and_nothing_of_the_value(
    make: Maker, call: Any, box: Path, items: Any, told: str
) -> None:
    put(make.home / ".box.json", items)
    _, out, err = call(box, "--record", "--yes", "--json")
    document = json.loads(out)
    assert f"fixtures/list.json case 0 was not recorded: {told}" in document["notes"]
    assert document["notes"][-1] == recording.INSTEAD
    assert shape.check_value(document, "change") == []
    assert not any(word in out + err for word in ("hunter2", "9f8e7d", "482913", TOKEN))
    assert recorded(box, "list")[0]["data"] == ["old"]


def test_a_call_that_fails_keeps_its_fixture_and_the_others_are_taken(make: Maker, call: Any, box: Path) -> None:
    edited(box, "fixtures/show.json", lambda fixture: fixture["cases"][0]["args"].update(number=9))
    make.expect(box)
    status, out, _ = call(box, "--record", "--yes", "--json")
    told = json.loads(out)
    assert (status, told["changed"], told["kept"]) == (0, ["fixtures/list.json"], ["fixtures/show.json case 0"])
    assert told["notes"][0].startswith("fixtures/show.json case 0 was not recorded: the call failed: ")
    assert recorded(box, "show")[0]["invented"] is True


def test_what_nobody_can_read_is_not_taken(make: Maker, call: Any, box: Path) -> None:
    put(make.home / ".box.json", ["word " * 20_000])
    _, _, err = call(box, "--record", "--yes")
    assert "the answer is larger than 65,536 characters" in err
    assert recorded(box, "list")[0]["data"] == ["old"]


def test_without_a_login_nothing_is_recorded(make: Maker, call: Any, box: Path) -> None:
    (make.home / ".box.json").unlink()
    status, out, err = call(box, "--record", "--yes")
    assert (status, out) == (1, "")
    assert err.count("the call failed: mint failed") == 2


def test_line_ends_and_the_authors_own_layout_stay(call: Any, box: Path) -> None:
    text = '{\r\n\t"cases": [\r\n\t\t{"args": {}, "invented": true, "data": ["old"]}\r\n\t]\r\n}\r\n'
    (box / "fixtures" / "list.json").write_bytes(text.encode())
    assert call(box, "--record", "--yes")[0] == 0
    after = (box / "fixtures" / "list.json").read_bytes().decode()
    assert json.loads(after) == {"cases": [{"args": {}, "data": ["milk", "bread"]}]}
    assert after.startswith('{\r\n\t"cases": [\r\n\t\t{"args": {}, "data": ')
    assert after.endswith("}\r\n\t]\r\n}\r\n")
    assert after.count("\n") == after.count("\r\n")


def test_every_case_is_called_with_its_own_args(call: Any, box: Path) -> None:
    edited(box, "fixtures/show.json", lambda fixture: fixture["cases"].append({"args": {"number": 1}, "data": 0}))
    call(box, "--record", "--yes")
    assert recorded(box, "show") == [{"args": {"number": 0}, "data": "milk"}, {"args": {"number": 1}, "data": "bread"}]


def test_a_pack_without_such_a_read_says_so(make: Maker, call: Any) -> None:
    bell = make.sense_only()
    told = f"error: `bell` declares no verbs, so it has no answers to record\n  try: hcp-author prove {bell}\n"
    assert call(bell, "--record", "--yes") == (1, "", told)
    atlas = make.read_only()
    for file in (atlas / "fixtures").iterdir():
        file.unlink()
    with pytest.raises(UserError, match="there is no read with a fixture that could be recorded") as error:
        recording.record(packs.read(atlas))
    fix = 'begin a fixture, and record it: echo \'{"cases": [{"args": {}, "data": null}]}\' > fixtures/list.json'
    assert error.value.fix == fix


def test_nothing_of_a_control_pack_is_recorded(make: Maker, call: Any) -> None:
    status, out, err = call(make.control(), "--record", "--yes")
    assert (status, out) == (1, "")
    assert err.startswith("error: a control pack answers operators alone, and nothing of it is recorded")


def test_what_was_recorded_is_what_the_live_read_asks_first(make: Maker, call: Any, box: Path) -> None:
    call(box, "--record", "--yes")
    assert make.steps(box, READ)[READ]["ok"]


@pytest.mark.parametrize("words", [["--mutate", "--record"], ["--record", "--accept"], ["--mutate", "--junit", "x"]])
def test_two_things_at_once_are_wrong_use(call: Any, box: Path, words: list[str]) -> None:
    status, out, err = call(box, *words)
    assert (status, out) == (2, "")
    assert "are not done in one call" in err


@pytest.mark.parametrize("word", ["--yes", "--dry-run"])
def test_words_that_are_for_record_alone_are_wrong_use_elsewhere(call: Any, box: Path, word: str) -> None:
    assert call(box, word)[:2] == (2, "")


def test_what_is_written_meanwhile_is_not_lost(box: Path) -> None:
    read = packs.read(box)
    made = recording.record(read)
    put(box / "fixtures" / "show.json", {"cases": []})
    before = files(box)
    with pytest.raises(UserError, match=r"`fixtures/show\.json` was changed meanwhile, and nothing was written"):
        _proving.store(read, made.texts)
    assert files(box) == before
