"""Programs that act when asked for help, each written for its one bad habit: nothing of it is left behind."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from hcp_author.errors import UserError
from hcp_author.introspect import probe, resolve, watching
from hcp_author.introspect.crawl import introspect

Make = Callable[[str, str], Path]
SAYS = "echo 'usage: tide [-q]'; echo; echo '  -q   say less'"

# name -> what it does when it is asked for help; {mark} is a number that nothing else sleeps for
HABITS = {
    "daemon": "(setsid nohup sleep {mark} >/dev/null 2>&1 </dev/null &)\n" + SAYS,
    "holds-the-pipe": "(setsid sleep {mark} &)\n" + SAYS,
    "bare-environment": "(env -i setsid sh -c 'trap \"\" TERM HUP INT; sleep {mark}' &)\n" + SAYS,
    "pages": SAYS + " | ${{PAGER:-sh -c 'sleep {mark}'}}",
    "opens-an-editor": "${{VISUAL:-${{EDITOR:-true}}}} note; [ -t 0 ] && sleep {mark}\n" + SAYS,
    "prompts": "printf 'Sure? ' > /dev/tty; read x < /dev/tty || read x; [ \"$x\" ] && sleep {mark}\n" + SAYS,
    "forks": "i=0; while [ $i -lt 200 ]; do sleep {mark} & i=$((i+1)); done\n" + SAYS,
    "writes": 'for f in "$HOME/.tiderc" made "$TMPDIR/made" "$0.log" /etc/made.{mark}; do touch "$f"; done\n' + SAYS,
}
# those that hold no sandbox back and write where they please cannot be run without one
HARMLESS = sorted(set(HABITS) - {"writes"})


@cache
def works(kind: str) -> bool:
    return kind == "none" or probe.works(probe.Door(resolve.find("/bin/sh"), kind))


def only(kind: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Let one way to run programs be the only one; gives whether it is a sandbox."""
    if not works(kind):
        pytest.skip(f"{kind} does not work here")
    for other in probe.SANDBOXES:
        if other != kind:
            monkeypatch.setitem(probe.SANDBOXES, other, "/nowhere/at/all")
    return kind != "none"


def alive(mark: str) -> list[str]:
    """The processes whose command line holds `mark`, a moment later if there are any at first."""
    until = time.monotonic() + 5
    while True:
        said = subprocess.run(["ps", "axo", "args"], capture_output=True, text=True, check=False).stdout
        found = [line for line in said.split("\n") if mark in line]
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.05)


@pytest.fixture
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A number to know processes by; at the end no process, no scratch folder, nothing new is there."""
    scratch, here = tmp_path / "scratch", tmp_path / "here"
    scratch.mkdir()
    here.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    monkeypatch.chdir(here)
    mark = f"77{os.getpid()}{time.monotonic_ns() % 100000}"
    yield mark
    assert alive(mark) == []
    assert os.listdir(scratch) == os.listdir(here) == []
    assert sorted(os.listdir(tmp_path / "tools")) == ["tide"]
    assert not os.path.exists(f"/etc/made.{mark}")


@pytest.mark.parametrize(
    ("habit", "kind"),
    [(habit, kind) for kind in ("bubblewrap", "unshare") for habit in HABITS] + [(habit, "none") for habit in HARMLESS],
)
def test_a_bad_habit_leaves_nothing_behind(
    shell: Make, habit: str, kind: str, nothing_left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandboxed = only(kind, monkeypatch)
    tree = introspect(str(shell("tide", HABITS[habit].format(mark=nothing_left))), sandbox=sandboxed)
    assert [option.short for option in tree.root.options] == ["-q"]
    if habit == "writes":
        [note] = [one.problem for one in tree.notes if "tried to write" in one.problem]
        assert all(name in note for name in ("HOME/.tiderc", "WORK/made", "TMP/made"))


LISTENER = """
import os, socket, sys, time
held = []
os.chdir(os.environ["HOME"])  # a socket's path may have some hundred characters only
for family, where in ((socket.AF_INET, ("127.0.0.1", {port})), (socket.AF_UNIX, "\\0tide{port}"),
                      (socket.AF_UNIX, "socket")):
    one = socket.socket(family)
    one.bind(where)
    one.listen()
    held.append(one)
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
print("usage: tide [-q]\\n\\n  -q   say less")
"""


@pytest.mark.parametrize("kind", ["bubblewrap", "unshare", "none"])
def test_no_socket_is_left(python: Make, kind: str, nothing_left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    sandboxed = only(kind, monkeypatch)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    tree = introspect(str(python("tide", LISTENER.format(port=port))), sandbox=sandboxed)
    assert [option.short for option in tree.root.options] == ["-q"]
    until = time.monotonic() + 5
    while True:  # a namespace is taken down a moment after its first process
        with socket.socket() as one:
            refused = one.connect_ex(("127.0.0.1", port)) != 0
        if refused and f"@tide{port}" not in Path("/proc/net/unix").read_text():
            break
        assert time.monotonic() < until


@pytest.mark.parametrize("kind", ["bubblewrap", "unshare"])
def test_the_network_is_not_there(python: Make, kind: str, nothing_left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    only(kind, monkeypatch)
    body = """
