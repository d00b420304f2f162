"""A program that does not heed its limits is ended, and so is whoever waits for it: each is watched from outside."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import SOURCE, PackFolder, Tool, closed, row

# runs a program through the door, and tells how that went
RUNS = """
import sys
sys.path.insert(0, sys.argv[1])
from runtime import adapter, fault, output, session
taken = output.Taken(100_000)
try:
    job = adapter.Job(sys.argv[3:], seconds=float(sys.argv[2]))
    status, complaint = adapter.run(job, adapter.Terms(session.alone("/"), "public", None), taken.take)
    print("ended", status, taken.size, len(complaint))
except fault.Fault as refused:
    print(refused.code, refused.message)
"""


def through_the_door(script: str, seconds: float, home: Path) -> str:
    """What became of a shell script; a door that waits for ever is itself ended, and told."""
    words = [sys.executable, "-c", RUNS, str(SOURCE), str(seconds), "/bin/sh", "-c", script]
    env = {"PATH": "/usr/bin:/bin", "HOME": str(home)}
    with subprocess.Popen(
        words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        try:
            return child.communicate(timeout=30)[0].strip()
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return "it waits for ever"


# a host with a child of its own, and two calls at once, each of which leaves a daemon behind
HOST = """
import subprocess, sys, threading, time
sys.path.insert(0, sys.argv[1])
from runtime import adapter, output, session
def call(script):
    job = adapter.Job(["/bin/sh", "-c", script])
    adapter.run(job, adapter.Terms(session.alone("/"), "public", None), output.Taken(100).take)
long, short = (threading.Thread(target=call, args=(f"setsid {sys.argv[2]} & sleep {n}",)) for n in (1.2, .6))
long.start(), short.start()
time.sleep(.2)
own = subprocess.Popen(["sleep", "20"])
short.join()
print(own.poll(), long.is_alive())
long.join()
print(own.poll())
own.kill()
"""


def left(nap: str) -> list[int]:
    """The processes whose command line has `nap` in it, ended now."""
    told = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    found = [int(line.split()[0]) for line in told.splitlines() if nap in line]
    for pid in found:
        os.kill(pid, signal.SIGKILL)
    return found


def test_a_hosts_own_children_are_not_ours_to_end(tmp_path: Path) -> None:
    nap = f"sleep 300.{os.getpid()}7"
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    words = [sys.executable, "-c", HOST, str(SOURCE), nap]
    told = subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout
    assert told == "None True\nNone\n"
    assert left(nap) == []


@pytest.mark.parametrize(
    "script",
    ["{nap}", "trap '' TERM; {nap}; {nap}", "trap '' TERM; {nap} & {nap}", "exec >&- 2>&-; {nap}", "setsid {nap}"],
)
def test_a_program_that_outlasts_its_time_is_ended_with_all_it_started(tmp_path: Path, script: str) -> None:
    nap = f"sleep 300.{os.getpid()}"
    told = through_the_door(script.format(nap=nap), 0.3, tmp_path)
    assert (told, left(nap)) == ("timed_out the program was ended after 0.3 seconds", [])


@pytest.mark.parametrize("script", ["{nap} &", "setsid {nap} &", "(setsid {nap} &) ; exit 0", "trap '' TERM; {nap} &"])
def test_what_a_program_leaves_running_is_ended(tmp_path: Path, script: str) -> None:
    nap = f"sleep 301.{os.getpid()}"
    told = through_the_door(script.format(nap=nap), 20, tmp_path)
    assert (told, left(nap)) == ("ended 0 0 0", [])


def test_what_a_program_leaves_running_adds_nothing_to_its_answer(tmp_path: Path) -> None:
    assert through_the_door("(sleep 1.8; echo late) & echo now", 20, tmp_path) == f"ended 0 {len('now') + 1} 0"


def test_a_program_that_prints_without_end_is_ended(tmp_path: Path) -> None:
    told = through_the_door(f"yes {os.getpid()}-flood", 10, tmp_path)
    assert (told, left(f"yes {os.getpid()}-flood")) == (
        "output_too_large the program printed more than 100,000 bytes",
        [],
    )


def test_of_a_flood_of_complaints_the_end_is_kept(tmp_path: Path) -> None:
    assert through_the_door("head -c 3000000 /dev/zero >&2", 20, tmp_path) == "ended 0 0 65536"


def test_a_line_that_never_ends_is_cut_off(tool: Tool) -> None:
    pack = tool("#!/bin/sh\nhead -c 12000000 /dev/zero | tr '\\0' 'x'\n")
    answer = pack.json("go", "--stream")
    assert (answer["error"]["code"], answer["exit"]) == ("output_too_large", 1)


def test_an_adapter_s_answer_has_the_same_limit(new_pack: Callable[..., PackFolder]) -> None:
    surface: dict[str, Any] = {
        "kind": "read_only",
        "summary": "Go.",
        "binding": {"default": "public", "modes": ["public"]},
    }
    surface["verbs"] = [{"verb_key": "go", "summary": "Go.", "args": closed()}]
    code = "VERBS = {'go': lambda args, ctx: 'x' * 12_000_000}\n"
    pack = new_pack(surface, {"verbs": {"go": row()}}, {"adapter.py": code}, name="huge")
    for answer in (pack.json("go"), pack.envelope("go")):
        assert (answer["error"]["code"], answer["exit"]) == ("output_too_large", 1)


def test_a_program_reads_nothing_that_was_meant_for_us(tmp_path: Path) -> None:
    words = [sys.executable, "-c", RUNS, str(SOURCE), "10", "/bin/cat"]
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(words, input="not yours", env=env, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "ended 0 0 0\n"


TWICE = ['{"id": 1, "id": 2}', '[{"a": {"x": 1, "y": 2, "x": 1}}]', '{"\\u0061": 1, "a": 1}', '{"é": 1, "e\u0301": 1}']


@pytest.mark.parametrize("kind", ["json", "jsonl"])
@pytest.mark.parametrize("text", TWICE)
def test_a_key_that_a_program_prints_twice_is_no_data(tool: Tool, kind: str, text: str) -> None:
    pack = tool(f"print({json.dumps(text)})\n", output=kind)
    for answer in (pack.json("go"), pack.envelope("go")):
        assert (answer["error"]["code"], answer["exit"]) == ("not_json", 1)
        assert answer["error"]["message"].endswith("a key is given twice")


IN_A_HOST = """
import os, signal, sys, threading, time
sys.path.insert(0, sys.argv[1])
from runtime import adapter, session
heard = []
signal.signal(signal.SIGALRM, lambda *_: heard.append(1))
signal.setitimer(signal.ITIMER_REAL, 0.1)
threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
for script in ("(sleep .05 &); sleep .4", "setsid sleep 60 & sleep .2"):
    adapter.run(adapter.Job(["/bin/sh", "-c", script]), adapter.Terms(session.alone("/"), "public", None), print)
with open("/proc/self/task/%d/children" % os.getpid()) as stream:
    print(heard, stream.read().split())
"""


def test_a_host_keeps_its_own_signal_and_no_dead_children(tmp_path: Path) -> None:
    words = [sys.executable, "-c", IN_A_HOST, str(SOURCE)]
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=30, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[1] []", "")
