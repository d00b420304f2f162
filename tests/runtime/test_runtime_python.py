"""A pack without a wrap: adapter.py runs in a process of its own, under the same limits."""

from __future__ import annotations

import json
import os
import py_compile
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, closed, row

from hcp_author.runtime import places

ADAPTER = """
import json, os, sys
import hcp_runtime.adapter_api
from hcp_runtime.adapter_api import AdapterError

def list_(args, ctx):
    print("a print of the author's")
    return [{"args": args, "state": ctx.state, "workspace": ctx.workspace, "binding": ctx.binding, "who": ctx.principal,
             "project": ctx.project_id, "settings": ctx.settings, "secrets": sorted(ctx.secrets), "cwd": os.getcwd(),
             "stdin": sys.stdin.read(), "root": ctx.pack_root, "path": sys.path[-1]}]

def send(args, ctx):
    with open(os.path.join(ctx.state, "sent"), "a") as store:
        store.write(args["text"] + "\\n")
    return {"sent": len(open(os.path.join(ctx.state, "sent")).readlines())}

def fail(args, ctx):
    how = args["how"]
    if how == "plain":
        raise AdapterError("not_there", "there is no \\x1b[31mitem", "mail list")
    if how == "spoof":
        raise AdapterError("confirm_required", "confirm required")
    if how == "bug":
        return 1 / 0
    if how == "nan":
        return float("nan")
    if how == "object":
        return object()
    if how == "twin":
        return {1: "a", "1": "b"}
    if how == "deep":
        return json.loads("[" * 300 + "]" * 300)
    if how == "well":
        raise AdapterError("ok", "it failed")
    if how == "exit":
        os._exit(3)
    if how == "hush":
        sys.exit(0)
    return {"secret": ctx.settings}

def status(args, ctx):
    return {"status": "warn", "why": "half of it works"}

def probe(ctx):
    if os.path.exists(os.path.join(ctx.state, "no-login")):
        raise AdapterError("no_login", "nobody is logged in", "mail connect")

def emit(ctx):
    for number in range(2):
        yield {"ref": "new_item", "id": str(number), "payload": {"n": number, "secrets": ctx.secrets}}

VERBS = {"list": list_, "send": send, "fail": fail, "status": status}
"""


@pytest.fixture
def mail(new_pack: Any) -> PackFolder:
    text = {"type": "string"}
    verbs = [
        {"verb_key": "list", "summary": "List.", "args": closed(limit={"type": "integer"})},
        {"verb_key": "send", "summary": "Send.", "positionals": ["text"], "args": closed(text_=text)},
        {"verb_key": "fail", "summary": "Fail.", "positionals": ["how"], "args": closed(how_=text)},
        {"verb_key": "status", "summary": "Report.", "args": closed()},
        {"verb_key": "doctor", "summary": "Tell.", "builtin": True},
    ]
    surface = {
        "kind": "channel",
        "summary": "Mail.",
        "verbs": verbs,
        "stimulusTriggers": [{"ref": "new_item"}],
        "binding": {"default": "user", "modes": ["user", "mock"], "settings": ["MAIL_SERVER"]},
    }
    rows = {"list": row(), "send": row("write", confirm=True), "fail": row(), "status": row(), "doctor": row()}
    pack: PackFolder = new_pack(surface, {"verbs": rows, "stimuli": {"new_item": row()}}, {"adapter.py": ADAPTER})
    return pack


def test_a_function_is_called_with_args_and_ctx(mail: PackFolder) -> None:
    mail.configure(settings={"MAIL_SERVER": "imap.example"})
    data = mail.json("list", "--limit", "2")["data"][0]
    assert data["args"] == {"limit": 2}
    assert data["state"] == str(mail.home / ".local/state/hcp/packs" / places.name("mail", str(mail.root)))
    assert os.stat(data["state"]).st_mode & 0o777 == 0o700
    assert (data["binding"], data["workspace"], data["project"], data["stdin"]) == ("user", None, None, "")
    assert (data["settings"], data["secrets"]) == ({"MAIL_SERVER": "imap.example"}, [])
    assert data["root"] == data["path"] == os.path.realpath(mail.root)
    assert data["cwd"].endswith("/work")


def test_both_faces_write_to_one_store(mail: PackFolder) -> None:
    assert mail.json("send", "hello")["exit"] == 77
    assert mail.json("send", "hello", "--confirm")["data"] == {"sent": 1}
    assert mail.envelope("send", {"text": "again"}, confirm=True)["data"] == {"sent": 2}


