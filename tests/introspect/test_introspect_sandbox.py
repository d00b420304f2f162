"""A sandbox is used only where a trial run of it shows that it holds; otherwise nothing is run."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.errors import UserError
from hcp_author.introspect import crawl, probe, resolve, trial, unshared
from hcp_author.introspect import sandbox as cage

Make = Callable[[str, str], Path]
HELP = "printf 'usage: tide [-q]\\n\\n  -q   say less\\n'"


def door(kind: str, program: str = "/bin/sh", own_proc: bool = True) -> probe.Door:
    """A door of that kind; the test is skipped where it does not work."""
    made = probe.Door(resolve.find(program), kind, own_proc)
    return made if probe.works(made) else pytest.skip(f"{kind} does not work here")


def test_the_second_sandbox_is_used_where_the_first_is_missing(shell: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    door("unshare")
    monkeypatch.setitem(probe.SANDBOXES, "bubblewrap", "/nowhere/bwrap")
    tree = crawl.introspect(str(shell("tide", HELP)))
    assert tree.coverage.sandbox == "unshare"
    assert [option.short for option in tree.root.options] == ["-q"]


def test_without_any_sandbox_it_stops_and_names_both_ways_out(
    shell: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in probe.SANDBOXES:
        monkeypatch.setitem(probe.SANDBOXES, kind, "/nowhere/at/all")
    with pytest.raises(UserError) as caught:
        crawl.introspect(str(shell("tide", f"touch {tmp_path}/ran; {HELP}")))
    assert caught.value.message.startswith("`tide` was not run: no sandbox works here")
    assert "--no-sandbox" in caught.value.fix
    assert "--from man FILE" in caught.value.fix
    assert caught.value.status == 1
    assert not (tmp_path / "ran").exists()


def test_a_sandbox_that_holds_nothing_fails_its_trial(
    tmp_path: Path, shell: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    # it runs what it is given, and holds nothing back
    sieve = shell("sieve", 'while [ "$1" != -- ]; do shift; done; shift; cd "${TMPDIR:-/}"; exec "$@"')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cage, "BUBBLEWRAP", str(sieve))
    assert not probe.works(probe.Door(resolve.find("/bin/sh"), "bubblewrap"))
    assert sorted(os.listdir(tmp_path)) == ["tools"]  # and what the trial wrote is gone again


def test_a_trial_tells_apart_what_is_shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh/id").write_text("secret")
    (tmp_path / ".netrc").write_text("secret")
    monkeypatch.setenv("HOME", str(tmp_path))
    argv, files = trial.argv(resolve.find("/bin/sh"))
    answer = probe._run(probe.Door(resolve.find("/bin/sh"), "none"), argv, ("(trial)",), 5.0)
    said = answer.out.decode().split("\n")
    assert {f"shows {tmp_path}/.ssh", f"shows {tmp_path}/.netrc"} <= set(said)
    assert any(line.startswith("shares net:[") for line in said)
    assert not trial.held(files)
    assert trial.held(files)


@pytest.mark.parametrize("kind", ["bubblewrap", "unshare"])
def test_nothing_can_be_undone_from_within(kind: str, shell: Make) -> None:
    body = """
    for place in / /usr /etc; do mount -o remount,bind,rw "$place"; done
    umount -l /root; umount -l /home; umount -l /tmp
    undo='umount -l /root; umount -l /home; mount -o remount,bind,rw /; ls /root'
    unshare --user --map-root-user --mount sh -c "$undo"
    ls /root /home; (: > /etc/made) && echo wrote; (: > /usr/made) && echo wrote
    echo 1 > /proc/sys/kernel/sysrq && echo set; chroot / true; ls /proc | grep -c '^[0-9]'
    """
    tool = shell("tide", body)
    answer = probe.ask(door(kind, str(tool)), ("--help",))
    assert b"wrote" not in answer.out
    assert b"set" not in answer.out
    listed = [line for line in answer.out.decode().split("\n") if line and not line.endswith(":")]
    assert len(listed) == 1  # homes are empty, and but a few processes can be seen
    assert int(listed[0]) < 10
    assert not Path("/etc/made").exists()


def test_without_a_proc_of_its_own(shell: Make) -> None:
    tool = shell("tide", "ls /proc; echo told")
    assert probe.ask(door("bubblewrap", str(tool), own_proc=False), ("--help",)).out == b"told\n"


def test_a_program_is_nobody_special_and_has_its_devices(shell: Make) -> None:
    tool = shell("tide", "id -u; echo x > /dev/null && head -c 4 /dev/urandom | wc -c; ls /dev/shm | wc -l; exit 7")
    answer = probe.ask(door("unshare", str(tool)), ("--help",))
    assert (answer.status, answer.out) == (7, f"{os.getuid()}\n4\n0\n".encode())


def test_mounts_are_read_with_their_flags() -> None:
    found = unshared._mounts()
    assert "/" in [mount.place for mount in found]
    assert [m.place for m in found] == sorted(m.place for m in found)
    assert all(flag.startswith(",") or not flag for flag in (m.flags for m in found))
