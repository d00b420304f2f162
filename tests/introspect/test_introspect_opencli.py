"""A tree as an OpenCLI document and back: valid, nothing lost, and others' documents can be read."""

from __future__ import annotations

import json
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.cli.main import run
from hcp_author.errors import UserError
from hcp_author.introspect import opencli
from hcp_author.introspect.tree import Command, Coverage, Note, Option, Positional, Program, Tree, Unread, Value

# our own writing-down of the specification's tables (draft 0.1), stricter than its schema: no key that it does not name
SCHEMA = json.loads((Path(__file__).parent / "opencli.schema.json").read_text())
VALID = jsonschema.Draft202012Validator(SCHEMA)

WORD = st.text(string.ascii_lowercase + string.digits + "-", min_size=1, max_size=8).filter(lambda w: w[0] != "-")
LINE = st.text(string.ascii_letters + " é.", max_size=12).map(str.strip)
VALUES = st.builds(
    Value,
    st.none() | WORD,
    st.booleans(),
    st.none() | st.lists(WORD, min_size=1, max_size=3),
    st.sampled_from([None, "string", "integer", "path"]),
)
OPTIONS = st.builds(
    Option,
    WORD.map("--{}".format),
    st.none() | st.sampled_from(["-a", "-long", "-?"]),
    st.lists(WORD.map("--no-{}".format), max_size=2),
    LINE,
    st.none() | VALUES,
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["", "help", "man"]),
).filter(lambda one: one.long not in one.other_names and len(set(one.other_names)) == len(one.other_names))
OPERANDS = st.builds(
    Positional,
    WORD,
    st.booleans(),
    st.booleans(),
    st.none() | st.lists(WORD, min_size=1),
    st.lists(st.sampled_from("+-")),
    LINE,
)


def commands(below: st.SearchStrategy[Command]) -> st.SearchStrategy[Command]:
    return st.builds(
        Command,
        WORD,
        st.lists(WORD, max_size=2, unique=True),
        LINE,
        st.booleans(),
        st.booleans(),
        LINE,
        st.lists(OPTIONS, max_size=3),
        st.lists(OPERANDS, max_size=2),
        st.lists(below, max_size=3),
        st.lists(LINE, max_size=2),
        LINE,
    )


TREES = st.builds(
    Tree,
    st.builds(Program, WORD, LINE, LINE, LINE),
    st.recursive(st.builds(Command, WORD), commands, max_leaves=5),
    st.builds(Coverage, st.integers(0, 9), st.integers(0, 9), seconds=st.floats(0, 9), cached=st.booleans()),
    st.lists(st.builds(Note, st.lists(WORD), LINE), max_size=2),
    st.lists(WORD, max_size=2),
    st.lists(st.lists(WORD), max_size=2),
    st.lists(st.builds(Unread, st.lists(WORD), LINE), max_size=2),
)


@settings(max_examples=150, deadline=None)
@given(TREES)
def test_every_tree_is_valid_and_comes_back_as_it_was(tree: Tree) -> None:
    document = opencli.write(tree)
    VALID.validate(document)
    assert opencli.read(json.dumps(document).encode(), "it") == tree


def test_a_crawled_program_is_valid(
    shell: Callable[[str, str], Path], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    program = shell(
        "tide",
        """case "$*" in
        --help) printf 'usage: tide <command>\\n\\nCommands:\\n  list, ls   print them\\n  mark   write one\\n' ;;
        "list --help") printf 'usage: tide list <harbour>...\\n\\n  --by (hour|day)  how\\n' ;;
        "mark --help") printf 'usage: tide mark <hour>\\n' ;;
        *) exit 1 ;; esac""",
    )
    assert run(["introspect", str(program), "--no-sandbox", "--format", "opencli"]) == 0
    text = capsys.readouterr().out
    document = json.loads(text)
    VALID.validate(document)
    assert document["info"]["title"] == "tide"
    listed = document["commands"][0]
    assert (listed["name"], listed["aliases"], listed["description"]) == ("list", ["ls"], "print them")
    assert listed["arguments"][0]["arity"] == {"minimum": 1}
    (tmp_path / "tide.json").write_text(text)
    assert run(["introspect", "--from", "opencli", str(tmp_path / "tide.json"), "--json"]) == 0
    fed = json.loads(capsys.readouterr().out)
    assert run(["introspect", str(program), "--no-sandbox", "--json"]) == 0
    crawled = json.loads(capsys.readouterr().out)
    assert fed["coverage"] | {"cached": True} == crawled["coverage"]
    assert fed | {"coverage": None} == crawled | {"coverage": None}


def test_a_document_of_another_maker() -> None:
    document = {
        "opencli": "0.1",
        "info": {"title": "ebb", "version": "2.0", "summary": "Watch the ebb", "license": {"identifier": "MIT"}},
        "options": [{"name": "verbose", "aliases": ["v"], "recursive": True}],
        "commands": [
            {
                "name": "list",
                "options": [{"name": "--limit", "arguments": [{"name": "COUNT", "required": True}]}],
                "arguments": [{"name": "harbour", "arity": {"minimum": 0}}, {"name": "day", "required": True}],
                "exitCodes": [{"code": 0}],
            }
        ],
    }
    VALID.validate(document)
    tree = opencli.read(json.dumps(document).encode(), "it")
    assert (tree.program.name, tree.program.version, tree.root.summary) == ("ebb", "2.0", "Watch the ebb")
    assert [(o.long, o.short) for o in tree.root.options] == [("--verbose", "-v")]
    [command] = tree.root.commands
    assert command.options[0].value == Value("COUNT", False)
    assert [(a.name, a.required, a.variadic) for a in command.arguments] == [
        ("harbour", False, True),
        ("day", True, False),
    ]
    assert (tree.coverage.commands, tree.coverage.sandbox) == (1, "not run")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"opencli": 1}, "it has no `opencli` version"),
        ({"info": []}, "/info: an object is wanted"),
        ({"commands": {"list": {}}}, "/commands: a list is wanted"),
        ({"commands": [{"aliases": []}]}, "/commands/0: `name` is missing"),
        ({"commands": [{"name": "--x"}]}, "cannot be a command's name"),
        ({"options": [{"name": "--x", "arguments": [{"name": "n", "arity": 1}]}]}, "/options/0/arguments/0/arity:"),
        ({"options": [{"name": ""}]}, "every name must be a text"),
        ({"metadata": [{"name": "hcp-author", "value": {"notes": 7}}]}, "/notes: a list is wanted"),
        ({"commands": [{"name": "a", "description": 7}]}, "/commands/0/description: a text is wanted"),
    ],
)
def test_what_is_no_opencli_is_told_with_its_place(changes: dict[str, Any], said: str) -> None:
    document = {"opencli": "0.1", "info": {"title": "ebb", "version": ""}} | changes
    with pytest.raises(UserError) as caught:
        opencli.read(json.dumps(document).encode(), "it")
    assert said in caught.value.message