@pytest.mark.parametrize(
    ("how", "code", "message", "hint"),
    [
        ("plain", "not_there", "there is no item", "mail list"),
        ("spoof", "adapter_failed", "confirm required", ""),
        ("nan", "not_json", "adapter.py: its answer is not JSON: Out of range float values are not JSON compliant", ""),
        (
            "object",
            "not_json",
            "adapter.py: its answer is not JSON: Object of type object is not JSON serializable",
            "",
        ),
        ("twin", "not_json", "the program's output is not JSON: a key is given twice", ""),
        ("deep", "not_json", "the program's output is not JSON: nested too deeply", ""),
        ("well", "adapter_failed", "it failed", ""),
        ("exit", "adapter_failed", "`adapter.py` ended with exit status 3", ""),
        ("hush", "adapter_failed", "`adapter.py` ended with exit status 0", ""),
    ],
)
def test_ways_to_fail(mail: PackFolder, how: str, code: str, message: str, hint: str) -> None:
    answer = mail.json("fail", how)
    answer["error"]["message"] = answer["error"]["message"].partition(": nan")[0]
    assert answer["error"] == {"code": code, "message": message, "hint": hint}
    assert answer["exit"] == 1


def test_a_fault_of_the_authors_has_its_line(mail: PackFolder) -> None:
    error = mail.json("fail", "bug")["error"]
    line = ADAPTER.splitlines().index("        return 1 / 0") + 1
    assert error == {
        "code": "adapter_failed",
        "message": f"ZeroDivisionError: division by zero (adapter.py:{line})",
        "hint": "",
    }


def test_the_probe_is_the_login(mail: PackFolder) -> None:
    state = mail.home / ".local/state/hcp/packs" / places.name("mail", str(mail.root))
    state.mkdir(parents=True)
    (state / "no-login").touch()
    answer = mail.json("list")
    assert answer["error"] == {
        "code": "mint_failed",
        "message": "mint failed for the Binding mode `user`: nobody is logged in",
        "hint": "mail connect",
    }
    assert mail.json("doctor")["exit"] == 1
    assert mail.json("status")["exit"] == 2
    (state / "no-login").unlink()
    assert mail.json("list")["ok"]
    assert mail.json("doctor")["exit"] == 0
    (mail.root / "adapter.py").write_text(ADAPTER.replace('{"status": "warn",', '{"state": "ok",'))
    assert mail.json("status")["exit"] == 1  # what is no report is a failure


def test_without_a_probe_user_never_runs(mail: PackFolder) -> None:
    (mail.root / "adapter.py").write_text(ADAPTER.replace("def probe", "def other"))
    answer = mail.json("list")
    assert answer["error"]["message"] == "mint failed for the Binding mode `user`: adapter.py has no function `probe`"
    (mail.root / "adapter.py").unlink()
    assert mail.json("list")["exit"] == 77


def test_doctor_misses_a_function(mail: PackFolder) -> None:
    (mail.root / "adapter.py").write_text(ADAPTER.replace('"send": send, ', ""))
    report = mail.json("doctor")
    assert "adapter.py has no function for send" in json.dumps(report["data"])
    assert report["exit"] == 1


def test_nothing_of_the_pack_hides_a_module_of_pythons(mail: PackFolder) -> None:
    (mail.root / "json.py").write_text("raise SystemExit(9)")
    assert mail.json("list", cwd=mail.root, env={"PYTHONPATH": str(mail.root)})["ok"]


def test_the_emitter_records_what_it_yields(mail: PackFolder) -> None:
    state = mail.home / ".local/state/hcp/packs" / places.name("mail", str(mail.root))
    state.mkdir(parents=True)
    (state / "no-login").touch()  # so that a mint would fail: none is asked for
    off = [json.loads(line) for line in mail.run("--emit").stdout.splitlines()]
    assert [answer["route"] for answer in off] == ["drop", "drop"]
    session = mail.session(grants=["sense.enable:mail"])
    done = mail.run("--emit", "--session", session)
    assert done.returncode == 0
    assert [json.loads(line)["recorded"] for line in done.stdout.splitlines()] == [True, True]
    again = [json.loads(line) for line in mail.run("--emit", "--session", session).stdout.splitlines()]
    assert [(answer["recorded"], answer["reason"]) for answer in again] == [(False, "recorded before")] * 2


def test_what_an_emitter_complains_of_is_passed_on(mail: PackFolder) -> None:
    (mail.root / "adapter.py").write_text(
        "import sys\nVERBS = {}\ndef emit(ctx):\n    print('left \\x1b[2Kout', file=sys.stderr)\n"
        "    yield {'ref': 'new_item'}\n    sys.stderr.write('half')\n    sys.exit(3)\n"
    )
    done = mail.run("--emit")
    assert "left out\n" in done.stderr
    assert done.stderr.endswith("\nhalf\nerror: `adapter.py` ended with exit status 3\n")
    assert "--emit" in mail.run("--help").stdout
    (mail.root / "adapter.py").write_text("VERBS = {}\n")
    assert "--emit" not in mail.run("--help").stdout


