"""Attacks on packs as `new` makes them, on both faces: what is refused starts, mints and writes nothing."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from attack_packs import SECRET, Ground, typed
from runtime_packs import PackFolder, program

pytestmark = pytest.mark.whole
USAGE, REFUSED, FAILED = 64, 77, 1


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return Ground(tmp_path_factory.mktemp("attacks"))


@contextmanager
def untouched(ground: Ground) -> Iterator[None]:
    """Nothing was started, minted or written but the audit."""
    before = ground.started(), ground.written()
    yield
    assert (ground.started(), ground.written()) == before


def refused(answer: dict[str, Any], code: str, status: int) -> str:
    assert (answer["ok"], answer["error"]["code"], answer["exit"]) == (False, code, status), answer
    assert SECRET not in json.dumps(answer)
    return str(answer["error"]["message"])


def asked(pack: PackFolder, text: str, *argv: str) -> dict[str, Any]:
    """The answer to an envelope that is written out."""
    done = pack.run("--envelope", "-", *argv, stdin=text)
    assert "Traceback" not in done.stdout + done.stderr
    return {**json.loads(done.stdout), "exit": done.returncode}


# arguments: (pack, verb, args, code, what the message says)
OPTIONS = ["--output=/tmp/probe", "--upload-pack=touch /tmp/probe", "-h", "-", "  --output=x", "\n--output=x"]
OPTIONS += ["\u200b--output=x", "\u2212-output=x", "\u2010x", "\u2014x", "\u00a0-x", "\ufeff--x", "\u3164-x"]
ARGS: list[tuple[str, str, dict[str, Any], str, str]] = [
    *(("box", "show", {"ref": text}, "option_like_value", "`ref` starts with '-'") for text in OPTIONS),
    *(("box", "search", {"query": text}, "option_like_value", "not passed to the program") for text in OPTIONS[:4]),
    ("box", "add", {"files": ["/a.txt", "--output=/tmp/probe"]}, "option_like_value", "`files[1]`"),
    ("box", "post", {"body": "@secret.txt"}, "file_reference", "`body` looks like a file reference"),
    ("box", "post", {"body": "@/dev/stdin"}, "file_reference", "'@/dev/stdin'"),
    ("box", "post", {"body": "@-"}, "file_reference", "file reference"),
    ("box", "post", {"body": "fileb:///etc/passwd"}, "file_reference", "file reference"),
    ("box", "post", {"body": "file:///etc/passwd"}, "file_reference", "file reference"),
    ("box", "post", {"body": "-"}, "file_reference", "'-'"),
    ("box", "show", {"ref": ""}, "bad_argument", "at least 1 character"),
    ("box", "list", {"limit": 0}, "bad_argument", "at least 1"),
    ("box", "list", {"limit": "5; touch /tmp/probe"}, "bad_argument", "expected an integer"),
    ("box", "list", {"limit": True}, "bad_argument", "expected an integer"),
    ("box", "list", {"limit": 1.0}, "bad_argument", "expected an integer"),
    ("box", "add", {"files": ["notes.txt"]}, "bad_argument", "must be absolute"),
    ("box", "add", {"files": ["~/notes.txt"]}, "bad_argument", "must be absolute"),
    ("tree", "add", {"files": ["../outside.txt"]}, "outside_workspace", "outside the workspace"),
    ("tree", "add", {"files": ["dir/outside.txt"]}, "outside_workspace", "outside the workspace"),
    ("tree", "add", {"files": ["link.txt"]}, "outside_workspace", "outside the workspace"),
    ("tree", "add", {"files": ["notes.txt/../../outside.txt"]}, "outside_workspace", "outside the workspace"),
    ("tree", "add", {"files": ["ws/../../outside.txt"]}, "outside_workspace", "outside the workspace"),
    ("tree", "add", {"files": ["/etc/passwd"]}, "outside_workspace", "outside the workspace"),
    ("mail", "send", {"to": "ann", "subject": "x", "text": "y", "tenant": "t2"}, "unknown_argument", "tenant"),
    ("box", "show", {"ref": "main", "upload-pack": "touch /tmp/probe"}, "unknown_argument", "upload-pack"),
    ("box", "show", {"ref": "main", "output": "/tmp/probe"}, "unknown_argument", "output"),
    ("box", "show", {"ref": "main", "argv": ["--output=x"]}, "unknown_argument", "argv"),
    ("box", "wipe", {"confirm_": True}, "unknown_argument", "confirm"),
    ("box", "exec", {}, "unknown_verb", "no verb 'exec'"),
    ("box", "connect", {}, "unknown_verb", "connect"),
    ("box", "wip", {}, "unknown_verb", "no verb 'wip'"),
]


@pytest.mark.parametrize(("name", "verb", "args", "code", "message"), ARGS)
def test_arguments(
    ground: Ground, tmp_path: Path, name: str, verb: str, args: dict[str, Any], code: str, message: str
) -> None:
    pack, work = ground.packs[name], workspace(tmp_path)
    status = REFUSED if code == "outside_workspace" else USAGE
    with untouched(ground):
        told = refused(pack.envelope(verb, args, cwd=work, confirm=True), code, status)
        assert message in told or message in json.dumps(args), told
        refused(pack.json("--confirm", *typed(pack, verb, args), cwd=work), code, status)


JSON_ALONE: list[tuple[str, dict[str, Any], str]] = [
    ("show", {"ref": ["main"]}, "expected a string"),
    ("show", {"ref": None}, "expected a string"),
    ("show", {"ref": 5}, "expected a string"),
    ("post", {"body": "a\0b"}, "NUL"),
    ("post", {"body": "\ud800"}, "not UTF-8"),
    ("add", {"files": [f"/p{number:06d}" for number in range(200_000)]}, "the limit is 1,500,000"),
]


@pytest.mark.parametrize(("verb", "args", "message"), JSON_ALONE)
def test_what_only_json_can_say(ground: Ground, verb: str, args: dict[str, Any], message: str) -> None:
    with untouched(ground):
        assert message in refused(ground.packs["box"].envelope(verb, args, confirm=True), "bad_argument", USAGE)


WHOLE = '{"pack_id": "box", "verb_key": "show", "args": {"ref": "a"}}'


@pytest.mark.parametrize(
    "text",
    [
        WHOLE[:-1] + ', "env": {"GIT_SSH_COMMAND": "touch /tmp/probe"}}',
        WHOLE[:-1] + ', "apply": true}',
        WHOLE[:-1] + ', "principal": "bob"}',
        WHOLE.replace('"ref": "a"', '"ref": "a", "ref": "--output=x"'),
        WHOLE.replace('"show"', '"show", "verb_key": "wipe"'),
        WHOLE.replace('"ref": "a"', '"limit": 1e400').replace("show", "list"),
        WHOLE.replace('"ref": "a"', '"limit": NaN').replace("show", "list"),
        WHOLE.replace('"box"', '"BOX"'),
        WHOLE.replace('"box"', '"fleet"'),
        "[" * 100_000,
        '{"args": ' * 50_000,
        "",
        "\ufeff" + WHOLE,
    ],
)
def test_envelopes(ground: Ground, text: str) -> None:
    with untouched(ground):
        refused(asked(ground.packs["box"], text), "usage", USAGE)


@pytest.mark.parametrize("confirm", ["true", "yes", 1, 1.0, 0, [], {}, "", None, [True]])
def test_nothing_but_true_confirms(ground: Ground, confirm: Any) -> None:
    hostile = {"HCP_CONFIRM": "1", "CI": "true", "BOX_CONFIRM": "1"}
    with untouched(ground):
        answer = ground.packs["box"].envelope("wipe", {}, confirm=confirm, env=hostile)
        assert refused(answer, "confirm_required", REFUSED).startswith("confirm required: `wipe`")
    assert ground.audited()[-1]["code"] == "confirm_required"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["wipe"], "confirm_required"),
        (["wipe", "--conf"], "unknown_argument"),
        (["wipe", "--confirm=false"], "usage"),
        (["wipe", "--confirm=true"], "usage"),
        (["wipe", "--", "--confirm"], "unknown_argument"),
        (["wip", "--confirm"], "unknown_verb"),
        (["wipe", "-confirm"], "unknown_argument"),
        (["wipe", "--CONFIRM"], "unknown_argument"),
        (["--confirm", "--", "wipe"], "usage"),
    ],
)
def test_no_flag_is_shortened(ground: Ground, words: list[str], code: str) -> None:
    with untouched(ground):
        refused(ground.packs["box"].json(*words), code, REFUSED if code == "confirm_required" else USAGE)


PLAIN = [
    "$(touch /tmp/probe)",
    "a; touch /tmp/probe",
    "a | tee /tmp/probe",
    "a\ntouch x",
    "${IFS}touch",
    "~",
    "*",
    "`x`",
]
PLAIN += ["plain", "  padded \u2212 minus sign, caf\u00e9", "- first item", "mail me @ noon", "a" * 100_000, "-5", "%s"]


@pytest.mark.parametrize("text", PLAIN)
def test_text_arrives_as_one_element(ground: Ground, text: str) -> None:
    pack, args = ground.packs["box"], {"body": "b", "title": text}
    argv = ["post", "--json", "--body=b", f"--title={text}"]
    assert pack.envelope("post", args, confirm=True)["data"]["argv"] == argv
    assert pack.json("--confirm", *typed(pack, "post", args))["data"]["argv"] == argv


def test_controls(ground: Ground, tmp_path: Path) -> None:
    box, tree, work = ground.packs["box"], ground.packs["tree"], workspace(tmp_path)
    for pack, verb, args, argv in [
        (box, "show", {"ref": "feature/-x"}, ["show", "--json", "feature/-x"]),
        (box, "list", {"limit": 5}, ["list", "--json", "--limit=5"]),
        (box, "add", {"files": ["/a.txt", "/b.txt"]}, ["add", "--json", "/a.txt", "/b.txt"]),
        (tree, "add", {"files": ["notes.txt"]}, ["add", "--json", "notes.txt"]),
        (tree, "add", {"files": ["sub/../notes.txt"]}, ["add", "--json", "notes.txt"]),
        (box, "wipe", {}, ["wipe", "--json"]),
    ]:
        assert pack.envelope(verb, args, confirm=True, cwd=work)["data"]["argv"] == argv
        assert pack.json("--confirm", *typed(pack, verb, args), cwd=work)["data"]["argv"] == argv
    before = ground.started()
    assert box.envelope("wipe", {}, confirm=True)["ok"]
    assert ground.started()[len(before) :].count("wipe") == 1


def test_lands_and_tenants(ground: Ground, tmp_path: Path) -> None:
    copy = copied(ground, "box", tmp_path)
    copy.change("policy.json", lambda policy: policy["verbs"]["show"]["privacy"].update(land="brain"))
    with untouched(ground):
        told = refused(copy.json("show", "a"), "no_project", REFUSED)
        assert "brain requires project_id" in told
        session = copy.session(project_id="p2", projects=["p1"])
        refused(copy.json("show", "a", "--session", session), "no_project", REFUSED)
        Path(session).unlink()
    copy.change("policy.json", lambda policy: policy["verbs"]["show"]["privacy"].update(land="local\n"))
    with untouched(ground):
        assert "privacy.land" in refused(copy.envelope("show", {"ref": "a"}), "bad_pack", REFUSED)


MINTS = [
    ("#!/bin/sh\necho oops >&2\nexit 1\n", "exit status 1"),
    ("#!/bin/sh\necho null\n", "must give FLEET_TOKEN"),
    ('#!/bin/sh\necho \'{"FLEET_TOKEN": ""}\'\n', "must give FLEET_TOKEN"),
    ('#!/bin/sh\necho \'{"OTHER_TOKEN": "x"}\'\n', "must give FLEET_TOKEN"),
    ("", "no credential helper is set"),
]


@pytest.mark.parametrize(("text", "why"), MINTS)
def test_no_credential_no_run(ground: Ground, tmp_path: Path, text: str, why: str) -> None:
    pack, hostile = copied(ground, "fleet", tmp_path), {"FLEET_TOKEN": SECRET}
    host = ["--session", pack.session(operator=True)]
    ground.link(pack, **({"helper": [program(tmp_path / "helper", text)]} if text else {}))
    before = ground.started()
    for answer in (
        pack.json("list", *host, env=hostile),
        pack.envelope("restart", {"name": "web"}, *host, confirm=True, env=hostile),
    ):
        assert why in refused(answer, "mint_failed", REFUSED)
    other = pack.envelope("list", {}, *host, binding={"mode": "user"}, env=hostile)
    assert "does not declare" in refused(other, "mint_failed", REFUSED)
    for name in ("HCP_MOCK", "HCP_BINDING", "FLEET_MOCK"):
        refused(pack.json("list", *host, env={name: "mock"}), "env_mock_refused", REFUSED)
    assert ground.started() == before
    report = pack.json("doctor", *host, env=hostile)
    assert (report["ok"], SECRET in json.dumps(report)) == (True, False)
    assert (report["data"]["binding"], report["exit"]) == ("unlinked", 1)
    mocked = pack.json("list", *host, "--binding", "mock")
    assert (mocked["ok"], mocked["binding"]) == (True, {"mode": "mock"})


def test_a_control_pack_is_out_of_an_end_user_s_reach(ground: Ground, tmp_path: Path) -> None:
    pack = ground.packs["fleet"]
    session = pack.session()
    program(tmp_path / "bin" / "fleet", f"#!/bin/sh\necho fleet >> {ground.ran}\n")
    path = {"PATH": f"{tmp_path}/bin:/usr/bin:/bin"}
    with untouched(ground):
        for host in ([], ["--session", session]):
            for binding in ("mothership", "mock"):
                told = pack.envelope(
                    "restart", {"name": "web"}, *host, confirm=True, binding={"mode": binding}, env=path
                )
                assert "control plane" in refused(told, "control_plane", REFUSED)
            refused(pack.json("restart", "web", "--confirm", *host, env=path), "control_plane", REFUSED)


ADAPTER = """
import sys
from hcp_runtime.adapter_api import AdapterError
def list_(args, ctx):
    secret = ctx.secrets["FLEET_TOKEN"]
    print(open("/proc/self/cmdline").read(), secret, file=sys.stderr)
    if args:
        raise AdapterError("no_fleet", f"bad token {secret}", secret)
    return [secret, {"token": secret, "length": len(secret)}]
