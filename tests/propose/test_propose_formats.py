"""Which option asks for JSON, for which call, and in what form it comes back."""

from __future__ import annotations

import pytest
from propose_trees import leaf, switch, takes, tree

from hcp_author.introspect.tree import Command, Option
from hcp_author.propose.actions import actions
from hcp_author.propose.formats import output
from hcp_author.propose.modes import modes


def of(command: Command, *shared: Option, reads: bool = True) -> tuple[str, tuple[str, ...]]:
    found = output(actions(tree("tool", command, options=shared))[0], reads=reads)
    return found.kind, found.literal


FORMAT = "--format"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Format output using a custom template: 'table': a table, 'json': print in JSON format", "text"),
        ("Format output using a Go template, or json", "text"),
        ("Pretty-print things to JSON or using a Go template", "json"),
        ('Format the output to a Go template or json (default "json")', "json"),
        ("Change the output format (json)", "json"),
        ("Output format: text or json, newline-delimited", "jsonl"),
        ("Change the output mode (short, cat, json, json-pretty, json-sse)", "jsonl"),
    ],
)
def test_the_form_is_what_the_text_says_and_in_doubt_text(text: str, kind: str) -> None:
    assert of(leaf("ps", "List things", takes(FORMAT, "string", text))) == (kind, ("--format=json",))


@pytest.mark.parametrize(
    "option",
    [
        switch("--json", "(default) Data items are serialized as a JSON object"),
        switch("--json", "Read inputs as JSON via STDIN"),
        takes("--format", "FORMAT", "Other format values (e.g. json) do not work"),
        takes("--format", "N", "limit fields in JSON search output"),
        takes("--format", "F", "format of the export file (json or csv)"),
        Option("--filter", "-f", summary="The JSON data used to select"),
        Option("--output-file", "-o", summary="Write JSON results to a file", value=takes("--x", "FILE").value),
    ],
)
def test_json_that_goes_in_or_to_a_file_is_no_output(option: Option) -> None:
    assert of(leaf("list", "List things", option)) == ("text", ())


def test_a_command_s_own_form_of_an_option_wins_over_the_program_s() -> None:
    general = takes("--format", "FORMAT", "Sets the output format: json, yaml")
    own = takes("--format", "FORMAT", "Use old for the old style; json does not work")
    assert of(leaf("list", "List things"), general) == ("json", ("--format=json",))
    assert of(leaf("list", "List things", own), general) == ("text", ())


@pytest.mark.parametrize(
    ("text", "name", "literal"),
    [
        ("Change journal output mode (short, json)", "list-units", ()),
        ("Change journal output mode (short, json)", "journal-show", ("--output=json",)),
        ("Generate JSON output of security analysis table", "blame", ()),
        ("Produces output in FORMAT: text or json", "list-keys", ("--output=json",)),
        ("Print command output as json", "list-keys", ("--output=json",)),
    ],
)
def test_a_program_s_option_is_heeded_by_what_its_text_is_about(text: str, name: str, literal: tuple[str, ...]) -> None:
    assert of(leaf(name, "List things"), takes("--output", "MODE", text))[1] == literal


def test_a_form_of_json_is_chosen_and_fields_are_listed() -> None:
    forms = takes("--json", "MODE", "Generate JSON output", choices=["pretty", "short", "off"])
    assert of(leaf("list", "List things", forms)) == ("json", ("--json=short",))
    fields = takes("--json", "FIELDS", "Output JSON", choices=["id", "title"])
    assert of(leaf("list", "List things", fields)) == ("json", ("--json=id,title",))


def test_a_mode_heeds_what_is_for_it_and_a_writing_one_nothing() -> None:
    options = [switch(f"--{name}", f"{name} things") for name in ("list", "print", "add")]
    shape = switch("--json", "JSON formatted output for --print and --search")
    found = {one.path[0]: one for one in modes(tree("tool", options=(*options, shape)).root)}
    assert output(found["--print"]).kind == "json"
    assert output(found["--list"]).kind == "text"
    plain = {one.path[0]: one for one in modes(tree("tool", options=(*options, switch("--json", "Print JSON"))).root)}
    assert output(plain["--list"]).kind == "json"
    assert output(plain["--add"], reads=False).kind == "text"
