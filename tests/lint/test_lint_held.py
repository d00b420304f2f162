"""Files in place of packs: one names the pack it lies in, changed ones are sifted, standard input stands for one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lint_packs import CASES
from own_place import told as run

from hcp_author.pack import shape

Build = Callable[..., Path]
CLEAN = "0 errors, 0 warnings in 1 pack\n"


@pytest.fixture
def mail(build: Build) -> Path:
    """An error in policy.json, and nothing else."""
    return build("mail", CASES / "L6-ungated-write" / "says-nothing")


def typed(data: bytes, *words: str, cwd: Path | None = None) -> tuple[int, bytes, str]:
    """`hcp-author lint WORDS…` with `data` on standard input."""
    command = [sys.executable, "-m", "hcp_author", "lint", *words]
    done = subprocess.run(command, input=data, capture_output=True, check=False, cwd=cwd)
    return done.returncode, done.stdout, done.stderr.decode()


def mended(policy: bytes) -> bytes:
    """The policy with the `confirm` that its first write does not have."""
    found = policy.replace(b'"operation": "write", "privacy"', b'"operation": "write", "confirm": true, "privacy"', 1)
    assert found != policy
    return found


# a file names its pack


def test_a_file_stands_for_the_pack_that_it_lies_in(
    mail: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, whole, _ = run(capsys, "lint", "mail")
    assert run(capsys, "lint", "mail/fixtures/search.json", "mail/bin/mail", "./mail/surface.json", "mail") == (
        1,
        whole,
        "",
    )
    monkeypatch.chdir("mail/fixtures")
    said = run(capsys, "lint", "search.json")[1]
    assert said.startswith("../policy.json:7:12: error L6-ungated-write")
    said = run(capsys, "lint", str(Path.cwd() / "search.json"))[1]
    assert said.startswith(f"{Path.cwd().parent}/policy.json:7:12: error")


def test_a_folder_in_a_pack_that_looks_like_one_is_none(build: Build, capsys: pytest.CaptureFixture[str]) -> None:
    root = build()
    shutil.copytree(root, root / "inner")
    by_file = run(capsys, "lint", "mail/inner/policy.json", "--json")
    assert by_file == run(capsys, "lint", ".", "--json")


@pytest.mark.parametrize("path", ["notes.txt", "docs/policy.json"])
def test_a_file_in_no_pack_is_a_mistake(path: str, mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs").mkdir()
    Path(path).touch()
    status, said, why = run(capsys, "lint", "mail", path)
    assert (status, said) == (2, "")
    assert why == (
        f"error: `{path}` lies in no pack: no folder above it has a surface.json\n"
        "  try: name a pack, or a folder that holds packs; --changed passes such files over\n"
    )


def test_a_name_of_a_pack_s_file_that_is_not_there_is_a_mistake(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "lint", "mail/polcy.json")[0] == 2


# changed files


def test_changed_files_in_no_pack_are_passed_over(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").touch()
    (mail / "gone").symlink_to("nowhere")
    whole = run(capsys, "lint", "mail")
    assert run(capsys, "lint", "--changed", "notes.txt", "mail/was-removed.txt", "mail/gone", "gone/too") == whole
    assert run(capsys, "lint", "--changed", "notes.txt", "gone/too") == (0, "0 errors, 0 warnings in 0 packs\n", "")
    status, said, _ = run(capsys, "lint", "--changed", "--json", "notes.txt")
    assert status == 0
    assert shape.check_value(json.loads(said), "findings") == []


def test_changed_folders_stand_for_the_packs_in_them(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    shutil.copytree(mail, "more/packs/mail")
    status, said, _ = run(capsys, "lint", "--changed", "empty", "more", "--json")
    assert (status, json.loads(said)["summary"]["packs"]) == (1, 1)
    status, said, _ = run(capsys, "lint", "--changed", "mail/fixtures", "--json")
    assert (status, json.loads(said)["summary"]["packs"]) == (1, 1)


def test_settings_exclude_changed_packs_and_no_named_ones(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("hcp-author.toml").write_text('exclude = ["mail"]\n')
    assert run(capsys, "lint", "--changed", "mail/policy.json")[:2] == (0, "0 errors, 0 warnings in 0 packs\n")
    assert run(capsys, "lint", "mail/policy.json")[0] == 1


def test_changed_packs_are_mended(mail: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("notes.txt").touch()
    status, said, _ = run(capsys, "lint", "--changed", "--fix", "notes.txt", "mail/policy.json")
    assert (status, said.splitlines()[-1]) == (0, "0 errors, 0 warnings, 1 fixed in 1 pack")
    assert run(capsys, "lint", "mail") == (0, CLEAN, "")


# standard input


def test_standard_input_stands_for_a_file(mail: Path) -> None:
    broken = (mail / "policy.json").read_bytes()
    sound = mended(broken)
    # proof.json, on the disk, still expects what was there
    aside = "note: other files of `mail` have 1 finding\n"
    assert typed(sound, "--stdin-filename", "mail/policy.json") == (0, CLEAN.encode(), aside)
    assert typed(sound, "--stdin-filename", "mail/policy.json", "-")[0] == 0
    assert typed(sound, "--stdin-filename", "policy.json", cwd=mail)[0] == 0
    status, said, why = typed(broken, "--stdin-filename=mail/policy.json")
    assert (status, why) == (1, "")
    assert said.startswith(b"mail/policy.json:7:12: error L6-ungated-write")
    assert (mail / "policy.json").read_bytes() == broken


def test_only_what_stands_in_that_file_is_told(mail: Path) -> None:
    status, said, why = typed((mail / "surface.json").read_bytes(), "--stdin-filename", "mail/surface.json")
    assert (status, said.splitlines()[-1:]) == (0, [CLEAN.encode().strip()])
    assert why == "note: other files of `mail` have 1 finding\n"


@pytest.mark.parametrize("format_", ["json", "sarif", "junit", "github", "gitlab", "markdown"])
def test_each_format_takes_standard_input(format_: str, mail: Path) -> None:
    """The very report of the file on the disk: the edits are of the text that was read."""
    text = (mail / "policy.json").read_bytes()
    on_disk = typed(b"", "mail", "--format", format_)
    (mail / "policy.json").write_bytes(b"{}")
    assert typed(text, "--stdin-filename", "mail/policy.json", "--format", format_) == on_disk


def test_a_file_that_is_not_there_yet(mail: Path) -> None:
    assert typed(b"no heading\n", "--stdin-filename", "mail/more/notes.md")[0] == 0
    status, said, _ = typed(b"a\xe2\x80\xaeb\n", "--stdin-filename", "mail/more/notes.md")
    assert (status, said.startswith(b"mail/more/notes.md:1:2: error T-hidden-character-in-file")) == (1, True)


def test_fix_prints_the_mended_text_and_nothing_else(mail: Path) -> None:
    text = (mail / "policy.json").read_bytes().replace(b"\n", b"\r\n")
    before = {file: file.read_bytes() for file in mail.rglob("*") if file.is_file()}
    status, said, why = typed(text, "--stdin-filename", "mail/policy.json", "--fix")
    assert said == mended(text)
    assert (status, why.splitlines()[-1]) == (0, "0 errors, 0 warnings, 1 fixed in 1 pack")
    assert before == {file: file.read_bytes() for file in mail.rglob("*") if file.is_file()}
    assert typed(said, "--stdin-filename", "mail/policy.json", "--fix")[:2] == (0, said)


@pytest.mark.parametrize("text", [b"", b"\xff\xfe{", b"[]", b"\xef\xbb\xbf", b'{"a": "\xed\xa0\x80"}'])
def test_what_cannot_be_mended_comes_out_as_it_went_in(text: bytes, mail: Path) -> None:
    status, said, _ = typed(text, "--stdin-filename", "mail/policy.json", "--fix")
    assert status == 1
    assert said == text.removeprefix(b"\xef\xbb\xbf")  # the mark is what is safe to take out


def test_diff_prints_the_change(mail: Path) -> None:
    text = (mail / "policy.json").read_bytes()
    status, said, why = typed(text, "--stdin-filename", "mail/policy.json", "--diff")
    assert (status, why) == (1, "1 finding would be fixed; nothing was written\n")
    assert said.startswith(b"diff --git a/mail/policy.json b/mail/policy.json\n")
    assert subprocess.run(["git", "apply", "-"], input=said, check=False).returncode == 0
    assert typed((mail / "policy.json").read_bytes(), "--stdin-filename", "mail/policy.json", "--diff")[:2] == (0, b"")


def test_settings_hold_for_standard_input(mail: Path) -> None:
    text = (mail / "policy.json").read_bytes()
    Path("hcp-author.toml").write_text('ignore = ["L6"]\n')
    assert typed(text, "--stdin-filename", "mail/policy.json")[0] == 0
    assert typed(text, "--stdin-filename", "mail/policy.json", "--isolated")[0] == 1
    assert typed(text, "--stdin-filename", "mail/policy.json", "--fix")[1] == text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--stdin-filename", ""], "--stdin-filename is given no file"),
        (["--stdin-filename", "mail"], "--stdin-filename is given no file"),
        (["--stdin-filename", "mail/policy.json", "mail"], "--stdin-filename names the one file that is looked at"),
        (["--stdin-filename", "a.json"], "`a.json` lies in no pack: no folder above it has a surface.json"),
        (["--stdin-filename", "mail/policy.json", "--write-baseline"], "--write-baseline takes what lies on the disk"),
        (["--stdin-filename", "mail/policy.json", "--suggested"], "--suggested says which fixes"),
    ],
)
def test_wrong_use_of_standard_input(words: list[str], said: str, mail: Path) -> None:
    status, out, why = typed(b"{}", *words)
    assert (status, out) == (2, b"")
    assert why.startswith(f"error: {said}")
    assert why.splitlines()[1].startswith("  try: ")


def test_a_file_of_no_pack_may_be_passed_over_by_who_asks(mail: Path) -> None:
    """An editor that sends every JSON file must get its text back."""
    words = ["--stdin-filename", "package.json", "--changed"]
    assert typed(b"{", *words) == (0, b"0 errors, 0 warnings in 0 packs\n", "")
    assert typed(b"{", *words, "--fix")[:2] == (0, b"{")


def test_more_than_any_file_may_hold_is_refused(mail: Path) -> None:
    from hcp_author.pack.source import SIZE_LIMIT

    status, out, why = typed(b" " * (SIZE_LIMIT + 1), "--stdin-filename", "mail/policy.json", "--fix")
    assert (status, out) == (2, b"")
    assert "standard input holds more than" in why
    assert os.path.exists("mail/policy.json")
