"""`promote`: one diff that names commands, and everything else as its author left it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from on_terminal import on_terminal
from promotion_programs import recorded

import hcp_author
from hcp_author import prove
from hcp_author.lint import engine
from hcp_author.pack import files

SCHEMAS = Path(hcp_author.__file__).parent / "schemas"
Told = tuple[int, str, str]
Run = Callable[..., Told]
Snapshot = Callable[[Path], dict[str, bytes]]


def test_a_promoted_pack_lints_clean_proves_itself_and_is_drawn(mail: Path, promote: Run, hcp: Run) -> None:
    status, out, err = promote(mail, "--yes")
    assert (status, err) == (0, "")
    assert out.startswith(f"named 7 commands, and doctor, in {mail}\n")
    assert hcp("lint", mail, "--strict")[0] == 0
    assert hcp("harness", mail, "--check")[0] == 0
    assert hcp("prove", mail)[0] == 0
    surface = json.loads((mail / "surface.json").read_text())
    assert "pass_through" not in surface
    assert [verb["verb_key"] for verb in surface["verbs"]][-2:] == ["delete", "doctor"]
    assert surface["connect"]["exec"] == {"argv": ["login"]}
    assert surface["binding"]["probe"] == ["count"]
    policy = json.loads((mail / "policy.json").read_text())["verbs"]
    assert policy["delete"] == {"operation": "write", "confirm": True, "privacy": {"land": "personal"}}
    assert policy["connect"]["confirm"] is True
    text = (mail / "HARNESS.md").read_text()
    assert "| `list` |" in text
    assert "No command is named yet" not in text


def test_what_it_did_is_a_document(mail: Path, promote: Run) -> None:
    status, out, _ = promote(mail, "--pick", "list, delete", "--json")
    change = json.loads(out)
    assert status == 0
    Draft202012Validator(json.loads((SCHEMAS / "change.schema.json").read_text())).validate(change)
    assert change["created"] == ["fixtures/list.json", "fixtures/delete.json"]
    assert change["changed"] == [
        "surface.json", "policy.json", "HARNESS.md", "proof.json", ".hcp/answers.json"
    ]  # fmt: skip
    assert {"README.md", "proof.py"} <= {*change["kept"]}
    assert [verb["verb_key"] for verb in change["verbs"]] == ["list", "delete"]
    assert change["verbs"][1]["call"] == "bin/mail delete example --confirm"
    assert change["verbs"][1]["pass_through"] == "bin/mail --confirm -- delete example"
    assert json.loads((mail / "surface.json").read_text())["few"] == "These are the verbs that were picked."


def test_a_dry_run_prints_the_very_diff_and_writes_nothing(
    mail: Path, promote: Run, snapshot: Snapshot, place: Path
) -> None:
    before = snapshot(mail)
    status, diff, err = promote(mail, "--yes", "--dry-run")
    assert status == 0
    assert snapshot(mail) == before
    assert "would name 7 commands" in err
    assert json.loads(promote(mail, "--yes", "--dry-run", "--json")[1])["diff"] == diff
    subprocess.run(["git", "init", "-q", "copy"], check=True, cwd=place)
    copy = place / "copy"
    for name, data in before.items():
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(data)
    subprocess.run(["git", "apply", "-"], check=True, cwd=copy, input=diff.encode())
    assert promote(mail, "--yes")[0] == 0
    after = snapshot(mail)
    assert {name: data for name, data in snapshot(copy).items() if not name.startswith(".git/")} == after
    changed = {name for name in after if after[name] != before.get(name)}
    own = {"surface.json", "policy.json", "HARNESS.md", "proof.json", ".hcp/answers.json"}
    assert {name for name in changed if not name.startswith("fixtures/")} == own


def test_without_a_terminal_the_flags_are_named(mail: Path, promote: Run, snapshot: Snapshot) -> None:
    before = snapshot(mail)
    status, out, err = promote(mail)
    assert (status, out) == (2, "")
    assert err == (
        "error: there is no terminal to choose verbs on\n"
        "  try: --yes to take what is proposed, or --pick VERBS to name them, joined by commas\n"
    )
    assert snapshot(mail) == before


def test_on_a_terminal_one_picks_from_a_list(mail: Path) -> None:
    words = [sys.executable, "-m", "hcp_author", "promote", mail]
    # the first two proposed ones are taken away, and the rest is taken
    status, shown = on_terminal(words, type_=" \x1b[B \r")
    assert status == 0, shown
    assert "Which verbs? (5 to 12 with doctor)" in shown
    verbs = [verb["verb_key"] for verb in json.loads((mail / "surface.json").read_text())["verbs"]]
    assert len(verbs) == 6


def test_verbs_that_cannot_be_picked_are_refused(mail: Path, promote: Run, snapshot: Snapshot) -> None:
    before = snapshot(mail)
    for pick, message in (("lisst", "`box` offers no verb `lisst`"), ("login", "`login` of `box` cannot be a verb")):
        status, _, err = promote(mail, "--pick", pick)
        assert status == 2
        assert err.startswith(f"error: {message}")
    assert promote(mail, "--pick", ",")[2].startswith("error: `--pick` names no verb")
    assert promote(mail, "--yes", "--binding", "usr")[2].startswith("error: `usr` cannot stand for --binding")
    assert promote(mail, "--yes", "--land", "moon")[2].startswith("error: `moon` cannot stand for --land")
    assert snapshot(mail) == before


def test_a_dry_run_says_how_to_do_the_same(mail: Path, promote: Run) -> None:
    flags = ("--pick", "list,delete", "--land", "brain", "--binding", "local")
    change = json.loads(promote(mail, *flags, "--dry-run", "--json")[1])
    assert change["next"][0].endswith(f"promote {mail.name} --pick list,delete --binding local --land brain")


def test_it_works_from_inside_the_pack(mail: Path, promote: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mail)
    status, out, err = promote(Path(), "--yes")
    assert (status, err) == (0, "")
    assert out.startswith("named 7 commands, and doctor, in .\n")
    assert "\nnext:\n  bin/mail --help\n" in out


def test_none_of_the_program_s_commands_is_run(bare: Callable[..., Path], own_box: Path, promote: Run) -> None:
    root = bare(own_box, "--binding", "local")
    assert promote(root, "--yes")[0] == 0
    assert recorded(own_box) == []
    steps = {step["name"]: step for step in prove.run(root, ["--without-lint", "--without-live"])["steps"]}
    assert steps["one live read"]["reason"] == "live: --without-live"
    assert recorded(own_box) == []


SWAP = """\
import pathlib, sys
from hcp_author.promotion import stage
root = pathlib.Path(sys.argv[1])
made = {f"{n}.txt": b"new" for n in range(200)}
print("ready", flush=True)
stage.swap(root, made, {name: b"old" for name in made})
"""


@pytest.mark.parametrize("pause", [0.0, 0.02, 0.1])
def test_a_signal_on_the_way_leaves_all_or_nothing(place: Path, pause: float) -> None:
    for n in range(200):
        (place / f"{n}.txt").write_text("old")
    with subprocess.Popen([sys.executable, "-c", SWAP, place], stdout=subprocess.PIPE) as child:
        assert child.stdout
        child.stdout.readline()
        time.sleep(pause)
        child.terminate()
        child.wait(60)
    assert len({path.read_text() for path in place.iterdir()}) == 1
    assert len([*place.iterdir()]) == 200


def test_a_binding_that_cannot_be_proved_can_be_another(listed: Callable[..., Path], promote: Run, hcp: Run) -> None:
    root = listed(("create", "create a thing"), ("delete", "delete a thing"), ("rename", "rename a thing"))
    status, _, err = promote(root, "--yes", "--binding", "user")
    assert status == 1
    assert "would not lint clean" in err
    assert "L4-unproven-login" in err
    assert err.endswith(f"  try: hcp-author promote {root} --yes --binding local\n")
    assert promote(root, "--yes")[0] == 0
    assert hcp("lint", "--strict", root)[0] == 0


def test_a_pack_without_writes_is_another_kind(
    listed: Callable[..., Path], promote: Run, hcp: Run, snapshot: Snapshot
) -> None:
    root = listed(("list", "list the things"), ("show", "show the things"), ("count", "count the things"))
    before = snapshot(root)
    status, _, err = promote(root, "--yes")
    assert status == 1
    assert err == (
        "error: a `channel` pack proves one gated write, and none of these verbs is one\n"
        f"  try: hcp-author promote {root} --yes --kind read_only\n"
    )
    assert snapshot(root) == before
    assert promote(root, "--yes", "--kind", "read_only")[0] == 0
    assert json.loads((root / "surface.json").read_text())["kind"] == "read_only"
    assert hcp("prove", root)[0] == 0


def test_it_can_change_the_binding_and_the_land(mail: Path, promote: Run, hcp: Run) -> None:
    assert promote(mail, "--yes", "--binding", "local", "--land", "local")[0] == 0
    surface = json.loads((mail / "surface.json").read_text())
    assert (surface["binding"]["default"], surface["binding"]["modes"]) == ("local", ["local", "mock"])
    rows = json.loads((mail / "policy.json").read_text())["verbs"].values()
    assert {row["privacy"]["land"] for row in rows} == {"local"}
    assert hcp("prove", mail)[0] == 0


def test_a_read_only_pack_gets_reads_alone(bare: Callable[..., Path], box: Path, promote: Run, hcp: Run) -> None:
    root = bare(box, "--binding", "user", kind="read_only")
    assert promote(root, "--yes")[0] == 0
    rows = json.loads((root / "policy.json").read_text())["verbs"]
    assert {row["operation"] for name, row in rows.items() if name != "connect"} == {"read"}
    assert hcp("prove", root)[0] == 0


def test_a_control_pack_is_promoted_on_its_own_plane(
    bare: Callable[..., Path], box: Path, promote: Run, hcp: Run
) -> None:
    root = bare(box, "--secret", "BOX_TOKEN", kind="control")
    assert promote(root, "--yes")[0] == 0
    assert hcp("lint", "--strict", root)[0] == 0
    assert hcp("prove", root)[0] == 0


def test_triggers_and_their_rows_stay(bare: Callable[..., Path], box: Path, promote: Run, hcp: Run) -> None:
    root = bare(box, "--binding", "user", "--trigger", "new_item")
    before = {name: json.loads((root / name).read_text()) for name in ("surface.json", "policy.json", "proof.json")}
    assert promote(root, "--yes")[0] == 0
    after = {name: json.loads((root / name).read_text()) for name in before}
    assert after["surface.json"]["stimulusTriggers"] == before["surface.json"]["stimulusTriggers"]
    assert after["policy.json"]["stimuli"] == before["policy.json"]["stimuli"]
    assert after["proof.json"]["stimuli"] == before["proof.json"]["stimuli"]
    assert hcp("prove", root)[0] == 0


def crlf(path: Path, change: Callable[[dict[str, Any]], dict[str, Any]], indent: str) -> None:
    value = change(json.loads(path.read_text()))
    path.write_bytes(json.dumps(value, indent=indent, ensure_ascii=False).replace("\n", "\r\n").encode())


def test_the_author_s_own_text_stays_byte_for_byte(mail: Path, promote: Run, hcp: Run, snapshot: Snapshot) -> None:
    crlf(
        mail / "surface.json",
        lambda surface: {"x-note": "mine: \u00e9", **surface, "summary": "My boxes.", "x-last": [1, {"a": 1}]},
        "\t",
    )
    crlf(mail / "policy.json", lambda policy: {"x-why": "reviewed", **policy}, "   ")
    harness = mail / "HARNESS.md"
    harness.write_bytes(b"\n".join([*harness.read_bytes().split(b"\n")[:-1], b"My own line.", b"no end"]))
    (mail / "notes.txt").write_bytes(b"mine\r\n\xe2\x82\xac")
    (mail / "proof.json").chmod(0o640)
    assert hcp("prove", mail, "--accept")[0] == 1  # a pass-through does not prove itself
    before = snapshot(mail)
    assert promote(mail, "--yes")[0] == 0
    after = snapshot(mail)
    assert after["notes.txt"] == before["notes.txt"]
    assert (mail / "proof.json").stat().st_mode & 0o777 == 0o640

    surface = after["surface.json"]
    head, _, tail = before["surface.json"].partition(b'"pass_through": true')
    assert tail.endswith(b',\r\n\t"x-last": [\r\n\t\t1,\r\n\t\t{\r\n\t\t\t"a": 1\r\n\t\t}\r\n\t]\r\n}')
    assert surface.endswith(tail)
    # of what stands before, the Binding alone got a probe
    binding = b'"secrets": []'
    upto = head[: head.index(binding) + len(binding)]
    rest = head[len(upto) :]
    assert surface.startswith(upto)
    assert surface[len(upto) :].startswith(b',\r\n\t\t"probe": ["count"]' + rest + b'"connect": ')
    assert surface.count(b"\n") == surface.count(b"\r\n")

    head, _, tail = before["policy.json"].partition(b"{}")
    assert after["policy.json"].startswith(head)
    assert after["policy.json"].endswith(tail)

    prose = after["HARNESS.md"].decode().split("<!-- hcp:")
    assert prose[0] == before["HARNESS.md"].decode().split("<!-- hcp:")[0]
    assert after["HARNESS.md"].endswith(b"My own line.\nno end")


def test_what_the_author_wrote_of_connect_and_binding_stays(mail: Path, promote: Run, hcp: Run) -> None:
    surface = json.loads((mail / "surface.json").read_text())
    surface["connect"] = {"summary": "Ask Ada.", "exec": {"argv": ["login", "--sso"]}}
    surface["binding"] |= {"probe": ["list", "--limit=1"], "settings": ["BOX_HOME"], "family": "boxes"}
    (mail / "surface.json").write_text(json.dumps(surface))
    policy = json.loads((mail / "policy.json").read_text())
    policy["verbs"]["connect"] = {"operation": "write", "confirm": True, "privacy": {"land": "local"}}
    (mail / "policy.json").write_text(json.dumps(policy))
    assert hcp("harness", mail)[0] == 0
    hcp("prove", mail, "--accept")
    assert promote(mail, "--yes")[0] == 0
    now = json.loads((mail / "surface.json").read_text())
    assert (now["connect"], now["binding"]) == (surface["connect"], surface["binding"])
    rows = json.loads((mail / "policy.json").read_text())["verbs"]
    assert rows["connect"] == policy["verbs"]["connect"]
    assert next(iter(rows)) == "connect"


def test_what_mends_a_trigger_added_by_hand_is_told_at_once(mail: Path, promote: Run) -> None:
    surface = json.loads((mail / "surface.json").read_text())
    surface["stimulusTriggers"] = [*surface.get("stimulusTriggers", []), {"ref": "new_item"}]
    (mail / "surface.json").write_text(json.dumps(surface, indent=2))
    status, _, err = promote(mail, "--yes")
    assert status == 1
    assert "stimulus new_item missing from policy.json" in err
    assert '  try: add "new_item"' in err


def test_a_promoted_pack_is_told_so(mail: Path, promote: Run, snapshot: Snapshot) -> None:
    assert promote(mail, "--yes")[0] == 0
    before = snapshot(mail)
    status, out, err = promote(mail, "--yes")
    assert (status, out) == (1, "")
    assert err == (
        "error: `mail` is promoted already: it names 8 commands, and passes nothing through\n"
        f"  try: hcp-author show {mail}\n"
    )
    assert snapshot(mail) == before


Change = Callable[[dict[str, Any], dict[str, Any]], Any]
ROW = {"operation": "read", "privacy": {"land": "personal"}}
LIST = {"verb_key": "list", "summary": "List.", "exec": {"argv": ["list"]}}
CONFLICTS: list[tuple[Change, str]] = [
    (lambda surface, policy: surface.pop("wrap"), "`mail` wraps no program, so there is nothing to promote"),
    (lambda surface, policy: surface.pop("pass_through"), "`mail` wraps box, and is no pass-through"),
    (lambda surface, policy: surface.update(verbs=[LIST]), "`mail` names 1 commands and says `pass_through` besides"),
    (lambda surface, policy: policy["verbs"].update(list=ROW), "the row `list` has no verb in surface.json"),
    (lambda surface, policy: surface.update(binding=3), "surface.json:"),
    (lambda surface, policy: policy.update(pack_id="other"), "policy.json:"),
]


@pytest.mark.parametrize(("change", "message"), CONFLICTS)
def test_what_is_in_the_way_is_told_and_nothing_lost(
    mail: Path, promote: Run, snapshot: Snapshot, change: Change, message: str
) -> None:
    surface, policy = (json.loads((mail / name).read_text()) for name in ("surface.json", "policy.json"))
    change(surface, policy)
    (mail / "surface.json").write_text(json.dumps(surface))
    (mail / "policy.json").write_text(json.dumps(policy))
    before = snapshot(mail)
    status, out, err = promote(mail, "--yes")
    assert (status, out) == (1, "")
    assert message in err.splitlines()[0]
    assert len(err.splitlines()) == 2
    assert snapshot(mail) == before


@pytest.mark.parametrize("text", ["{", "[]", '\ufeff{"pack_id": "mail"}', ""])
def test_a_surface_that_cannot_be_read_is_told(mail: Path, promote: Run, text: str) -> None:
    (mail / "surface.json").write_text(text)
    status, _, err = promote(mail, "--yes")
    assert status == 1
    assert "Traceback" not in err
    assert (mail / "surface.json").read_text() == text


def test_no_pack_is_wrong_use(promote: Run, place: Path) -> None:
    assert promote(place, "--yes")[0] == 2
    assert promote(place / "nowhere", "--yes")[0] == 2


def test_a_fixture_of_the_author_s_own_is_never_written_over(mail: Path, promote: Run, snapshot: Snapshot) -> None:
    (mail / "fixtures").mkdir()
    (mail / "fixtures" / "list.json").write_text('{"cases": []}')
    before = snapshot(mail)
    status, _, err = promote(mail, "--yes")
    assert status == 1
    assert "list" in err.splitlines()[0]
    assert snapshot(mail) == before


def test_links_are_not_written_through(mail: Path, promote: Run, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (mail / "fixtures").symlink_to(elsewhere)
    status, _, _ = promote(mail, "--yes")
    assert status == 1
    assert list(elsewhere.iterdir()) == []
    (mail / "fixtures").unlink()
    for target in (mail / "own.md", Path("own.md")):
        if not (mail / "own.md").exists():
            (mail / "HARNESS.md").rename(mail / "own.md")
        (mail / "HARNESS.md").unlink(missing_ok=True)
        (mail / "HARNESS.md").symlink_to(target)
        text = (mail / "own.md").read_bytes()
        status, _, err = promote(mail, "--yes")
        assert (status, len(err.splitlines())) == (1, 2)
        assert (mail / "own.md").read_bytes() == text


def test_an_edit_made_while_the_help_was_read_is_not_lost(mail: Path, box: Path) -> None:
    from hcp_author.errors import UserError
    from hcp_author.introspect.crawl import introspect
    from hcp_author.promotion.promote import Order, promote
    from hcp_author.propose.select import propose

    edited = (mail / "HARNESS.md").read_bytes() + b"\nmine\n"

    def read(path: str) -> Any:
        (mail / "HARNESS.md").write_bytes(edited)
        return introspect(path)

    with pytest.raises(UserError, match="was changed meanwhile"):
        promote(Order(mail, yes=True), read, propose)
    assert (mail / "HARNESS.md").read_bytes() == edited
    assert files.read(mail).pass_through


def test_a_write_that_fails_takes_the_others_back(mail: Path, promote: Run, snapshot: Snapshot, tmp_path: Path) -> None:
    from hcp_author.errors import UserError
    from hcp_author.promotion import stage

    before = snapshot(mail)
    (mail / "x").mkdir()
    made = {"HARNESS.md": b"new", "fixtures/list.json": b"{}", "x": b"a folder is in its place"}
    with pytest.raises(UserError, match="nothing was changed"):
        stage.swap(mail, made, {"HARNESS.md": before["HARNESS.md"], "fixtures/list.json": None, "x": None})
    assert snapshot(mail) == before
    assert not (mail / "fixtures").exists()
    with pytest.raises(UserError, match="was changed meanwhile"):
        stage.swap(
            mail, {"HARNESS.md": b"new", "README.md": b"new"}, {"HARNESS.md": before["HARNESS.md"], "README.md": b""}
        )
    assert snapshot(mail) == before


def test_the_program_is_found_as_the_pack_finds_it(
    bare: Callable[..., Path], own_box: Path, promote: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = bare(own_box, "--binding", "user")
    assert promote(root, "--yes", "--dry-run")[0] == 0  # by the user's link
    moved = root.with_name("moved")
    root.rename(moved)
    status, _, err = promote(moved, "--yes", "--dry-run")
    assert status == 1
    assert "`box` is not at `/usr/bin/box` or `/usr/local/bin/box`" in err
    assert "is not on PATH" in err
    assert "bin/mail --link /absolute/path/of/box" in err
    monkeypatch.setenv("PATH", f"{own_box.parent}:/usr/bin:/bin")
    status, _, err = promote(moved, "--yes", "--dry-run")
    assert status == 0
    assert f"it was read at {own_box}: moved/bin/mail --link {own_box}" in err


def test_a_staged_pack_is_what_lint_sees(mail: Path, promote: Run) -> None:
    text = (mail / "HARNESS.md").read_text()
    (mail / "HARNESS.md").write_text(
        text.replace("<!-- hcp:begin hot-path -->\n", "").replace("<!-- hcp:end hot-path -->\n", "")
    )
    status, _, err = promote(mail, "--yes")
    assert status == 1
    assert "the promoted pack would not lint clean" in err
    assert "HARNESS.md" in err
    assert "/tmp/hcp-author-" not in err
    assert [one.rule for one in engine.check(files.read(mail))] == ["L3-pass-through"]