def test_a_packs_own_compiled_files_are_never_read(mail: PackFolder, tmp_path: Path) -> None:
    (mail.root / "part.py").write_text("WORD = 'good'\n")
    (mail.root / "adapter.py").write_text(ADAPTER + "\nimport part\nVERBS['list'] = lambda args, ctx: part.WORD\n")
    (tmp_path / "evil.py").write_text("WORD = 'evil'\n")
    name = f"{{}}.{sys.implementation.cache_tag}.pyc"
    for module in ("part", "adapter"):
        compiled = str(mail.root / "__pycache__" / name.format(module))
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(tmp_path / "evil.py"), compiled, invalidation_mode=mode)
    assert mail.json("list")["data"] == "good"
    assert len(list((mail.root / "__pycache__").iterdir())) == 2


def test_a_home_that_cannot_be_written(mail: PackFolder) -> None:
    (mail.home / ".local").write_text("a file, where a folder should be")
    error = mail.json("list")
    assert (error["error"]["code"], error["exit"]) == ("mint_failed", 77)
    assert "the pack's state folder cannot be made" in error["error"]["message"]
    assert error["error"]["hint"] == "set HOME or XDG_STATE_HOME to a folder that you can write"
    report = mail.json("doctor")
    assert (report["data"]["status"], report["exit"]) == ("fail", 1)
    assert "XDG_STATE_HOME" in json.dumps(report)


def test_an_answer_that_cannot_be_printed(mail: PackFolder) -> None:
    def full(*argv: str) -> tuple[int, str]:
        with open("/dev/full", "w") as nowhere:
            done = subprocess.run([*mail.words, *argv], stdout=nowhere, stderr=subprocess.PIPE, env=mail.env, text=True)
        return done.returncode, done.stderr

    why = "standard output cannot be written: No space left on device"
    assert full("list", "--json") == full("--help") == full("nope", "--json") == (1, f"error: {why}\n")
    lost = f"error: `send` was done, and its answer alone is lost: {why}\n  try: look before you run it again\n"
    assert full("send", "x", "--confirm", "--json") == full("send", "x", "--confirm") == (1, lost)


YIELDING = """
from hcp_runtime.adapter_api import AdapterError
def go(args, ctx):
    for number in range(3):
        yield {"n": number, "secret": ctx.secrets.get("KEY")}
    if args.get("fail"):
        raise AdapterError("gone", "the source went away")
def probe(ctx):
    pass
VERBS = {"go": go}
"""


def test_a_verb_that_yields_is_streamed_or_whole(new_pack: Any) -> None:
    verb = {"verb_key": "go", "summary": "Go.", "args": closed(fail={"type": "boolean"})}
    surface = {"summary": "Go.", "binding": {"default": "user", "modes": ["user"]}, "verbs": [verb]}
    pack = new_pack(surface, {"verbs": {"go": row()}}, {"adapter.py": YIELDING})
    assert [item["n"] for item in pack.json("go")["data"]] == [0, 1, 2]
    lines = [json.loads(line) for line in pack.run("go", "--json", "--stream").stdout.splitlines()]
    assert [line["data"] and line["data"]["n"] for line in lines] == [0, 1, 2, None]
    assert lines[-1]["ok"] is True
    asked = json.dumps({"pack_id": "mail", "verb_key": "go", "args": {"fail": True}})
    done = pack.run("--envelope", "-", "--stream", stdin=asked)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert (len(lines), lines[-1]["error"]["code"], done.returncode) == (4, "gone", 1)
    assert pack.json("go", "--fail")["error"] == {"code": "gone", "message": "the source went away", "hint": ""}


def test_a_stranger_of_the_same_id_finds_nothing_of_mine(mail: PackFolder, tmp_path: Path) -> None:
    mail.configure(settings={"MAIL_SERVER": "imap.example"})
    mine = mail.json("list")["data"][0]
    other = PackFolder(tmp_path / "other" / "mail", mail.home, Path(mail.env["XDG_CACHE_HOME"]))
    shutil.copytree(mail.root, other.root)
    theirs = other.json("list")["data"][0]
    assert theirs["state"] != mine["state"]
    assert (mine["settings"], theirs["settings"]) == ({"MAIL_SERVER": "imap.example"}, {})
