"""A pack comes whole or not at all, and never over anything."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hcp_author.errors import UserError
from hcp_author.scaffold import stage

New = Callable[..., tuple[int, str, str]]
FILES = {"surface.json": (b"{}\n", 0o644), "bin/x": (b"#!/bin/sh\n", 0o755), "bin/deep/y": (b"", 0o644)}
ELSEWHERE = "--into DIR, where there is nothing yet: nothing is ever overwritten"


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_all_files_come_with_their_modes_less_the_umask(place: Path) -> None:
    before = os.umask(0o027)
    try:
        stage.write(place / "a" / "b", FILES)
    finally:
        os.umask(before)
    made = place / "a" / "b"
    assert names(made) == ["bin", "bin/deep", "bin/deep/y", "bin/x", "surface.json"]
    modes = {name: made.joinpath(name).stat().st_mode & 0o7777 for name in names(made)}
    assert modes == {"bin": 0o750, "bin/deep": 0o750, "bin/deep/y": 0o640, "bin/x": 0o750, "surface.json": 0o640}
    assert names(place / "a") == ["b", *(f"b/{name}" for name in names(made))]


@pytest.mark.parametrize("there", [[], [".git"]])
def test_an_empty_folder_and_a_fresh_repository_are_filled(place: Path, there: list[str]) -> None:
    into = place / "mail"
    into.mkdir()
    for name in there:
        (into / name).mkdir()
        (into / name / "HEAD").write_text("ref: refs/heads/main\n")
    node = into.stat().st_ino
    stage.write(into, FILES)
    assert into.stat().st_ino == node
    assert [name for name in names(into) if not name.startswith(".git")] == [
        "bin", "bin/deep", "bin/deep/y", "bin/x", "surface.json",
    ]  # fmt: skip


def test_a_folder_that_holds_something_is_refused_with_what_it_holds(new: New, place: Path) -> None:
    dst = place / "dst"
    dst.mkdir()
    (place / "victim").write_text("keep me\n")
    (dst / "policy.json").write_text('{"mine": 1}\n')
    (dst / "HARNESS.md").symlink_to("../victim")
    (dst / "surface.json").symlink_to("../not-there")
    status, out, err = new("channel", "mail", "--into", "dst", "--yes")
    assert (status, out) == (1, "")
    assert err == (
        "error: `dst` is already there, and not empty: HARNESS.md (a link to ../victim), policy.json, "
        f"surface.json (a link to ../not-there)\n  try: {ELSEWHERE}\n"
    )
    assert (place / "victim").read_text() == "keep me\n"
    assert names(place) == ["dst", "dst/HARNESS.md", "dst/policy.json", "dst/surface.json", "victim"]


def test_many_things_in_the_way_are_counted(place: Path) -> None:
    for number in range(12):
        (place / f"f{number:02}").touch()
    with pytest.raises(UserError) as caught:
        stage.check_free(place)
    assert caught.value.message.endswith("f08, f09 and 2 more")


def test_a_link_is_refused_wherever_it_leads(new: New, place: Path) -> None:
    (place / "real").mkdir()
    (place / "link").symlink_to("real")
    (place / "loose").symlink_to("nowhere")
    for name, target in (("link", "real"), ("loose", "nowhere")):
        status, _, err = new("channel", "mail", "--into", name, "--yes")
        assert (status, err) == (1, f"error: `{name}` is already there: a link to `{target}`\n  try: {ELSEWHERE}\n")
    assert names(place) == ["link", "loose", "real"]


def test_a_file_in_the_way_is_refused(new: New, place: Path) -> None:
    (place / "mail").write_text("mine\n")
    status, _, err = new("channel", "mail", "--yes")
    assert (status, err) == (1, f"error: `mail` is already there, and it is no folder\n  try: {ELSEWHERE}\n")
    status, _, err = new("channel", "mail", "--into", "mail/deeper/pack", "--yes")
    assert status == 2
    assert err == "error: `mail` is no folder, so no pack can be made in it\n  try: --into DIR, inside a folder\n"


@pytest.fixture
def locked() -> Iterator[Path]:
    """A folder in which this user, who is not root while the test runs, may not write."""
    open_to_all = Path(tempfile.mkdtemp())
    open_to_all.chmod(0o755)
    folder = open_to_all / "ro"
    folder.mkdir(mode=0o555)
    root = os.geteuid() == 0
    if root:
        os.setresuid(65534, 65534, 0)
    yield folder
    if root:
        os.setresuid(0, 0, 0)
    folder.chmod(0o755)
    shutil.rmtree(open_to_all)


@pytest.mark.parametrize("name", [".", "mail", "deeper/mail"])
def test_a_folder_without_leave_to_write_is_refused(locked: Path, name: str) -> None:
    with pytest.raises(UserError) as caught:
        stage.check_free(locked / name)
    assert (caught.value.message, caught.value.fix, caught.value.status) == (
        f"you may not write in `{locked}`", "--into DIR, inside a folder of your own", 1,
    )  # fmt: skip
    assert list(locked.iterdir()) == []


def test_a_file_system_that_cannot_be_written_is_told(new: New) -> None:
    """/proc is a folder in which nobody can make anything, root neither."""
    status, _, err = new("channel", "mail", "--into", "/proc/mail", "--yes")
    assert status == 1
    assert err.startswith(("error: cannot write `/proc/mail`: ", "error: you may not write in `/proc`"))


def test_a_path_that_no_system_takes_is_told(new: New, place: Path) -> None:
    status, _, err = new("channel", "mail", "--into", "x" * 300, "--yes")
    assert status == 1
    assert err.startswith(f"error: cannot write `{'x' * 300}`: File name too long; nothing was written\n")
    assert names(place) == []


CHILD = """\
import resource, sys
from pathlib import Path
from hcp_author.scaffold import stage
files = {f"f{n:03}": (b"x" * n, 0o644) for n in range(100)}
resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
try:
    stage.write(Path(sys.argv[1]), files)
