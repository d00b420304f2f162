"""A folder to a Pack, whatever lies in it."""

from __future__ import annotations

import os
import socket
import stat
import time
from pathlib import Path

import pytest

from hcp_author.errors import USAGE, UserError
from hcp_author.pack import files
from hcp_author.pack.model import Binding, PolicyRow, Trigger, Wrap
from hcp_author.pack.source import SIZE_LIMIT, Problem

SURFACE = """{"pack_id": "mail", "kind": "channel", "binding": {"default": "user", "modes": ["user", "mock"],
"probe": ["count"], "settings": ["A"], "secrets": ["B"]}, "wrap": {"bin": "notmuch", "paths": ["/usr/bin/notmuch"]},
"connect": {"summary": "Log in."},
"verbs": [{"verb_key": "search", "summary": "Find.", "positionals": ["query"], "args": {"type": "object"},
"exec": {"argv": []}}, {"verb_key": "doctor", "builtin": true}], "stimulusTriggers": [{"ref": "new_item"}]}"""
POLICY = """{"pack_id": "mail", "verbs": {"search": {"operation": "read", "privacy": {"land": "personal"}},
"a/b": {"operation": "write", "confirm": true}}, "stimuli": {"new_item": {"operation": "read"}}}"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "mail"
    (folder / "fixtures").mkdir(parents=True)
    (folder / "surface.json").write_text(SURFACE)
    (folder / "policy.json").write_text(POLICY)
    (folder / "proof.json").write_text('{"pack_id": "mail"}')
    (folder / "HARNESS.md").write_bytes("# Mail\r\né\r\n".encode())
    (folder / "fixtures" / "search.json").write_text('{"cases": []}')
    return folder


def test_a_whole_pack_is_read(root: Path) -> None:
    pack = files.read(root)
    assert (pack.pack_id, pack.kind, pack.plane, pack.pass_through) == ("mail", "channel", "runtime", False)
    assert pack.binding == Binding("user", ("user", "mock"), None, ("count",), ("A",), ("B",))
    assert pack.wrap == Wrap("notmuch", ("/usr/bin/notmuch",))
    assert [(verb.verb_key, verb.pointer, verb.builtin) for verb in pack.verbs] == [
        ("search", "/verbs/0", False),
        ("doctor", "/verbs/1", True),
    ]
    assert pack.verb("search") is pack.verbs[0]
    assert pack.verb("nothing") is None
    assert pack.triggers == (Trigger("new_item", "/stimulusTriggers/0"),)
    assert pack.row("search") == PolicyRow("search", "/verbs/search", "read", None, "personal")
    assert pack.rows["a/b"] == PolicyRow("a/b", "/verbs/a~1b", "write", True, "")
    assert pack.stimuli["new_item"].land == ""
    assert pack.harness == "# Mail\r\né\r\n"
    assert pack.fixtures["search"].value == {"cases": []}
    assert pack.proof.value == {"pack_id": "mail"}
    assert pack.files == ("HARNESS.md", "fixtures/search.json", "policy.json", "proof.json", "surface.json")
    assert pack.troubles == ()


def test_only_surface_json_is_needed(root: Path) -> None:
    for name in ("policy.json", "proof.json", "HARNESS.md", "fixtures/search.json"):
        (root / name).unlink()
    pack = files.read(root)
    assert (pack.policy.exists, pack.policy.value, pack.policy.problems) == (False, None, ())
    assert (pack.harness, pack.fixtures, pack.rows, pack.troubles) == (None, {}, {}, ())


WRONG_SHAPES = [
    "[]",
    "null",
    "3",
    '{"verbs": 3, "stimulusTriggers": {}, "binding": [], "wrap": "x", "connect": 1, "pack_id": [], "pass_through": 1}',
    '{"verbs": [3, null, {"verb_key": 4}, {"verb_key": "a", "args": [], "positionals": [1], "exec": "x"}]}',
    '{"binding": {"default": 3, "modes": "x", "probe": [1], "settings": [null]}, "wrap": {"bin": {}, "paths": 1}}',
    '{"stimulusTriggers": ["x", {"ref": {}}]}',
]


@pytest.mark.parametrize("text", WRONG_SHAPES)
def test_any_shape_gives_a_pack(root: Path, text: str) -> None:
    (root / "surface.json").write_text(text)
    (root / "policy.json").write_text('{"verbs": {"a": 3, "b": {"confirm": "yes", "privacy": []}}, "stimuli": []}')
    pack = files.read(root)
    assert pack.rows["b"] == PolicyRow("b", "/verbs/b", "", None, "")
    assert pack.troubles == ()


def test_problems_of_documents_are_troubles_too(root: Path) -> None:
    (root / "policy.json").write_text('{"a": 1, "a": 2}')
    (root / "fixtures" / "search.json").write_text("{")
    told = [(name, problem.code) for name, problem in files.read(root).troubles]
    assert told == [("policy.json", "F-duplicate-key"), ("fixtures/search.json", "F-not-json")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing", "there is no folder `{}`"),
        ("empty", "`{}` is no pack: it has no surface.json"),
        ("mail/surface.json", "not a folder: `{}`"),
    ],
)
def test_what_is_no_pack_is_the_users_mistake(root: Path, name: str, message: str) -> None:
    (root.parent / "empty").mkdir()
    with pytest.raises(UserError) as caught:
        files.read(root.parent / name)
    assert caught.value.message == message.format(root.parent / name)
    assert caught.value.status == USAGE
    assert caught.value.fix


def strange(root: Path) -> None:
    """Everything that is no regular file, as an attacker would leave it."""
    (root.parent / "outside").mkdir()
    (root.parent / "outside" / "secret.json").write_text('{"x": "probe-secret"}')
    for name in ("HARNESS.md", "policy.json", "proof.json"):
        (root / name).unlink()
    for name, target in {
        "HARNESS.md": "../outside/secret.json",
        "policy.json": "/etc/hostname",
        "loop": ".",
        "turn": "turn",
        "proof.json": "/dev/zero",
        "dangling.json": "nowhere",
        "dirlink": "../outside",
        "inside.json": "surface.json",
    }.items():
        (root / name).symlink_to(target)
    os.mkfifo(root / "README.md")
    os.mkfifo(root / "fixtures" / "pipe.json")
    held = os.getcwd()
    os.chdir(root)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.json")
    deep = "."
    for _ in range(200):
        deep += "/a"
        os.mkdir(deep)
    os.chdir(held)


def test_strange_files_are_told_and_never_opened(root: Path) -> None:
    strange(root)
    start = time.process_time()
    pack = files.read(root)
    assert time.process_time() - start < 2
    told = {name: problem.code for name, problem in pack.troubles}
    assert told.pop("/".join("a" * 17)) == "F-too-deep"
    assert told == {
        "HARNESS.md": "F-link-outside",
        "policy.json": "F-link-outside",
        "proof.json": "F-link-outside",
        "dirlink": "F-link-outside",
        "loop": "F-not-regular",
        "turn": "F-not-regular",
        "dangling.json": "F-not-regular",
        "README.md": "F-not-regular",
        "fixtures/pipe.json": "F-not-regular",
        "s.json": "F-not-regular",
        "inside.json": "F-link",
    }
    assert len(pack.troubles) == len({name for name, _ in pack.troubles})
    assert "inside.json" in pack.files
    assert "probe-secret" not in repr(pack)
    assert "symbolic link leaves the pack" in next(p.message for name, p in pack.troubles if name == "dirlink")


def test_surface_json_may_not_be_a_way_out_either(root: Path) -> None:
    (root / "surface.json").rename(root.parent / "surface.json")
    (root / "surface.json").symlink_to("../surface.json")
    pack = files.read(root)
    assert pack.surface.problems[0].code == "F-link-outside"
    assert pack.pack_id == ""


def test_a_prefix_of_the_folders_name_is_not_the_folder(root: Path) -> None:
    (root.parent / "mail-evil").mkdir()
    (root.parent / "mail-evil" / "x.md").write_text("probe-secret")
    (root / "x.md").symlink_to("../mail-evil/x.md")
    assert isinstance(files.read_bytes(root, "x.md"), Problem)
    assert isinstance(files.read_bytes(root, "../mail-evil/x.md"), Problem)


def test_a_folder_behind_a_link_is_not_entered(root: Path) -> None:
    (root / "fixtures" / "search.json").unlink()
    (root / "fixtures").rmdir()
    (root / "real").mkdir()
    (root / "real" / "search.json").write_text("{}")
    (root / "fixtures").symlink_to("real")
    assert files.read(root).fixtures == {}


@pytest.mark.skipif(os.getuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_one_problem(root: Path) -> None:
    (root / "policy.json").chmod(0)
    told = files.read(root).troubles
    assert [(name, problem.code) for name, problem in told] == [("policy.json", "F-unreadable")]


def test_a_large_file_is_not_read(root: Path) -> None:
    with open(root / "policy.json", "wb") as file:
        file.truncate(SIZE_LIMIT * 20)
    (problem,) = files.read(root).policy.problems
    assert problem.message == f"`policy.json` has {SIZE_LIMIT * 20} bytes; the limit is {SIZE_LIMIT}"


def test_too_many_files_are_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ENTRY_LIMIT", 20)
    for number in range(files.ENTRY_LIMIT):
        (root / f"n{number}").touch()
    assert [problem.code for _, problem in files.read(root).troubles] == ["F-too-many-files"]


def test_version_control_and_caches_are_no_part_of_a_pack(root: Path) -> None:
    for name in (".git", "__pycache__", "node_modules", "bin/__pycache__"):
        (root / name).mkdir(parents=True)
        (root / name / "x").touch()
    assert not [name for name in files.read(root).files if name.endswith("/x")]


def test_names_that_forge_output_are_written_out(root: Path) -> None:
    (root / "a\n::error::x\x1b[2K").symlink_to("nowhere")
    ((_, problem),) = files.read(root).troubles
    assert problem.message == "`a\\n::error::x\\x1b[2K` is a symbolic link to nothing"
    (root / os.fsdecode(b"\xff.json")).touch()
    assert "\udcff.json" in files.read(root).files


def test_a_harness_that_is_not_utf8_is_told(root: Path) -> None:
    (root / "HARNESS.md").write_bytes(b"a\nb\xff\n")
    pack = files.read(root)
    assert pack.harness == "a\nb\ufffd\n"
    assert [problem.message for _, problem in pack.troubles] == ["byte 0xff on line 2 is not UTF-8"]


def test_replace_keeps_mode_and_leaves_nothing_beside(root: Path) -> None:
    path = root / "HARNESS.md"
    path.chmod(0o640)
    files.replace(path, "new\r\n")
    assert path.read_bytes() == b"new\r\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [name for name in os.listdir(root) if name.startswith(".HARNESS")] == []


@pytest.mark.parametrize("target", ["outside.md", "nowhere.md", "mail/policy.json"])
def test_replace_follows_no_link(root: Path, target: str) -> None:
    (root.parent / "outside.md").write_text("keep")
    (root / "new.md").symlink_to(root.parent / target)
    before = (root / "policy.json").read_bytes()
    with pytest.raises(UserError) as caught:
        files.replace(root / "new.md", "x")
    assert (caught.value.status, "is a symbolic link" in caught.value.message) == (1, True)
    assert ((root.parent / "outside.md").read_text(), (root / "policy.json").read_bytes()) == ("keep", before)
    assert (root / "new.md").is_symlink()
    assert not (root.parent / "nowhere.md").exists()


def test_replace_refuses_what_is_no_file(root: Path) -> None:
    os.mkfifo(root / "pipe")
    for name in ("pipe", "fixtures"):
        with pytest.raises(UserError):
            files.replace(root / name, "x")


def test_replace_makes_a_file_with_the_usual_mode(root: Path) -> None:
    mask = os.umask(0o027)
    try:
        files.replace(root / "new.md", "x")
    finally:
        os.umask(mask)
    assert stat.S_IMODE((root / "new.md").stat().st_mode) == 0o640


def test_a_replace_that_fails_leaves_the_old_file(root: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        files.replace(root / "HARNESS.md", "\ud800")
    assert (root / "HARNESS.md").read_bytes() == "# Mail\r\né\r\n".encode()
    assert [name for name in os.listdir(root) if name.startswith(".HARNESS")] == []
