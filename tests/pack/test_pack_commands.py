"""`hcp-author schema`, `show` and `harness`, as a person and a program call them."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hcp_author.cli.main import run
from hcp_author.pack import shape

ROW = {"operation": "read", "privacy": {"land": "personal"}}
GATED = {"operation": "write", "confirm": True, "privacy": {"land": "personal"}}
SURFACE: dict[str, Any] = {
    "pack_id": "mail",
    "kind": "channel",
    "summary": "Mail through notmuch.",
    "binding": {"default": "user", "modes": ["user", "mock"]},
    "wrap": {"bin": "notmuch", "paths": ["/usr/bin/notmuch"]},
    "connect": {"summary": "Set up notmuch."},
    "verbs": [
        {"verb_key": "search", "summary": "List the threads that match a query, newest first, as many as you ask for."},
        {"verb_key": "tag", "summary": "Change tags."},
    ],
    "stimulusTriggers": [{"ref": "new_item"}],
}
POLICY = {"pack_id": "mail", "verbs": {"search": ROW, "tag": GATED, "connect": GATED}, "stimuli": {"new_item": ROW}}


@pytest.fixture
def mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack in the current folder, named as a person would name it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mail").mkdir()
    (tmp_path / "mail" / "surface.json").write_text(json.dumps(SURFACE))
    (tmp_path / "mail" / "policy.json").write_text(json.dumps(POLICY))
    return Path("mail")


def right(text: str) -> Any:
    """The one JSON document on standard output, right under its published schema."""
    document = json.loads(text)
    assert shape.check_value(document, document["format"].split("/")[1]) == []
    return document


# show

SHOWN = """\
mail  channel, runtime plane, Binding user (mock)
Mail through notmuch.
wraps notmuch (/usr/bin/notmuch)
connect: Set up notmuch.

  VERB    CLASS  GATE     LAND      WHAT IT DOES
  search  read   -        personal  List the threads that match a query, newest first, as many as you ask for.
  tag     write  confirm  personal  Change tags.

  TRIGGER   LAND      THEN
  new_item  personal  run `mail search`
