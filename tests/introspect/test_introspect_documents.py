"""A tree out of a saved document: help, a manual page, a tree of ours; nothing is run, and errors name the place."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hcp_author.cli.main import run
from hcp_author.errors import UserError
from hcp_author.introspect import documents, saved
from hcp_author.introspect.tree import (
    Command,
    Coverage,
    Note,
    Option,
    Positional,
    Program,
    Tree,
    Unread,
    Value,
)
from hcp_author.pack import shape

HELP = """\
usage: tide list [-q] [--limit <n>] <harbour> [<more>...]

Print the tides.

  -q, --quiet    say less
  --limit <n>    at most n
"""

MAN = """\
.TH TIDE-LIST 1
.SH NAME
tide-list \\- print the tides
.SH SYNOPSIS
\\fBtide list\\fR [\\-\\-limit <n>] <harbour>
.SH OPTIONS
.TP
\\fB\\-\\-limit\\fR=\\fIn\\fR
At most n.
"""


def write(folder: Path, text: str | bytes, name: str = "document") -> str:
    file = folder / name
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(file)


def document(**changes: Any) -> dict[str, Any]:
    """A tree with something of everything, as JSON, with some keys of the root changed."""
    value = Value("n", False, ["1", "2"], "integer")
    option = Option("--limit", "-n", ["--max"], "at most n", value, True, True, False, "help")
    child = Command("list", ["ls"], "print the tides", options=[option], arguments=[Positional("harbour", False, True)])
    made = Tree(
        Program("tide", "/usr/bin/tide", "1.2", "ab"),
        Command("tide", group=True, commands=[child], examples=["tide list x"]),
        Coverage(1, 2, 0, 1, 0.5, "bubblewrap"),
        [Note(["list"], "no answer")],
        ["TIDE_BOOK"],
        [["--help"], ["list", "--help"]],
        [Unread(["list"], "  what is this")],
    )
    text = json.loads(json.dumps(made.to_json()))
    text["root"] |= changes
    return dict(text)


@pytest.mark.parametrize("name", ["", "list", "tide list"])
def test_help_of_a_subcommand_stands_where_it_belongs(tmp_path: Path, name: str) -> None:
    tree = documents.open_file("help", write(tmp_path, HELP), name)
    assert (tree.program.name, tree.program.path, tree.coverage.sandbox) == ("tide", "", "not run")
    [command] = tree.root.commands
    assert command.name == "list"
    assert [option.long for option in command.options] == ["--quiet", "--limit"]
    assert [(one.name, one.required, one.variadic) for one in command.arguments] == [
        ("harbour", True, False),
        ("more", False, True),
    ]


@pytest.mark.parametrize("packed", [False, True])
def test_a_manual_page_in_source(tmp_path: Path, packed: bool) -> None:
    text = gzip.compress(MAN.encode(), mtime=0) if packed else MAN.encode()
    tree = documents.open_file("man", write(tmp_path, text))
    assert (tree.program.name, [c.name for c in tree.root.commands]) == ("tide", ["list"])
    [command] = tree.root.commands
    assert (command.summary, [(o.long, o.source) for o in command.options]) == ("print the tides", [("--limit", "man")])


def test_a_manual_page_that_defines_macros_of_its_own(tmp_path: Path) -> None:
    head = ".TH TIDE 1\n.de URL\n\\$2\n..\n.if \\n[.g] \\{\\\n.  am URL\n.    ad l\n.  .\n.  am MTO\n.  .\n.\\}\n"
    tree = documents.open_file("man", write(tmp_path, head + MAN))
    assert [option.long for option in tree.root.commands[0].options] == ["--limit"]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("usage: /usr/bin/tide [-q] FILE", ["tide"]),
        ("Tides 1.0\n\nUSAGE\n  $ tide list now [FLAGS]\n\n  -q  quiet", ["tide", "list", "now"]),
        ("tide [-q] <file>\n\n  -q  quiet", ["tide"]),
        ("Usage: tide source target\n\n  -q  quiet", ["tide"]),
        ("Usage: tide COMMAND [ARGS]", ["tide"]),
    ],
)
def test_whose_help_it_is_is_told_by_the_usage(tmp_path: Path, text: str, path: list[str]) -> None:
    command = documents.open_file("help", write(tmp_path, text)).root
    found = [command.name]
    while command.commands:
        [command] = command.commands
        found.append(command.name)
    assert found == path


def test_a_manual_page_as_it_is_printed(tmp_path: Path) -> None:
    text = "TIDE(1)    Tides    TIDE(1)\n\nNAME\n       tide - print tides\n\nSYNOPSIS\n       tide [-q]\n\nOPTIONS\n"
    text += "       -q, --quiet\n              Say less.\n"
    for kind in ("man", "help"):  # what prints a page under --help is read as one
        tree = documents.open_file(kind, write(tmp_path, text))
        assert (tree.root.name, tree.root.summary) == ("tide", "print tides")
        assert [option.long for option in tree.root.options] == ["--quiet"]


def test_a_published_tree_comes_back_as_it_was(tmp_path: Path) -> None:
    text = json.dumps(document())
    assert json.loads(json.dumps(documents.open_file("tree", write(tmp_path, text)).to_json())) == document()


def test_keys_of_a_later_time_are_passed_over(tmp_path: Path) -> None:
    assert saved.read(json.dumps(document(colour="blue") | {"moon": 1}).encode(), "it").to_json() == document()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "is no JSON: Expecting property name"),
        ('{"a": 1,\n  x}', "(line 2, column 3)"),
        ("[" * 100_000, "is nested too deeply"),
        ('{"format": NaN}', "NaN is no number"),
        ("7", "is no command tree: its `format` is `null`"),
        ('{"format": "hcp-author/proposal/1"}', 'its `format` is `"hcp-author/proposal/1"`'),
        (b"\xff\xfe{}", "is no UTF-8 text (byte 0)"),
        (json.dumps({"format": saved.FORMAT}), "the document: `coverage` is missing"),
        (json.dumps(document(commands=7)), "/root/commands: a list is wanted, not `7`"),
        (json.dumps(document(name="-rf")), '/root/name: `"-rf"` cannot be a command\'s name'),
        (json.dumps(document(name="a b")), "cannot be a command's name"),
        (json.dumps(document(aliases=["\x1b[2J"])), "cannot be a command's name"),
        (json.dumps(document(group="yes")), '/root/group: true or false is wanted, not `"yes"`'),
        (json.dumps(document(options=[{"long": "--x"}])), "/root/options/0: `deprecated` is missing"),
        (json.dumps(document(summary=None)), "/root/summary: a text is wanted, not `null`"),
        (json.dumps(document()).replace('"seconds": 0.5', '"seconds": 1e999'), "/coverage/seconds: a number from 0 to"),
        (json.dumps(document()).replace('"seconds": 0.5', f'"seconds": {"9" * 400}'), "/coverage/seconds: a number"),
        (json.dumps(document()).replace('"probed": 2', '"probed": -5'), "/coverage/probed: a number from 0 to"),
        (json.dumps(document()).replace('"-n"', '"rm"'), '/options/0: `"rm"` cannot be an option'),
        (json.dumps(document()).replace('["1", "2"]', "[]"), "/value/choices: at least one value is wanted"),
        ('{"format": 1, "format": 2}', 'the key `"format"` stands twice in one object'),
    ],
)
def test_what_is_no_tree_is_told_with_its_place(tmp_path: Path, text: str | bytes, said: str) -> None:
    with pytest.raises(UserError) as caught:
        documents.open_file("tree", write(tmp_path, text))
    assert said in caught.value.message
    assert caught.value.status == 2
    assert caught.value.fix


def test_a_tree_too_deep_or_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    deep = document()
    for _ in range(saved.MAX_DEPTH + 1):
        deep["root"] = document()["root"] | {"commands": [deep["root"]]}
    with pytest.raises(UserError, match="nested more than 16 deep"):
        saved.read(json.dumps(deep).encode(), "it")
    monkeypatch.setattr(saved, "MAX_BYTES", 1 << 20)
    with pytest.raises(UserError, match="it is larger than 1 MiB"):
        saved.read(b" " * ((1 << 20) + 1), "it")


def test_text_of_a_tree_cannot_steer_a_terminal() -> None:
    tree = saved.read(json.dumps(document(summary="a\x1b]0;owned\x07b\u202e")).encode(), "it")
    assert tree.root.summary == "ab"


def test_the_reader_asks_for_what_the_schema_asks_for() -> None:
    schema = shape.load("tree")
    parts = {Program: "program", Command: "command", Option: "option", Positional: "positional", Coverage: "coverage"}
    parts |= {Note: "note", Unread: "unread"}
    described = {kind: schema["$defs"][name] for kind, name in parts.items()}
    described |= {Tree: schema, Value: schema["$defs"]["option"]["properties"]["value"]}
    for kind, part in described.items():
        assert saved.REQUIRED.get(kind, frozenset(("path", "line"))) == set(part["required"]) - {"format"}
        assert {field.name for field in fields(kind)} == set(part["properties"]) - {"format"}


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("help", "", "is empty"),
        ("help", "nothing of interest here\n", "does not say which program it is about"),
        ("man", ".so man1/ebb.1\n", "only points to another page: man1/ebb.1"),
        ("man", b"\x1f\x8b broken", "cannot be unpacked"),
        ("man", gzip.compress(MAN.encode(), mtime=0)[:-20], "is damaged: it cannot be unpacked, its end is missing"),
        ("man", gzip.compress(b"\x7fELF\0\0\0", mtime=0), "is no text, or is damaged"),
        ("help", b"usage: tide [-q]\0", "is no text, or is damaged"),
        ("page", "x", "`page` is no kind of document"),
    ],
)
def test_a_document_that_tells_nothing(tmp_path: Path, kind: str, text: str | bytes, said: str) -> None:
    with pytest.raises(UserError) as caught:
        documents.open_file(kind, write(tmp_path, text))
    assert said in caught.value.message


def test_a_document_that_is_not_there_or_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read: No such file"):
        documents.open_file("help", str(tmp_path / "none"))
    with pytest.raises(UserError, match="is a folder, not a document"):
        documents.open_file("help", str(tmp_path))


def give(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let standard input be a pipe that holds a text."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize("words", [["--from", "help", "-"], ["--from", "help"], ["list", "--from", "help", "-"]])
def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    give(monkeypatch, HELP)
    assert run(["introspect", *words]) == 0
    assert capsys.readouterr().out == (
        "tide\n\n"
        "  list <harbour> [<more>...]                Print the tides. (2 options: 1 selection, 1 output)\n\n"
        "1 command, from help, nothing was run\n"
    )


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for words in (["--from", "help", "-"], ["--from", "tree", "-"]):
        assert run(["introspect", *words]) == 2
        assert capsys.readouterr().err.startswith("error: standard input is closed\n")
    assert run(["introspect", "--from", "help"]) == 2
    assert "which document?" in capsys.readouterr().err


def test_a_tree_of_another_program_is_told(tmp_path: Path) -> None:
    file = write(tmp_path, json.dumps(document()))
    assert documents.open_file("tree", file, "/usr/bin/tide list").to_json() == document()
    told = documents.open_file("tree", file, "ebb").notes[0]
    assert (told.path, told.problem) == ([], "the document is about this program, not about `ebb`")


def test_a_document_in_another_encoding_is_read_and_told(tmp_path: Path) -> None:
    text = HELP.replace("quiet ", "größe ")
    for encoding in ("latin-1", "utf-16"):
        tree = documents.open_file("help", write(tmp_path, text.encode(encoding)))
        assert [option.long for option in tree.root.commands[0].options] == ["--größe", "--limit"]
        assert len(tree.notes) == 1
    assert documents.open_file("help", write(tmp_path, text)).notes == []


def test_a_program_is_not_even_looked_up(
    shell: Callable[[str, str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = shell("tide", f"touch {tmp_path}/ran; echo 'usage: tide [-q]'")
    assert run(["introspect", str(program), "--json", "--from", "help", write(tmp_path, HELP)]) == 0
    assert run(["introspect", "tide", "--json", "--from", "help", write(tmp_path, HELP)]) == 0
    assert run(["propose", "tide", "--json", "--from", "help", write(tmp_path, HELP)]) == 0
    assert "nothing tells which file the program is" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()


def test_a_document_without_from_is_told_how(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["introspect", "git", "page.1"]) == 2
    assert "try: hcp-author introspect git --from help page.1" in capsys.readouterr().err
    assert run(["introspect"]) == 2
    assert "PROGRAM is missing" in capsys.readouterr().err


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=2000), st.sampled_from(documents.KINDS))
def test_no_bytes_bring_a_reader_down(tmp_path_factory: pytest.TempPathFactory, data: bytes, kind: str) -> None:
    file = tmp_path_factory.getbasetemp() / "any"
    file.write_bytes(data)
    with contextlib.suppress(UserError):
        documents.open_file(kind, str(file))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(["program", "root", "coverage", "notes", "env", "asked", "unread"]), JSON)
def test_any_value_in_a_tree_is_taken_or_refused_with_its_place(key: str, value: Any) -> None:
    said = ""
    try:
        saved.read(json.dumps(document() | {key: value}).encode(), "it")
    except UserError as error:
        said = error.message
    assert not said or said.startswith(f"it: /{key}")
