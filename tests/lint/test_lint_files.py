"""What no file in a repository can be: pipes, links, special names, a file that may not be read."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hcp_author.lint import engine
from hcp_author.lint.contract import Finding
from hcp_author.report import text

Build = Callable[..., Path]


def found(root: Path) -> list[tuple[str, str, str]]:
    return [(one.rule, one.file, one.severity) for one in engine.lint([root])]


def only(root: Path) -> Finding:
    findings = engine.lint([root])
    assert len(findings) == 1, [one.message for one in findings]
    return findings[0]


def test_a_pipe_is_not_read(build: Build) -> None:
    root = build()
    os.mkfifo(root / "pipe.json")
    started = time.process_time()
    finding = only(root)
    assert (finding.rule, finding.file) == ("F-not-regular", "mail/pipe.json")
    assert "not a regular file" in finding.message
    assert time.process_time() - started < 5


@pytest.mark.parametrize("name", ["HARNESS.md", "policy.json", "surface.json", "README.md"])
def test_a_pipe_in_the_place_of_a_file(name: str, build: Build) -> None:
    root = build()
    (root / name).unlink(missing_ok=True)
    os.mkfifo(root / name)
    assert found(root) == [("F-not-regular", f"mail/{name}", "error")]


def test_a_socket(build: Build) -> None:
    root = build()
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(root / "s"))
        assert found(root) == [("F-not-regular", "mail/s", "error")]


def test_links_that_leave_the_pack_are_not_followed(build: Build, tmp_path: Path) -> None:
    root = build()
    (tmp_path / "secret.md").write_text("probe-secret-4")
    (root / "notes.md").symlink_to("../secret.md")
    (root / "host").symlink_to("/etc/hostname")
    (root / "up").symlink_to("..")
    report = text.render(engine.run([root]))
    assert "probe-secret-4" not in report
    assert report.count("F-link-outside") == 3
    assert "symbolic link leaves the pack" in report


def test_a_skill_that_is_a_link_out(build: Build, tmp_path: Path) -> None:
    root = build()
    (tmp_path / "skill.md").write_text("probe-secret-4\n" * 200)
    (root / "HARNESS.md").unlink()
    (root / "HARNESS.md").symlink_to("../skill.md")
    assert found(root) == [("F-link-outside", "mail/HARNESS.md", "error")]


def test_a_link_inside_is_a_warning_and_its_target_is_linted_once(build: Build) -> None:
    root = build()
    (root / "docs").mkdir()
    (root / "docs" / "more.md").write_text("a\u200bb\n")
    (root / "more.md").symlink_to("docs/more.md")
    assert found(root) == [
        ("T-hidden-character-in-file", "mail/docs/more.md", "error"),
        ("F-link", "mail/more.md", "warning"),
    ]


def test_loops_and_links_to_nothing(build: Build) -> None:
    root = build()
    (root / "loop").symlink_to(".")
    (root / "gone.json").symlink_to("nowhere")
    (root / "self").symlink_to("self")
    assert {(rule, severity) for rule, _, severity in found(root)} == {("F-not-regular", "error")}


def test_deep_folders_and_too_large_a_file(build: Build) -> None:
    root = build()
    deep = root
    for _ in range(40):
        deep = deep / "a"
    deep.mkdir(parents=True)
    (root / "policy.json").write_text(" " * 1_100_000 + "{}")
    assert [rule for rule, _, _ in found(root)] == ["F-too-large", "F-too-deep"]


def test_what_was_not_looked_at_is_said(build: Build) -> None:
    root = build()
    (root / "film.bin").write_bytes(b"\0" * 1_100_000)
    finding = only(root)
    assert (finding.rule, finding.severity) == ("F-not-checked", "warning")
    assert "1100000 bytes, and the limit is 1048576" in finding.message


def test_too_many_files(build: Build) -> None:
    root = build()
    (root / "many").mkdir()
    for number in range(2100):
        (root / "many" / f"{number}.txt").touch()
    assert [rule for rule, _, _ in found(root)] == ["F-too-many-files"]


def test_an_unreadable_file_is_one_finding_and_the_rest_is_checked(build: Build) -> None:
    root = build()
    (root / "notes").mkdir()
    (root / ".env").write_text("")
    # a folder that vanishes under the reader's feet reads like one that it may not enter; root may enter any
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    (root / "notes").chmod(0)
    try:
        assert {rule for rule, _, _ in found(root)} == {"F-unreadable", "L4-secret-file"}
    finally:
        (root / "notes").chmod(0o755)


def test_a_pack_that_may_not_be_looked_into_is_told(build: Build, tmp_path: Path) -> None:
    root = build()
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    root.chmod(0)
    try:
        for place in (Path(), root):
            report = engine.run([place])
            assert [(one.rule, one.file, one.pack) for one in report.findings] == [("F-unreadable", "mail", "mail")]
            assert report.packs == 0
    finally:
        root.chmod(0o755)


def test_a_command_that_may_not_be_run(build: Build) -> None:
    root = build()
    (root / "bin" / "mail").chmod(0o644)
    finding = only(root)
    assert (finding.rule, finding.message, finding.fix) == (
        "L1-not-executable",
        "`bin/mail` is not executable",
        "chmod +x mail/bin/mail",
    )


def test_a_policy_that_everybody_may_write_to(build: Build) -> None:
    root = build()
    (root / "policy.json").chmod(0o666)
    finding = only(root)
    assert (finding.rule, finding.message, finding.fix) == (
        "L11-open-file",
        "`policy.json` may be written to by every user of this machine",
        "chmod o-w mail/policy.json",
    )
    # a file system that knows no owners
    for path in root.rglob("*"):
        path.chmod(0o777)
    assert engine.run([root], strict=True).findings == ()


def test_names_of_files_cannot_forge_a_report(build: Build) -> None:
    root = build()
    for name in (b"a.json\n::stop-commands::x", b"\x1b[2K\x1b[1G[ok].json", b"forged\r[ok].md", b"\xff.json"):
        (Path(os.fsdecode(os.fsencode(root) + b"/" + name))).write_text("{}")
    report = text.render(engine.run([root]))
    assert all(char >= " " or char == "\n" for char in report)
    assert "\\x1b[2K" in report
    assert "a.json\\n::stop-commands::x" in report
    assert not any(line.startswith("::") for line in report.splitlines())
    report.encode("utf-8")
