"""What a program is given, what it may cost, and what becomes of what it prints."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from runtime_packs import Tool, program

from hcp_author.runtime import adapter, output, workspace
from hcp_author.runtime.fault import Fault
from hcp_author.runtime.session import alone

EVIL = {
    "ACME_TOKEN": "probe-secret-1",
    "AWS_SECRET_ACCESS_KEY": "x",
    "PGPASSWORD": "x",
    "ACME_PASSWORD": "x",
    "SSH_AUTH_SOCK": "/none",
    "PYTHONPATH": "/tmp/evil",
    "BASH_ENV": "/tmp/be.sh",
    "ENV": "/tmp/be.sh",
    "NODE_OPTIONS": "-r x",
    "LD_LIBRARY_PATH": "/none",
    "GIT_SSH_COMMAND": "touch x",
    "PAGER": "touch x",
    "EDITOR": "touch x",
    "BASH_FUNC_ls%%": "() { touch x; }",
    "HTTPS_PROXY": "http://u:p@127.0.0.1:9",
    "ACME_REGION": "from-the-caller",
    "LANG": "() { :; }",
    "XDG_CONFIG_HOME": "/none",
}
KNOWN = {
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TZ",
    "TMPDIR",
    "TERM",
    "PAGER",
    "NO_COLOR",
    "PWD",
    "CLICOLOR",
    "MANPAGER",
    "GIT_PAGER",
    "SYSTEMD_PAGER",
    "GIT_TERMINAL_PROMPT",
    "DEBIAN_FRONTEND",
    "SHLVL",
    "_",
    "OLDPWD",
}


def test_the_environment_is_ours(tool: Tool) -> None:
    pack = tool("#!/bin/sh\nenv; readlink /proc/self/fd/0\n")
    text = pack.json("go", env=EVIL)["data"]["text"]
    names = {line.partition("=")[0] for line in text.splitlines() if "=" in line}
    assert names <= KNOWN, names - KNOWN
    for wanted in ("PAGER=cat", "TERM=dumb", "NO_COLOR=1", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C.UTF-8", "/dev/null"):
        assert wanted in text.splitlines()
    assert "probe-secret" not in text


def test_declared_settings_come_from_the_users_configuration_alone(tool: Tool) -> None:
    pack = tool('#!/bin/sh\necho "$ACME_REGION $OTHER"\n')
    pack.configure(settings={"ACME_REGION": "north", "OTHER": "undeclared"})
    assert pack.json("go", env={"ACME_REGION": "south"})["data"]["text"] == "north \n"


def test_locale_is_kept(tool: Tool) -> None:
    pack = tool('#!/bin/sh\necho "$LC_ALL$LC_CTYPE,$LANG,$TZ"\n')
    assert (
        pack.json("go", env={"LC_ALL": "de_DE.UTF-8", "TZ": "Europe/Berlin"})["data"]["text"]
        == "de_DE.UTF-8,,Europe/Berlin\n"
    )
    assert pack.json("go", env={"LC_ALL": "", "TZ": "/etc/passwd"})["data"]["text"] == "C.UTF-8,,\n"


def test_where_it_runs(tool: Tool) -> None:
    pack = tool('#!/bin/sh\npwd; ls -A; echo "$HOME $PATH"\n')
    where, told = pack.json("go", env={"PATH": "/opt/evil:/usr/bin:/bin"})["data"]["text"].splitlines()
    assert where.endswith("/work")
    assert not os.path.exists(where)
    home, path = os.path.join(os.path.dirname(where), "home"), f"{workspace.SYSTEM_PATH}:{pack.root.parent.parent}/tool"
    assert told == f"{home} {path}"


@pytest.mark.parametrize(("mode", "real"), [("local", True), ("public", False)])
def test_home_by_binding(tool: Tool, mode: str, real: bool) -> None:
    pack = tool('#!/bin/sh\necho "$HOME"\n', mode)
    assert (pack.json("go")["data"]["text"].strip() == str(pack.home)) is real


def test_the_program_is_never_looked_up(tool: Tool, tmp_path: Path) -> None:
    pack = tool("#!/bin/sh\necho GOOD\n")
    hijack = program(tmp_path / "hijack" / "tool", "#!/bin/sh\necho HIJACKED\n")
    env = {"PATH": f":{Path(hijack).parent}:/usr/bin:/bin"}
    assert pack.json("go", cwd=Path(hijack).parent, env=env)["data"]["text"] == "GOOD\n"
    (tmp_path / "tool" / "tool").unlink()
    answer = pack.json("go", cwd=Path(hijack).parent, env=env)
    assert answer["error"]["message"].startswith(f"`tool` is not at `{tmp_path}/tool/tool`")
    assert answer["error"]["hint"] == "tool --link /absolute/path/of/tool"
    assert answer["exit"] == 1


def test_a_program_that_anyone_can_change_is_not_run(tool: Tool, tmp_path: Path) -> None:
    pack = tool("#!/bin/sh\necho GOOD\n")
    os.chmod(tmp_path / "tool" / "tool", 0o777)
    assert pack.json("go")["exit"] == 1
    os.chmod(tmp_path / "tool" / "tool", 0o600)
    assert pack.json("go")["exit"] == 1


def test_argv0_is_the_path_as_found(tool: Tool, tmp_path: Path) -> None:
    pack = tool("#!/bin/sh\necho real\n")
    shown = tmp_path / "link" / "shown"
    shown.parent.mkdir()
    shown.symlink_to(program(tmp_path / "tool" / "real", '#!/bin/sh\necho "$0"\n'))
    pack.configure(program=str(shown))
    assert pack.json("go")["data"]["text"] == f"{shown}\n"


DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open(sys.argv[0] + ".pid", "w").write(str(os.getpid()))
        time.sleep(300)
    os._exit(0)
while not os.path.exists(sys.argv[0] + ".pid") or not open(sys.argv[0] + ".pid").read():
    time.sleep(0.01)
print("done", flush=True)
"""


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_daemon_that_left_its_group_is_ended(tool: Tool, tmp_path: Path) -> None:
    begun = time.monotonic()
    assert tool(DAEMON).json("go")["data"] == {"text": "done\n"}
    assert time.monotonic() - begun < 10
    assert not alive(int((tmp_path / "tool" / "tool.pid").read_text()))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ending_the_face_ends_the_tree(tool: Tool, tmp_path: Path, number: int) -> None:
    pack = tool('#!/bin/sh\nsleep 300 & echo $! > "$0.pid"; mv "$0.pid" "$0.there"; wait\n')
    pids = tmp_path / "tool" / "tool.there"
    with subprocess.Popen([*pack.words, "go"], env=pack.env, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as child:
        for _ in range(1000):
            if pids.exists():
                break
            time.sleep(0.01)
        child.send_signal(number)
        child.wait(20)
    assert child.returncode == (130 if number == signal.SIGINT else 143)
    assert not alive(int(pids.read_text()))


def run_here(words: list[str], seconds: float) -> tuple[int, bytes, bytes]:
    """Run a program through the door in this process."""
    taken = output.Taken(1000)
    status, complaint = adapter.run(
        adapter.Job(words, seconds=seconds), adapter.Terms(alone("/"), "public", None), taken.take
    )
    return status, taken.data(), complaint


def test_a_program_that_hangs_is_ended() -> None:
    nap = f"sleep 300.{os.getpid()}"
    for script in (nap, f"trap '' TERM; {nap}; {nap}", f"exec >&- 2>&-; {nap}", f"setsid {nap}"):
        begun = time.monotonic()
        with pytest.raises(Fault, match=r"the program was ended after 0.3 seconds"):
            run_here(["/bin/sh", "-c", script], 0.3)
        assert time.monotonic() - begun < 8
    assert nap not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


def test_other_children_of_this_process_are_left_alone() -> None:
    with subprocess.Popen(["/bin/sleep", "30"]) as bystander:
        assert run_here(["/bin/echo", "hi"], 5) == (0, b"hi\n", b"")
        assert bystander.poll() is None
        bystander.kill()


def test_a_file_that_is_no_program(tool: Tool, tmp_path: Path) -> None:
    pack = tool("#!/bin/sh\n")
    (tmp_path / "tool" / "tool").write_bytes(b"\x7fELF nothing")
    answer = pack.json("go")
    assert answer["error"]["code"] == "adapter_failed"
    assert "could not be started" in answer["error"]["message"]


def test_the_environment_that_a_pack_fixes_has_bounds(tool: Tool) -> None:
    pack = tool("#!/bin/sh\n")
    for name in ("PATH", "HOME", "LD_PRELOAD", "BASH_ENV"):
        fixed = {name: "/x"}
        pack.change("surface.json", lambda surface: surface["verbs"][0]["exec"].update(env=fixed))  # noqa: B023
        assert pack.json("go")["error"]["message"] == f"surface.json: a pack cannot set `{name}`"