except Exception as error:
    sys.exit(error.message)
"""


@pytest.mark.parametrize("there", [False, True])
def test_a_fault_half_way_leaves_nothing(place: Path, there: bool) -> None:
    """The system refuses to let a file grow beyond 50 bytes, as it would where a disk is full."""
    into = place / "mail" if there else place / "new" / "parents" / "mail"
    if there:
        into.mkdir()
    before = names(place)
    done = subprocess.run([sys.executable, "-c", CHILD, str(into)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"cannot write `{into}`: File too large; nothing was written\n"
    assert names(place) == before
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 50


SLOW = """\
import sys, time
from pathlib import Path
from hcp_author.scaffold import stage
class Slow(dict):
    def items(self):
        for number in range(1000):
            yield f"f{number}", (b"x", 0o644)
            if number == 3:
                print("three", flush=True)
            time.sleep(0.01)
with stage.held() as stop_if_told:
    stage.write(Path(sys.argv[1]), Slow())
    stop_if_told()
"""


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize(("signum", "status"), [(signal.SIGINT, -2), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_half_way_leaves_nothing(place: Path, signum: signal.Signals, status: int, there: bool) -> None:
    if there:
        (place / "mail").mkdir()
    before = names(place)
    with subprocess.Popen(
        [sys.executable, "-c", SLOW, "mail"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "three\n"
        time.sleep(0.02)
        child.send_signal(signum)
        assert child.wait(10) == status
    assert names(place) == before


def test_what_comes_meanwhile_is_not_overwritten(place: Path) -> None:
    """Somebody makes the folder while we write: ours goes, theirs stays."""

    class Meanwhile(dict[str, tuple[bytes, int]]):
        def items(self):  # type: ignore[no-untyped-def]
            yield from FILES.items()
            (place / "mail").mkdir()
            (place / "mail" / "surface.json").write_text("theirs\n")

    with pytest.raises(UserError, match="nothing was written"):
        stage.write(place / "mail", Meanwhile())
    assert names(place) == ["mail", "mail/surface.json"]
    assert (place / "mail" / "surface.json").read_text() == "theirs\n"


def test_a_file_that_comes_meanwhile_in_a_folder_is_not_overwritten(place: Path) -> None:
    (place / "mail").mkdir()

    class Meanwhile(dict[str, tuple[bytes, int]]):
        def items(self):  # type: ignore[no-untyped-def]
            yield from FILES.items()
            (place / "mail" / "surface.json").write_text("theirs\n")

    with pytest.raises(UserError, match="nothing was written"):
        stage.write(place / "mail", Meanwhile())
    assert names(place) == ["mail", "mail/surface.json"]
    assert (place / "mail" / "surface.json").read_text() == "theirs\n"