"""


def test_show_prints_the_pack_as_a_table(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "mail"]) == 0
    assert capsys.readouterr() == (SHOWN, "")


def test_show_as_json_is_as_published(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "mail", "--json"]) == 0
    document = right(capsys.readouterr().out)
    assert document["verbs"][1] == {
        "verb_key": "tag",
        "summary": "Change tags.",
        "class": "write",
        "gate": "confirm",
        "land": "personal",
    }


def test_show_on_a_terminal_fits_it_and_colours_sparingly(mail: Path) -> None:
    text = on_a_terminal(["show", "mail"], 60)
    assert "\x1b[33mconfirm\x1b[0m" in text
    assert all(len(line) <= 60 for line in plain(text).splitlines())
    assert "List the threads that m…" in text
    assert "\x1b" not in on_a_terminal(["show", "mail"], 60, NO_COLOR="1")


def on_a_terminal(argv: list[str], columns: int, **env: str) -> str:
    """What our program prints when its standard output is a terminal."""
    primary, secondary = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "TERM": "xterm", **env}
    if "NO_COLOR" not in env:
        environment.pop("NO_COLOR", None)
    with subprocess.Popen([sys.executable, "-m", "hcp_author", *argv], stdout=secondary, env=environment) as child:
        os.close(secondary)
        text = b""
        while True:
            try:
                piece = os.read(primary, 4096)
            except OSError:
                break
            if not piece:
                break
            text += piece
        child.wait()
    os.close(primary)
    return text.decode()


def plain(text: str) -> str:
    return text.replace("\x1b[33m", "").replace("\x1b[1m", "").replace("\x1b[0m", "").replace("\r", "")


def test_show_obeys_nothing_in_a_pack(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    verbs = [{"verb_key": "a\n::error::x", "summary": "\x1b]0;t\x07two\r\nlines \u202e日本"}]
    changed = {**SURFACE, "verbs": verbs, "summary": "\x1b[2Jx", "kind": "\x9b2J"}
    (mail / "surface.json").write_text(json.dumps(changed))
    assert run(["show", "mail"]) == 0
    shown = capsys.readouterr().out
    assert shown.replace("\n", "").isprintable()
    assert "  a ::error::x  ?      ?     ?     two lines 日本\n" in shown


def test_foreign_text_begins_no_line_as_a_command_would(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    surface = json.loads((mail / "surface.json").read_text())
    surface |= {"summary": "\n::error::x", "pack_id": "::stop-commands::y"}
    surface["verbs"][0]["verb_key"] = "::add-mask::z"
    (mail / "surface.json").write_text(json.dumps(surface))
    assert run(["show", "mail"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert '"::error::x"' in lines
    assert not [line for line in lines if line.strip().startswith("::")]


def test_show_reads_what_it_can_and_says_so(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (mail / "policy.json").write_text("{")
    assert run(["show", "mail"]) == 0
    out, err = capsys.readouterr()
    assert "  search  ?      ?     ?" in out
    assert err == "note: 1 problem in its files: hcp-author lint mail\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "error: mail/surface.json: the file ends where a key in double quotes is expected\n"),
        ("[]", "error: mail/surface.json: it holds no object\n"),
    ],
)
def test_show_needs_a_surface(mail: Path, capsys: pytest.CaptureFixture[str], text: str, message: str) -> None:
    (mail / "surface.json").write_text(text)
    assert run(["show", "mail"]) == 1
    assert capsys.readouterr() == ("", message + "  try: hcp-author lint mail\n")


def test_a_folder_that_is_no_pack(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", ".", "--json"]) == 2
    document = right(capsys.readouterr().out)
    assert document["error"]["message"] == "`.` is no pack: it has no surface.json"


# harness


def test_harness_makes_then_keeps_then_redraws(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["harness", "mail"]) == 0
    assert capsys.readouterr() == ("", "mail/HARNESS.md made\n")
    first = (mail / "HARNESS.md").read_bytes()
    assert run(["harness", "mail"]) == 0
    assert capsys.readouterr() == ("", "mail/HARNESS.md is up to date\n")
    assert (mail / "HARNESS.md").read_bytes() == first
    assert run(["harness", "mail", "--check"]) == 0
    (mail / "policy.json").write_text(json.dumps(POLICY).replace('"confirm": true', '"confirm": false'))
    assert run(["harness", "mail"]) == 0
    assert capsys.readouterr().err.endswith("mail/HARNESS.md redrawn\n")
    assert b"| `tag` | Change tags. | write | open | personal |" in (mail / "HARNESS.md").read_bytes()


def stale(mail: Path) -> bytes:
    text = "# Mail\r\n\r\n<!-- hcp:begin hot-path -->\r\nold\r\n<!-- hcp:end hot-path -->\r\n\r\nProse \x1b[2J"
    (mail / "HARNESS.md").write_bytes(text.encode())
    return text.encode()


def test_check_writes_nothing_and_exits_one_with_a_diff(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = stale(mail)
    assert run(["harness", "mail", "--check"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("--- a/HARNESS.md\n+++ b/HARNESS.md\n@@ ")
    assert "\n-old\n+| Verb | What it does | Class | Gate | Land |\n" in out
    assert "\x1b" not in out
    assert "\\x1b[2J" in out
    assert err.startswith("mail/HARNESS.md is stale\n  try: hcp-author harness mail\n")
    assert "note: HARNESS.md has no markers for `triggers`" in err
    assert (mail / "HARNESS.md").read_bytes() == before


def test_dry_run_says_what_would_be_done(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["harness", "mail", "--dry-run"]) == 0
    assert "mail/HARNESS.md would be made; nothing was written\n" in capsys.readouterr().err
    stale(mail)
    capsys.readouterr()
    assert run(["harness", "mail", "--dry-run"]) == 0
    err = capsys.readouterr().err
    assert err.startswith("mail/HARNESS.md would be redrawn; nothing was written\n")
    assert "try:" not in err


@pytest.mark.skipif(not shutil.which("patch"), reason="no patch program here")
def test_dry_run_writes_nothing_and_exits_zero(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = stale(mail)
    assert run(["harness", "mail", "--dry-run", "--json"]) == 0
    document = right(capsys.readouterr().out)
    assert (document["changed"], document["dry_run"]) == (["HARNESS.md"], True)
    assert document["diff"].startswith("--- a/HARNESS.md\n")
    assert len(document["notes"]) == 2
    assert (mail / "HARNESS.md").read_bytes() == before
    patched = subprocess.run(
        ["patch", "-p1", "--binary", "-s"], input=document["diff"].encode(), cwd=mail, check=False, capture_output=True
    )
    assert patched.returncode == 0
    assert run(["harness", "mail", "--check"]) == 0


def test_harness_as_json_is_as_published(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["harness", "mail", "--json"]) == 0
    document = right(capsys.readouterr().out)
    assert (document["created"], document["changed"], document["kept"]) == (["HARNESS.md"], [], [])
    assert run(["harness", "mail", "--json"]) == 0
    document = right(capsys.readouterr().out)
    assert (document["created"], document["changed"], document["kept"]) == ([], [], ["HARNESS.md"])


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("surface.json", '{"pack_id": NaN}', "mail/surface.json:1:13: `NaN` is no JSON number"),
        ("surface.json", '{"pack_id": "mail"}', "mail/surface.json:1:1: the document has no `binding`"),
        ("policy.json", '{"pack_id": "mail", "verb": {}}', "mail/policy.json:1:21: `verb` is no key of this file"),
        ("HARNESS.md", "# Mail\n", "HARNESS.md has no markers, so there is no place for its tables"),
        ("HARNESS.md", "\udcff", "mail/HARNESS.md:1:1: byte 0xff on line 1 is not UTF-8"),
    ],
)
def test_harness_refuses_what_it_cannot_read_whole(
    mail: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, message: str
) -> None:
    (mail / name).write_text(text, errors="surrogateescape")
    assert run(["harness", "mail"]) == 1
    assert capsys.readouterr().err.startswith(f"error: {message}\n  try: ")


def test_harness_does_not_write_through_a_link_out_of_the_pack(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("outside.md").write_text("keep\n")
    (mail / "HARNESS.md").symlink_to("../outside.md")
    assert run(["harness", "mail"]) == 1
    assert "symbolic link leaves the pack" in capsys.readouterr().err
    assert Path("outside.md").read_text() == "keep\n"


# schema


@pytest.mark.parametrize("name", shape.names())
def test_schema_prints_a_schema_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out) == shape.load(name)


def test_schema_lists_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == shape.names()
    assert run(["schema", "--json"]) == 0
    assert [each["name"] for each in right(capsys.readouterr().out)["schemas"]] == shape.names()


def test_schema_knows_a_near_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema", "surfaces"]) == 2
    assert capsys.readouterr() == ("", "error: there is no schema `surfaces`\n  try: hcp-author schema surface\n")
    assert run(["schema", "zzz"]) == 2
    assert "one of audit, baseline, change, drift, error" in capsys.readouterr().err


def test_a_sound_file_is_checked_without_jsonschema(mail: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from hcp_author.pack import files, shape;"
        "pack = files.read(Path('mail'));"
        "assert not shape.check(pack.surface, 'surface') + shape.check(pack.policy, 'policy');"
        "print('jsonschema' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
