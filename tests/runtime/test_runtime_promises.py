"""The gate's order step by step on both faces, what a connect asks before it begins, and whose the audit is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runtime_packs import PackFolder, closed, program, row, started
from test_runtime_audit import lines as audited
from test_runtime_person import login, on_terminal

from hcp_author.runtime import session

__all__ = ["login"]  # a fixture of that module's

# the gate: one call that is wrong at every step, mended one by one

CALLED = '#!/bin/sh\necho "$1" >> {folder}/called\n[ -e {folder}/"$1".ok ] || exit 7\necho \'"done"\'\n'


class Wrong:
    """A pack and a call that fail at every step of the gate, and what mends each; `called` is what was started."""

    def __init__(self, new_pack: Callable[..., PackFolder], folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        path = program(folder / "tool", CALLED.format(folder=folder))
        surface = {
            "plane": "control",
            "summary": "Fail at every step.",
            "binding": {"default": "user", "modes": ["user"], "probe": ["probe"]},
            "wrap": {"bin": "tool", "paths": [path]},
            "verbs": [],
        }
        self.pack = new_pack(surface, {"verbs": {}}, name="wrong")
        self.who: dict[str, Any] = {"grants": ["sense.enable"], "project_id": "p"}
        self.source = str(folder / "no-session.json")
        self.pack_id, self.number, self.confirm, self.mode = "other", "five", False, "mokc"

    def admit(self, **facts: Any) -> None:
        self.who |= facts
        self.source = self.pack.session(**self.who)

    def declare(self) -> None:
        go = {"verb_key": "go", "summary": "Go.", "args": closed(n={"type": "integer"})}
        go["exec"] = {"argv": ["go", {"option": "-n", "arg": "n"}], "output": "json"}
        self.pack.change("surface.json", lambda surface: surface["verbs"].append(go))

    def give_a_row(self) -> None:
        self.pack.change("policy.json", lambda policy: policy["verbs"].update(go=row("write", land="brain")))

    def let(self, word: str) -> None:
        (self.folder / f"{word}.ok").touch()

    def called(self) -> list[str]:
        file = self.folder / "called"
        return file.read_text().split() if file.exists() else []

    def typed(self) -> dict[str, Any]:
        own = ["--binding", self.mode, *["--confirm"] * self.confirm, "--session", self.source]
        return self.pack.json("go", "--n", self.number, *own)

    def sent(self) -> dict[str, Any]:
        fields = {"pack_id": self.pack_id, "confirm": self.confirm, "binding": {"mode": self.mode}}
        number = int(self.number) if self.number.isdecimal() else self.number
        return self.pack.envelope("go", {"n": number}, "--session", self.source, **fields)

    def steps(self, face: str) -> list[tuple[str, str, Callable[[], object]]]:
        """In pack-format's order: the code of each refusal, words of its message, and what mends it."""
        pack = [("usage", "this is the pack `wrong`, not 'other'", lambda: setattr(self, "pack_id", "wrong"))]
        return [
            ("bad_session", "", self.admit),
            *(pack if face == "sent" else []),
            ("control_plane", "", lambda: self.admit(operator=True)),
            ("unknown_verb", "", self.declare),
            ("no_execute_grant", "", lambda: self.admit(grants=["execute"])),
            ("bad_argument", "`n`", lambda: setattr(self, "number", "5")),
            ("no_policy_row", "", self.give_a_row),
            ("no_project", "", lambda: self.admit(projects=["p"])),
            ("confirm_required", "confirm required", lambda: setattr(self, "confirm", True)),
            ("mint_failed", "does not declare the Binding mode", lambda: setattr(self, "mode", "user")),
            ("mint_failed", "`tool` ended with exit status 7", lambda: self.let("probe")),
            ("adapter_failed", "`tool` ended with exit status 7", lambda: self.let("go")),
        ]


