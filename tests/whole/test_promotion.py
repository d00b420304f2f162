"""Pass-through packs over real programs: used by a person, promoted, and read on both faces."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from on_terminal import on_terminal

pytestmark = pytest.mark.whole

PASSWORD = "a made-up phrase"
HELPER = f"""\
#!/usr/bin/env python3
import json, sys
print(json.dumps({{name: {PASSWORD!r} for name in json.load(sys.stdin)["secrets"]}}))
"""
MESSAGE = (
    "From: Ada <ada@example.org>\nTo: me@example.org\nSubject: Rail strike\nMessage-ID: <0@example.org>\n\nAll day.\n"
)


@pytest.fixture
def passes(home: Path) -> Callable[..., str]:
    """Type words through a pass-through on a terminal, as a person; what was shown."""

    def call(pack: Path, *words: str, cwd: Path | None = None, type_: str = "") -> str:
        env = {"HOME": str(home), "PATH": os.defpath, "LC_ALL": "C.UTF-8"}
        argv = [sys.executable, "-I", pack / "bin" / pack.name, "--confirm", "--", *words]
        status, shown = on_terminal(argv, type_ + "\x04", env, cwd or home)
        assert status == 0, shown
        return shown

    return call


@pytest.fixture
def promote(run: Any) -> Callable[..., dict[str, dict[str, Any]]]:
    """Promote a pack, look at it as a reviewer would, and give what was shown of each verb."""

    def call(pack: Path, *flags: str) -> dict[str, dict[str, Any]]:
        before = {name: (pack / name).read_bytes() for name in ("README.md", ".gitignore", "proof.py")}
        change = json.loads(run("hcp-author", "promote", pack, "--json", *flags).stdout)
        assert before == {name: (pack / name).read_bytes() for name in before}
        assert not {*before} & {*change["changed"], *change["created"]}
        run("hcp-author", "lint", "--strict", pack)
        run("hcp-author", "harness", "--check", pack)
        assert "not ok" not in run("python3", pack / "proof.py").stdout
        return {verb["verb_key"]: verb for verb in change["verbs"]}

    return call


def typed(verb: dict[str, Any]) -> list[str]:
    """What promote says was typed through the pass-through, after `--`."""
    words = shlex.split(verb["pass_through"])
    return words[words.index("--") + 1 :]


def logged(home: Path) -> list[tuple[list[str], list[str]]]:
    lines = (home / ".local/state/hcp/passthrough.log").read_text().splitlines()
    return [(line["path"], line["options"]) for line in map(json.loads, lines)]


def test_git(
    run: Any, new: Any, program: Any, passes: Any, promote: Any, both_faces: Any, home: Path, tmp_path: Path
) -> None:
    git = program("git")
    (home / ".gitconfig").write_text("[user]\nname = Ada\nemail = ada@example.org\n")
    work = tmp_path / "work"
    work.mkdir()
    run(git, "init", "-q", cwd=work)
    run(git, "commit", "-q", "--allow-empty", "-m", "first", cwd=work)
    pack = new("channel", "repo", "--wrap", "git", "--pass-through")
    assert "first" in passes(pack, "--no-pager", "log", "--grep", "first", cwd=work)
    assert logged(home) == [(["log"], ["--grep", "--no-pager"])]
    verbs = promote(pack, "--yes")
    assert verbs["log"]["why"][0] == "called once through the pass-through"
    log = both_faces(pack / "bin" / "repo", "log", ["--grep", "first"], {"grep": "first"}, cwd=work)
    assert "Ada" in log["data"]["text"]
    assert run(git, *typed(verbs["log"]), cwd=work).stdout == run(pack / "bin" / "repo", "log", cwd=work).stdout


def test_notmuch(run: Any, new: Any, program: Any, passes: Any, promote: Any, both_faces: Any, home: Path) -> None:
    notmuch = program("notmuch")
    for name in ("new", "cur", "tmp"):
        (home / "mail" / name).mkdir(parents=True)
    (home / "mail" / "new" / "m0").write_text(MESSAGE)
    (home / ".notmuch-config").write_text(f"[database]\npath={home}/mail\n[user]\nprimary_email=me@example.org\n")
    run(notmuch, "new")
    pack = new("channel", "mail", "--wrap", "notmuch", "--pass-through", "--trigger", "new_item")
    assert "Rail strike" in passes(pack, "search", "subject:strike")
    assert logged(home) == [(["search"], [])]
    verbs = promote(pack, "--pick", "search,show,count,tag,new")
    assert [*verbs] == ["search", "show", "count", "tag", "new"]
    found = both_faces(pack / "bin" / "mail", "search", ["subject:strike"], {"search_term": ["subject:strike"]})
    assert [thread["subject"] for thread in found["data"]] == ["Rail strike"]
    assert json.loads(run(notmuch, "search", "--format=json", "subject:strike").stdout) == found["data"]
    surface = json.loads((pack / "surface.json").read_text())
    assert "new_item" in [trigger["ref"] for trigger in surface["stimulusTriggers"]]
    assert "connect" in surface


def test_restic(
    run: Any, new: Any, program: Any, passes: Any, promote: Any, both_faces: Any, home: Path, tmp_path: Path
) -> None:
    restic = program("restic")
    place, data = tmp_path / "repository", tmp_path / "data"
    data.mkdir()
    (data / "letter.txt").write_text("Dear Ada\n")
    environment = {"RESTIC_REPOSITORY": str(place), "RESTIC_PASSWORD": PASSWORD}
    run(restic, "init", **environment)
    run(restic, "backup", data, **environment)
    pack = new("channel", "backup", "--wrap", "restic", "--pass-through")
    shown = passes(pack, "--repo", str(place), "snapshots", type_=PASSWORD + "\n")
    assert str(data) in shown
    assert logged(home) == [(["snapshots"], ["--repo"])]
    verbs = promote(pack, "--yes")
    assert "called once through the pass-through" in verbs["snapshots"]["why"]
    binding = json.loads((pack / "surface.json").read_text())["binding"]
    assert ("RESTIC_REPOSITORY" in binding["settings"], binding["secrets"]) == (True, ["RESTIC_PASSWORD"])
    helper = home / "secret"
    helper.write_text(HELPER)
    helper.chmod(0o700)
    face = pack / "bin" / "backup"
    run(face, "--link", f"RESTIC_REPOSITORY={place}", "--confirm")
    run(face, "--link", f"helper={helper}", "--confirm")
    snapshots = both_faces(face, "snapshots", [], {})["data"]
    assert snapshots == json.loads(run(restic, *typed(verbs["snapshots"]), **environment).stdout)
    assert [one["paths"] for one in snapshots] == [[str(data)]]


def test_gh(run: Any, new: Any, program: Any, passes: Any, promote: Any, both_faces: Any, home: Path) -> None:
    gh = program("gh")
    pack = new("channel", "hub", "--wrap", "gh", "--pass-through")
    # nobody is logged in here: what tells that the Binding is there is the author's to say, and stays
    surface = (pack / "surface.json").read_text()
    probe = '"probe": ["config", "list"], "settings"'
    (pack / "surface.json").write_text(surface.replace('"settings"', probe, 1))
    assert "git_protocol" in passes(pack, "config", "list")
    assert logged(home) == [(["config", "list"], [])]
    verbs = promote(pack, "--pick", "config-list,alias-list,pr-list,pr-view,pr-create")
    assert typed(verbs["config-list"]) == ["config", "list"]
    assert probe in (pack / "surface.json").read_text()
    face = pack / "bin" / "hub"
    told = both_faces(face, "config-list", [], {})
    assert told["data"]["text"] == run(gh, "config", "list").stdout
    words = [word for word in shlex.split(verbs["pr-create"]["call"])[1:] if word != "--confirm"]
    refused = run(face, *words, "--json", status=77)
    assert json.loads(refused.stdout)["error"]["code"] == "confirm_required"


def test_a_deep_tree(run: Any, new: Any, program: Any, passes: Any, promote: Any, both_faces: Any, home: Path) -> None:
    pip = program("pip3")
    (home / ".config" / "pip").mkdir(parents=True)
    (home / ".config" / "pip" / "pip.conf").write_text("[global]\ntimeout = 7\n")
    pack = new("channel", "wheels", "--wrap", "/usr/bin/pip3", "--pass-through", "--binding", "local")
    assert "global.timeout='7'" in passes(pack, "config", "list")
    passes(pack, "list", "--format", "json")
    assert logged(home) == [(["config", "list"], []), (["list"], ["--format"])]
    verbs = promote(pack, "--yes")
    assert "called once through the pass-through" in verbs["config-list"]["why"]
    face = pack / "bin" / "wheels"
    assert "global.timeout='7'" in both_faces(face, "config-list", [], {})["data"]["text"]
    listed = both_faces(face, "list", [], {})["data"]
    assert listed == json.loads(run(pip, *typed(verbs["list"])).stdout)
