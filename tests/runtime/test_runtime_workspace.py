"""The `local` land ends at the workspace, links and all."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from runtime_packs import PackFolder, Tool, closed, program, row, started

from hcp_author.runtime import workspace


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


SWAPS = """
import json, os, sys
if sys.argv[1:2] == [WHEN] and os.path.isdir("sub") and not os.path.islink("sub"):
    os.rename("sub", "moved")
    os.symlink("..", "sub")
open(os.path.join(os.path.dirname(sys.argv[0]), "ran"), "a").write("x")
print(json.dumps(open("sub/outside.txt").read() if sys.argv[1] == "look" else 0))
"""


@pytest.mark.parametrize(("when", "ran"), [("probe", 1), ("look", 2)])
def test_a_link_put_there_later(echo: PackFolder, ws: Path, when: str, ran: int) -> None:
    """While the mint's probe runs, the program is not started; while the program runs, its answer is not given."""
    program(ws.parent / "tool" / "echo", SWAPS.replace("WHEN", repr(when)))
    (ws / "sub" / "outside.txt").write_text("mine")
    answer = echo.json("look", "sub/outside.txt", cwd=ws)
    assert (answer["error"]["code"], answer["exit"], started(echo)) == ("outside_workspace", 77, ran)
    assert "probe-secret-10" not in str(answer)


OPENS = """
import os
from hcp_runtime.adapter_api import AdapterError

def look(args, ctx):
    try:
        with ctx.open(args["path"], args.get("mode", "r")) as stream:
            return stream.read() if stream.readable() else stream.write("new")
    except OSError as error:
        raise AdapterError("not_opened", os.strerror(error.errno))

def swapped(args, ctx):
    os.rename("sub", "moved")
    os.symlink("..", "sub")
    return look({"path": "sub/outside.txt"}, ctx)

VERBS = {"look": look, "swapped": swapped, "away": look}
"""


@pytest.fixture
def opens(new_pack: Callable[..., PackFolder]) -> PackFolder:
    text = {"type": "string"}
    args = {
        "look": closed(path_={**text, "format": "path"}, mode=text),
        "swapped": closed(),
        "away": closed(path_=text),
    }
    verbs = [{"verb_key": key, "summary": "Look.", "args": schema} for key, schema in args.items()]
    rows = dict.fromkeys(args, row(land="local"))
    surface = {"summary": "Look.", "binding": {"default": "local", "modes": ["local"]}, "verbs": verbs}
    return new_pack(surface, {"verbs": rows}, {"adapter.py": OPENS}, name="opens")


def test_an_adapter_opens_beneath_the_workspace(opens: PackFolder, ws: Path) -> None:
    def look(path: str, **more: str) -> object:
        return opens.envelope("look", {"path": path, **more}, "--workspace", str(ws)).get("data")

    (ws / "sub" / "é.txt").write_text("é")
    assert [look("notes.txt"), look("near/é.txt"), look(str(ws / "sub/é.txt"))] == ["ok", "é", "é"]
    assert (look("sub/new", mode="x"), (ws / "sub/new").read_text()) == (3, "new")


@pytest.mark.parametrize("path", ["link.txt", "dir/outside.txt", "../outside.txt", "/etc/hostname", "sub/../../x"])
def test_an_adapter_opens_nothing_outside(opens: PackFolder, ws: Path, path: str) -> None:
    """A path that is no `format: path` reaches the function as it is: what opens it stops there."""
    answer = opens.envelope("away", {"path": path}, "--workspace", str(ws))
    assert answer["error"]["code"] in ("path_outside", "not_opened")


def test_a_folder_swapped_before_it_is_opened(opens: PackFolder, ws: Path) -> None:
    answer = opens.envelope("swapped", {}, "--workspace", str(ws))
    assert answer["error"] == {"code": "not_opened", "message": os.strerror(errno.ENOTDIR), "hint": ""}


ADDRESS = [
    "file:///etc/hostname",
    "FILE://localhost/etc/hostname",
    "{file:///etc/hostname}",
    "[f-f]ile:///etc/hostname",
]
OUT = ["/etc/hostname", "../outside.txt", "link.txt", "dir/outside.txt", "..", "../new", "no/../../outside.txt", "~/x"]


