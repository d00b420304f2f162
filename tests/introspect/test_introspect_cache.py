"""An earlier answer is given for as long as nothing changed, said to be one, and never taken from somebody else."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.cli.main import run
from hcp_author.introspect import cache, resolve, surroundings
from hcp_author.introspect.tree import Tree

Make = Callable[[str, str], Path]
BODY = """
echo asked >> {log}
case "$*" in
  --help) printf 'usage: tide <command>\\n\\nCommands:\\n  list   print the tides\\n  mark   write a tide\\n' ;;
  *" --help") printf 'usage: tide %s <hour>\\n' "$1" ;;
esac
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the test's own for what is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "hcp-author" / "trees"


@pytest.fixture
def tide(shell: Make, tmp_path: Path) -> Path:
    """A program that writes down that it was asked; so it runs without a sandbox."""
    return shell("tide", BODY.format(log=tmp_path / "log"))


def read(program: Path, **wanted: object) -> Tree:
    return cache.introspect(str(program), sandbox=False, **wanted)  # type: ignore[arg-type]


def times_asked(tmp_path: Path) -> int:
    return len((tmp_path / "log").read_text().split())


def test_the_second_time_nothing_is_run(tide: Path, tmp_path: Path) -> None:
    first = read(tide)
    asked = times_asked(tmp_path)
    again = read(tide)
    assert (asked, times_asked(tmp_path)) == (3, 3)
    assert (first.coverage.cached, again.coverage.cached) == (False, True)
    again.coverage.cached = False
    assert again == first
    assert read(tide, refresh=True).coverage.cached is False
    assert times_asked(tmp_path) == 6


def test_what_changes_the_answer_is_asked_anew(tide: Path, tmp_path: Path) -> None:
    read(tide)
    assert not read(tide, depth=0).coverage.cached  # another question
    tide.write_text(tide.read_text().replace("mark", "note"))
    assert [c.name for c in read(tide).root.commands] == ["list", "note"]  # another program
    (tide.parent / "ebb.sh").write_text("beside it")
    assert not read(tide).coverage.cached  # what lies beside it may be a part of it
    assert read(tide).coverage.cached


def test_an_upgraded_package_behind_the_same_script_is_seen(tmp_path: Path) -> None:
    for name in ("bin", "lib/python3.12/site-packages/tide-1.dist-info", "src"):
        (tmp_path / "venv" / name).mkdir(parents=True)
    program = tmp_path / "venv/bin/tide"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    found = resolve.find(str(program))
    before = surroundings.state(found)
    assert surroundings.state(found) == before
    packages = tmp_path / "venv/lib/python3.12/site-packages"
    (packages / "tide-1.dist-info").rename(packages / "tide-2.dist-info")
    upgraded = surroundings.state(found)
    assert upgraded != before
    # a link to a folder that somebody works in
    (packages / "tide.pth").write_text(f"{tmp_path}/venv/src\n")
    (tmp_path / "venv/src/tide.py").write_text("1")
    linked = surroundings.state(found)
    (tmp_path / "venv/src/tide.py").write_text("22")
    assert surroundings.state(found) != linked


def test_a_project_that_is_worked_on_is_seen(tmp_path: Path) -> None:
    (tmp_path / "tide/bin").mkdir(parents=True)
    (tmp_path / "tide/lib").mkdir()
    (tmp_path / "tide/package.json").write_text("{}")
    (tmp_path / "tide/lib/list.js").write_text("1")
    program = tmp_path / "tide/bin/tide"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    found = resolve.find(str(program))
    before = surroundings.state(found)
    (tmp_path / "tide/lib/list.js").write_text("22")
    assert surroundings.state(found) != before


