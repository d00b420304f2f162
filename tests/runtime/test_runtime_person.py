"""What only a person on a terminal may do: connect, pass-through; and the user's own links."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import ECHO, PackFolder, program, row


def on_terminal(pack: PackFolder, *argv: str, type_: str = "", **more: Any) -> tuple[int, str]:
    """Run the face on a terminal of its own, type something, and give the exit status and what was shown."""
    ours, theirs = pty.openpty()
    env = {**pack.env, "TERM": "xterm", **more.pop("env", {})}
    with subprocess.Popen(
        [*pack.words, *argv], stdin=theirs, stdout=theirs, stderr=theirs, env=env, cwd=pack.home, start_new_session=True
    ) as child:
        os.close(theirs)
        os.write(ours, type_.encode())
        shown = b""
        while select.select([ours], [], [], 20)[0]:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            shown += piece
        child.wait(20)
    os.close(ours)
    return child.returncode, shown.decode().replace("\r\n", "\n")


@pytest.fixture
def login(echo: PackFolder, tmp_path: Path) -> PackFolder:
    asks = "printf 'Name: '; read name"
    says = 'echo "hello $name on $TERM, $1, ${GIT_TERMINAL_PROMPT-unset}, $FIXED"'
    program(tmp_path / "tool" / "echo", f"#!/bin/sh\n{asks}; {says}\n")
    connect = {"summary": "Set up echo.", "exec": {"argv": ["setup"], "env": {"FIXED": "yes"}}}
    echo.change("surface.json", lambda surface: surface.update(connect=connect))
    echo.change("policy.json", lambda policy: policy["verbs"].update(connect=row("write", confirm=True)))
    return echo


def test_connect_hands_over_the_terminal(login: PackFolder) -> None:
    status, shown = on_terminal(login, "connect", type_="y\nann\n")
    assert status == 0
    assert "Set up echo.\nBegin? [y/N]" in shown
    assert shown.endswith("\necho connect: done\n")
    assert "hello ann on xterm, setup, unset, yes" in shown


def audited(pack: PackFolder) -> list[Any]:
    """What the audit holds, and how each ended."""
    lines = [json.loads(line) for file in pack.home.glob(".local/state/hcp/audit/*.jsonl") for line in file.open()]
    return [
        (one.get("verb"), one.get("decision", one.get("ended")), one.get("code", one.get("class"))) for one in lines
    ]


def test_connect_is_noted_in_the_audit(login: PackFolder) -> None:
    login.run("connect", "--confirm")
    on_terminal(login, "connect", type_="y\nann\n")
    assert audited(login) == [
        ("connect", "refused", "person_required"),
        ("connect", "allowed", "write"),
        (None, "ok", None),
    ]


def test_connect_takes_no_for_an_answer(login: PackFolder) -> None:
    status, shown = on_terminal(login, "connect", type_="\n")
    assert status == 77
    assert "confirm required: nothing was done" in shown


def test_connect_is_no_verb(login: PackFolder) -> None:
    answer = login.json("connect", "--confirm")
    assert (answer["error"]["code"], answer["exit"]) == ("person_required", 77)
    assert login.envelope("connect", confirm=True)["error"] == {
        "code": "unknown_verb",
        "message": "`connect` is for a person on a terminal",
        "hint": "echo connect",
    }
    login.change("policy.json", lambda policy: policy["verbs"].pop("connect"))
    assert on_terminal(login, "connect", type_="y\n")[0] == 77


def test_connect_of_an_adapter(login: PackFolder) -> None:
    login.change("surface.json", lambda surface: (surface.pop("wrap"), surface["connect"].pop("exec")))
    (login.root / "adapter.py").write_text(
        "from hcp_runtime.adapter_api import AdapterError\nVERBS = {}\n"
        "def connect(ctx):\n    name = input('Name: ')\n    print('hello', name, ctx.state)\n"
        "    if name == 'bob':\n        raise AdapterError('no', 'not bob', 'be ann')\n"
    )
    status, shown = on_terminal(login, "connect", "--confirm", type_="ann\n")
    assert (status, "hello ann /" in shown) == (0, True)
    status, shown = on_terminal(login, "connect", "--confirm", type_="bob\n")
    assert (status, "error: not bob\n  try: be ann" in shown) == (1, True)


def test_connect_asks_again_where_the_answer_is_none(login: PackFolder) -> None:
    status, shown = on_terminal(login, "connect", type_="ann\nyes\nann\n")
    assert (status, shown.count("Begin? [y/N]")) == (0, 2)
    assert "First say y or n." in shown
    assert "hello ann" in shown


def test_connect_ended_by_the_keyboard(login: PackFolder) -> None:
    status, shown = on_terminal(login, "connect", type_="\x04")
    assert (status, "confirm required: nothing was done" in shown, "Traceback" in shown) == (77, True, False)
    login.change("surface.json", lambda surface: (surface.pop("wrap"), surface["connect"].pop("exec")))
    (login.root / "adapter.py").write_text("VERBS = {}\ndef connect(ctx):\n    input('Name: ')\n")
    status, shown = on_terminal(login, "connect", "--confirm", type_="\x04")
    assert (status, shown.splitlines()[-1]) == (1, "error: there was nothing more to read: it was not finished")
    assert "Traceback" not in shown
    (login.root / "adapter.py").write_text(
        "import os, signal\nVERBS = {}\ndef connect(ctx):\n"
        "    for pid in (os.getppid(), os.getpid()):\n        os.kill(pid, signal.SIGINT)\n    input()\n"
    )
    status, shown = on_terminal(login, "connect", "--confirm")
    assert (status, shown) == (130, "interrupted\n")
    (login.root / "adapter.py").write_text("VERBS = {}\ndef connect(ctx):\n    return 1 / 0\n")
    status, shown = on_terminal(login, "connect", "--confirm")
    assert (status, shown) == (1, "error: ZeroDivisionError: division by zero (adapter.py:3)\n")


def test_the_help_of_connect(login: PackFolder) -> None:
    assert login.run("connect", "--help").stdout.startswith("Usage: echo connect [--confirm]\n\nSet up echo.\n")


@pytest.fixture
def bare(new_pack: Any, tmp_path: Path) -> PackFolder:
    """A pack in the bootstrap state: pass-through, no verbs."""
    path = program(tmp_path / "tool" / "tool", ECHO)
    surface = {"pass_through": True, "summary": "Any.", "binding": {"default": "user", "modes": ["user"]}}
    pack: PackFolder = new_pack(
        {**surface, "wrap": {"bin": "tool", "paths": [path]}, "verbs": []}, {"verbs": {}}, name="bare"
    )
    add = {"name": "add", "options": ["-p|--pass=string", "--all"]}
    tree = {"root": {"options": ["--token=string"], "commands": [{"name": "remote", "commands": [add]}]}}
    (pack.root / ".hcp").mkdir()
    (pack.root / ".hcp" / "introspection.json").write_text(json.dumps(tree))
    return pack


def test_pass_through_is_for_a_person_with_confirm(bare: PackFolder) -> None:
    words = ["--", "remote", "add", "secret-name", "--token=hush", "-phush2", "--all", "--hush3", "--", "--hush4"]
    status, shown = on_terminal(bare, "--confirm", *words, type_="\x04")
    assert status == 0
    assert "warning: pass-through to" in shown
    assert f'"argv": {json.dumps(words[1:])}' in shown
    log = (bare.home / ".local/state/hcp/passthrough.log").read_text()
    noted = json.loads(log)
    assert noted.pop("time") > 1.7e9
    assert noted == {"pack_id": "bare", "path": ["remote", "add"], "options": ["--all", "--token", "-p"]}
    assert "hush" not in log
    assert "secret-name" not in log
    assert audited(bare) == [(None, "allowed", None), (None, "ok", None)]


def test_pass_through_is_refused_to_everyone_else(bare: PackFolder) -> None:
    assert on_terminal(bare, "--", "x")[1].startswith("error: confirm required: pass-through runs whatever it is told")
    done = bare.run("--confirm", "--", "x")
    assert (done.returncode, done.stderr) == (77, "error: pass-through is for a person on a terminal\n")
    stranger = on_terminal(bare, "--confirm", "--session", bare.session(grants=["sense.enable"]), "--", "x")
    assert (stranger[0], "has no `execute` grant" in stranger[1]) == (77, True)
    for verb in ("x", "exec", "--"):
        answer = bare.envelope(verb, confirm=True)
        assert (answer["error"]["code"], answer["exit"]) == ("pass_through", 77)
    assert not (bare.root.parent.parent / "tool" / "ran").exists()
    assert [one[1:] for one in audited(bare)[:2]] == [("refused", "confirm_required"), ("refused", "pass_through")]


@pytest.mark.parametrize("end", ["stdin", "stdout"])
def test_half_a_terminal_is_none(login: PackFolder, bare: PackFolder, end: str) -> None:
    for pack, words in ((login, ["connect", "--confirm"]), (bare, ["--confirm", "--", "x"])):
        ours, theirs = pty.openpty()
        os.write(ours, b"ann\n\x04")
        ends: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, end: theirs}
        done = subprocess.run(
            [*pack.words, *words], **ends, stderr=subprocess.PIPE, env=pack.env, cwd=pack.home, timeout=20
        )
        os.close(ours)
        os.close(theirs)
        assert (done.returncode, done.stderr.endswith(b" is for a person on a terminal\n")) == (77, True), done.stderr


def test_a_pack_with_named_commands_passes_nothing_through(echo: PackFolder) -> None:
    status, shown = on_terminal(echo, "--confirm", "--", "x", type_="\x04")
    assert status == 64
    assert "`echo` has named commands, and passes nothing else through" in shown


def test_links_are_shown_set_and_removed(echo: PackFolder, tmp_path: Path) -> None:
    other = program(tmp_path / "other", "#!/bin/sh\nexec /bin/echo '{}'\n")
    kept = echo.home / ".config/hcp/packs/echo.json"
    done = echo.run("--link", other, "--confirm")
    assert (done.stdout, done.returncode) == (f"program is set; it is kept in {kept}\n", 0)
    assert echo.run("--confirm", "--link", "ACME_REGION=north").returncode == 0
    assert echo.run("--confirm", "--link", f"helper={other}").returncode == 0
    assert kept.stat().st_mode & 0o777 == 0o600
    shown = json.loads(echo.run("--json", "--link").stdout)
    assert shown == {"program": other, "helper": [other], "settings": {"ACME_REGION": "north"}, "file": str(kept)}
    assert echo.json("show", "a")["data"] == {}
    for word in ("program=", "helper=", "ACME_REGION="):
        assert "is removed" in echo.run("--confirm", "--link", word).stdout
    assert json.loads(kept.read_text()) == {os.path.realpath(echo.root): {"settings": {}}}
    assert on_terminal(echo, "--link", other)[0] == 0


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("OTHER=x", "this pack declares no setting `OTHER`"),
        ("./tool", "`./tool` is not an absolute path"),
        ("/etc/passwd", "`/etc/passwd` is no program that can be run"),
        ("helper=tool", "`tool` is not an absolute path"),
        ("helper=[1]", "the helper is a path, or a JSON list of words"),
    ],
)
def test_links_that_cannot_be(echo: PackFolder, word: str, message: str) -> None:
    done = echo.run("--confirm", "--link", word)
    assert (done.stderr.splitlines()[0], done.returncode) == (f"error: {message}", 64)


def test_links_and_the_words_around_them(echo: PackFolder) -> None:
    shown = echo.run("--link", "--json")
    assert json.loads(shown.stdout)["settings"] == {"ACME_REGION": None}
    assert echo.run("--link", "", "--confirm").returncode == echo.run("--link=", "--confirm").returncode == 64
    assert echo.run("--link", "--confirm").returncode == 0
    done = echo.run("--confirm", "--link", "ACME_REGION=")
    assert done.stdout.startswith("ACME_REGION is removed from /")
    assert "ACME_REGION=VALUE; an empty value (program=) removes it" in echo.run("--help").stdout
    echo.change("surface.json", lambda surface: surface.pop("wrap"))
    done = echo.run("--confirm", "--link", "/bin/true")
    assert (done.returncode, "wraps no program" in done.stderr) == (64, True)


def test_what_was_linked_and_cannot_be_read(echo: PackFolder) -> None:
    kept = echo.configure()
    kept.write_text("{")
    done = echo.run("--confirm", "--link", "ACME_REGION=x")
    assert done.returncode == 77
    assert done.stderr.startswith(f"error: {kept}: line 1, column 2: not JSON")
    assert done.stderr.endswith("\n  try: mend it, or remove it\n")
    kept.unlink()
    kept.mkdir()
    assert echo.json("show", "a")["error"]["message"] == f"{kept}: Is a directory"


def test_a_link_is_a_gated_write(echo: PackFolder) -> None:
    assert echo.run("--link", "ACME_REGION=x").returncode == 77
    assert echo.run("--link", "ACME_REGION=x", "--confirm", "--session", echo.session()).returncode == 77
    assert not (echo.home / ".config").exists()


def test_another_packs_folder_has_its_own_links(echo: PackFolder, tmp_path: Path) -> None:
    echo.run("--confirm", "--link", "ACME_REGION=x")
    moved = tmp_path / "moved" / "echo"
    moved.parent.mkdir()
    echo.root.rename(moved)
    echo.root = moved
    assert json.loads(echo.run("--json", "--link").stdout)["settings"] == {"ACME_REGION": None}
