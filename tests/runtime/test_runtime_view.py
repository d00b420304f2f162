"""What a person reads: help with class and gate, tables that fit, nothing that a terminal would obey."""

from __future__ import annotations

import time

from runtime_packs import PackFolder

from hcp_author.runtime import view


def test_the_help_shows_class_and_gate(echo: PackFolder) -> None:
    done = echo.run("--help")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[:3] == ["Usage: echo VERB [ARGUMENTS] [OPTIONS]", "", "Echo what it is given."]
    assert "  verb        class  gate     land" in lines
    assert "  show        read   -        personal  Do show." in lines
    assert "  wipe        write  confirm  personal  Do wipe." in lines
    assert "  open-write  write  open     personal  Do open-write." in lines
    assert "  look        read   -        local     Do look." in lines
    assert echo.run().returncode == 64
    assert echo.run().stdout == done.stdout


def test_the_help_of_a_verb(echo: PackFolder) -> None:
    assert echo.run("show", "--help").stdout == (
        "Usage: echo show REF [OPTIONS]\n\nDo show.\n\nClass: read   Gate: -   Land: personal\n\n"
        "Arguments:\n  REF  string\n\nExample:\n  echo show a --json\n"
    )
    page = echo.run("flags", "--help").stdout
    assert "  --all, --no-all  boolean" in page
    assert "  --tags           string, more than once" in page
    assert echo.run("--help", "wipe").stdout.endswith("Example:\n  echo wipe --confirm --json\n")
    assert echo.run("wip", "--help").returncode == 64


def test_help_shows_defaults_choices_and_foreign_text_harmlessly(echo: PackFolder) -> None:
    def edit(surface: dict[str, list[dict[str, dict[str, dict[str, object]]]]]) -> None:
        surface["verbs"][1]["args"]["properties"]["text"] = {
            "type": "string",
            "enum": ["a", "b"],
            "default": "a",
            "description": "Which\x1b[2K one",
        }

    echo.change("surface.json", edit)
    assert '  --text    a | b    Which\\x1b[2K one. Default "a".\n' in echo.run("note", "--help").stdout


def test_the_help_of_a_pack_without_verbs(echo: PackFolder) -> None:
    def bare(surface: dict[str, object]) -> None:
        surface.update(kind="sense_only", verbs=[], stimulusTriggers=[{"ref": "new_item"}])

    echo.change("surface.json", bare)
    stimuli = {"new_item": {"operation": "read", "privacy": {"land": "personal"}}}
    echo.change("policy.json", lambda policy: policy.update(verbs={}, stimuli=stimuli))
    page = echo.run("--help").stdout
    assert page.startswith("Usage: echo [OPTIONS]\n")
    assert "--announce -" in page
    assert not any(word in page for word in ("VERB", "--envelope", "--confirm", "--emit", "--workspace"))
    assert echo.json("list")["error"]["hint"] == "it has none; see echo --help"


def test_data_as_a_person_reads_it() -> None:
    rows = [{"id": 1, "subject": "漢字", "tags": ["a"]}, {"id": 22, "subject": "plain", "seen": True}]
    assert view.show(rows) == ('id  subject  tags   seen\n1   漢字     ["a"]\n22  plain           true\n')
    assert view.show({"a": 1, "b": {"c": None}, "d": []}) == "a: 1\nb:\n  c: \nd: []\n"
    assert view.show({"text": "one\ntwo"}) == "one\ntwo\n"
    assert view.show({"text": "\x1b[2K\x1b]0;t\x07done\r[ok]\n"}) == "\\x1b[2K\\x1b]0;t\\x07done\\x0d[ok]\n"
    assert view.show({"text": ""}) == view.show(None) == view.show([]) == ""
    assert view.show(["a", "\u202eb"]) == "a\n\\u202eb\n"
    assert view.show("x") == "x\n"


def test_tables_fit_the_terminal() -> None:
    lines = view.table([["id", "subject"], ["1", "x" * 100], ["2", "漢" * 50]], 30)
    assert [view.columns(line) for line in lines] == [11, 30, 29]
    assert lines[1].endswith("x…")
    assert view.table([["a" * 50] * 3], 20) == ["aaaaaaa…  aaaaaaa…  aaaaaaa…"]


def test_complaints_of_many_lines_stay_apart() -> None:
    assert view.complain("a\nerror: b\x1b", "do c") == "error: a\n  | error: b\\x1b\n  try: do c\n"


def test_objects_that_differ_much_are_shown_one_by_one() -> None:
    many = [{f"key{number}": number} for number in range(3000)]
    shown = view.show(many)
    assert shown.startswith("1:\n  key0: 0\n2:\n  key1: 1\n")
    assert len(shown) < 100_000
    assert view.show([{}, {}]) == "{}\n{}\n"


def test_a_cell_that_holds_a_document_is_cut_in_one_pass() -> None:
    before = time.process_time()
    assert view.table([["a", "b"], ["é" * 200_000, "x"]], 40) == ["a" + " " * 38 + "b", "é" * 36 + "…  x"]
    assert time.process_time() - before < 2