def test_what_is_kept_is_ours_alone(tide: Path, place: Path) -> None:
    read(tide)
    [entry] = place.iterdir()
    assert entry.stat().st_mode & 0o777 == 0o600
    assert place.stat().st_mode & 0o777 == place.parent.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "{",
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("hcp-author/kept-tree/2", "hcp-author/kept-tree/0"),
        lambda text: text.replace('"name": "list"', '"name": "--list"'),
        lambda text: text.replace('"depth": 2', '"depth": 1'),
        lambda text: text.replace('"made": ', '"made": 1e12, "was": '),
        lambda text: text.replace('"made": ', '"made": 1.0, "was": '),
        lambda text: text.replace('"made": ', '"made": "x", "was": '),
    ],
    ids=["broken", "empty", "half", "format", "name", "key", "future", "old", "text"],
)
def test_a_damaged_or_foreign_entry_is_none(tide: Path, place: Path, damage: Callable[[str], str]) -> None:
    read(tide)
    [entry] = place.iterdir()
    text = entry.read_text()
    assert damage(text) != text
    entry.write_text(damage(text))
    tree = read(tide)
    assert [c.name for c in tree.root.commands] == ["list", "mark"]
    assert not tree.coverage.cached
    assert read(tide).coverage.cached


@pytest.mark.parametrize("who", ["file", "folder", "parent", "link", "pipe"])
def test_what_others_could_have_written_is_not_trusted(tide: Path, place: Path, who: str, tmp_path: Path) -> None:
    read(tide)
    [entry] = place.iterdir()
    if who == "link":
        entry.rename(tmp_path / "elsewhere")
        entry.symlink_to(tmp_path / "elsewhere")
    elif who == "pipe":
        entry.unlink()
        os.mkfifo(entry)
    else:
        {"file": entry, "folder": place, "parent": place.parent}[who].chmod(0o777)
    assert not read(tide).coverage.cached


def test_without_a_place_to_keep_it_it_is_read_all_the_same(
    tide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("a file")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "taken"))
    assert read(tide).coverage.commands == 2
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    read(tide)
    assert not (tmp_path / "home").exists()  # a home that is not there is not made
    (tmp_path / "home").mkdir()
    read(tide)
    assert (tmp_path / "home/.cache/hcp-author/trees").is_dir()
    assert not Path("relative").exists()


def test_a_file_s_name_that_is_no_text_keeps_nothing_and_stops_nothing(
    tide: Path, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = os.fsdecode(os.fsencode(tide.parent) + b"/ti\xffde")
    tide.rename(odd)
    assert not cache.introspect(odd, sandbox=False).coverage.cached
    assert not cache.introspect(odd, sandbox=False).coverage.cached
    assert not place.exists()
    assert run(["introspect", odd, "--no-sandbox"]) == 0
    assert capsys.readouterr().out.startswith("ti\\xffde (")
    assert run(["introspect", odd, "--no-sandbox", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["program"]["name"] == "ti\udcffde"


def test_what_the_time_was_too_short_for_is_kept_only_for_a_while(shell: Make, place: Path) -> None:
    slow = shell(
        "slow",
        "case $1 in --help) printf 'usage: slow <command>\\n\\nCommands:\\n  list   x\\n  show   y\\n' ;;\n"
        "*) sleep 3 ;; esac",
    )
    tree = read(slow, budget_seconds=1.0)
    assert tree.coverage.partial
    assert read(slow, budget_seconds=1.0).coverage.cached
    [entry] = place.iterdir()
    kept = json.loads(entry.read_text())
    kept["made"] = time.time() - cache.PARTIAL_SECONDS - 1
    entry.write_text(json.dumps(kept))
    assert not read(slow, budget_seconds=1.0).coverage.cached
    assert not read(slow, budget_seconds=1.5).coverage.cached  # more time may find more


def test_the_number_of_entries_is_bounded(tide: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_ENTRIES", 3)
    for depth in range(5):
        read(tide, depth=depth)
    assert len(list(place.iterdir())) == 3
    assert read(tide, depth=4).coverage.cached


def test_the_commands_say_that_it_is_an_earlier_answer(tide: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["introspect", str(tide), "--no-sandbox"]
    assert run(words) == 0
    assert "kept from an earlier time" not in capsys.readouterr().out
    assert run(words) == 0
    assert "kept from an earlier time (--refresh asks again)" in capsys.readouterr().out
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["coverage"]["cached"] is True
    assert run(["propose", str(tide), "--no-sandbox", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["coverage"]["cached"] is True
    assert run(["propose", str(tide), "--no-sandbox", "--json", "--refresh"]) == 0
    assert json.loads(capsys.readouterr().out)["coverage"]["cached"] is False