VERBS = {"list": list_}
"""


def test_a_minted_secret_is_told_to_nobody(ground: Ground, tmp_path: Path) -> None:
    pack = copied(ground, "fleet", tmp_path)
    (pack.root / "adapter.py").write_text(ADAPTER)
    helper = program(tmp_path / "helper", f'#!/bin/sh\necho \'{{"FLEET_TOKEN": "{SECRET}"}}\'\n')
    ground.link(pack, helper=[helper])
    host = ["--session", pack.session(operator=True)]
    told = [pack.run("list", *host, *words) for words in (["--json"], [], ["--state", "running"], ["--stream"])]
    assert json.loads(told[0].stdout)["data"] == ["[redacted]", {"token": "[redacted]", "length": len(SECRET)}]
    everything = "".join(done.stdout + done.stderr for done in told) + json.dumps(ground.audited())
    for form in (SECRET, base64.b64encode(SECRET.encode()).decode().rstrip("="), SECRET.encode().hex(), quote(SECRET)):
        assert form not in everything
    assert "bad token [redacted]" in everything


SCRIPTS = [
    ('echo \'{"ok":true,"mock":true,"confirm":true}\'; exit 3', "show", "adapter_failed", "exit status 3"),
    ("printf '\\377\\376\\000x\\n'", "report", "not_utf8", "is not UTF-8"),
    ("yes x | head -c 30000000", "report", "output_too_large", "8,388,608 bytes"),
    ("echo '{\"v\": NaN}'", "show", "not_json", "NaN"),
    ('echo \'{"a": 1, "a": 2}\'', "show", "not_json", "given twice"),
    ("echo '{\"a\":1}'; echo '{\"a\":2}'", "show", "not_json", "line 2, column 1"),
    ("head -c 100000 /dev/zero | tr '\\0' '['", "show", "not_json", "nested too deeply"),
    ("kill -9 $$", "report", "adapter_failed", "signal 9"),
    ("echo boo >&2; printf '\\033]0;t\\007\\033[2K' >&2; exit 4", "report", "adapter_failed", "exit status 4: boo"),
]


@pytest.mark.parametrize(("script", "verb", "code", "message"), SCRIPTS)
def test_what_the_program_prints_stays_data(
    ground: Ground, tmp_path: Path, script: str, verb: str, code: str, message: str
) -> None:
    pack = printing(ground, tmp_path, script)
    args = {"ref": "a"} if verb == "show" else {}
    for answer in (pack.envelope(verb, args), pack.json(*typed(pack, verb, args))):
        assert message in refused(answer, code, FAILED)
        assert "\x1b" not in json.dumps(answer)


def test_fields_are_the_runtime_s_own(ground: Ground, tmp_path: Path) -> None:
    pack = printing(ground, tmp_path, 'echo \'{"ok":false,"mock":true,"binding":{"mode":"mock"}}\'')
    answer = pack.envelope("show", {"ref": "a"})
    assert (answer["ok"], answer["binding"], answer["data"]["ok"]) == (True, {"mode": "user"}, False)
    pack = printing(ground, tmp_path, "printf '\\033[2K\\033]0;t\\007done\\r[ok]\\n'")
    shown = pack.run("report")
    assert shown.stdout == "\\x1b[2K\\x1b]0;t\\x07done\\x0d[ok]\n"
    pack = printing(ground, tmp_path, "printf '[\"%01000000d\"]' 0")
    assert len(pack.envelope("show", {"ref": "a"})["data"][0]) == 1_000_000


HOSTILE = ["PROBE", "ACME_TOKEN", "AWS_SECRET_ACCESS_KEY", "PYTHONPATH", "BASH_ENV", "ENV", "NODE_OPTIONS", "PERL5OPT"]
HOSTILE += ["RUBYOPT", "LD_LIBRARY_PATH", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF", "PAGER", "MANPAGER", "LESSOPEN"]
HOSTILE += ["EDITOR", "BASH_FUNC_ls%%", "HTTPS_PROXY", "ACME_REGION"]


def test_the_environment(ground: Ground, tmp_path: Path) -> None:
    pack = copied(ground, "box", tmp_path)
    pack.change("surface.json", lambda surface: surface["binding"].update(settings=["ACME_REGION"]))
    ground.link(pack, program=ground.box, settings={"ACME_REGION": "north"})
    answer = pack.json("show", "a", env=dict.fromkeys(HOSTILE, f"() {{ touch /tmp/probe; {SECRET}; }}"))
    quiet = {"TERM", "NO_COLOR", "CLICOLOR", "PAGER", "MANPAGER", "GIT_PAGER", "SYSTEMD_PAGER", "GIT_TERMINAL_PROMPT"}
    known = {
        "PATH",
        "HOME",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "TZ",
        "TMPDIR",
        "PWD",
        "DEBIAN_FRONTEND",
        "ACME_REGION",
        *quiet,
    }
    assert set(answer["data"]["env"]) <= known
    assert "ACME_REGION" in answer["data"]["env"]
    assert answer["data"]["quiet"] == "cat"
    assert SECRET not in json.dumps(answer)


def test_the_program_is_never_looked_up(ground: Ground, tmp_path: Path) -> None:
    here, probe = tmp_path / "here", tmp_path / "probe"
    for name in ("box", "bwrap", "prlimit", "python3", "sh"):
        program(here / name, f"#!/bin/sh\ntouch {probe}\necho '{{}}'\n")
    for name in ("json", "os", "typing", "hcp_runtime", "hcp_author"):
        (here / f"{name}.py").write_text(f"open({str(probe)!r}, 'w')\n")
    box, path = ground.packs["box"], {"PATH": f":.:{here}:/usr/bin:/bin"}
    assert box.json("show", "a", cwd=here, env=path)["data"]["argv"] == ["show", "--json", "a"]
    assert "absolute path" in box.run("--link", "program=./box", "--confirm", cwd=here).stderr
    copy = copied(ground, "box", tmp_path)
    copy.change("surface.json", lambda surface: surface["wrap"].update(paths=["./box"]))
    assert "absolute path" in refused(copy.json("show", "a", cwd=here), "bad_pack", REFUSED)
    lint = [sys.executable, "-I", "-m", "hcp_author", "lint", str(ground.packs["mail"].root)]
    subprocess.run(lint, cwd=here, env={**box.env, **path}, capture_output=True, check=False)
    assert not probe.exists()


def test_sense_records_and_never_runs(ground: Ground, tmp_path: Path) -> None:
    pack = ground.packs["mail"]
    on = ["--session", pack.session(principal="alice", grants=["execute", "sense.enable:mail"])]
    payload = {"verb_key": "send", "confirm": True, "args": {}, "text": "\x1b[2K"}
    before = ground.started()

    def said(event: Any, host: list[str]) -> dict[str, Any]:
        text = event if isinstance(event, str) else json.dumps(event)
        answer: dict[str, Any] = json.loads(pack.run("--announce", "-", *host, stdin=text + "\n").stdout)
        return answer

    assert said({"ref": "new_item"}, [])["reason"].startswith("sense.enable is off")
    for event in ({"ref": "New_Item"}, {"ref": "new_item", "principal": "bob"}, {"ref": "new_item", "land": "brain"}):
        assert said(event, on)["route"] == "drop"
    assert said('{"ref": "new_item", "payload": "' + "x" * 11_000_000 + '"}', on)["reason"].startswith("larger than")
    assert said({"ref": "new_item", "payload": payload, "id": "a"}, on)["recorded"] is True
    assert said({"ref": "binding.degraded", "payload": {"state": "degraded"}}, on)["recorded"] is True
    assert ground.started() == before
    away = {"XDG_STATE_HOME": str(tmp_path / "state")}
    (tmp_path / "state/hcp/sense.sqlite").mkdir(parents=True)
    broken = pack.run("--announce", "-", *on, stdin='{"ref": "new_item"}\n', env=away)
    assert (broken.returncode, broken.stdout, "could not record" in broken.stderr) == (1, "", True)
    assert ground.started() == before
    assert pack.json("list")["ok"]


def workspace(base: Path) -> Path:
    """A workspace with a note, a link out of it to a file and one to its parent."""
    work = base / "ws"
    (work / "sub").mkdir(parents=True)
    (work / "notes.txt").write_text("ok")
    (base / "outside.txt").write_text(SECRET)
    (work / "link.txt").symlink_to("../outside.txt")
    (work / "dir").symlink_to("..")
    return work


def copied(ground: Ground, name: str, base: Path) -> PackFolder:
    """A copy of a pack, which a test may change, with the same link."""
    import shutil

    pack = ground.packs[name]
    shutil.copytree(pack.root, base / "copy" / pack.name)
    copy = PackFolder(base / "copy" / pack.name, base / "home", ground.base / "cache")
    copy.home.mkdir()
    copy.env["HOME"] = str(ground.home)
    ground.link(copy, **({"program": ground.box} if name == "box" else {}))
    return copy


def printing(ground: Ground, base: Path, script: str) -> PackFolder:
    """The pack box over a script, which answers the probe quietly."""
    text = f'#!/bin/sh\ncase "$*" in *--limit=1) exit 0;; esac\n{script}\n'
    pack = (
        copied(ground, "box", base)
        if not (base / "copy").exists()
        else PackFolder(base / "copy" / "box", base / "home", ground.base / "cache")
    )
    pack.env["HOME"] = str(ground.home)
    ground.link(pack, program=program(base / "script", text))
    return pack
