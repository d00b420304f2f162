"""Minting fails closed: no probe, no helper, no answer, no run; and no secret gets out (L4)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, closed, program, row, started

from hcp_author.runtime import adapter, fault, hub, manifest, session

LEAKY = """
import os, sys
print(open('/proc/self/cmdline').read(), file=sys.stderr)
sys.stderr.write('bad token ' + os.environ.get('ACME_TOKEN', 'none') + '\\n')
sys.exit(3 if 'fail' in sys.argv else 0)
"""
TELLING = "import os\nprint(os.environ['ACME_TOKEN'] == 'probe-secret-9f2c', os.environ['ACME_TOKEN'])\n"
HELPER = """
import json, sys
asked = json.load(sys.stdin)
assert sys.argv[-1] == "get"
open(sys.argv[0] + ".asked", "w").write(json.dumps(asked))
print(json.dumps({name: "probe-secret-9f2c" for name in asked["secrets"]}))
"""


@pytest.fixture
def leaky(tmp_path: Path, new_pack: Any) -> PackFolder:
    """A pack whose program needs the secret ACME_TOKEN."""
    path = program(tmp_path / "tool" / "leaky", LEAKY)
    program(tmp_path / "tool" / "telling", TELLING)
    verb = {"verb_key": "go", "summary": "Go.", "args": closed(), "exec": {"argv": ["fail"]}}
    binding = {"default": "user", "modes": ["user", "mothership"], "secrets": ["ACME_TOKEN"]}
    surface = {
        "summary": "Leak.",
        "binding": binding,
        "wrap": {"bin": "leaky", "paths": [path]},
        "verbs": [verb, {"verb_key": "doctor", "summary": "D.", "builtin": True}],
    }
    pack: PackFolder = new_pack(surface, {"verbs": {"go": row(), "doctor": row()}}, name="leaky")
    return pack


def helper(pack: PackFolder, text: str = HELPER) -> str:
    path = program(pack.home / "helper", text)
    pack.configure(helper=[path])
    return path


def test_a_minted_secret_gets_to_the_child_and_nowhere_else(leaky: PackFolder, tmp_path: Path) -> None:
    path = helper(leaky)
    done = leaky.run("go", "--json", env={"ACME_TOKEN": "probe-secret-8"})
    message = json.loads(done.stdout)["error"]["message"]
    assert "exit status 3" in message
    assert "bad token [redacted]" in message
    assert "probe-secret" not in done.stdout + done.stderr
    asked = json.loads(Path(path + ".asked").read_text())
    assert asked["secrets"] == ["ACME_TOKEN"]
    assert (asked["pack_id"], asked["binding"], asked["principal"]) == ("leaky", "user", session.principal())
    leaky.configure(helper=[path], program=str(tmp_path / "tool" / "telling"))
    assert leaky.json("go")["data"] == {"text": "True [redacted]\n"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#!/bin/sh\nexit 1\n", "the credential helper ended with exit status 1"),
        ("#!/bin/sh\n:\n", "the credential helper gave no answer that can be read"),
        ("#!/bin/sh\necho '{}'\n", "the credential helper must give ACME_TOKEN, and nothing else"),
        ("#!/bin/sh\necho null\n", "the credential helper must give ACME_TOKEN, and nothing else"),
        ('#!/bin/sh\necho \'{"ACME_TOKEN": ""}\'\n', "the credential helper must give ACME_TOKEN, and nothing else"),
        ("#!/bin/sh\necho '{\"ACME_TOKEN\": 5}'\n", "the credential helper must give ACME_TOKEN, and nothing else"),
        ('#!/bin/sh\necho \'{"OTHER": "x"}\'\n', "the credential helper must give ACME_TOKEN, and nothing else"),
        (
            '#!/bin/sh\necho \'{"ACME_TOKEN": "x", "PATH": "y"}\'\n',
            "the credential helper must give ACME_TOKEN, and nothing else",
        ),
        ("#!/bin/sh\nhead -c 100000 /dev/zero\n", "the credential helper gave no answer that can be read"),
        ("", "no credential helper is set"),
    ],
)
def test_a_mint_that_fails(leaky: PackFolder, text: str, why: str) -> None:
    if text:
        helper(leaky, text)
    answer = leaky.json("go", env={"ACME_TOKEN": "probe-secret-8"})
    assert answer["error"]["message"] == f"mint failed for the Binding mode `user`: {why}"
    assert (answer["error"]["code"], answer["exit"]) == ("mint_failed", 77)
    assert "probe-secret" not in json.dumps(answer)


def test_doctor_reports_and_never_mints(leaky: PackFolder) -> None:
    assert leaky.json("doctor")["exit"] == 1
    path = helper(leaky)
    report = leaky.json("doctor")
    assert (report["ok"], report["data"]["status"], report["exit"]) == (True, "ok", 0)
    assert not os.path.exists(path + ".asked")
    plain = leaky.run("doctor")
    assert plain.returncode == 0
    assert plain.stdout.startswith("status: ok\nbinding: ok\nchecks:\n")


def test_doctor_warns_of_what_it_cannot_ask(leaky: PackFolder) -> None:
    leaky.change("surface.json", lambda surface: surface["binding"].update(probe=["go"], settings=["ACME_REGION"]))
    path = helper(leaky)
    report = leaky.json("doctor")
    states = {check["name"]: check["status"] for check in report["data"]["checks"]}
    assert (states["setting ACME_REGION"], states["probe"], states["helper"]) == ("warn", "warn", "ok")
    assert report["exit"] == 2
    os.unlink(path)
    report = leaky.json("doctor")
    assert (report["exit"], f"`{path}` is no program that can be run" in json.dumps(report)) == (1, True)


def test_what_to_do_about_a_helper_is_said(leaky: PackFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    leaky.change("surface.json", lambda surface: surface.update(connect={"summary": "Log in."}))
    path = helper(leaky, "#!/bin/sh\nexit 1\n")
    error = leaky.json("go")["error"]
    assert error["hint"] == f"mend {path}, or set another: leaky --link helper=/absolute/path"
    os.unlink(path)
    assert leaky.json("go")["error"]["message"].endswith("the credential helper could not be started")
    program(Path(path), "#!/bin/sh\nexec sleep 60\n")
    monkeypatch.setenv("HOME", str(leaky.home))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(hub, "HELPER_SECONDS", 0.2)
    with pytest.raises(fault.Fault, match="the credential helper gave no answer within 20 seconds"):
        hub.mint(manifest.load(str(leaky.root)), adapter.Terms(session.alone(str(leaky.root)), "user", None))


def test_mothership_is_for_an_operators_session(leaky: PackFolder) -> None:
    helper(leaky)
    words = ["go", "--binding", "mothership"]
    assert leaky.json(*words, env={"HCP_OPERATOR": "true"})["error"]["code"] == "mint_failed"
    words += ["--session", leaky.session(operator=True)]
    assert leaky.json(*words)["error"]["code"] == "adapter_failed"
    leaky.change("surface.json", lambda surface: surface["binding"].update(secrets=[]))
    assert leaky.json(*words)["error"]["code"] == "mint_failed"


def test_user_without_probe_or_secrets_never_runs(echo: PackFolder) -> None:
    echo.change("surface.json", lambda surface: surface["binding"].pop("probe"))
    answer = echo.json("show", "a")
    assert answer["error"]["message"].endswith(
        "without a probe or secrets in surface.json, nothing shows that login is there"
    )
    assert (answer["exit"], started(echo)) == (77, 0)
    assert echo.json("show", "a", "--binding", "public")["ok"]


def test_a_probe_that_fails_stops_the_call(echo: PackFolder, tmp_path: Path) -> None:
    program(tmp_path / "tool" / "echo", "#!/bin/sh\necho >> \"$0.runs\"; echo 'no login' >&2; exit 7\n")
    answer = echo.json("wipe", "--confirm")
    assert answer["error"]["code"] == "mint_failed"
    assert (
        answer["error"]["message"]
        == "mint failed for the Binding mode `user`: `echo` ended with exit status 7: no login"
    )
    assert answer["error"]["hint"] == "echo --link ACME_REGION=VALUE"
    assert (tmp_path / "tool" / "echo.runs").read_text() == "\n"
    assert echo.json("doctor")["exit"] == 1


def test_a_probe_that_passed_is_believed_for_a_minute(echo: PackFolder) -> None:
    assert echo.json("show", "a")["ok"]
    assert echo.json("show", "a")["ok"]
    assert started(echo) == 3
    notes = list((echo.home / ".local/state/hcp/probe").iterdir())
    assert [note.read_text() for note in notes] == [""]
    os.utime(notes[0], (time.time() - 61, time.time() - 61))
    assert echo.json("show", "a")["ok"]
    assert started(echo) == 5
    assert echo.json("show", "a", "--session", echo.session())["ok"]
    assert started(echo) == 7


def test_doctor_believes_no_earlier_probe(echo: PackFolder, tmp_path: Path) -> None:
    assert echo.json("show", "a")["ok"]
    program(tmp_path / "tool" / "echo", "#!/bin/sh\nexit 7\n")
    os.utime(tmp_path / "tool" / "echo", ns=(0, 0))
    assert echo.json("doctor")["exit"] == 1
    assert echo.json("show", "a")["exit"] == 77


def test_doctor_of_a_local_pack_without_a_login(echo: PackFolder) -> None:
    echo.change("surface.json", lambda surface: surface["binding"].pop("probe"))
    report = echo.json("doctor", "--binding", "local")
    assert "local: the pack needs no login" in json.dumps(report)
    assert (report["data"]["status"], report["exit"]) == ("warn", 2)  # the setting, of which no probe tells
    assert echo.json("doctor")["exit"] == 1


def test_a_link_to_a_missing_program_says_so(echo: PackFolder) -> None:
    echo.configure(program="/nowhere/echo")
    error = echo.json("show", "a")["error"]
    assert error["code"] == "mint_failed"
    assert "`echo` is not at `/nowhere/echo`" in error["message"]
    assert error["hint"] == "echo --link /absolute/path/of/echo"


def test_configuration_that_others_can_write_is_refused(echo: PackFolder) -> None:
    path = echo.configure(settings={"ACME_REGION": "x"})
    path.chmod(0o666)
    answer = echo.json("show", "a")
    assert (answer["error"]["code"], answer["exit"], started(echo)) == ("mint_failed", 77, 0)


def test_doctor_sees_a_changed_program(echo: PackFolder) -> None:
    (echo.root / ".hcp").mkdir()
    (echo.root / ".hcp" / "introspection.json").write_text(json.dumps({"program": {"sha256": "0" * 64}}))
    report = echo.json("doctor")
    assert (report["data"]["status"], report["exit"]) == ("warn", 2)
    assert "has changed since it was introspected" in json.dumps(report)


def test_doctor_in_mock_mode_looks_at_nothing(echo: PackFolder) -> None:
    assert echo.json("doctor", "--binding", "mock")["exit"] == 0
    assert started(echo) == 0


def test_a_wrapped_health_verb_reports_by_exit_status(echo: PackFolder, tmp_path: Path) -> None:
    status = {"verb_key": "status", "summary": "S.", "args": closed(), "exec": {"argv": ["status"]}}
    echo.change("surface.json", lambda surface: surface["verbs"].append(status))
    echo.change("policy.json", lambda policy: policy["verbs"].update(status=row()))
    for code, word in ((0, "ok"), (2, "warn"), (1, "fail"), (5, "fail")):
        program(tmp_path / "tool" / "echo", f"#!/bin/sh\nexit {code}\n")
        answer = echo.json("status")
        assert (answer["data"]["status"], answer["exit"]) == (word, {"ok": 0, "warn": 2, "fail": 1}[word])


BOTH = """
import os, sys
told = [os.read(int(word), 100).decode() for word in sys.argv[1:]]
print(told == ["probe-secret-9f2c"], sorted(name for name in os.environ if "TOKEN" in name or "KEY" in name))
print(sorted(os.listdir("/proc/self/fd")))  # the listing itself is one
"""


def test_a_secret_by_descriptor_is_in_no_environment(leaky: PackFolder, tmp_path: Path) -> None:
    named = ["ACME_TOKEN", {"name": "SIGNING_KEY", "fd": 4}]
    leaky.change("surface.json", lambda surface: surface["binding"].update(secrets=named))
    leaky.change("surface.json", lambda surface: surface["verbs"][0]["exec"].update(argv=["4"]))
    path = helper(leaky)
    leaky.configure(helper=[path], program=program(tmp_path / "tool" / "both", BOTH))
    assert leaky.json("go")["data"] == {"text": "True ['ACME_TOKEN']\n['0', '1', '2', '3', '4']\n"}
    assert json.loads(Path(path + ".asked").read_text())["secrets"] == ["ACME_TOKEN", "SIGNING_KEY"]
    assert leaky.envelope("go")["data"]["text"].startswith("True ")


def test_an_adapter_reads_a_secret_by_descriptor_too(new_pack: Any) -> None:
    code = "import os\ndef go(args, ctx):\n    return [ctx.secrets['KEY'][:5], 'KEY' in os.environ]\n"
    code += "def probe(ctx):\n    pass\nVERBS = {'go': go}\n"
    surface = {
        "summary": "Go.",
        "binding": {"default": "user", "modes": ["user"], "secrets": [{"name": "KEY", "fd": 3}]},
        "verbs": [{"verb_key": "go", "summary": "Go.", "args": closed()}],
    }
    pack = new_pack(surface, {"verbs": {"go": row()}}, {"adapter.py": code})
    helper(pack)
    assert pack.json("go")["data"] == ["probe", False]
    helper(pack, HELPER.replace("probe-secret-9f2c", "x" * 9000))
    assert pack.json("go")["data"] == ["xxxxx", False]


DESCRIPTORS = """
import os, sys
from hcp_author.runtime import descriptors, fault
number = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
with descriptors.held({number: "probe-secret", 9: "other"}):
    assert (os.read(number, 100), os.read(9, 100)) == (b"probe-secret", b"other")