@pytest.mark.parametrize("face", ["typed", "sent"])
def test_a_call_that_is_wrong_at_every_step_is_refused_in_their_order(
    new_pack: Callable[..., PackFolder], tmp_path: Path, face: str
) -> None:
    wrong = Wrong(new_pack, tmp_path / "steps")
    told: list[tuple[str, bool, list[str]]] = []
    steps = wrong.steps(face)
    for _, words, mend in steps:
        error = getattr(wrong, face)()["error"]
        told.append((error["code"], words in error["message"], wrong.called()))
        mend()
    nothing: list[str] = []
    started_by = [nothing] * (len(steps) - 2) + [["probe"], ["probe", "probe", "go"]]
    assert told == [(code, True, calls) for (code, _, _), calls in zip(steps, started_by, strict=True)]
    done = getattr(wrong, face)()
    assert (done["ok"], done["data"], done["land"], wrong.called()[3:]) == (True, "done", "brain", ["go"])
    noted = [line["code"] for line in audited(wrong.pack) if line.get("decision") == "refused"]
    assert noted == [code for code, _, _ in steps[: len(steps) - 1]]


@pytest.mark.parametrize("words", [["--confirm"], ["--apply"], ["--binding", "mock"], ["--binding=user"]])
def test_nothing_beside_the_envelope_says_confirm_or_binding(echo: PackFolder, words: list[str]) -> None:
    for verb, fields in (("show", {}), ("wipe", {"confirm": True})):
        answer = echo.envelope(verb, {"ref": "a"} if verb == "show" else {}, *words, **fields)
        assert (answer["error"]["code"], answer["exit"], started(echo)) == ("usage", 64, 0)
        assert answer["error"]["message"].endswith(f"not `{words[0].partition('=')[0]}`")


# connect: a person's, but let in as any call is

UNASKED: dict[str, tuple[str, dict[str, Any], str]] = {
    "no grant": ("", {"grants": ["sense.enable", "execute:other"]}, "has no `execute` grant for `echo`"),
    "no operator": ("control", {"operator": False}, "`echo` is a control plane pack"),
    "no row": ("row", {}, "verb connect missing from policy.json"),
    "a mock by environment": ("env", {}, "the environment variable `ECHO_MOCK` cannot choose the Binding"),
}


@pytest.mark.parametrize("why", UNASKED)
def test_a_connect_that_may_not_be_is_not_even_asked_for(login: PackFolder, why: str) -> None:
    what, facts, told = UNASKED[why]
    if what == "control":
        login.change("surface.json", lambda surface: surface.update(kind="control", plane="control"))
    if what == "row":
        login.change("policy.json", lambda policy: policy["verbs"].pop("connect"))
    env = {"ECHO_MOCK": "1"} if what == "env" else {}
    for words in ([], ["--confirm"]):
        session_ = login.session(**facts)
        status, shown = on_terminal(login, "connect", *words, "--session", session_, type_="y\nann\n", env=env)
        assert (status, "Begin?" in shown, "hello" in shown) == (77, False, False), shown
        assert told in shown.partition("error: ")[2].splitlines()[0]


def test_a_connect_of_a_control_pack_is_an_operators(login: PackFolder) -> None:
    login.change("surface.json", lambda surface: surface.update(kind="control", plane="control"))
    who = login.session(operator=True)
    assert on_terminal(login, "connect", "--session", who, type_="y\nann\n")[0] == 0


# the audit


def test_a_line_of_the_audit_says_whose_call_it_was_and_in_which_project(echo: PackFolder) -> None:
    who = echo.session(project_id="p1", projects=["p1"])
    assert echo.json("shared", "--session", who)["ok"]
    assert echo.envelope("wipe", {}, "--session", who)["error"]["code"] == "confirm_required"
    assert echo.json("show", "a")["ok"]
    told = [(line["principal"], line["project"], line["decision"]) for line in audited(echo) if "decision" in line]
    assert told == [("alice", "p1", "allowed"), ("alice", "p1", "refused"), (session.principal(), None, "allowed")]


def test_the_audit_is_for_its_user_alone(echo: PackFolder) -> None:
    former = os.umask(0)  # what the caller lets others do counts for nothing
    try:
        assert echo.json("show", "a")["ok"]
    finally:
        os.umask(former)
    folder = echo.home / ".local/state/hcp/audit"
    (file,) = folder.glob("*.jsonl")
    modes = [path.stat().st_mode & 0o777 for path in (folder, folder.parent, file, folder / "key")]
    assert modes == [0o700, 0o700, 0o600, 0o600]
