"""The door: what a program may see and do while it is asked for help, and that nothing of it is left behind."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from hcp_author.introspect import probe, resolve
from hcp_author.introspect import sandbox as cage

Make = Callable[[str, str], Path]
ALLOWED = frozenset(
    """
    PATH HOME TMPDIR LC_ALL LANG TERM NO_COLOR COLUMNS PAGER MANPAGER GIT_PAGER MANWIDTH MANOPT GIT_CONFIG_NOSYSTEM
    GIT_CONFIG_GLOBAL GIT_CEILING_DIRECTORIES GIT_TERMINAL_PROMPT PWD OLDPWD SHLVL _
    """.split()
)


@cache
def works(kind: str) -> bool:
    """Whether a way to run a program works here."""
    return kind == "none" or probe.works(probe.Door(resolve.find("/bin/sh"), kind))


def usable(kind: str) -> str:
    """The way itself; the test is skipped where it does not work."""
    return kind if works(kind) else pytest.skip(f"{kind} does not work here")


@pytest.fixture(params=["bubblewrap", "unshare", "none"])
def kind(request: pytest.FixtureRequest) -> str:
    """Every way to run a program."""
    return usable(request.param)


@pytest.fixture(params=["bubblewrap", "unshare"])
def sandboxed(request: pytest.FixtureRequest) -> str:
    """Every sandbox."""
    return usable(request.param)


def ask(program: Path, kind: str, seconds: float = 5.0) -> probe.Answer:
    return probe.ask(probe.Door(resolve.find(str(program)), kind), ("--help",), seconds)


def sleeping(mark: str) -> list[str]:
    """The processes whose command line holds `mark`."""
    return [
        line
        for line in subprocess.run(["ps", "axo", "args"], capture_output=True, text=True).stdout.split("\n")
        if mark in line
    ]


@pytest.fixture
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Scratch folders go to a folder of this test alone, which must be empty at its end."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    yield
    assert os.listdir(scratch) == []


def test_the_environment_is_ours_and_nothing_of_the_callers(
    shell: Make, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (
        "TOKEN",
        "PYTHONPATH",
        "BASH_ENV",
        "ENV",
        "LD_LIBRARY_PATH",
        "GIT_EXTERNAL_DIFF",
        "HTTPS_PROXY",
        "NODE_OPTIONS",
    ):
        monkeypatch.setenv(name, "probe-secret")
    answer = ask(shell("tide", "env; tty; pwd; readlink /proc/self/fd/0; echo no tty > /dev/tty"), kind)
    said = answer.out.decode() + answer.err.decode()
    names = {line.partition("=")[0] for line in said.split("\n") if "=" in line and not line.startswith(" ")}
    assert names <= ALLOWED
    assert "probe-secret" not in said
    for wanted in ("PAGER=cat", "TERM=dumb", "LC_ALL=C.UTF-8", "GIT_CONFIG_NOSYSTEM=1", "not a tty", "/dev/null"):
        assert wanted in said
    assert str(Path.cwd()) not in said.split("\n")


def test_homes_and_their_secrets_are_not_there(shell: Make, sandboxed: str) -> None:
    answer = ask(shell("tide", 'ls -A ~ /root /home /run "$HOME" 2>/dev/null; id -u'), sandboxed)
    assert "ssh" not in answer.out.decode()
    assert len(answer.out.decode().split("\n")) < 16


def test_the_machine_is_read_only_and_writes_are_told(
    shell: Make, tmp_path: Path, sandboxed: str, nothing_left: None
) -> None:
    program = shell(
        "tide", f'echo x > beside; echo x > "$HOME/.tiderc"; echo x > {tmp_path}/tools/made; (echo x > /usr/made) 2>&1'
    )
    answer = ask(program, sandboxed)
    assert b"Read-only file system" in answer.out
    assert sorted(os.path.basename(name) for name in answer.wrote) == [".tiderc", "beside", "made"]
    assert os.listdir(program.parent) == ["tide"]


def test_without_a_sandbox_home_and_folder_are_thrown_away(shell: Make, nothing_left: None) -> None:
    answer = ask(shell("tide", 'echo x > beside; echo x > "$HOME/.tiderc"; echo "$HOME"'), "none")
    assert answer.wrote == ["HOME/.tiderc", "WORK/beside"]
    assert not os.path.exists(answer.out.decode().strip())


def test_there_is_no_network(python: Make, sandboxed: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        program = python("tide", f"import socket\nsocket.create_connection(('127.0.0.1', {port}), 1)")
        server.settimeout(0.3)
        assert b"Error" in ask(program, sandboxed).err
        with pytest.raises(TimeoutError):
            server.accept()


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        ("sleep {} &\necho 'Usage: orphan'", True),
        ("setsid sleep {} &\necho 'Usage: setsid'", True),
        ("(setsid nohup sleep {} >/dev/null 2>&1 </dev/null &) \necho 'Usage: daemon'", True),
        ("i=0; while [ $i -lt 60 ]; do sleep {} & i=$((i+1)); done\necho 'Usage: fork'", True),
        ("(env -i setsid sleep {} &)\necho 'Usage: bare'", True),
        ("sleep {}", False),
        ("(env -i setsid sleep {} &)\nsleep 60", False),
        ("trap '' TERM INT HUP\nsleep {}", False),
    ],
    ids=["orphan", "setsid", "daemon", "fork", "bare", "hang", "bare-hang", "stubborn"],
)
def test_no_process_outlives_the_question(shell: Make, kind: str, body: str, printed: bool, nothing_left: None) -> None:
    mark = f"43{os.getpid()}{len(kind)}{abs(hash(body)) % 1000}"
    answer = ask(shell("tide", body.format(mark)), kind, 1.5)
    assert (b"Usage" in answer.out) == printed
    assert answer.timed_out is not printed
    # a sandbox's namespace is taken down by the kernel, which may come a moment after its first process has ended
    until = time.monotonic() + 5
    while sleeping(f"sleep {mark}") and time.monotonic() < until:
        time.sleep(0.05)
    assert not sleeping(f"sleep {mark}")


def test_a_flood_is_cut_while_it_runs(shell: Make, kind: str) -> None:
    started = time.monotonic()
    answer = ask(
        shell("tide", "while :; do echo 'Usage: flood  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; done"),
        kind,
        20,
    )
    assert answer.flooded
    assert len(answer.out) == probe.MAX_OUTPUT
    assert time.monotonic() - started < 15


def test_one_that_asks_gets_no_answer(shell: Make, kind: str) -> None:
    answer = ask(shell("tide", "printf 'Password: '; read x < /dev/tty; read y; echo \"got [$y]\""), kind)
    assert b"got []" in answer.out or not answer.out.endswith(b"]\n")


def test_a_slow_program_with_much_help_is_read_whole(shell: Make, kind: str) -> None:
    answer = ask(
        shell(
            "tide",
            "sleep 0.5; yes 'a line of help, forty characters long..' | head -1000",
        ),
        kind,
    )
    assert (answer.status, len(answer.out)) == (0, 40000)


def test_the_bare_command_is_never_run(shell: Make) -> None:
    with pytest.raises(ValueError, match="never run"):
        probe.ask(probe.open_door(resolve.find(str(shell("tide", "exit 0"))), False), ())


def test_help_in_a_hostile_folder_runs_nothing(
    shell: Make, tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "repo"
    folder.mkdir()
    monkeypatch.chdir(folder)
    answer = ask(shell("tide", f'[ "$PWD" = "{folder}" ] && touch probe; pwd'), kind)
    assert answer.out.decode().strip() != str(folder)
    assert os.listdir(folder) == []


def test_a_prefix_is_as_narrow_as_can_be(tmp_path: Path) -> None:
    home = str(tmp_path)
    hidden = [home]
    shared = [f"{home}/.local/{name}" for name in ("bin", "sbin", "lib", "lib64", "libexec", "share/man", "pyvenv.cfg")]
    assert cage.prefix(f"{home}/.local/bin/tide", hidden) == shared
    assert cage.prefix(f"{home}/venvs/tide/bin/tide", hidden) == [f"{home}/venvs/tide"]
    assert cage.prefix(f"{home}/x/node_modules/.bin/tide", hidden) == [f"{home}/x/node_modules"]
    assert cage.prefix(f"{home}/bin/tide", hidden) == [f"{home}/bin"]
    assert cage.prefix(f"{home}/tide", hidden) == [f"{home}/tide"]


def test_a_program_in_a_home_runs_and_its_neighbours_stay_hidden(
    shell: Make, tmp_path: Path, sandboxed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "id").write_text("secret")
    monkeypatch.setenv("HOME", str(tmp_path))
    answer = ask(shell("tide", f"ls -A {tmp_path}; cat {tmp_path}/.ssh/id"), sandboxed)
    assert answer.out == b"tools\n"
    wide = probe.ask(probe.Door(resolve.find(str(tmp_path / "tools/tide")), sandboxed, wide=True), ("--help",))
    assert b"secret" not in wide.out