os.write(number, b"mine")
try:
    with descriptors.held({number: "x" * 2_000_000}):
        raise AssertionError
except fault.Fault as refused:
    assert "too long" in refused.message
print(sorted(map(int, os.listdir("/proc/self/fd")))[:-1])
"""


def test_what_stood_at_the_descriptor_is_put_back(tmp_path: Path) -> None:
    words = [sys.executable, "-c", DESCRIPTORS, str(tmp_path / "own")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert (done.stdout, (tmp_path / "own").read_text()) == ("[0, 1, 2, 3]\n", "mine")


@pytest.mark.parametrize(
    "named",
    [
        *("ACME_TOKEN", [3], [{"fd": 3}], [{"name": "A", "fd": 2}], [{"name": "A", "fd": True}], ["A", "A"]),
        *([{"name": "A", "fd": 3}, "A"], [{"name": "A", "fd": 3}, {"name": "B", "fd": 3}]),
    ],
)
def test_secrets_that_are_no_names(leaky: PackFolder, named: Any) -> None:
    leaky.change("surface.json", lambda surface: surface["binding"].update(secrets=named))
    assert leaky.json("go")["error"]["code"] == "bad_pack"


def test_doctor_says_how_the_binding_stands(leaky: PackFolder, tmp_path: Path) -> None:
    def stands() -> str:
        return str(leaky.json("doctor")["data"]["binding"])

    assert stands() == "unlinked"
    path = helper(leaky, "#!/bin/sh\nexit 1\n")
    assert stands() == "ok"
    assert leaky.json("go")["error"]["code"] == "mint_failed"
    assert stands() == "unlinked"
    path = helper(leaky)
    leaky.configure(helper=[path], program=str(tmp_path / "tool" / "telling"))
    assert leaky.json("go")["ok"]
    assert stands() == "ok"
    helper(leaky, "#!/bin/sh\nexit 1\n")
    assert leaky.json("go")["error"]["code"] == "mint_failed"
    assert stands() == "degraded"
    assert leaky.json("go")["error"]["code"] == "mint_failed"
    assert stands() == "degraded"


BACKEND = """
import keyring.backend
class Backend(keyring.backend.KeyringBackend):
    priority = 9
    def get_password(self, service, username):
        return "probe-secret-9f2c" if service.startswith("hcp/leaky/user/") and username == "ACME_TOKEN" else None
    def set_password(self, service, username, password):
        raise NotImplementedError