import socket
for family, where in ((socket.AF_INET, ("127.0.0.1", {0})), (socket.AF_UNIX, "\\0tide{0}")):
    try:
        one = socket.socket(family)
        one.settimeout(1)
        one.connect(where)
    except OSError:
        pass
print("usage: tide [-q]\\n\\n  -q   say less")
"""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        port = server.getsockname()[1]
        abstract.bind(f"\0tide{port}")
        abstract.listen()
        introspect(str(python("tide", body.format(port))))
        for listener in (server, abstract):
            listener.settimeout(0.2)
            with pytest.raises(TimeoutError):
                listener.accept()


@pytest.mark.parametrize("kind", ["bubblewrap", "unshare", "none"])
def test_one_that_eats_memory_is_ended(
    python: Make, kind: str, nothing_left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MAX_BYTES", 80 << 20)
    sandboxed = only(kind, monkeypatch)
    body = f"import time\nkept = [b'x' * (1 << 20) for _ in range(160)]\ntime.sleep(60)  # {nothing_left}"
    with pytest.raises(UserError, match="took more than 80 MiB of memory"):
        introspect(str(python("tide", body)), sandbox=sandboxed)


@pytest.mark.parametrize("kind", ["bubblewrap", "unshare", "none"])
def test_one_that_multiplies_is_ended(
    shell: Make, kind: str, nothing_left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MAX_PROCESSES", 40)
    sandboxed = only(kind, monkeypatch)
    body = f"i=0; while [ $i -lt 90 ]; do sleep {nothing_left} & i=$((i+1)); done; sleep {nothing_left}"
    with pytest.raises(UserError, match="started more than 40 processes"):
        introspect(str(shell("tide", body)), sandbox=sandboxed)


def test_a_command_that_grows_is_noted(shell: Make, nothing_left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MAX_PROCESSES", 40)
    body = f"""case "$*" in
    --help) printf 'usage: tide <command>\\n\\nCommands:\\n  list   print the tides\\n  show   print one\\n' ;;
    "list --help") echo 'usage: tide list <harbour>' ;;
    *) i=0; while [ $i -lt 90 ]; do sleep {nothing_left} & i=$((i+1)); done; sleep {nothing_left} ;; esac"""
    tree = introspect(str(shell("tide", body)), sandbox=False)
    assert ("started more than 40 processes", ["show"]) in [(note.problem, note.path) for note in tree.notes]


@pytest.mark.parametrize("kind", ["bubblewrap", "unshare", "none"])
def test_nothing_outlives_us_either(shell: Make, kind: str, tmp_path: Path) -> None:
    if not works(kind):
        pytest.skip(f"{kind} does not work here")
    mark = f"78{os.getpid()}{time.monotonic_ns() % 100000}"
    program = shell("tide", f"(setsid sleep {mark} &)\nsleep {mark}")
    code = f"""
from hcp_author.introspect import probe, resolve
probe.ask(probe.Door(resolve.find({str(program)!r}), {kind!r}), ("--help",), 60)
"""
    scratch = {"TMPDIR": str(tmp_path), "PATH": os.environ["PATH"]}
    with subprocess.Popen([sys.executable, "-c", code], env=scratch) as asking:
        until = time.monotonic() + 10
        while mark not in subprocess.run(["ps", "axo", "args"], capture_output=True, text=True, check=True).stdout:
            assert time.monotonic() < until
            time.sleep(0.05)
        asking.kill()
    assert alive(mark) == []


HOSTILE = {
    "man.viewer": "probe",
    "man.probe.cmd": "touch {0}; true",
    "alias.plan": "!touch {0}",
    "core.fsmonitor": "touch {0}; true",
    "core.pager": "touch {0}",
    "pager.log": "touch {0}",
    "help.autocorrect": "immediate",
    "core.editor": "touch {0}",
    "help.browser": "probe",
    "browser.probe.cmd": "touch {0}; true",
}


@pytest.mark.skipif(not shutil.which("git"), reason="git is not here")
@pytest.mark.parametrize("kind", ["bubblewrap", "unshare", "none"])
def test_help_in_a_hostile_repository_runs_nothing(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    only(kind, monkeypatch)
    repository, mark = tmp_path / "repository", tmp_path / "ran"
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    for key, value in HOSTILE.items():
        subprocess.run(["git", "-C", str(repository), "config", key, value.format(mark)], check=True)
    hooks = repository / ".git/hooks"
    for name in ("pre-commit", "post-checkout", "post-index-change"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {mark}\n")
        (hooks / name).chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("GIT_DIR", str(repository / ".git"))
    door = probe.Door(resolve.find("git"), kind)
    for words in (
        ("log", "--help"),
        ("plan", "--help"),
        ("plan", "-h"),
        ("lgo", "--help"),
        ("help", "log"),
        ("status", "-h"),
    ):
        probe.ask(door, words)
    assert b"usage: git log" in probe.ask(door, ("log", "-h")).out
    assert not mark.exists()
    # and it would have been run, had it been asked from there
    subprocess.run(["git", "log", "--help"], capture_output=True, stdin=subprocess.DEVNULL, check=False)
    assert mark.exists()
