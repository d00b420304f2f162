"""The one table of questions against all that repeats it: each copier.yml, and the flags of `new`."""

from __future__ import annotations

import inspect
from typing import Any, get_args, get_type_hints

import pytest
import yaml

from hcp_author.cli import new
from hcp_author.errors import UserError
from hcp_author.pack.model import KINDS
from hcp_author.scaffold.questions import QUESTIONS, Question, check, named, of_kind
from hcp_author.scaffold.render import templates


def as_copier(question: Question, kind: str) -> dict[str, Any]:
    kind_of_value = "yaml" if question.many else "bool" if question.switch else "str"
    made: dict[str, Any] = {"type": kind_of_value, "help": question.help}
    if question.choices:
        made["choices"] = list(question.choices[kind])
    return {**made, "default": question.defaults[kind]}


@pytest.mark.parametrize("kind", KINDS)
def test_each_copier_yml_asks_what_the_table_asks(kind: str) -> None:
    text = yaml.safe_load((templates() / kind / "copier.yml").read_text())
    asked = {name: facts for name, facts in text.items() if not name.startswith("_")}
    for facts in asked.values():
        if facts["type"] == "yaml":
            facts["default"] = yaml.safe_load(facts["default"])
    assert asked.pop("pack_id") == {"type": "str", "help": "What the pack is called."}
    assert list(asked) == [question.name for question in of_kind(kind)]
    assert asked == {question.name: as_copier(question, kind) for question in of_kind(kind)}


def test_each_question_is_a_flag_of_new_with_the_table_s_words() -> None:
    hints = get_type_hints(new.command, include_extras=True)
    for question in QUESTIONS:
        kind_of_value, option = get_args(hints[question.name])
        assert (option.default, *option.param_decls) == (question.flag,)  # typer moves the first one itself
        assert option.metavar == (question.metavar or None)
        assert option.help == question.help
        repeats = question.many and question.name != "pick"
        one = bool if question.switch else str
        assert kind_of_value == (list[str] | None if repeats else one | None)
        assert inspect.signature(new.command).parameters[question.name].default is None


def test_the_files_that_templates_share_are_the_same() -> None:
    for name in (".gitignore.jinja", ".github/workflows/proof.yml.jinja"):
        texts = {(templates() / kind / "pack" / name).read_text() for kind in KINDS}
        assert len(texts) == 1, name


def test_the_workflow_runs_the_proof_and_uses_nothing_of_strangers() -> None:
    flow = yaml.safe_load((templates() / "channel" / "pack" / ".github/workflows/proof.yml.jinja").read_text())
    steps = flow["jobs"]["proof"]["steps"]
    assert {step["uses"].split("@")[0] for step in steps if "uses" in step} == {
        "actions/checkout",
        "actions/setup-python",
    }
    assert [step["run"] for step in steps if "run" in step] == [
        "python3 -m pip install hcp-author",
        "python3 proof.py",
    ]


@pytest.mark.parametrize(("name", "word"), [("setting", "PATH"), ("secret", "LD_PRELOAD")])
def test_a_variable_that_no_pack_sets_is_no_answer(name: str, word: str) -> None:
    with pytest.raises(UserError, match=f"`{word}` can be no setting and no secret"):
        check(named(f"{name}s"), "channel", [word])