"""


def test_the_keyring_is_a_helper(leaky: PackFolder, tmp_path: Path) -> None:
    pytest.importorskip("keyring")
    (tmp_path / "backends").mkdir()
    (tmp_path / "backends" / "test_backend.py").write_text(BACKEND)
    told = leaky.home / ".config" / "python_keyring" / "keyringrc.cfg"
    told.parent.mkdir(parents=True)
    told.write_text(f"[backend]\ndefault-keyring=test_backend.Backend\nkeyring-path={tmp_path / 'backends'}\n")
    words = [sys.executable, "-I", "-m", "hcp_author.credential"]
    leaky.configure(helper=words, program=str(tmp_path / "tool" / "telling"))
    assert leaky.json("go")["data"] == {"text": "True [redacted]\n"}
    leaky.change("surface.json", lambda surface: surface["binding"].update(secrets=["OTHER_TOKEN"]))
    refused = leaky.json("go")["error"]
    assert (refused["code"], "exit status 1" in refused["message"]) == ("mint_failed", True)
    done = subprocess.run(words, input="", capture_output=True, text=True)
    assert (done.returncode, done.stderr[:6]) == (2, "usage:")


def test_a_helper_that_everybody_can_change_is_not_asked(leaky: PackFolder) -> None:
    path = Path(helper(leaky))
    path.chmod(0o777)
    for answer in (leaky.json("go"), leaky.envelope("go")):
        assert answer["error"]["code"] == "mint_failed"
        assert "the credential helper can be changed by everybody, so it is not asked" in answer["error"]["message"]
    told = leaky.run("--link", f"helper={path}", "--confirm")
    assert (told.returncode, "so it is no helper" in told.stderr) == (64, True)
