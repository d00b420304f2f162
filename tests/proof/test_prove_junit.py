"""`prove --junit`: a proof as a CI server reads it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Tree

import pytest
from proof_packs import FUNCTIONS, LINT, LIVE, Maker

from hcp_author.cli import _proof_junit


def cases(text: str) -> dict[str, Tree.Element]:
    return {case.attrib["name"]: case for case in Tree.fromstring(text).iter("testcase")}


def step(name: str = "a step", ok: bool = True, skipped: bool = False, **facts: Any) -> dict[str, Any]:
    return {"name": name, "ok": ok, "skipped": skipped, "reason": None, "seconds": 0.5, **facts}


def test_each_step_is_a_case_and_the_text_is_shown_as_ever(make: Maker, call: Any, tmp_path: Path) -> None:
    pack, file = make.control(), tmp_path / "proof.xml"
    status, out, err = call(pack, "--without-lint", "--junit", file)
    assert (status, err) == (0, "")
    assert out.startswith("fleet proves itself")
    suite = Tree.fromstring(file.read_text()).find("testsuite")
    assert suite is not None
    found = cases(file.read_text())
    counts = {name: int(suite.attrib[name]) for name in ("tests", "failures", "errors", "skipped")}
    assert counts == {"tests": len(found), "failures": 0, "errors": 0, "skipped": 2}
    assert suite.attrib["name"] == "prove fleet"
    told = found[LINT].find("skipped")
    assert told is not None
    assert told.attrib["message"] == "lint: --without-lint"
    assert found[LIVE].find("skipped") is not None
    assert [len(found[name]) for name in found if name not in (LINT, LIVE)] == [0] * (len(found) - 2)
    assert all(float(case.attrib["time"]) >= 0 for case in found.values())


def test_a_failure_says_what_was_sent_expected_and_came_back(make: Maker, call: Any, tmp_path: Path) -> None:
    pack, file = make.adapter(), tmp_path / "proof.xml"
    (pack / "adapter.py").write_text("VERBS = {'list': 1}\n")
    assert call(pack, "--without-lint", "--junit", file)[0] == 1
    failure = cases(file.read_text())[FUNCTIONS].find("failure")
    assert failure is not None
    assert failure.attrib["message"] == "adapter.py has no function for get, search, send, probe(ctx)"
    assert json.loads(failure.text or "")["expected"] == ["list", "get", "search", "send", "probe(ctx)"]


def test_what_lint_warns_of_stands_in_its_cases_output(make: Maker, call: Any) -> None:
    pack = make.sense_only()
    (pack / "more").symlink_to("HARNESS.md")
    status, out, _ = call(pack, "--junit", "-")
    assert status == 0
    told = cases(out)[LINT].find("system-out")
    assert told is not None
    assert re.match(r".*/more:\d+:\d+: warning F-link: ", told.text or "")
    assert all(case.find("system-out") is None for name, case in cases(out).items() if name != LINT)


def test_a_dash_is_standard_output_and_nothing_else_is_there(make: Maker, call: Any) -> None:
    status, out, _ = call(make.sense_only(), "--without-lint", "--junit", "-", "--json")
    assert status == 0
    assert len(cases(out)) == 6


def test_a_folder_that_is_not_there_is_told_and_a_file_is_replaced_whole(
    make: Maker, call: Any, tmp_path: Path
) -> None:
    pack, file = make.sense_only(), tmp_path / "proof.xml"
    status, _, err = call(pack, "--without-lint", "--junit", tmp_path / "no" / "proof.xml")
    assert (status, err.splitlines()[0]) == (2, f"error: there is no folder for `{tmp_path}/no/proof.xml`")
    file.write_text("x" * 100_000)
    call(pack, "--without-lint", "--junit", file)
    assert len(cases(file.read_text())) == 6
    assert [name for name in os.listdir(tmp_path) if "proof" in name] == ["proof.xml"]


@pytest.mark.parametrize("evil", ["\x1b[31mred", "</testsuite>", "]]>", "\x00\ud800", "\u202eabc", '"\n&', "\ufffe"])
def test_what_a_strangers_script_says_stays_text(evil: str) -> None:
    steps = [step(evil, ok=False, reason=evil, sent=[evil]), step(evil, skipped=True, reason=evil)]
    text = _proof_junit.render({"pack_id": evil, "steps": steps})
    assert text.isascii()
    assert "\x1b" not in text
    suite = Tree.fromstring(text).find("testsuite")
    assert suite is not None
    assert (suite.attrib["failures"], suite.attrib["skipped"], len(suite)) == ("1", "1", 2)


@pytest.mark.parametrize("odd", [{}, {"name": 7}, {"name": ["x"], "ok": None}, {"seconds": "long"}, {"reason": {}}])
def test_a_step_that_is_no_step_breaks_no_report(odd: dict[str, Any]) -> None:
    assert len(cases(_proof_junit.render({"steps": [{**step(), **odd}, odd]}))) >= 1


def test_a_long_answer_is_cut() -> None:
    text = _proof_junit.render({"pack_id": "x", "steps": [step(ok=False, reason="r", came_back="y" * 1_000_000)]})
    assert len(text) < 3 * _proof_junit.LONGEST
