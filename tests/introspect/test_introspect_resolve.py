"""A program is looked up once, absolutely, never in the folder we stand in; each wrong path has its own error."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.errors import UserError
from hcp_author.introspect import resolve, trial


def test_a_name_is_found_on_path_but_not_through_its_empty_and_relative_entries(
    tmp_path: Path, shell: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = shell("tide", "echo good")
    here = tmp_path / "here"
    here.mkdir()
    bad = here / "tide"
    bad.write_text("#!/bin/sh\necho bad\n")
    bad.chmod(0o755)
    monkeypatch.chdir(here)
    monkeypatch.setenv("PATH", f":.:{good.parent}:/usr/bin")
    found = resolve.find("tide")
    assert (found.path, found.name) == (str(good), "tide")
    assert found.sha256 == hashlib.sha256(good.read_bytes()).hexdigest()


def test_a_relative_path_is_made_absolute(shell: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    good = shell("tide", "echo good")
    monkeypatch.chdir(good.parent)
    assert resolve.find("./tide").path == str(good)


def test_a_link_is_kept_as_found(shell: Callable[[str, str], Path]) -> None:
    good = shell("tide", "echo good")
    link = good.parent / "ebb"
    link.symlink_to(good)
    found = resolve.find(str(link))
    assert (found.name, found.path, found.real) == ("ebb", str(link), str(good))


def test_a_name_that_is_nowhere_says_where_was_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/nowhere")
    with pytest.raises(UserError) as caught:
        resolve.find("no-such-tide")
    assert caught.value.message == "`no-such-tide` is not on PATH (looked in /usr/bin, /nowhere)"
    assert caught.value.fix == "give its absolute path"
    assert caught.value.status == 2


def test_a_name_that_lies_here_is_offered_with_its_path(
    shell: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shell("tide", "echo good").parent)
    monkeypatch.setenv("PATH", "/usr/bin")
    with pytest.raises(UserError) as caught:
        resolve.find("tide")
    assert caught.value.fix == "./tide"


def test_what_is_no_program_is_told_apart(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("text")
    with pytest.raises(UserError) as caught:
        resolve.find(str(tmp_path / "missing"))
    assert caught.value.message == f"`{tmp_path}/missing` cannot be read: No such file or directory"
    (tmp_path / "empty").touch(0o755)
    with pytest.raises(UserError, match="is an empty file, not a program"):
        resolve.find(str(tmp_path / "empty"))
    with pytest.raises(UserError, match="is a folder, not a program"):
        resolve.find(str(tmp_path))
    with pytest.raises(UserError, match="is not executable") as caught:
        resolve.find(str(plain))
    assert caught.value.fix == f"chmod +x {plain}"
    with pytest.raises(UserError, match="is no program's name"):
        resolve.find("")


def test_a_relative_path_tells_where_was_looked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as caught:
        resolve.find("./x")
    assert caught.value.message == f"`./x` cannot be read: No such file or directory (looked at {tmp_path}/x)"
    for dots in (".", ".."):
        with pytest.raises(UserError, match="is a folder, not a program"):
            resolve.find(dots)
    (tmp_path / "no-such-tide").mkdir()
    with pytest.raises(UserError) as caught:
        resolve.find("no-such-tide")  # a folder of that name is no program to offer
    assert caught.value.fix == "give its absolute path"


def test_from_a_folder_that_is_gone(
    tmp_path: Path, shell: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = shell("tide", "echo 'usage: tide [-q]'")
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(UserError, match="the folder that you stand in is no longer there"):
        resolve.find("./tide")
    assert resolve.find(str(good)).path == str(good)
    assert trial.argv(resolve.find(str(good)))[1]


@pytest.mark.parametrize("named", ["/nowhere/lua", "/usr/bin/env no-such-lua", "/usr/bin/env -S A=1 no-such-lua -e"])
def test_a_script_without_its_interpreter_is_told_so(tmp_path: Path, named: str) -> None:
    script = tmp_path / "tide"
    script.write_text(f"#!{named}\n")
    script.chmod(0o755)
    with pytest.raises(UserError, match="lua`, which its first line names, is not there"):
        resolve.find(str(script))


def test_a_script_names_its_interpreters(shell: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    program = shell("tide", "echo good")
    assert resolve.interpreter(str(program)) == ["/bin/sh"]
    program.write_text("#!/usr/bin/env -S FOO=1 sh -e\n")
    monkeypatch.setenv("PATH", "/bin:/usr/bin")
    assert resolve.interpreter(str(program)) == ["/usr/bin/env", "/bin/sh"]
    assert resolve.interpreter("/nowhere/at/all") == []
