"""`hcp-author drift`: packs made of a first version, held against a second one."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from drift_programs import FLAT, case, changed, script, version

from hcp_author.introspect.tree import Command
from hcp_author.scaffold import introspection

Told = tuple[int, str, str]
Look = Callable[..., dict[str, Any]]
SUMMARY = {"verbs": 7, "broken": 0, "changed": 0, "danger": 0, "effect": 0, "unread": 0, "new": 0}


def test_a_program_that_is_as_it_was_has_not_drifted(boxes: Path, drift: Look, run: Callable[..., Told]) -> None:
    document = drift()
    assert document["findings"] == []
    assert document["new"] == []
    assert document["summary"] == SUMMARY
    assert document["program"]["same_file"] is True
    status, page, error = run("drift", boxes, "--no-sandbox")
    assert (status, error) == (0, "")
    assert "nothing drifted" in page


def test_nothing_is_written(boxes: Path, program: Path, drift: Look) -> None:
    def state() -> dict[str, tuple[bytes, int]]:
        files = [path for path in boxes.rglob("*") if path.is_file()]
        return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}

    before = state()
    version(program, ('add("count", "count the boxes")', ""))
    drift(status=1)
    assert state() == before


# (what is replaced in the program, kind, code, verb, what the place in the file holds, part of the message)
CHANGES = [
    (('add("count"', 'add("tally"'), "broken", "command-gone", "count", '"count"', "no command `count` any more"),
    (('"--limit"', '"--most"'), "broken", "option-gone", "list", '"--limit"', "`--limit` is gone"),
    (('"--all", action="store_true"', '"--all"'), "broken", "takes-value", "list", '"--all"', "wants a value now"),
    (
        ('"--limit", type=int', '"--limit", action="store_true"'),
        "broken",
        "takes-no-value",
        "list",
        '"--limit"',
        "takes no value any more",
    ),
    (('"closed"]', '"done"]'), "broken", "choice-gone", "list", '"--state"', "takes `closed` no more"),
    (('"closed"]', '"closed", "lost"]'), "changed", "choices", "list", '"--state"', "takes `lost` as well"),
    (
        ('show one box", "name")', 'show one box").add_argument("name", choices=["red", "blue"])'),
        "changed",
        "choices-narrowed",
        "show",
        '"name"',
        "takes only `red`, `blue` now",
    ),
    (
        ('"count the boxes")', '"count the boxes").add_argument("--unit", required=True)'),
        "broken",
        "option-required",
        "count",
        '"count"',
        "`--unit` must be given now",
    ),
    (
        ('show one box", "name"', 'show one box", "name", "room"'),
        "broken",
        "operand-required",
        "show",
        '"show"',
        "`room`",
    ),
    (('search the boxes", "query"', 'search the boxes"'), "broken", "operand-gone", "search", '"query"', "no operands"),
    (
        ('add("delete", "delete a box", "name")', 'add("remove", "delete a box", "name", aliases=["delete"])'),
        "changed",
        "command-renamed",
        "delete",
        '"delete"',
        "is called `remove` now",
    ),
    (
        ('"--limit", type=int', '"--at-most", "--limit", type=int'),
        "changed",
        "option-renamed",
        "list",
        '"--limit"',
        "is called `--at-most` now",
    ),
    (("show one box", "show a box whole"), "changed", "summary", "show", '"show"', "`show a box whole`"),
    (
        ('"query")', '"query").add_argument("--output", metavar="FILE", help="write the answer to a file")'),
        "danger",
        "option-gained",
        "search",
        '"search"',
        "new option `--output`",
    ),
    (
        ('"query")', '"query").add_argument("--force", action="store_true", help="go on")'),
        "danger",
        "option-gained",
        "search",
        '"search"',
        "new option `--force`",
    ),
]


@pytest.mark.parametrize("case", CHANGES, ids=[f"{case[2]}-{case[3]}-{at}" for at, case in enumerate(CHANGES)])
def test_each_change_is_told_at_its_place(
    boxes: Path, program: Path, drift: Look, case: tuple[tuple[str, str], str, str, str, str, str]
) -> None:
    change, kind, code, verb, at, said = case
    version(program, change)
    document = drift(status=int(kind == "broken"))
    found = [one for one in document["findings"] if (one["kind"], one["code"], one["verb"]) == (kind, code, verb)]
    assert len(found) == 1, document["findings"]
    assert said in found[0]["message"]
    assert document["summary"][kind] >= 1
    assert document["program"]["same_file"] is False
    text = (boxes / found[0]["file"]).read_text().splitlines()
    assert at in text[found[0]["line"] - 1][found[0]["column"] - 1 :]


def test_an_operands_words_that_are_no_more_break_the_verb(boxes: Path, program: Path, drift: Look) -> None:
    surface = json.loads((boxes / "surface.json").read_text())
    show = next(verb for verb in surface["verbs"] if verb["verb_key"] == "show")
    show["args"]["properties"]["name"] = {"type": "string", "enum": ["red", "lost"]}
    (boxes / "surface.json").write_text(json.dumps(surface, indent=2))
    version(program, ('show one box", "name")', 'show one box").add_argument("name", choices=["red", "blue"])'))
    found = [one for one in drift(status=1)["findings"] if one["verb"] == "show"]
    assert [(one["kind"], one["code"]) for one in found] == [("broken", "choice-gone"), ("changed", "choices")]
    assert "takes `lost` no more" in found[0]["message"]


def test_only_what_changed_is_told(boxes: Path, program: Path, drift: Look) -> None:
    version(program, ('"--limit"', '"--most"'))
    document = drift(status=1)
    assert [one["verb"] for one in document["findings"]] == ["list"]


def test_a_command_that_says_the_same_is_offered_in_place_of_one_that_is_gone(
    boxes: Path, program: Path, drift: Look
) -> None:
    version(program, ('add("count"', 'add("tally"'))
    found = drift(status=1)["findings"]
    assert {one["verb"] for one in found} >= {"count"}
    assert found[0]["fix"] == 'write "tally" in place of "count"'


@pytest.mark.parametrize("name", ["--limits", "--upper-limit", "--limit-to"])
def test_an_option_of_a_like_name_is_offered_in_place_of_one_that_is_gone(
    boxes: Path, program: Path, drift: Look, name: str
) -> None:
    version(program, ('"--limit"', f'"{name}"'))
    assert drift(status=1)["findings"][0]["fix"] == f'write "{name}" in place of "--limit"'


def test_a_read_that_writes_now_is_told_with_its_policy_row(boxes: Path, program: Path, drift: Look) -> None:
    version(program, ("show one box", "delete all boxes and show one"))
    found = [one for one in drift()["findings"] if one["kind"] == "effect"]
    assert [(one["verb"], one["file"]) for one in found] == [("show", "policy.json")]
    assert "`show`" not in found[0]["file"]
    lines = (boxes / "policy.json").read_text().splitlines()
    assert '"operation": "read"' in lines[found[0]["line"] - 1]


def test_an_author_who_knows_better_is_not_told_again_and_again(boxes: Path, program: Path, drift: Look) -> None:
    policy = json.loads((boxes / "policy.json").read_text())
    policy["verbs"]["create"] = {"operation": "read", "privacy": {"land": "personal"}}
    (boxes / "policy.json").write_text(json.dumps(policy))
    assert drift()["findings"] == []


def test_new_commands_that_deserve_a_place_are_named(boxes: Path, program: Path, drift: Look) -> None:
    version(program, ("box 1.0", "box 2.0"), ('add("count"', 'add("export", "print all boxes")\nadd("count"'))
    document = drift()
    assert [(one["path"], one["effect"]) for one in document["new"]] == [(["export"], "read")]
    assert document["program"]["version"] == {"then": "1.0", "now": "2.0"}
    assert document["findings"] == []


def test_the_page_for_people_says_what_to_type(boxes: Path, program: Path, run: Callable[..., Told]) -> None:
    version(program, ("box 1.0", "box 2.0"), ('"--limit"', '"--limits"'))
    status, page, _ = run("drift", "boxes", "--no-sandbox")
    assert status == 1
    assert page.startswith("box 1.0 -> 2.0 (")
    assert "another file than then" in page
    assert "boxes/surface.json:" in page
    assert 'try: write "--limits" in place of "--limit"' in page
    assert page.endswith("hcp-author prove boxes --accept\n")


def test_without_memory_only_what_is_missing_is_told(boxes: Path, program: Path, drift: Look) -> None:
    (boxes / ".hcp" / "introspection.json").unlink()
    document = drift()
    assert document["program"]["same_file"] is None
    assert any(".hcp/introspection.json" in note for note in document["notes"])
    version(program, ('"--limit"', '"--most"'), ('add("count"', 'add("tally"'))
    codes = {(one["verb"], one["code"]) for one in drift(status=1)["findings"]}
    assert {("list", "option-gone"), ("count", "command-gone")} <= codes


@pytest.mark.parametrize(
    "text", ["[]", "{", '{"format": "hcp-author/introspection/1", "root": {"options": [1, "=!*"]}}']
)
def test_a_broken_memory_is_no_error(boxes: Path, drift: Look, text: str) -> None:
    (boxes / ".hcp" / "introspection.json").write_text(text)
    assert drift()["summary"]["broken"] == 0


def test_what_the_program_says_is_neutralised(boxes: Path, program: Path, run: Callable[..., Told]) -> None:
    version(program, ("show one box", "show \\x1b[31m`one`\\u202e box"))
    _, page, _ = run("drift", "boxes", "--no-sandbox")
    assert "says of itself now" in page
    assert "\x1b" not in page
    assert "\u202e" not in page


def test_a_pack_without_a_wrap_is_refused(run: Callable[..., Told], place: Path) -> None:
    run("new", "channel", "mail", "--yes")
    status, out, error = run("drift", "mail")
    assert (status, out) == (2, "")
    assert "wraps no program" in error


def test_a_pass_through_pack_is_refused(boxes: Path, run: Callable[..., Told]) -> None:
    surface = json.loads((boxes / "surface.json").read_text())
    (boxes / "surface.json").write_text(json.dumps({**surface, "verbs": [], "pass_through": True}))
    status, _, error = run("drift", "boxes")
    assert status == 2
    assert "try: hcp-author promote boxes" in error


def test_a_program_that_is_gone_is_told_with_the_way_to_link_it(
    boxes: Path, program: Path, run: Callable[..., Told]
) -> None:
    program.unlink()
    status, _, error = run("drift", "boxes", "--no-sandbox")
    assert status == 1
    assert "--link /absolute/path/of/box" in error


def test_a_surface_that_cannot_be_read_is_no_traceback(boxes: Path, run: Callable[..., Told]) -> None:
    (boxes / "surface.json").write_text("{")
    status, _, error = run("drift", "boxes")
    assert status == 1
    assert "try: hcp-author lint boxes" in error


def test_a_help_that_was_not_read_breaks_nothing(boxes: Path, program: Path, drift: Look) -> None:
    version(program, hang="list")
    started = time.monotonic()
    found = drift("--timeout", "20")["findings"]
    assert time.monotonic() - started < 60
    assert [(one["kind"], one["verb"]) for one in found] == [("unread", "list")]


def test_the_modes_of_a_program_without_commands(run: Callable[..., Told], tmp_path: Path, place: Path) -> None:
    program = script(tmp_path / "tools" / "bag", case("*", FLAT).join(('case "$1" in\n', "\nesac")))
    status, _, error = run("new", "channel", "bags", "--wrap", program, "--yes", "--no-sandbox")
    assert status == 0, error
    assert run("drift", "bags", "--no-sandbox")[0] == 0
    flat = changed(FLAT, ("--count   ", "--number  "), ("--show=NAME", "--show     "))
    script(program, case("*", flat).join(('case "$1" in\n', "\nesac")))
    status, out, _ = run("drift", "bags", "--no-sandbox", "--json")
    assert status == 1
    codes = {(one["verb"], one["code"]) for one in json.loads(out)["findings"]}
    assert codes >= {("count", "option-gone"), ("show", "takes-no-value")}


@pytest.mark.whole
def test_a_real_program_has_not_drifted_from_itself(run: Callable[..., Told], place: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    assert run("new", "channel", "repo", "--wrap", "git", "--yes", "--no-sandbox")[0] == 0
    status, out, error = run("drift", "repo", "--json", "--no-sandbox")
    assert status == 0, error
    document = json.loads(out)
    assert (document["findings"], document["new"]) == ([], [])


def test_a_help_that_was_not_read_when_the_pack_was_made_breaks_nothing(boxes: Path, drift: Look) -> None:
    memory = boxes / ".hcp" / "introspection.json"
    document = json.loads(memory.read_text())
    create = next(one for one in document["root"]["commands"] if one["name"] == "create")
    create.update(options=[], arguments=[], said=introspection.said(Command("create")))
    memory.write_text(json.dumps(document))
    told = drift()["findings"]
    assert [(one["kind"], one["verb"]) for one in told] == [("unread", "create")]
    assert "nothing was known of `box create`" in told[0]["message"]