@pytest.mark.parametrize("ref", [*OUT, *ADDRESS])
def test_an_operand_of_any_name_is_no_way_out(echo: PackFolder, ws: Path, ref: str) -> None:
    """A program that finds a file by that name may read it, whatever the operand is called."""
    echo.change("policy.json", lambda policy: policy["verbs"]["show"]["privacy"].update(land="local"))
    for answer in (echo.json("show", ref, cwd=ws), echo.envelope("show", {"ref": ref}, "--workspace", str(ws))):
        assert (answer["error"]["code"], answer["exit"]) == ("outside_workspace", 77)
        assert answer["error"]["message"] == f"`ref` names a file outside the workspace: {ref!r}"
    assert started(echo) == 0


def test_a_write_makes_nothing_outside(echo: PackFolder, ws: Path) -> None:
    """Of a read, and behind an option, an absolute path that is not there may be a pattern, or what a person wrote."""
    for key in ("show", "wipe", "note"):
        echo.change("policy.json", lambda policy, key=key: policy["verbs"][key]["privacy"].update(land="local"))
    echo.change("surface.json", lambda surface: surface["verbs"][6].update(surface["verbs"][0], verb_key="wipe"))
    assert echo.json("wipe", "/etc/new", "--confirm", cwd=ws)["error"]["code"] == "outside_workspace"
    assert echo.json("show", "/etc/new", cwd=ws)["ok"]
    for text in ("/login is broken", "~", "file: rename it", "File: fix typo", "profile:/x", "see Makefile:/a"):
        assert echo.json("note", f"--text={text}", cwd=ws)["ok"], text


@pytest.mark.parametrize("text", [*OUT, "file:///etc/hostname"])
def test_what_stands_behind_an_option_is_no_way_out(echo: PackFolder, ws: Path, text: str) -> None:
    """`push --repo=VALUE` and `tar --file=VALUE` read and write it just as they would an operand."""
    echo.change("policy.json", lambda policy: policy["verbs"]["note"]["privacy"].update(land="local"))
    for answer in (echo.json("note", f"--text={text}", cwd=ws), echo.envelope("note", {"text": text}, cwd=ws)):
        assert (answer["error"]["code"], answer["exit"]) == ("outside_workspace", 77)
    assert started(echo) == 0


@pytest.mark.parametrize("ref", ["HEAD~1..main", "/no/such/file", "notes.txt", "near", "a/../b", "origin/main"])
def test_an_operand_that_names_nothing_outside_passes(echo: PackFolder, ws: Path, ref: str) -> None:
    echo.change("policy.json", lambda policy: policy["verbs"]["show"]["privacy"].update(land="local"))
    assert echo.json("show", ref, cwd=ws)["data"]["argv"] == ["show", ref]
    echo.change("policy.json", lambda policy: policy["verbs"]["show"]["privacy"].update(land="personal"))
    assert echo.json("show", "/etc/hostname", cwd=ws)["ok"]  # elsewhere it is a word like any other


def test_a_link_to_itself_hides_no_link_behind_it(echo: PackFolder, ws: Path) -> None:
    (ws / "loop").symlink_to("loop")
    session = echo.session(workspace=str(ws))
    for argv in (("--workspace", str(ws / "loop/../dir")), ("--workspace", str(ws / "dir"))):
        assert echo.envelope("look", {"path": "."}, "--session", session, *argv)["error"]["code"] == "outside_workspace"
    for path in ("loop/../dir/outside.txt", "loop/../link.txt", "loop/x"):
        told = echo.envelope("look", {"path": path}, "--session", session)
        assert told["ok"] is (path == "loop/x"), path  # which no program can open


def test_a_line_that_came_through_a_link_put_there_meanwhile_is_not_told(tool: Tool, ws: Path) -> None:
    path = {"verb": {"args": closed(path={"type": "string", "format": "path"}), "positionals": ["path"]}}
    pack = tool('#!/bin/sh\nln -sfn ../outside.txt "$1"; cat "$1"\n', argv=[{"positional": "path"}], **path)
    pack.change("policy.json", lambda policy: policy["verbs"]["go"]["privacy"].update(land="local"))
    done = pack.run("go", "notes.txt", "--json", "--stream", cwd=ws)
    assert "probe-secret" not in done.stdout
    assert json.loads(done.stdout)["error"]["code"] == "outside_workspace"


def test_a_path_with_a_colon_is_of_this_machine(tmp_path: Path) -> None:
    assert workspace.keep_inside(str(tmp_path), "host:x") == "./host:x"
