"""The `local` land ends at the workspace, links and all."""

from __future__ import annotations

from pathlib import Path

import pytest
from runtime_packs import PackFolder, started


@pytest.fixture
def ws(echo: PackFolder, tmp_path: Path) -> Path:
    folder = tmp_path / "ws"
    (folder / "sub").mkdir(parents=True)
    (folder / "notes.txt").write_text("ok")
    (folder / "-dash").write_text("ok")
    (tmp_path / "outside.txt").write_text("probe-secret-10")
    (tmp_path / "ws-beside").mkdir()
    (folder / "link.txt").symlink_to("../outside.txt")
    (folder / "dir").symlink_to("..")
    (folder / "near").symlink_to("sub")
    return folder


@pytest.mark.parametrize(
    "path",
    [
        "../outside.txt",
        "dir/outside.txt",
        "notes.txt/../../outside.txt",
        "link.txt",
        "ws/../../outside.txt",
        "/etc/passwd",
        "..",
        "../ws-beside/x",
        "sub/../../ws-beside",
    ],
)
def test_paths_that_leave(echo: PackFolder, ws: Path, path: str) -> None:
    for answer in (echo.json("look", path, cwd=ws), echo.envelope("look", {"path": path}, "--workspace", str(ws))):
        assert answer["error"] == {
            "code": "outside_workspace",
            "message": f"the path {path!r} is outside the workspace",
            "hint": "give a path inside it",
        }
        assert (answer["exit"], started(echo)) == (77, 0)


def test_a_path_with_a_nul(echo: PackFolder, ws: Path) -> None:
    assert echo.envelope("look", {"path": "notes.txt\0.png"}, "--workspace", str(ws))["exit"] == 64


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("notes.txt", "notes.txt"),
        ("sub/../notes.txt", "notes.txt"),
        ("near/new", "sub/new"),
        (".", "."),
        ("./-dash", "./-dash"),
        ("sub/../-dash", "./-dash"),
    ],
)
def test_paths_that_stay(echo: PackFolder, ws: Path, path: str, given: str) -> None:
    answer = echo.json("look", path, cwd=ws)
    assert answer["data"]["argv"] == ["look", given]
    assert answer["data"]["cwd"] == str(ws.resolve())


def test_an_absolute_path_inside(echo: PackFolder, ws: Path) -> None:
    assert echo.json("look", str(ws / "notes.txt"), "--workspace", str(ws))["data"]["argv"] == ["look", "notes.txt"]


def test_other_lands_have_no_workspace(echo: PackFolder, ws: Path) -> None:
    assert echo.json("show", "a", cwd=ws)["data"]["cwd"].endswith("/work")


def test_the_sessions_workspace_is_the_bound(echo: PackFolder, ws: Path) -> None:
    session = echo.session(workspace=str(ws))
    assert echo.json("look", "--session", session)["data"]["cwd"] == str(ws)
    assert echo.json("look", "--session", session, "--workspace", str(ws / "sub"))["data"]["cwd"] == str(ws / "sub")
    for folder in (ws.parent, ws / "dir"):
        answer = echo.json("look", "--session", session, "--workspace", str(folder))
        assert answer["error"]["message"] == f"`{folder}` is not in the session's workspace"
    assert echo.json("look", "--workspace", str(ws / "none"))["error"]["message"] == f"`{ws}/none` is no folder"
